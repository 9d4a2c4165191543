"""The copy for static hosts: served by Python's own file server from some folder, every other request refused."""

from __future__ import annotations

import functools
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from sixfold.review import puzzles
from tests.browser.conftest import ROOT
from tests.browser.hot_seat import seated
from tests.browser.pages import SERVED
from tests.browser.test_study import answer
from tests.browser.tile_table import TileTable, choose
from tests.browser.words import words

FOLDER = "any/folder"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    done = subprocess.run([sys.executable, "hatch_build.py", "home"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    root = tmp_path_factory.mktemp("host")
    (root / FOLDER).parent.mkdir(parents=True)
    (root / FOLDER).symlink_to(ROOT / "build" / "demo")
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(root)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/{FOLDER}/"
    server.shutdown()
    server.server_close()


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """A page of the home. Whatever is asked for outside its folder is refused, and fails the test."""
    context = browser.new_context(base_url=address, locale="en-GB", reduced_motion="reduce", service_workers="block")
    strays: list[str] = []
    faults: list[str] = []

    def guard(route: Route) -> None:
        if route.request.url.startswith(address):
            route.continue_()
        else:
            strays.append(route.request.url)
            route.abort()

    context.route("**/*", guard)
    opened = context.new_page()
    opened.on("pageerror", lambda error: faults.append(str(error)))
    opened.on("websocket", lambda socket: strays.append(socket.url))
    opened.goto("./")
    yield opened
    context.unroute_all(behavior="ignoreErrors")  # something may still be on its way
    context.close()
    assert strays == []
    assert faults == []


def test_tiles_against_a_bot(page: Page) -> None:
    choose(page.get_by_label("Against"), "Magnus")
    page.get_by_role("button", name="Play now").click()
    expect(page).to_have_url(re.compile(rf"/{FOLDER}/#/t/~"))
    expect(page.get_by_role("group", name="Your rack")).to_be_visible()
    page.reload()
    expect(page.get_by_role("group", name="Your rack")).to_be_visible()
    # The bot may open: it thinks only while the page is there.
    expect(page.locator(".status")).to_contain_text("Your turn")
    page.goto("./")
    expect(page.get_by_role("link", name=re.compile("turn"))).to_have_count(1)


@pytest.mark.parametrize("level", ["Pip", "Celeste"])
def test_cards_against_the_gentlest_and_the_strongest(page: Page, level: str) -> None:
    page.get_by_role("radio", name="Cards").locator("..").click()
    choose(page.get_by_label("Against"), level)
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_role("button", name="Sort by shape")).to_be_visible()


def test_two_people_on_one_device(page: Page) -> None:
    page.get_by_role("link", name="On one device").click()
    for seat in (1, 2):
        choose(page.get_by_label("Help while laying").nth(seat - 1), "Places, points and")
    curtain = seated(page, "Player 1")
    page.get_by_role("button", name="show mine").click()
    table = TileTable(page)
    assert table.wait_for_turn()
    table.turn()
    expect(curtain).to_be_visible()


def test_puzzles_are_solved(page: Page) -> None:
    page.get_by_role("link", name="Puzzle of the day").click()
    expect(page.get_by_role("heading", name="Puzzle of the day")).to_be_visible()
    number = puzzles.find("tiles", page.evaluate("new Date().toLocaleDateString('sv')")).number
    page.get_by_role("button", name="Another puzzle").click()
    following = puzzles.find("tiles", str(number + 1))
    expect(page.get_by_role("heading", name=f"Puzzle {following.number + 1}")).to_be_visible()
    answer(page, following.answers[-1][0])
    expect(page.locator("main")).to_contain_text("even better one")
    page.get_by_role("button", name="Take back").click()
    answer(page, following.answers[0][0])
    expect(page.locator("main")).to_contain_text("Right, that is the best there is.")
    page.get_by_role("link", name="Qwirkle Cards").click()
    expect(page.get_by_text("Regroup the table")).to_be_visible()
    page.locator("[data-hand] button").first.click()
    page.get_by_role("button", name=re.compile("new row")).first.click()
    expect(page.get_by_role("button", name="One row to repair")).to_be_visible()


def test_a_position_is_read_and_judged(page: Page) -> None:
    page.goto("./#/position?p=tiles/1 | 0,0:Rs 1,0:Rd | RoGd")
    page.get_by_role("button", name="What brings most?").click()
    expect(page.get_by_role("status")).to_contain_text("3 points")


@pytest.mark.parametrize("record", ["tiles-takeback.txt", "cards-resigned.txt"])
def test_a_game_is_judged(page: Page, record: str) -> None:
    """Turn by turn, with what another move would have been worth, and nobody is asked."""
    page.goto("./#/review")
    page.get_by_role("textbox").fill((ROOT / "spec" / "records" / record).read_text(encoding="utf-8"))
    page.get_by_role("button", name="Look back at it").click()
    expect(page.get_by_role("heading", name="Turning points")).to_be_visible(timeout=60_000)
    page.get_by_text("The numbers of this turn").click()
    expect(page.get_by_role("heading", name="Best moves")).to_be_visible()


def test_a_game_of_a_real_table_is_shown_and_a_broken_one_refused_by_its_line(page: Page) -> None:
    """Hands that nobody wrote down, and what was announced: read as a server reads it."""
    page.goto("./#/review")
    text = (ROOT / "spec" / "records" / "tiles-kitchen-read.txt").read_text(encoding="utf-8")
    page.get_by_role("textbox").fill(text.replace("announce: 0 3", "announce: 0 7"))
    page.get_by_role("button", name="Look back at it").click()
    expect(page.get_by_role("status")).to_contain_text("Line 11 of the record is not valid: announce: 0 7")
    page.get_by_role("textbox").fill(text)
    page.get_by_role("button", name="Look back at it").click()
    expect(page.get_by_text("Some hands were not written down")).to_be_visible(timeout=60_000)


PAGES = [
    "rules/tiles", "rules/cards", "learn/tiles", "learn/cards", "pad", "settings", "verify", "review", "position",
    "daily/cards",
]  # fmt: skip


@pytest.mark.parametrize("where", PAGES)
def test_pages_that_need_no_server(page: Page, where: str) -> None:
    page.goto(f"./#/{where}")
    expect(page.locator("h1")).to_be_visible()
    expect(page.get_by_text("has no server")).to_have_count(0)


def test_pages_that_need_a_server_say_so_and_lead_on(page: Page) -> None:
    for where in SERVED:
        page.goto(f"./#/{where}/abc")
        expect(page.get_by_role("heading", name="This copy of Sixfold has no server")).to_be_visible()
        expect(page.get_by_role("main")).to_contain_text("Games with bots")
        page.get_by_role("link", name="Start page").click()
        expect(page.get_by_role("button", name="Play now")).to_be_visible()


def test_ones_games_are_those_of_this_device(page: Page) -> None:
    page.goto("./#/games")
    expect(page.get_by_role("heading", name="My games")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.get_by_role("main")).to_contain_text(words("en")["games.none"])


def test_a_part_of_the_rules_by_its_link(page: Page) -> None:
    page.goto("./#/rules/tiles")
    page.get_by_role("navigation", name="Contents").get_by_role("link").last.click()
    expect(page).to_have_url(re.compile(rf"/{FOLDER}/#/rules/tiles#\w+$"))
    expect(page.locator("main section[id]").last).to_be_in_viewport()


def test_it_is_plain_files(address: str) -> None:
    folder = ROOT / "build" / "demo"
    assert (folder / "worker.js").is_file()
    html = (folder / "index.html").read_text(encoding="utf-8")
    assert not re.search(r'(src|href)="/', html)
    assert (folder / "manifest.webmanifest").read_text(encoding="utf-8").count('"./') > 3
