"""My games on one page: of this device and of the server, running first; found, opened, taken along, erased."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.test_access import violations
from tests.browser.tile_table import new_table


def give_up(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Give up").last.click()
    expect(page.get_by_role("dialog")).to_be_visible()


def settled(page: Page, place: str) -> None:
    """New games are played here, or at the server."""
    page.evaluate(
        """place => {
          const kept = JSON.parse(localStorage.getItem('sixfold.settings') ?? '{}');
          localStorage.setItem('sixfold.settings', JSON.stringify({ ...kept, place }));
        }""",
        place,
    )
    page.reload()


def test_games_of_the_device_and_of_the_server_are_one_list(open_page: OpenPage, screens: Path) -> None:
    page = open_page("/", place="device")
    new_table(page, bot="Magnus")
    expect(page).to_have_url(re.compile("/t/~"))
    give_up(page)
    page.goto("/")
    settled(page, "server")
    new_table(page, bot="Pip")
    expect(page).to_have_url(re.compile("/t/[^~]"))
    give_up(page)
    new_table(page, bot="Pip")
    running = page.url
    page.goto("/")
    page.get_by_role("link", name="All my games").click()
    expect(page.get_by_role("heading", name="My games", exact=True)).to_be_visible()
    finished = page.get_by_role("region", name="Finished").get_by_role("link")
    expect(finished).to_have_count(2)
    expect(page.get_by_role("region", name="Running").get_by_role("link")).to_have_count(1)
    headings = page.get_by_role("heading", level=2).all_inner_texts()
    assert headings[:2] == ["Running", "Finished"]
    expect(page.get_by_role("row", name=re.compile("gentle"))).to_contain_text("1")
    page.screenshot(path=screens / "my-games.png", full_page=True)
    assert violations(page) == []

    page.get_by_label("Search by opponent").fill("magn")
    expect(finished).to_have_count(1)
    expect(finished).to_contain_text("Magnus")
    page.get_by_label("Search by opponent").fill("")
    page.get_by_label("Result").select_option("won")
    expect(page.get_by_text("No game fits.")).to_be_visible()
    page.get_by_label("Result").select_option("lost")
    expect(finished).to_have_count(2)
    page.get_by_role("combobox", name="Against").select_option("bot:sprout")
    expect(finished).to_have_count(1)
    page.get_by_role("combobox", name="Against").select_option("")
    page.get_by_label("Result").select_option("")
    page.get_by_label("Running or over").select_option("running")
    expect(finished).to_have_count(0)
    page.get_by_role("region", name="Running").get_by_role("link").click()
    expect(page).to_have_url(running)


def test_a_finished_game_opens_in_its_review(open_page: OpenPage) -> None:
    page = open_page("/", place="device")
    new_table(page, bot="Magnus")
    give_up(page)
    page.goto("/games")
    page.get_by_role("region", name="Finished").get_by_role("link").click()
    expect(page).to_have_url(re.compile("/review/~"))
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_games_of_the_device_are_taken_along_and_erased(open_page: OpenPage) -> None:
    page = open_page("/", place="device")
    new_table(page, bot="Magnus")
    give_up(page)
    page.goto("/games")
    expect(page.get_by_role("region", name="Finished").get_by_role("link")).to_have_count(1)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save a copy").click()
    [game] = json.loads(download.value.path().read_text())["device"]
    assert game["record"].startswith("sixfold record 1")
    page.get_by_role("button", name="Erase me").click()
    page.get_by_role("dialog").get_by_role("button", name="Erase me").click()
    expect(page.get_by_text("No games yet.")).to_be_visible()
    page.reload()
    expect(page.get_by_text("No games yet.")).to_be_visible()
