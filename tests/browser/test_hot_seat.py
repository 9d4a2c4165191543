"""Two people on one device: a curtain between their turns, and nothing of the other's hand behind it."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.browser.conftest import OpenPage
from tests.browser.hot_seat import seated
from tests.browser.tile_table import TileTable, choose


def test_hot_seat_with_a_curtain(open_page: OpenPage) -> None:
    page = open_page("/new?with=here", size="tablet", touch=True)
    for seat in (1, 2):
        page.get_by_label(f"Name at seat {seat}").fill(f"Player {'AB'[seat - 1]}")
        choose(page.get_by_label("Help while laying").nth(seat - 1), "Places, points and")
    curtain = seated(page, "Player A", Locator.tap)
    table = TileTable(page, "touch")
    movers = []
    for _ in range(4):
        expect(curtain).to_be_visible()
        expect(page.locator(".rack")).to_have_count(0)
        movers.append(curtain.inner_text())
        page.get_by_role("button", name="show mine").tap()
        expect(curtain).to_have_count(0)
        assert table.wait_for_turn()
        table.turn()
    assert movers[0] == movers[2] != movers[1] == movers[3]
