"""The board under fingers, mouse and wheel: it pans, zooms, pinches, fits itself, and holds still for a held tile."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import CDPSession, Locator, Page, expect

from tests.browser.boxes import box
from tests.browser.conftest import OpenPage
from tests.browser.tile_table import TileTable, new_table


class Fingers:
    """One or more fingers on the screen, moved as a touch screen reports them."""

    def __init__(self, page: Page) -> None:
        self._session: CDPSession = page.context.new_cdp_session(page)

    def touch(self, kind: str, *points: tuple[float, float]) -> None:
        where: list[dict[str, Any]] = [{"x": x, "y": y, "id": at} for at, (x, y) in enumerate(points)]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": where})

    def slide(self, start: list[tuple[float, float]], end: list[tuple[float, float]], steps: int = 6) -> None:
        """All fingers go down, move in a straight line, and stay."""
        self.touch("touchStart", *start)
        for step in range(1, steps + 1):
            part = step / steps
            pairs = zip(start, end, strict=True)
            self.touch("touchMove", *[(a + (c - a) * part, b + (d - b) * part) for (a, b), (c, d) in pairs])

    def lift(self) -> None:
        self.touch("touchEnd")


def middle(thing: Locator) -> tuple[float, float]:
    found = box(thing)
    return found["x"] + found["width"] / 2, found["y"] + found["height"] / 2


def begun(page: Page, by: str) -> TileTable:
    new_table(page)
    table = TileTable(page, "touch" if by == "touch" else "mouse")
    assert table.wait_for_turn()
    table.turn()
    assert table.wait_for_turn()
    while page.locator(".rack-slot.best").count() == 0:
        table.turn()
        assert table.wait_for_turn()
    return table


def test_the_mouse_pans_and_the_wheel_zooms(open_page: OpenPage) -> None:
    page = open_page()
    begun(page, "mouse")
    tile = page.locator(".cell.is-tile").first
    before = box(tile)
    page.mouse.move(120, 300)
    page.mouse.down()
    page.mouse.move(180, 340, steps=5)
    page.mouse.up()
    after = box(tile)
    assert abs(after["x"] - before["x"] - 60) < 2
    assert abs(after["y"] - before["y"] - 40) < 2
    page.mouse.wheel(0, -240)
    wide = "([tile, width]) => tile.getBoundingClientRect().width > width"
    page.wait_for_function(wide, arg=[tile.element_handle(), before["width"] * 1.2])
    page.get_by_role("button", name="Show the whole board").click()
    again = box(tile)
    assert abs(again["x"] - before["x"]) < 2
    assert abs(again["width"] - before["width"]) < 1


def test_two_fingers_pinch_about_their_middle(open_page: OpenPage) -> None:
    page = open_page(size="tablet", touch=True)
    begun(page, "touch")
    tile = page.locator(".cell.is-tile").first
    before = box(tile)
    x, y = middle(tile)
    fingers = Fingers(page)
    fingers.slide([(x - 60, y), (x + 60, y)], [(x - 120, y), (x + 120, y)])
    fingers.lift()
    after = box(tile)
    assert 1.5 < after["width"] / before["width"] < 2.3
    # What was between the fingers stays between them.
    assert abs(after["x"] + after["width"] / 2 - x) < 6
    assert abs(after["y"] + after["height"] / 2 - y) < 6
    expect(page.locator(".cell.is-loose")).to_have_count(0)


def test_a_tile_is_carried_by_a_finger_over_a_board_that_holds_still(open_page: OpenPage) -> None:
    page = open_page(size="phone", touch=True)
    table = begun(page, "touch")
    tile = page.locator(".cell.is-tile").first
    before = box(tile)
    slot = page.locator(".rack-slot.best").first
    slot.tap()
    target = page.locator(".cell.is-best").first
    cell = target.get_attribute("data-cell")
    to = middle(target)
    # The piece hangs above the finger: the finger goes as far below the cell as the piece is high.
    lift = 0.9 * max(44, before["width"] / 0.93)
    fingers = Fingers(page)
    fingers.slide([middle(slot)], [(to[0], to[1] + lift)], steps=8)
    expect(page.locator(".carried")).to_be_visible()
    assert box(tile) == before
    # A second finger changes nothing while a tile is held.
    fingers.touch("touchMove", (to[0], to[1] + lift), (40, 200))
    fingers.touch("touchMove", (to[0], to[1] + lift), (90, 260))
    assert box(tile) == before
    fingers.lift()
    expect(page.locator(f'.cell.is-loose[data-cell="{cell}"]')).to_be_visible()
    # And back: a loose tile carried to the rack is home again.
    loose = page.locator(f'.cell.is-loose[data-cell="{cell}"]')
    home = middle(table.slots.nth(3))
    fingers.slide([middle(loose)], [(home[0], home[1] + lift)], steps=8)
    fingers.lift()
    expect(page.locator(".cell.is-loose")).to_have_count(0)


def test_a_tap_means_the_cell_it_came_down_on(open_page: OpenPage) -> None:
    page = open_page()
    begun(page, "mouse")
    page.locator(".rack-slot.best").first.click()
    target = page.locator(".cell.is-best").first
    cell = target.get_attribute("data-cell")
    page.mouse.move(*middle(target))
    page.mouse.down()
    # The board finds another place while the button is down, as it does when the other's tiles arrive.
    before = box(target)
    page.set_viewport_size({"width": 900, "height": 560})
    page.wait_for_function(
        "([cell, x]) => cell.getBoundingClientRect().x !== x", arg=[target.element_handle(), before["x"]]
    )
    page.mouse.up()
    expect(page.locator(f'.cell.is-loose[data-cell="{cell}"]')).to_be_visible()


def test_a_tile_let_go_over_nothing_goes_home(open_page: OpenPage) -> None:
    page = open_page()
    table = begun(page, "mouse")
    start = middle(table.slots.nth(0))
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 40, start[1] - 200, steps=4)
    page.keyboard.press("Escape")
    page.mouse.up()
    expect(page.locator(".carried")).to_have_count(0)
    expect(page.locator(".cell.is-loose")).to_have_count(0)
    expect(table.slots.nth(0)).to_be_visible()


def test_tiles_of_the_rack_change_places(open_page: OpenPage) -> None:
    page = open_page()
    table = begun(page, "mouse")
    names = [each.get_attribute("aria-label") for each in table.slots.all()]
    table.drag(table.slots.nth(0), table.slots.nth(4))
    expect(table.slots.nth(4)).to_have_attribute("aria-label", re.compile(re.escape(str(names[0]).split(": ")[-1])))
    moved = [each.get_attribute("aria-label") for each in table.slots.all()]
    assert [str(name).split(": ")[-1] for name in moved] == [
        str(names[at]).split(": ")[-1] for at in (1, 2, 3, 4, 0, 5)
    ]
    page.reload()
    expect(table.slots.nth(4)).to_have_attribute("aria-label", str(moved[4]))


def test_a_carried_tile_shows_a_closed_hand_and_leaves_all_else_as_it_is(open_page: OpenPage) -> None:
    page = open_page()
    new_table(page)
    assert TileTable(page).wait_for_turn()
    hand = "getComputedStyle(document.elementFromPoint(300, 300)).cursor"
    changed = "window.changed_ = 0; new MutationObserver((seen) => { window.changed_ += seen.length; })"
    page.evaluate(f"{changed}.observe(document.documentElement, {{ attributes: true }})")
    page.mouse.move(*middle(page.locator(".rack-slot.filled").first))
    page.mouse.down()
    page.mouse.move(300, 300, steps=3)
    expect(page.locator(".carried")).to_be_visible()
    assert page.evaluate(hand) == "grabbing"
    page.keyboard.press("Escape")
    expect(page.locator(".carried")).to_have_count(0)
    expect(page.locator(".carrying")).to_have_count(0)
    assert page.evaluate("window.changed_") == 0, "every style of the page would be made anew"
