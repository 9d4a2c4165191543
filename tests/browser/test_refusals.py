"""What is not possible is said in a sentence: illegal placements, typed moves, addresses that lead nowhere."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.tile_table import TileTable, new_table


def begin(table: TileTable) -> None:
    """Play until tiles lie on the table and this person can lay one."""
    assert table.wait_for_turn()
    while table.page.locator(".cell.is-tile").count() == 0 or table.page.locator(".rack-slot.best").count() == 0:
        table.turn()
        assert table.wait_for_turn()


def test_an_illegal_placement_is_explained(open_page: OpenPage) -> None:
    page = open_page()
    new_table(page)
    table = TileTable(page)
    begin(table)
    # A tile far from all others touches nothing (T9).
    page.keyboard.press("m")
    piece = page.evaluate("document.querySelector('.rack-slot.filled svg.piece').dataset.piece")
    page.get_by_label("Move in notation").fill(f"40,40:{piece}")
    page.keyboard.press("Enter")
    expect(page.locator(".reason.fault")).to_be_visible()
    assert len(page.locator(".reason.fault").inner_text()) > 20
    expect(table.action).to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".reason.fault")).to_have_count(0)


def test_every_fault_in_a_line_is_outlined_and_said(open_page: OpenPage) -> None:
    page = open_page()
    new_table(page)
    table = TileTable(page)
    begin(table)
    said = set()
    for at in range(6):
        table.slots.nth(at).click()
        wrong = page.locator(".cell.is-empty:not(.is-fit)")
        if wrong.count() == 0:
            table.slots.nth(at).click()
            continue
        wrong.first.click()
        expect(page.locator(".reason.fault")).to_be_visible()
        said.add(page.locator(".reason.fault").inner_text())
        expect(page.locator(".board-outline.is-fault").first).to_be_visible()
        page.get_by_role("button", name="Take back").click()
    assert said
    assert all(sentence.endswith((".", "!")) for sentence in said)


@pytest.mark.parametrize("typed", ["hello", "0,0", "1,0:Zz", "9" * 300, "<b>1,0:Rs</b>"])
def test_a_typed_move_that_cannot_be_read(open_page: OpenPage, typed: str) -> None:
    page = open_page()
    new_table(page)
    assert TileTable(page).wait_for_turn()
    page.keyboard.press("m")
    box = page.get_by_label("Move in notation")
    box.focus()
    page.keyboard.insert_text(typed)
    page.keyboard.press("Enter")
    expect(page.locator(".note.is-fault")).to_contain_text("is not a move")


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/join/nosuchinvitation", "This link leads nowhere"),
        ("/join/%00%ff", "This link leads nowhere"),
        ("/t/nosuchtable", "There is no such table"),
        ("/nowhere", "There is no such page"),
        ("/t/", "There is no such page"),
    ],
)
def test_addresses_that_lead_nowhere(open_page: OpenPage, path: str, said: str) -> None:
    page = open_page(path)
    expect(page.get_by_role("heading", name=said)).to_be_visible()
    page.get_by_role("link", name="Start page").click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
