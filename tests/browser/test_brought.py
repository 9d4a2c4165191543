"""A game of this device goes on with a friend: from the menu to the server, by a link, to its end and its proof."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from sixfold import tiles
from sixfold.record import Record
from sixfold.server.archive import verify
from tests.browser.at_two import board_of, hand_of, lay_typed
from tests.browser.card_table import CardTable, new_card_table
from tests.browser.conftest import OpenPage
from tests.browser.test_by_link import sit_down
from tests.browser.tile_table import TileTable, new_table


def bring(page: Page) -> None:
    """From the menu of a table of this device to the server."""
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Friends and onlookers").click()
    expect(page.get_by_role("radio", name="A friend, by a link")).to_be_checked()
    page.get_by_role("button", name="Go on at the server").click()


def begun(page: Page, game: str) -> None:
    """A game of this device after two turns of its person."""
    (new_table if game == "tiles" else new_card_table)(page)
    expect(page).to_have_url(re.compile(r"/t/~"))
    table = TileTable(page) if game == "tiles" else CardTable(page)
    for _ in range(2):
        assert table.wait_for_turn()
        table.turn()
    assert table.wait_for_turn()


@pytest.mark.parametrize("game", ["tiles", "cards"])
def test_a_friend_joins_a_game_that_was_begun_alone(open_page: OpenPage, game: str) -> None:
    ana = open_page("/", place="device")
    begun(ana, game)
    hand = ana.locator(".rack [data-piece]" if game == "tiles" else ".hand [data-piece]")
    held = sorted(hand.evaluate_all("slots => slots.map(slot => slot.dataset.piece)"))
    bring(ana)
    expect(ana.get_by_text(re.compile("A game goes on here"))).to_be_visible()
    expect(ana).not_to_have_url(re.compile("/t/~"))
    table = ana.url.rsplit("/", 1)[1]
    ben = open_page(ana.get_by_label("One link for everyone").input_value())
    sit_down(ben, "Ben")
    for page in (ana, ben):
        expect(page.get_by_text("Everything that nobody had seen was mixed anew.").first).to_be_visible()
    assert sorted(hand.evaluate_all("slots => slots.map(slot => slot.dataset.piece)")) == held, "mine stays mine"
    player = TileTable(ana) if game == "tiles" else CardTable(ana)
    assert player.wait_for_turn()
    player.turn()
    expect(ben.locator(".status")).to_contain_text("Your turn")
    if game == "tiles":
        lay_typed(ben, tiles.plays(board_of(ben), hand_of(ben))[0].place)
        ben.get_by_role("button", name=re.compile("^Play")).click()
        expect(ana.locator(".status")).to_contain_text("Your turn")
    ana.get_by_role("button", name="Menu").click()
    ana.get_by_role("button", name="Give up").click()
    ana.get_by_role("button", name="Give up").click()
    for page in (ana, ben):
        expect(page.get_by_role("link", name="Check the shuffle")).to_be_visible()
    record = ana.request.get(f"/api/tables/{table}/record").text()
    assert Record.parse(record).headers.tag("shuffle") == "4"
    assert verify(record) > 4
    ben.get_by_role("link", name="Check the shuffle").click()
    expect(ben.get_by_role("heading", name="Yes. Every piece was drawn as the sealed shuffle says.")).to_be_visible()
    # The device says where its game went, and leads there.
    ana.goto("/games")
    went = ana.get_by_role("link").filter(has_text="at the server")
    expect(went).to_have_attribute("href", re.compile(f"/t/{table}$"))


def test_a_server_that_is_away_leaves_the_game_here(open_page: OpenPage) -> None:
    page = open_page("/", place="device")
    begun(page, "tiles")
    here = page.url

    def lost(route: Route) -> None:
        route.abort()

    page.route("**/api/tables", lost)
    bring(page)
    expect(page.get_by_role("alert")).to_contain_text("The server does not answer")
    expect(page).to_have_url(here)
    page.unroute("**/api/tables", lost)
    page.get_by_role("button", name="Go on at the server").click()
    expect(page.get_by_text(re.compile("A game goes on here"))).to_be_visible()
    # Whoever opens the old address is led to where the game is.
    there = page.url
    page.goto(here)
    expect(page).to_have_url(there)
