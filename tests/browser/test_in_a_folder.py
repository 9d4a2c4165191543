"""A server in a folder of a host, behind a real proxy: page, links, sockets, cookies and codes stay in the folder."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage, Serving
from tests.browser.proxied import Proxy, proxied
from tests.browser.test_by_link import settle_tie, sit_down
from tests.browser.test_offline import installed
from tests.browser.tile_table import TileTable, new_table

FOLDER = "/games/qwirkle/"


@pytest.fixture
def club(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Proxy]:
    """The site of a club, with Sixfold in one of its folders. Nothing is ever asked of the rest of the site."""
    server = Serving(tmp_path, FOLDER)
    server.deal_for(request.node.nodeid)
    server.start()
    with proxied(FOLDER, server.port) as proxy:
        yield proxy
    server.stop()
    assert proxy.strayed == []


def home_of(club: Proxy) -> str:
    return f"http://127.0.0.1:{club.port}{FOLDER}"


def all_inside(page: Page, home: str) -> None:
    links: list[str] = page.evaluate("Array.from(document.links, (link) => link.href)")
    assert links
    assert [link for link in links if not link.startswith(home)] == []


def test_pages_and_their_links(open_page: OpenPage, club: Proxy) -> None:
    home = home_of(club)
    page = open_page(home)
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    all_inside(page, home)
    page.get_by_role("link", name="Settings").click()
    expect(page).to_have_url(f"{home}settings")
    page.reload()
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    page.go_back()
    expect(page).to_have_url(home)
    for where in ("rules/tiles", "learn/cards", "puzzle/tiles", "review", "verify", "pad", "new", "meet", "nowhere/"):
        page.goto(home + where)
        expect(page.locator("h1").first).to_be_visible()
        all_inside(page, home)
    page.goto(f"{home}rules/tiles")
    page.get_by_role("navigation", name="Contents").get_by_role("link").last.click()
    expect(page).to_have_url(re.compile(rf"^{re.escape(home)}rules/tiles#\w+$"))


def test_a_game_by_link(open_page: OpenPage, club: Proxy) -> None:
    home = home_of(club)
    ana = open_page(f"{home}new?with=friends")
    ana.get_by_label("Name at seat 1").fill("Ana")
    ana.get_by_role("button", name="Set the table").click()
    link = ana.get_by_label("One link for everyone").input_value()
    assert link.startswith(f"{home}join/")
    ben = open_page(link, size="phone", touch=True)
    sit_down(ben, "Ben")
    settle_tie(ana, ben)
    for page in (ana, ben):
        expect(page.get_by_role("group", name="Your rack")).to_be_visible()
        assert page.url.startswith(f"{home}t/")
        assert [cookie["path"] for cookie in page.context.cookies()] == [FOLDER]
        page.get_by_role("button", name="Menu").click()
        all_inside(page, home)
        page.keyboard.press("Escape")


def test_a_game_against_a_bot_of_the_server(open_page: OpenPage, club: Proxy) -> None:
    home = home_of(club)
    page = open_page(f"{home}new?with=friends")
    play_out_against_a_bot(page)
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save the record").click()
    assert saved.value.url.startswith(f"{home}api/tables/")
    assert saved.value.path().read_text(encoding="utf-8").startswith("sixfold record")
    page.get_by_role("link", name="Review and replay").click()
    expect(page).to_have_url(re.compile(rf"^{re.escape(home)}review/"))


def test_a_game_without_a_network(open_page: OpenPage, club: Proxy) -> None:
    home = home_of(club)
    page = open_page(home, place="device", service_workers="allow")
    page.evaluate("caches.open('the club keeps this')")
    installed(page)
    assert page.evaluate("async () => (await navigator.serviceWorker.ready).scope") == home
    manifest = page.evaluate("document.querySelector('link[rel=manifest]').href")
    told = page.evaluate("async (href) => (await fetch(href)).json()", manifest)
    assert [manifest, told["start_url"], told["scope"]] == [f"{home}manifest.webmanifest", "./", "./"]

    page.context.set_offline(True)
    page.goto(f"{home}rules/cards")
    expect(page.locator("h1")).to_be_visible()
    page.goto(f"{home}new?with=friends")
    play_out_against_a_bot(page)
    expect(page).to_have_url(re.compile(rf"^{re.escape(home)}t/~"))
    page.reload()
    expect(page.get_by_role("dialog").get_by_role("button", name="Play again")).to_be_visible()
    assert "the club keeps this" in page.evaluate("caches.keys()")


def play_out_against_a_bot(page: Page) -> None:
    new_table(page, short=True, there=True)
    TileTable(page, "keys").play_out()
    expect(page.get_by_role("dialog").get_by_role("button", name="Play again")).to_be_visible()
