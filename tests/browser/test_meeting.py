"""Strangers meet: by quick pairing with its wait in sight, and at a table that somebody opened to everybody."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.at_two import in_turn
from tests.browser.boxes import resize
from tests.browser.conftest import OpenPage, Serving
from tests.browser.test_access import inspect, violations
from tests.browser.test_by_link import settle_tie
from tests.browser.tile_table import TileTable, choose
from tests.browser.words import LANGUAGES, words


def look_for(page: Page, name: str, clock: str = "1 minute", vacation: str = "") -> None:
    """Wait for an opponent on the page where people meet."""
    page.get_by_label("Your name").fill(name)
    choose(page.get_by_label("Time", exact=True), clock)
    if vacation:
        choose(page.get_by_label("Vacation"), vacation)
    page.get_by_role("button", name=re.compile("Find an opponent|Ask for a game by letter")).click()


def test_two_who_wait_are_paired_and_play(open_page: OpenPage, screens: Path) -> None:
    ana, ben = open_page(), open_page(size="phone", touch=True)
    for page in (ana, ben):
        page.get_by_role("link", name="Find opponents").click()
        expect(page.get_by_role("heading", name="Quick pairing")).to_be_visible()
    ana.get_by_role("button", name="Find an opponent").click()
    expect(ana.get_by_role("alert")).to_contain_text("Please write a name")
    expect(ana.get_by_label("Your name")).to_be_focused()
    look_for(ana, "Ana")
    expect(ana.get_by_text("Looking for an opponent…").first).to_be_visible()
    expect(ana.get_by_text(re.compile(r"Somebody rated between 1,[34]\d\d and 1,[56]\d\d"))).to_be_visible()
    # The range widens while she looks on, also after the page was loaded anew.
    wider = re.compile(r"between (1,[0-2]\d\d|1,3[0-7]\d) and")
    ana.reload()
    expect(ana.get_by_text(wider)).to_be_visible()
    assert inspect(ana, screens, "meet-waiting") == []
    look_for(ben, "Ben")
    for page in (ana, ben):
        expect(page).to_have_url(re.compile(r"/t/"))
        expect(page.locator(".note", has_text="Somebody is found")).to_be_visible()
    settle_tie(ana, ben)
    mover, _ = in_turn(ana, ben)
    expect(ana.locator(".side thead")).to_contain_text("Ben")
    expect(mover.get_by_role("timer")).to_be_visible()
    # Back at the page: nobody waits there any more, and nothing leads away from it.
    ana.goto("/meet")
    expect(ana.get_by_role("button", name="Find an opponent")).to_be_enabled()


def test_only_who_asks_for_the_same_clock_is_met(open_page: OpenPage) -> None:
    clock = "10 minutes for the whole game, 5 seconds more"
    ana, ben, zoe = (open_page("/meet") for _ in range(3))
    look_for(zoe, "Zoe", "2 minutes")
    expect(zoe.get_by_text("Looking for an opponent…").first).to_be_visible()
    look_for(ana, "Ana", clock)
    expect(ana.get_by_text(re.compile(r"So far: [3-9] seconds"))).to_be_visible()
    look_for(ben, "Ben", clock)
    settle_tie(ana, ben)
    mover, _ = in_turn(ana, ben)
    expect(mover.get_by_role("timer")).to_have_text(re.compile(r"^(10:00|9:\d\d)$"))
    mover.get_by_role("button", name="Clocks").click()
    expect(mover.get_by_role("dialog")).to_contain_text(clock)
    expect(mover.get_by_role("button", name="Go on vacation")).to_have_count(0)
    expect(zoe).to_have_url(re.compile("/meet$"))
    stop = zoe.get_by_role("button", name="Stop looking")
    stop.click()
    expect(stop).to_have_count(0)


def test_a_game_by_letter_is_asked_for_and_begins_after_both_have_left(open_page: OpenPage, screens: Path) -> None:
    ana, ben, zoe = (open_page("/meet") for _ in range(3))
    look_for(zoe, "Zoe", "3 days a turn")
    look_for(ana, "Ana", "3 days a turn", "14 days")
    kept = ana.get_by_role("listitem").filter(has_text="14 days")
    expect(kept).to_contain_text("An opponent is looked for until")
    choose(ana.get_by_label("Which game?"), "Qwirkle Cards")
    look_for(ana, "Ana", "7 days a turn")
    expect(ana.get_by_role("button", name="Call off")).to_have_count(2)
    assert inspect(ana, screens, "meet-letters") == []
    ana.get_by_role("button", name=re.compile("Call off: Qwirkle Cards")).click()
    expect(ana.get_by_role("button", name="Call off")).to_have_count(1)
    ana.get_by_role("link", name="Start page").click()
    look_for(ben, "Ben", "3 days a turn", "14 days")
    expect(ben.locator(".note", has_text="Somebody is found for your game by letter")).to_be_visible()
    ben.get_by_role("link", name="To the game").click()
    expect(ben).to_have_url(re.compile(r"/t/"))
    # She was not there; the game stands first on her start page.
    ana.goto("/")
    ana.get_by_role("link", name=re.compile("Ben: your turn")).click()
    settle_tie(ana, ben)
    mover, _ = in_turn(ana, ben)
    expect(mover.get_by_role("timer")).to_have_text(re.compile(r"^(3d 0h|2d 23h)$"))
    mover.get_by_role("button", name="Clocks").click()
    expect(mover.get_by_role("dialog")).to_contain_text("3 days a turn")
    expect(mover.get_by_role("button", name="Go on vacation")).to_have_count(1)
    ben.goto("/meet")
    expect(
        ben.get_by_role("button", name="Ask for a game by letter").or_(ben.get_by_label("Which game?"))
    ).to_be_visible()
    expect(ben.get_by_role("link", name="To the game")).to_have_count(0)
    expect(zoe.get_by_role("button", name="Call off")).to_have_count(1)


def test_waiting_is_stopped_and_begun_by_keys(open_page: OpenPage) -> None:
    ana = open_page("/meet")
    ana.get_by_label("Your name").press_sequentially("Ana")
    for _ in range(4):  # by what leads to tournaments and ratings
        ana.keyboard.press("Tab")
        if ana.get_by_label("Which game?").evaluate("box => box === document.activeElement"):
            break
    expect(ana.get_by_label("Which game?")).to_be_focused()
    ana.keyboard.press("c")
    expect(ana.get_by_label("Which game?")).to_have_value("tiles")
    ana.get_by_role("button", name="Find an opponent").press("Enter")
    stop = ana.get_by_role("button", name="Stop looking")
    stop.press("Enter")
    expect(stop).to_have_count(0)
    # Whoever comes now waits alone.
    ben = open_page("/meet")
    look_for(ben, "Ben")
    expect(ben.get_by_text(re.compile(r"So far: [3-9] seconds"))).to_be_visible()
    expect(ben).to_have_url(re.compile("/meet$"))
    ben.get_by_role("link", name="Start page").click()
    ana.get_by_role("button", name="Find an opponent").press("Enter")
    expect(ana.get_by_text(re.compile(r"So far: [3-9] seconds"))).to_be_visible()
    expect(ana).to_have_url(re.compile("/meet$"))


def test_a_table_is_opened_to_everybody_and_taken(open_page: OpenPage, screens: Path) -> None:
    ana = open_page("/meet")
    ana.get_by_role("link", name="Open a table of my own").click()
    ana.get_by_label("Name at seat 1").fill("Ana the Open")
    choose(ana.get_by_label("Time", exact=True), "2 minutes a turn")
    expect(ana.get_by_label("Anybody may join")).to_be_checked()
    ana.get_by_role("button", name="Set the table").click()
    expect(ana.get_by_text("Anybody finds this table")).to_be_visible()
    ben, late = (open_page("/meet", size="phone", touch=True) for _ in range(2))
    for page in (ben, late):
        line = page.get_by_role("listitem").filter(has_text="Ana the Open")
        expect(line).to_contain_text("Qwirkle · 2 minutes a turn · English")
        expect(line).to_contain_text("One seat is free.")
    assert inspect(ben, screens, "meet-tables") == []
    for page, name in ((ben, "Ben"), (late, "Late")):
        page.get_by_label("Your name").fill(name)
    ana.goto("/meet")
    ana.get_by_role("link", name="To the table of Ana the Open").click()
    expect(ana.get_by_text("Anybody finds this table")).to_be_visible()
    ben.get_by_role("button", name="Sit down with Ana the Open").tap()
    settle_tie(ana, ben)
    # Who still had it on the screen is told that somebody was faster, or sees it go.
    expect(late.get_by_role("listitem").filter(has_text="Ana the Open")).to_have_count(0)
    expect(late).to_have_url(re.compile("/meet$"))
    mover, _ = in_turn(ana, ben)
    TileTable(mover, "touch" if mover is ben else "mouse").play_a_hint()


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_fits_a_small_phone_in_every_language(open_page: OpenPage, language: str, screens: Path) -> None:
    said = words(language)
    page = open_page("/meet", locale=language)
    resize(page, 320, 640)

    def fits(picture: str) -> None:
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        assert violations(page) == []
        page.screenshot(path=screens / f"{picture}-320-{language}.png", full_page=True)

    page.get_by_label(said["join.name"]).fill("Ana")
    expect(page.get_by_role("heading", name=said["meet.tables"])).to_be_visible()
    time = page.get_by_label(said["clocks.choice"], exact=True)
    time.select_option("1209600")  # a clock that nobody else here asks for
    expect(page.get_by_text(said["clocks.vacationText"])).to_be_visible()
    fits("meet-days")
    page.get_by_role("button", name=said["meet.letterAsk"]).click()
    off = page.get_by_role("button", name=said["meet.callOff"])
    expect(off).to_be_visible()
    fits("meet-letters")
    off.click()
    expect(off).to_have_count(0)
    time.select_option("300")
    page.get_by_role("button", name=said["meet.find"]).click()
    expect(page.get_by_role("button", name=said["meet.cancel"])).to_be_visible()
    fits("meet")
    page.get_by_role("button", name=said["meet.cancel"]).click()
    expect(page.get_by_role("button", name=said["meet.find"])).to_be_visible()


@pytest.mark.parametrize("off", ["open_tables,pairing,rated,tournaments", "open_tables", "pairing"])
def test_what_a_host_switched_off_is_not_there(open_page: OpenPage, tmp_path: Path, off: str) -> None:
    server = Serving(tmp_path, "/", off)
    server.start()
    try:
        page = open_page(server.url)
        expect(page.get_by_role("button", name="Play now")).to_be_visible()
        expect(page.get_by_role("link", name="Find opponents")).to_have_count(int("rated" not in off))
        page.goto(f"{server.url}/meet")
        expect(page.get_by_role("heading", name="Find opponents")).to_be_visible()
        offered = page.get_by_role("heading", name="Quick pairing").or_(page.get_by_text("Open tables"))
        expect(offered.or_(page.get_by_text("switched off")).first).to_be_visible()
        expect(page.get_by_role("heading", name="Quick pairing")).to_have_count(int("pairing" not in off))
        expect(page.get_by_role("heading", name="Open tables")).to_have_count(int("open_tables" not in off))
        page.goto(f"{server.url}/new?with=friends&open=1")
        expect(page.get_by_role("button", name="Set the table")).to_be_visible()
        page.get_by_label("Name at seat 1").fill("Ana")
        page.get_by_role("button", name="Set the table").click()
        expect(page.get_by_text("Waiting for one player.")).to_be_visible()
        expect(page.get_by_text("Anybody finds this table")).to_have_count(int("open_tables" not in off))
    finally:
        server.stop()
