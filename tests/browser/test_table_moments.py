"""What happens at a tile table besides laying tiles: exchange, take-back, help, words, the end and another game."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.test_by_link import invite, settle_tie, sit_down
from tests.browser.tile_table import TileTable, new_table


def begun(page: Page, assist: str = "best") -> TileTable:
    """A table at which this person has made a turn and is to move again."""
    new_table(page, assist=assist)
    table = TileTable(page)
    assert table.wait_for_turn()
    table.turn()
    assert table.wait_for_turn()
    return table


def test_exchange_by_keys(open_page: OpenPage) -> None:
    page = open_page()
    table = begun(page)
    lines = page.locator(".side tbody tr").count()
    page.keyboard.press("x")
    expect(page.get_by_text("That is your whole turn")).to_be_visible()
    page.keyboard.press("1")
    page.keyboard.press("2")
    page.keyboard.press("2")
    expect(table.action).to_have_text("Exchange 1 tile")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".side tbody tr").nth(lines)).to_contain_text("exch.")


def test_a_turn_is_taken_back(open_page: OpenPage) -> None:
    page = open_page()
    begun(page)
    lines = page.locator(".side tbody tr").count()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Take back my last turn").click()
    expect(page.locator(".side tbody tr")).not_to_have_count(lines)
    expect(page.locator(".status")).to_contain_text("Your turn")


def chooses(table: TileTable, at: int) -> bool:
    """Choose the tile in a place of the rack."""
    if table.slots.nth(at).get_attribute("aria-pressed") != "true":
        table.slots.nth(at).click()
    return True


def test_help_levels_show_less_or_more(open_page: OpenPage) -> None:
    page = open_page()
    table = begun(page)
    ring, worth = page.locator(".cell.is-fit"), page.locator('.cell.is-fit[data-note^="+"]')
    # Some tile completes a play by itself, and one belongs to the best play.
    chosen = [at for at in range(6) if chooses(table, at) and worth.count() > 0]
    best = [at for at in range(6) if chooses(table, at) and page.locator(".cell.is-best").count() > 0]
    assert chosen
    assert best
    at = chosen[0]
    for level, rings, points in (
        ("Places and points", True, True),
        ("Show where a tile fits", True, False),
        ("None", False, False),
    ):
        page.get_by_role("button", name="Menu").click()
        page.get_by_label(level, exact=True).check()
        page.keyboard.press("Escape")
        if table.slots.nth(at).get_attribute("aria-pressed") != "true":
            table.slots.nth(at).click()
        if rings:
            expect(ring.first).to_be_visible()
        else:
            expect(ring).to_have_count(0)
        expect(page.locator(".cell.is-best")).to_have_count(0)
        if points:
            expect(worth.first).to_be_visible()
        else:
            expect(worth).to_have_count(0)


def test_a_sum_lights_the_lines_that_make_it(open_page: OpenPage) -> None:
    page = open_page()
    table = begun(page)
    while table.lay_one():
        pass
    part = page.locator(".board-note .parts button").first
    part.hover()
    expect(page.locator(".board-outline.is-lit")).to_be_visible()
    page.mouse.move(5, 400)
    expect(page.locator(".board-outline.is-lit")).to_have_count(0)
    part.focus()
    expect(page.locator(".board-outline.is-lit")).to_be_visible()


def test_cells_say_what_fits(open_page: OpenPage) -> None:
    page = open_page()
    table = begun(page)
    at = page.locator(".rack-slot").evaluate_all("slots => slots.findIndex((slot) => slot.matches('.best'))")
    page.keyboard.press(str(at + 1))
    cell = page.locator(".cell:focus")
    expect(cell).to_have_attribute(
        "aria-label", re.compile(r"^row −?\d+, column −?\d+, empty; \w+ \w+ fits(, \d+ points?)?$")
    )
    spoken = page.locator("[aria-live=polite]")
    page.keyboard.press("Enter")
    expect(spoken.filter(has_text=re.compile("laid|points?"))).to_have_count(1)
    page.keyboard.press("Backspace")
    expect(spoken.filter(has_text="back on the rack")).to_have_count(1)
    expect(table.slots.nth(at)).to_have_class(re.compile("filled"))


def test_the_end_and_another_game(open_page: OpenPage) -> None:
    page = open_page()
    begun(page)
    first = page.url
    page.get_by_role("button", name="Menu").click()
    for _ in range(2):
        page.get_by_role("button", name="Give up").click()
    result = page.get_by_role("dialog")
    expect(result).to_contain_text("has won")
    expect(result.get_by_role("link", name="Review and replay")).to_have_attribute("href", re.compile("^/review/"))
    with page.expect_download() as download:
        result.get_by_role("link", name="Save the record").click()
    assert download.value.path().stat().st_size > 100
    result.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: url != first)
    assert TileTable(page).wait_for_turn()


def test_the_score_sheet_prints(open_page: OpenPage) -> None:
    page = open_page()
    begun(page)
    page.emulate_media(media="print")
    expect(page.locator(".print table")).to_be_visible()
    expect(page.locator(".board-host")).not_to_be_visible()
    page.emulate_media(media="screen")
    expect(page.locator(".print table")).not_to_be_visible()
    # The button prints as a browser does, during which no page can make anything new; the table is there afterwards.
    page.evaluate("onbeforeprint = () => (window.printed = document.querySelectorAll('.print table').length)")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Score sheet").click()
    page.get_by_role("button", name="Print the score sheet").click()
    assert page.evaluate("window.printed") == 1
    page.get_by_role("button", name="Close").first.click()
    expect(page.locator(".board-host")).to_be_visible()


def test_a_word_reaches_the_other(open_page: OpenPage) -> None:
    ana = open_page()
    ben = open_page(invite(ana, "Ana"))
    sit_down(ben, "Ben")
    settle_tie(ana, ben)
    ana.get_by_role("button", name="Menu").click()
    ana.get_by_role("button", name="Well played").click()
    expect(ben.locator(".notes")).to_contain_text("Ana: Well played")


def test_a_phone_plays_a_hand_while_the_table_is_shown_elsewhere(open_page: OpenPage) -> None:
    page = open_page(size="phone", touch=True)
    new_table(page)
    table = TileTable(page, "touch")
    assert table.wait_for_turn()
    shown = page.context.new_page()
    shown.set_viewport_size({"width": 1180, "height": 820})
    shown.goto(page.url + "?show=table")
    expect(shown.locator(".side thead")).to_be_visible()
    expect(shown.locator(".rack")).to_have_count(0)
    lines = shown.locator(".side tbody tr")
    before = lines.count()
    table.turn()
    expect(lines.nth(before)).to_be_visible()
