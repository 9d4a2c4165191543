"""Whole games of cards against a bot: by mouse (dragging), by touch (tapping), by keyboard alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.card_table import By, CardTable, new_card_table
from tests.browser.conftest import OpenPage


@pytest.mark.parametrize(("by", "size"), [("mouse", "desktop"), ("touch", "phone"), ("keys", "desktop")])
def test_a_whole_game_against_a_bot(open_page: OpenPage, by: By, size: str) -> None:
    page = open_page("/", size=size, touch=by == "touch")
    new_card_table(page, by=by)
    table = CardTable(page, by)
    table.play_out()
    result = page.get_by_role("dialog")
    expect(result).to_contain_text("Qwirkle")
    assert table.turns > 3
    # What the game was dealt from is open now: the page deals it again and compares.
    table.press(result.get_by_role("link", name="Check the shuffle"))
    expect(page.get_by_role("heading", name="Yes. Every piece was drawn as the sealed shuffle says.")).to_be_visible()
    expect(page.get_by_text("It is the fingerprint this device saw before the game.")).to_be_visible()
    expect(page.get_by_text("What you added yourself is in it.")).to_be_visible()
