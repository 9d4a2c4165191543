"""What the page points at can be seen: hinted cells, the whole board when asked for, the map, the turn of a list."""

from __future__ import annotations

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.browser.boxes import box
from tests.browser.conftest import OpenPage
from tests.browser.fed_table import Fed, turn
from tests.browser.test_study import LEGAL, PATIENCE

ROW = [
    f"{at},{at % 2}:{color}{shape}" for at, (color, shape) in enumerate(zip("ROYGBP" * 4, "osdctx" * 4, strict=True))
]
WIDE = " ".join(ROW)
SMALL = "0,0:Ro 1,0:Rs 2,0:Rd"


def apart(one: FloatRect, other: FloatRect) -> bool:
    return (
        one["x"] + one["width"] <= other["x"]
        or other["x"] + other["width"] <= one["x"]
        or one["y"] + one["height"] <= other["y"]
        or other["y"] + other["height"] <= one["y"]
    )


def is_free(page: Page, thing: Locator) -> bool:
    """Whether a thing lies on the free part of the board: inside the screen, above the rack, below the chips."""
    found, rack = box(thing), box(page.locator(".rack"))
    size = page.viewport_size
    assert size is not None
    inside = found["x"] >= 0 and found["x"] + found["width"] <= size["width"]
    return inside and found["y"] >= 48 and found["y"] + found["height"] <= rack["y"]


@pytest.mark.parametrize(("board", "cell"), [(SMALL, "1,-3"), (WIDE, "0,-3"), (WIDE, "23,5")])
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_hint_marks_a_cell_that_can_be_seen(open_page: OpenPage, size: str, board: str, cell: str) -> None:
    page = open_page("about:blank", size=size)
    Fed(board, answers={"hint": {"t": "hint", "step": 1, "hint": {"game": "tiles", "cells": [cell]}}}).open(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".reason")).to_have_text("Look at the marked cells.")
    marked = page.locator(f'.cell.is-glow[data-cell="{cell}"]')
    expect(marked).to_have_count(1)
    assert is_free(page, marked)


def test_the_whole_board_is_shown_to_who_asks(open_page: OpenPage) -> None:
    page = open_page("about:blank", size="phone")
    Fed(WIDE, sheet=[turn(1, ROW[-1], 2)]).open(page)
    expect(page.locator(".cell.is-tile")).to_have_count(len(ROW))
    edges = page.locator('.cell[data-cell="0,0"], .cell[data-cell="23,1"]')
    expect(edges).to_have_count(2)
    assert not all(is_free(page, edge) for edge in edges.all()), "the board is not too wide for this test"
    page.get_by_role("button", name="Show the whole board").click()
    expect(page.locator(".board-map")).to_be_hidden()
    assert all(is_free(page, edge) for edge in edges.all())
    # A step closer works from there.
    before = box(edges.first)["width"]
    page.locator(".board-host").hover(position={"x": 180, "y": 300})
    page.mouse.wheel(0, -100)
    expect(page.locator(".board-map")).to_be_visible()
    assert box(edges.first)["width"] > before


@pytest.mark.parametrize("size", ["phone", "landscape", "tablet", "desktop"])
def test_the_map_lies_under_nothing(open_page: OpenPage, size: str) -> None:
    page = open_page("about:blank", size=size)
    scores = {"scores": [5, 7], "winners": [1], "reason": "out"}
    Fed(WIDE, phase="finished", now={"outcome": scores, "to_move": None}).open(page)
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    # Large screens show all of it until somebody comes closer.
    page.locator(".board-host").hover(position={"x": 250, "y": 450 if size == "tablet" else 150})
    for _ in range(3):
        page.mouse.wheel(0, -100)
    shown = page.locator(".board-map")
    expect(shown).to_be_visible()
    for other in (".top .menu", ".results", ".rack", ".zoom .button", ".top .pill", ".chips", ".side .panel"):
        for thing in page.locator(other).all():
            if thing.is_visible():
                assert apart(box(shown), box(thing)), f"the map and {other} lie over each other"


def test_the_map_lets_a_tap_through_while_a_tile_looks_for_its_place(open_page: OpenPage) -> None:
    page = open_page("about:blank", size="phone")
    Fed(WIDE, sheet=[turn(1, ROW[-1], 2)], plays=[["24,1:Ro", 2, 2]]).open(page)
    shown = page.locator(".board-map")
    expect(shown).to_be_visible()
    at = box(shown)
    below = f"document.elementFromPoint({at['x'] + at['width'] / 2}, {at['y'] + at['height'] / 2}).className"
    assert "board-map" in page.evaluate(below)
    page.locator(".rack-slot.filled").first.click()
    expect(page.locator(".cell.is-fit").first).to_be_attached()
    assert "board-map" not in page.evaluate(below)
    page.keyboard.press("Escape")
    expect(page.locator(".cell.is-fit")).to_have_count(0)
    assert "board-map" in page.evaluate(below)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_turn_of_the_list_is_shown_on_the_board(open_page: OpenPage, size: str) -> None:
    page = open_page("/review", size=size)
    poor = LEGAL.replace("3,0:Rs 3,1:Bs 3,2:Os = 7", "3,0:Rs = 4").replace("GoBoPo", "Go")
    page.get_by_role("textbox").fill(poor)
    page.get_by_role("button", name="Look back at it").click()
    expect(page.get_by_role("heading", name="Turning points")).to_be_visible(timeout=PATIENCE)
    page.get_by_text("All 2 turns").click()
    page.locator(".turns button").last.click()
    expect(page.locator(".said").first).to_be_in_viewport()
    expect(page.locator(".board-host")).to_be_in_viewport()
    said = page.locator(".said b").first
    before = said.inner_text()
    page.keyboard.press("Home" if before.startswith("Turn 2") else "End")
    expect(said).not_to_have_text(before)
