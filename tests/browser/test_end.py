"""The end of a game: who won beside the whole picture, what can be shared, and one more with one tap."""

from __future__ import annotations

import re
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests.browser.boxes import box
from tests.browser.card_table import CardTable, new_card_table
from tests.browser.conftest import OpenPage
from tests.browser.fed_table import Fed, turn
from tests.browser.test_access import violations
from tests.browser.test_in_sight import WIDE, apart
from tests.browser.tile_table import TileTable, new_table

Place = Literal["server", "device"]


def ended(winner: int = 0) -> Fed:
    scores = [202, 196] if winner == 0 else [196, 202]
    outcome = {"scores": scores, "winners": [winner], "reason": "T17"}
    sheet = [turn(0, "0,0:Ro", 14), turn(1, "1,1:Os", 12)]
    return Fed(WIDE, phase="finished", sheet=sheet, now={"outcome": outcome, "to_move": None})


@pytest.mark.parametrize("size", ["phone", "landscape", "tablet", "desktop"])
def test_the_finished_picture_stays_in_sight(open_page: OpenPage, size: str) -> None:
    page = open_page("about:blank", size=size)
    ended().open(page)
    result = page.get_by_role("dialog", name="You have won")
    expect(result).to_contain_text("Ahead by 6 points.")
    expect(result).to_contain_text("Your best turn: 14 points.")
    expect(result.get_by_role("heading", name="You have won")).to_be_focused()
    expect(result.get_by_role("button", name="Play again")).to_be_in_viewport()
    expect(page.locator(".board-map")).to_be_hidden()
    tiles = page.locator(".cell.is-tile")
    panel = box(result)
    for tile in (tiles.first, tiles.last):
        expect(tile).to_be_in_viewport(ratio=1)
        assert apart(panel, box(tile)), "the result lies over the picture"
    assert violations(page) == []


def test_losing_has_the_same_care(open_page: OpenPage) -> None:
    page = open_page("about:blank", size="phone")
    ended(winner=1).open(page)
    result = page.get_by_role("dialog", name="Ben has won")
    expect(result).to_contain_text("Ahead by 6 points. Your best turn: 14 points.")
    expect(page.locator("[aria-live=polite] p").filter(has_text="Ben has won Ahead by 6 points.")).to_have_count(1)


def test_it_is_left_by_escape_its_button_and_a_step_back(open_page: OpenPage) -> None:
    page = open_page("about:blank")
    ended().open(page)
    result = page.get_by_role("dialog", name="You have won")
    again = page.get_by_role("button", name="Result", exact=True)
    expect(result).to_be_visible()
    page.keyboard.press("Escape")
    expect(result).to_have_count(0)
    again.click()
    result.get_by_role("button", name="Close").click()
    expect(result).to_have_count(0)
    again.click()
    expect(result).to_be_visible()
    page.go_back()
    expect(result).to_have_count(0)
    expect(page).to_have_url(re.compile("/t/fed$"))
    # Nothing behind it is out of reach while it is there.
    again.click()
    page.get_by_role("button", name="Menu").click()
    page.keyboard.press("Escape")
    expect(result).to_be_visible()


def give_up(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    for _ in range(2):
        page.get_by_role("button", name="Give up").click()
    expect(page.get_by_role("button", name="Play again")).to_be_visible()


@pytest.mark.parametrize(("game", "place"), [("tiles", "server"), ("tiles", "device"), ("cards", "device")])
def test_it_is_shared_and_one_more_is_one_tap(open_page: OpenPage, game: str, place: Place) -> None:
    page = open_page("/", place=place, size="phone", permissions=["clipboard-read", "clipboard-write"])
    if game == "tiles":
        new_table(page)
        table: TileTable | CardTable = TileTable(page)
    else:
        new_card_table(page)
        table = CardTable(page)
    assert table.wait_for_turn()
    table.turn()
    assert table.wait_for_turn()
    give_up(page)
    result = page.get_by_role("dialog", name="Pip has won")
    assert violations(page) == []
    with page.expect_download() as download:
        result.get_by_role("button", name="Share the picture").click()
    picture = download.value.path().read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert int.from_bytes(picture[16:20]) > 200
    record = result.get_by_text("Save the record")
    with page.expect_download() as download:
        record.click()
    assert download.value.path().read_text().startswith("sixfold record 1")
    link = result.get_by_role("button", name="Copy the link")
    if place == "server":
        link.click()
        expect(page.locator(".notes")).to_contain_text("Copied")
        copied = page.evaluate("navigator.clipboard.readText()")
        assert re.search(r"/review/\w+$", copied)
    else:
        # Nobody else can open a table of this device: the record is what is handed on.
        expect(link).to_have_count(0)
    first = page.url
    result.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: url != first)
    assert table.wait_for_turn()
    # Who goes back to the finished game looks at it and is not sent on; the way to the next one is there.
    page.go_back()
    expect(result).to_be_visible()
    expect(page).to_have_url(first)
    result.get_by_role("button", name="To the next game").click()
    assert table.wait_for_turn()
