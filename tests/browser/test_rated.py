"""Rated play as people see it: marked everywhere, without help, its change told at the end, and the leaderboard."""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from sixfold.server.ratings.model import ENOUGH
from tests.browser.at_two import in_turn
from tests.browser.boxes import resize
from tests.browser.conftest import OpenPage, Serving
from tests.browser.test_access import inspect, violations
from tests.browser.test_by_link import settle_tie
from tests.browser.test_meeting import look_for
from tests.browser.tile_table import choose
from tests.browser.words import LANGUAGES, words
from tests.server.client import Player, Visitor


async def give_up(base: str, name: str, bot: str, times: int) -> None:
    """Somebody plays so many rated games against a bot, and gives all of them up."""
    visitor = Visitor(base)
    for _ in range(times):
        seats = [{"kind": "here", "name": name}, {"kind": "bot", "bot": bot}]
        table = (await visitor.make("tiles", seats, rated=True))["table"]
        player = await Player(visitor, table, 0).open()
        await player.ready()
        await player.until(lambda it: it.info is not None and bool(it.now))
        await player.ask("resign")
        await asyncio.wait_for(player.ended.wait(), 20)
        await player.close()
    await visitor.close()


def give_up_by_hand(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    for name in ("Take back", "End this table"):
        expect(page.get_by_role("dialog").get_by_role("button", name=name)).to_have_count(0)
    expect(page.get_by_label("None")).to_have_count(0)
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("dialog").get_by_role("button", name="Give up").click()


def test_two_meet_play_rated_and_see_the_leaderboard(open_page: OpenPage, screens: Path) -> None:
    ana, ben = open_page("/meet"), open_page("/meet", size="phone", touch=True)
    for page, name in ((ana, "Ana Rated"), (ben, "Ben Rated")):
        page.get_by_label("Rated: it counts").check()
        look_for(page, name)
    for page in (ana, ben):
        expect(page).to_have_url(re.compile(r"/t/"))
    settle_tie(ana, ben)
    for page in (ana, ben):
        expect(page.get_by_text("Rated · nobody is helped")).to_be_visible()
        expect(page.get_by_role("button", name="Hint", exact=True)).to_have_count(0)
        expect(page.locator(".is-best, .best")).to_have_count(0)
    assert inspect(ben, screens, "rated-table") == []
    mover, waiting = in_turn(ana, ben)
    mover.get_by_role("group", name="Your rack").get_by_role("button").first.click()
    expect(mover.locator(".is-best, .is-fit, .is-place")).to_have_count(0)
    mover.keyboard.press("Escape")
    give_up_by_hand(waiting)
    for page in (ana, ben):
        told = page.get_by_role("region", name="Ratings after this game")
        expect(told.get_by_role("listitem").filter(has_text="Rated")).to_have_count(2)
        expect(told).to_contain_text(re.compile(r"\+\d+ 1,[56]\d\d ± \d+ Provisional"))
        expect(told).to_contain_text(re.compile(r"−\d+ 1,[34]\d\d ± \d+ Provisional"))
    assert inspect(ana, screens, "rated-result") == []
    # What was told stays: after the page was loaded anew too.
    ben.reload()
    expect(ben.get_by_role("region", name="Ratings after this game")).to_contain_text("± ")
    ana.get_by_role("region", name="Ratings after this game").get_by_role("link", name="Leaderboard").click()
    expect(ana.get_by_role("heading", name="Leaderboard")).to_be_visible()
    expect(ana.get_by_role("status")).to_contain_text(re.compile(rf"provisional until {ENOUGH} games; so far 1"))
    choose(ana.get_by_label("Who is shown"), "Provisional")
    expect(ana.get_by_role("row", name=re.compile(r"Ana Rated \(you\)"))).to_be_visible()
    expect(ana.get_by_role("row", name=re.compile("Ben Rated"))).to_contain_text("Provisional")


def test_a_leaderboard_of_people_and_bots(open_page: OpenPage, serving: Serving, screens: Path) -> None:
    page = open_page("/meet")
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, give_up(serving.url, "Cleo Patient", "casual", ENOUGH)).result()
    page.get_by_role("link", name="Leaderboard").click()
    expect(page.get_by_role("status")).to_contain_text("You have not played a rated game")
    bot, person = page.get_by_role("row", name=re.compile("Bot")), page.get_by_role("row", name=re.compile("Cleo"))
    expect(bot).to_contain_text(re.compile(rf"1\s+.+Bot.+1,\d\d\d ± \d+.+{ENOUGH}"))
    expect(person).to_contain_text(re.compile(rf"2\s+Cleo Patient.+1,\d\d\d ± \d+.+{ENOUGH}"))
    assert inspect(page, screens, "ratings") == []
    # By keys: another game, where nobody has played yet.
    choose(page.get_by_label("Seats at the table"), "3")
    expect(page.get_by_text("Nobody has enough rated games")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="Find opponents")).to_be_visible()


def test_a_rated_table_is_set_marked_and_listed(open_page: OpenPage, screens: Path) -> None:
    ana = open_page("/new?with=friends&open=1")
    ana.get_by_label("Name at seat 1").fill("Ana Serious")
    expect(ana.get_by_label("Help while laying")).to_be_visible()
    ana.get_by_label("Rated: it counts for ratings").check()
    expect(ana.get_by_label("Help while laying")).to_have_count(0)
    expect(ana.get_by_label("Hints allowed")).to_have_count(0)
    expect(ana.get_by_label("Time", exact=True)).to_have_value("60")
    assert inspect(ana, screens, "new-rated") == []
    ana.get_by_role("button", name="Set the table").click()
    expect(ana.get_by_text("Rated · nobody is helped")).to_be_visible()
    ben = open_page("/meet", size="phone", touch=True)
    line = ben.get_by_role("listitem").filter(has_text="Ana Serious")
    expect(line.get_by_text("Rated", exact=True)).to_be_visible()
    # Rules of one's own cannot be rated, which is said and changes nothing.
    own = open_page("/new?with=friends&open=1")
    own.get_by_label("Name at seat 1").fill("Own")
    own.get_by_label("Short Qwirkle").check()
    own.get_by_label("Rated: it counts for ratings").check()
    own.get_by_role("button", name="Set the table").click()
    expect(own.get_by_role("alert")).to_contain_text("Rated games")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_leaderboard_fits_a_small_phone_in_every_language(
    open_page: OpenPage, language: str, screens: Path
) -> None:
    said = words(language)
    page = open_page("/ratings/cards", locale=language)
    resize(page, 320, 640)
    expect(page.get_by_role("heading", name=said["rated.title"])).to_be_visible()
    expect(page.get_by_role("status")).to_have_text(said["rated.mineNone"])
    page.locator("select").first.select_option("tiles")
    expect(page.get_by_text(said["app.loading"])).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert violations(page) == []
    page.screenshot(path=screens / f"ratings-320-{language}.png", full_page=True)
