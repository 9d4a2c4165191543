"""A club's evening in the browser: made, entered from phones, paired, played, ruled, taken over, ended and printed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.at_two import in_turn
from tests.browser.conftest import OpenPage
from tests.browser.test_access import inspect
from tests.browser.test_by_link import settle_tie
from tests.browser.tile_table import choose
from tests.browser.words import LANGUAGES, words


def make(page: Page, title: str = "Thursday club", rounds: int = 2, load: bool = True) -> str:
    """A new tournament; its address."""
    if load:
        page.goto("/tournament")
    page.get_by_label("Name of the tournament").fill(title)
    page.get_by_label("Rounds").fill(str(rounds))
    page.get_by_label("Your name").fill("Olga")
    page.get_by_role("button", name="Make it").click()
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    expect(page.get_by_text("Registration is open.")).to_be_visible()
    return page.evaluate("location.pathname")  # type: ignore[no-any-return]


def enter(page: Page, address: str, name: str) -> None:
    page.goto(address)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Take part").click()
    expect(page.get_by_text("You are in.")).to_be_visible()


def rule(page: Page, points: tuple[int, int]) -> None:
    """The organiser enters the first result that is missing."""
    page.get_by_role("button", name=re.compile("^Enter: ")).first.click()
    form = page.get_by_role("form", name=re.compile("^Result of "))
    form.get_by_label(re.compile("^Points of ")).first.fill(str(points[0]))
    form.get_by_label(re.compile("^Points of ")).last.fill(str(points[1]))
    form.get_by_label(re.compile("^Result of ")).select_option("first" if points[0] > points[1] else "second")
    form.get_by_role("button", name="Save").click()
    expect(form).to_have_count(0)


def test_an_evening_from_the_link_to_the_standings(open_page: OpenPage, screens: Path) -> None:
    olga = open_page("/meet")
    olga.get_by_role("link", name="Tournament").click()
    address = make(olga)
    ana, ben = open_page(address, size="phone", touch=True), open_page(address)
    enter(ana, address, "Ana")
    ben.get_by_label("Your name").fill("ana")
    ben.get_by_role("button", name="Take part").click()
    expect(ben.locator(".note", has_text="Somebody with that name")).to_be_visible()
    enter(ben, address, "Ben")
    olga.get_by_label("Somebody without a device").fill("Paula")
    olga.get_by_role("button", name="Add", exact=True).click()
    expect(olga.get_by_text("with a box")).to_be_visible()
    expect(olga.get_by_role("heading", name="People (3)")).to_be_visible()
    assert inspect(olga, screens, "tournament-open") == []
    olga.get_by_role("button", name="Begin round 1").click()
    expect(olga.get_by_text("Round 1 of 2 is being played.")).to_be_visible()
    expect(olga.get_by_text("1 result is missing.")).to_be_visible()
    expect(olga.get_by_role("button", name="Begin round 2")).to_be_disabled()
    for page in (ana, ben):
        told = re.compile(r"In round 1 you meet|no opponent in round 1")
        expect(page.get_by_text(told).first).to_be_visible()
    assert inspect(ana, screens, "tournament-player-phone") == []
    rule(olga, (120, 90))
    expect(olga.get_by_text("Round 1 of 2 is over.")).to_be_visible()
    expect(olga.get_by_text("120 : 90")).to_be_visible()
    # Late, and from the next round on: now there are four, so two of them have a table.
    dan = open_page(address)
    enter(dan, address, "Dan")
    olga.get_by_role("button", name="Begin round 2").click()
    expect(olga.get_by_text("2 results are missing.")).to_be_visible()
    seated = [page for page in (ana, ben, dan) if waits_at_table(page)]
    assert len(seated) == 2, "Paula has no device, and so whoever meets her needs no table"
    for page in seated:
        page.get_by_role("link", name="Go to my table").click()
        expect(page).to_have_url(re.compile(r"/t/"))
    settle_tie(*seated)
    seated[0].get_by_role("button", name="Menu").click()
    seated[0].get_by_role("link", name="To the tournament").click()
    expect(seated[0]).to_have_url(re.compile(f"{address}$"))
    rule(olga, (80, 70))
    rule(olga, (60, 100))
    olga.get_by_role("button", name=re.compile("^Correct: ")).first.click()
    olga.get_by_role("button", name="Cancel").click()
    olga.get_by_role("button", name="End the tournament").click()
    expect(olga.get_by_text("The tournament is over.")).to_be_visible()
    expect(ana.get_by_text(re.compile(r"You came in at place \d"))).to_be_visible()
    assert inspect(olga, screens, "tournament-over") == []
    assert inspect(ana, screens, "tournament-over-phone") == []
    rows = olga.locator("table tbody tr")
    expect(rows).to_have_count(4)
    olga.emulate_media(media="print")
    expect(olga.get_by_role("heading", name="Standings")).to_be_visible()
    expect(olga.get_by_role("button", name="Print")).to_be_hidden()
    olga.screenshot(path=screens / "tournament-print.png", full_page=True)


def waits_at_table(page: Page) -> bool:
    expect(page.get_by_text(re.compile("In round 2 you meet"))).to_be_visible()
    return page.get_by_role("link", name="Go to my table").count() == 1


def test_a_tournament_of_days_says_so_and_so_do_its_tables(open_page: OpenPage) -> None:
    olga = open_page("/tournament")
    choose(olga.get_by_label("Time", exact=True), "3 days a turn")
    choose(olga.get_by_label("Vacation"), "14 days")
    address = make(olga, load=False)
    ana, ben = open_page(), open_page(size="phone", touch=True)
    enter(ana, address, "Ana")
    enter(ben, address, "Ben")
    for page in (olga, ana, ben):
        expect(page.get_by_text("3 days a turn, up to 14 days of vacation")).to_be_visible()
    olga.get_by_role("button", name="Begin round 1").click()
    # They need not be there together: each confirms the seat and goes.
    for page in (ana, ben):
        page.get_by_role("link", name="Go to my table").click()
        expect(page).to_have_url(re.compile(r"/t/"))
    settle_tie(ana, ben)
    mover, _ = in_turn(ana, ben)
    expect(mover.get_by_role("timer")).to_have_text(re.compile(r"^(3d 0h|2d 23h)$"))
    mover.get_by_role("button", name="Clocks").click()
    expect(mover.get_by_role("button", name="Go on vacation")).to_be_visible()


def test_who_has_the_link_takes_over_and_who_withdraws_is_not_paired(open_page: OpenPage) -> None:
    olga = open_page()
    address = make(olga)
    ana, otto = open_page(), open_page()
    enter(ana, address, "Ana")
    key = olga.evaluate(f"fetch('/api/tournaments/{address.split('/')[-1]}').then(a => a.json()).then(a => a.info.key)")
    otto.goto(f"{address}#{key}")
    otto.get_by_label("Your name").first.fill("Otto")
    otto.get_by_role("button", name="Organise this tournament").press("Enter")
    expect(otto.get_by_role("heading", name="For the organiser")).to_be_visible()
    assert "#" not in otto.url, "the secret does not stay in the address"
    olga.get_by_role("button", name="Organise no longer").click()
    expect(olga.get_by_role("heading", name="For the organiser")).to_have_count(0)
    otto.on("dialog", lambda dialog: dialog.accept())
    otto.get_by_role("button", name="Withdraw Ana").click()
    expect(ana.get_by_text("You have withdrawn.")).to_be_visible()
    otto.get_by_role("button", name="Begin round 1").click()
    expect(otto.locator(".note", has_text="at least two people")).to_be_visible()
    otto.get_by_role("button", name="Let Ana in again").click()
    expect(ana.get_by_text("You are in.")).to_be_visible()


def test_a_link_that_leads_nowhere_says_so(open_page: OpenPage) -> None:
    page = open_page("/tournament/nowhere")
    expect(page.get_by_role("alert")).to_contain_text("There is no such tournament")


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_every_language_on_a_phone(open_page: OpenPage, language: str, screens: Path) -> None:
    page = open_page("/tournament", size="phone", touch=True, locale=language)
    say = words(language)
    page.get_by_label(say["tournament.name"]).fill("Club")
    page.get_by_label(say["tournament.yourName"]).fill("Olga")
    page.get_by_label(say["clocks.choice"], exact=True).select_option("259200")
    page.get_by_label(say["clocks.vacation"]).select_option("14")
    assert inspect(page, screens, f"tournament-new-{language}") == []
    page.get_by_role("button", name=say["tournament.make"]).click()
    expect(page.get_by_text(say["tournament.stage.open"])).to_be_visible()
    expect(page.get_by_text(re.compile(r"\b3\s.*\b14\s"))).to_be_visible()
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, "nothing is cut off"
    assert inspect(page, screens, f"tournament-{language}") == []
