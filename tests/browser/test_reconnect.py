"""The road: a server that goes away in mid-turn and comes back, a reload, a second tab."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import OpenPage, Serving
from tests.browser.frames import Frame, change_words
from tests.browser.tile_table import TileTable, new_table


def test_a_draft_survives_a_lost_server_and_a_reload(open_page: OpenPage, serving: Serving) -> None:
    page = open_page()
    new_table(page)
    table = TileTable(page)
    assert table.wait_for_turn()
    assert table.lay_one()
    cell = page.locator(".cell.is-loose").first.get_attribute("data-cell")
    serving.stop()
    expect(page.get_by_role("status")).to_contain_text("Connection lost")
    expect(page.locator(f'.cell.is-loose[data-cell="{cell}"]')).to_be_visible()
    serving.start()
    expect(page.get_by_role("status")).to_have_count(0)
    expect(page.locator(f'.cell.is-loose[data-cell="{cell}"]')).to_be_visible()
    page.reload()
    expect(page.locator(f'.cell.is-loose[data-cell="{cell}"]')).to_be_visible()
    table.turn()
    expect(page.locator(".side tbody tr").first).to_be_visible()


def test_a_page_from_before_an_update_is_told_to_load_again_and_keeps_its_draft(open_page: OpenPage) -> None:
    page = open_page()
    age, turned_away = 0, 0

    def older(said: Frame) -> None:
        nonlocal turned_away
        if said["do"] == "hello" and age:
            said["version"] -= age
            turned_away += 1

    sockets = change_words(page, older)
    new_table(page)
    table = TileTable(page)
    assert table.wait_for_turn()
    assert table.lay_one()
    cell = page.locator(".cell.is-loose").first.get_attribute("data-cell")
    age = 1
    sockets[-1].close(code=1012)
    expect(page.get_by_role("heading", name="Sixfold was updated")).to_be_visible()
    assert turned_away == 1, "it does not knock again and again"
    age = 0
    page.get_by_role("button", name="Load again").click()
    expect(page.locator(f'.cell.is-loose[data-cell="{cell}"]')).to_be_visible()
    table.turn()
    expect(page.locator(".side tbody tr").first).to_be_visible()


def test_the_start_page_says_when_the_server_is_away(open_page: OpenPage, serving: Serving) -> None:
    page = open_page()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    serving.stop()
    try:
        page.get_by_role("button", name="Play now").click()
        expect(page.get_by_role("alert")).not_to_be_empty()
    finally:
        serving.start()
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_role("group", name="Your rack")).to_be_visible()


def test_two_tabs_show_one_game(open_page: OpenPage) -> None:
    page = open_page()
    new_table(page)
    table = TileTable(page)
    assert table.wait_for_turn()
    twin = page.context.new_page()
    twin.goto(page.url)
    expect(twin.get_by_role("group", name="Your rack")).to_be_visible()
    lines = twin.locator(".side tbody tr")
    before = lines.count()
    table.turn()
    expect(lines.nth(before)).to_be_visible()
