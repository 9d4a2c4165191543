"""Whole games of tiles against a bot: by mouse (dragging), by touch (tapping), by keyboard alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.tile_table import By, TileTable, new_table


@pytest.mark.parametrize(("by", "size"), [("mouse", "desktop"), ("touch", "tablet"), ("keys", "desktop")])
def test_a_whole_game_against_a_bot(open_page: OpenPage, by: By, size: str) -> None:
    page = open_page("/", size=size, touch=by == "touch")
    # The box as it is by mouse; what fingers and keys do is the same in a game of two thirds its length.
    new_table(page, short=by != "mouse")
    table = TileTable(page, by)
    table.play_out()
    result = page.get_by_role("dialog")
    expect(result).to_contain_text("point")
    expect(result.get_by_role("button", name="Play again")).to_be_visible()
    assert table.turns > 8
