"""A host chooses by which rules to play, and the table plays by them."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.tile_table import TileTable, choose
from tests.browser.words import words

ENGLISH = words("en")


def test_a_short_game_begins(open_page: OpenPage) -> None:
    """Each game is offered with a sentence; in the short one 72 tiles are in the bag, less two hands."""
    page = open_page("/new?with=friends")
    games = page.get_by_role("radio")
    expect(games).to_have_count(4)
    short = page.get_by_role("radio", name="Short Qwirkle")
    expect(short).to_have_accessible_description(ENGLISH["game.tiles-short.about"])
    short.check()
    choose(page.get_by_label("Who sits at seat 2"), "Bot")
    choose(page.get_by_label("Bot at seat 2"), "Pip")
    choose(page.get_by_label("Help while laying").first, "Places, points and")
    page.get_by_role("button", name="Set the table").click()
    table = TileTable(page)
    expect(page.get_by_role("group", name="Your rack")).to_be_visible()
    expect(page.get_by_role("heading", level=1, name="Short Qwirkle")).to_be_attached()
    assert table.wait_for_turn()
    table.turn()
    assert table.wait_for_turn()
    laid = page.locator(".cell.is-tile").count()
    expect(page.locator("body")).to_contain_text(f"{72 - 12 - laid} tiles in the bag")


def test_a_guest_is_told_what_is_played(open_page: OpenPage) -> None:
    page = open_page("/new?with=friends")
    page.get_by_role("radio", name="Qwirkle to 100").check()
    page.get_by_label("Name at seat 1").fill("Ana")
    page.get_by_role("button", name="Set the table").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Qwirkle to 100")
    link = page.get_by_label("One link for everyone").input_value()
    guest = open_page(link)
    expect(guest.locator("main")).to_contain_text("Qwirkle to 100")
