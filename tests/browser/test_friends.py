"""Friends at one table: one link for all, a code said aloud, looking on, a lesson first."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.at_two import in_turn
from tests.browser.boxes import resize
from tests.browser.conftest import OpenPage
from tests.browser.test_access import inspect, violations
from tests.browser.test_by_link import settle_tie, sit_down
from tests.browser.tile_table import TileTable


def table_for(page: Page, people: int) -> str:
    """Set a table for oneself and friends; the one link for all of them."""
    page.goto("/new?with=friends")
    page.get_by_label("Name at seat 1").fill("Ana")
    for _ in range(people - 2):
        page.get_by_role("button", name="+ By link").click()
    page.get_by_role("button", name="Set the table").click()
    return page.get_by_label("One link for everyone").input_value()


def test_one_link_seats_a_family_and_the_one_too_many_looks_on(open_page: OpenPage, screens: Path) -> None:
    ana = open_page()
    link = table_for(ana, 3)
    inspect(ana, screens, "lobby-link")
    expect(ana.get_by_text("Waiting for 2 players.")).to_be_visible()
    ben, cleo, dan = (open_page(link, size="phone", touch=True) for _ in range(3))
    for page in (ben, cleo, dan):
        expect(page.get_by_role("heading", name="Ana invites you")).to_be_visible()
        expect(page.get_by_text("2 seats are free.")).to_be_visible()
        expect(page.get_by_role("img", name="The table as it is now")).to_be_visible()
    inspect(ben, screens, "invited-phone")
    # Three have opened the link, and nobody sits there by that.
    expect(ana.get_by_text("Waiting for 2 players.")).to_be_visible()
    sit_down(ben, "Ben")
    expect(ana.get_by_text("Waiting for one player.")).to_be_visible()
    sit_down(cleo, "Cleo")
    # Dan pressed too late: he is told so on the spot, and looks on.
    sit_down(dan, "Dan")
    expect(dan.get_by_text("All seats are taken")).to_be_visible()
    assert violations(dan) == []
    dan.get_by_role("link", name="Look on").tap()
    expect(dan.get_by_text("You are watching")).to_be_visible()
    inspect(dan, screens, "watching-phone")
    expect(dan.get_by_role("group", name="Your rack")).to_have_count(0)
    settle_tie(ana, ben, cleo)
    ana.get_by_role("button", name="Menu").click()
    ana.get_by_role("button", name="People at this table").click()
    expect(ana.get_by_text("One person is looking on.")).to_be_visible()
    inspect(ana, screens, "friends-dialog")
    ana.keyboard.press("Escape")
    expect(ana.get_by_role("dialog")).to_have_count(0)


def test_a_code_leads_to_the_lobby(open_page: OpenPage, screens: Path) -> None:
    ana = open_page()
    table_for(ana, 2)
    letters = ana.locator(".letters")
    expect(letters).to_have_text(re.compile(r"^[B-Z]{3} [B-Z]{3}$"))
    said = letters.inner_text()
    ana.reload()
    expect(letters).to_have_text(said)
    ben = open_page("/join", size="phone", touch=True)
    inspect(ben, screens, "code-phone")
    box = ben.get_by_label("The code, six letters")
    box.fill("BCD")
    box.press("Enter")
    expect(ben.get_by_role("alert")).to_have_text("A code has six letters.")
    wrong = "BBBBBB" if said != "BBB BBB" else "CCCCCC"
    box.fill(wrong)
    box.press("Enter")
    expect(ben.get_by_role("heading", name="This code opens no table")).to_be_visible()
    assert violations(ben) == []
    ben.go_back()
    box.fill(said.lower())
    box.press("Enter")
    expect(ben.get_by_role("heading", name="Ana invites you")).to_be_visible()
    sit_down(ben, "Ben")
    expect(ana.get_by_role("group", name="Your rack").or_(ana.get_by_role("dialog")).first).to_be_visible()
    late = open_page(f"/join/{said.replace(' ', '')}")
    expect(late.get_by_role("heading", name="This code opens no table")).to_be_visible()


def test_new_here_leads_to_the_lesson_and_back(open_page: OpenPage) -> None:
    link = table_for(open_page(), 2)
    ben = open_page(link, size="phone", touch=True)
    ben.get_by_role("link", name="New here? 90 seconds").tap()
    back = ben.get_by_role("link", name="Back to the invitation")
    expect(back).to_be_visible()
    assert violations(ben) == []
    show, on = ben.get_by_role("button", name="Show me"), ben.get_by_role("button", name="Go on")
    again = ben.get_by_role("button", name="Once more")
    while not again.is_visible():
        (show if show.is_visible() else on).tap()
        expect(show.or_(on).or_(again).first).to_be_visible()
    back.tap()
    expect(ben).to_have_url(re.compile(r"/join/[\w-]{39}$"))
    sit_down(ben, "Ben")
    expect(ben).to_have_url(re.compile(r"/t/"))


def test_a_friend_takes_the_free_seat_of_a_running_game(open_page: OpenPage) -> None:
    ana = open_page()
    link = table_for(ana, 2)
    ana.get_by_role("button", name="Start now, bots sit in").click()
    expect(ana.get_by_role("group", name="Your rack").or_(ana.get_by_role("dialog")).first).to_be_visible()
    ben = open_page(link)
    expect(ben.get_by_text("a bot plays for the free seat until you sit down")).to_be_visible()
    sit_down(ben, "Ben")
    expect(ben.get_by_role("group", name="Your rack").or_(ben.get_by_role("dialog")).first).to_be_visible()
    expect(ana.locator(".side thead")).to_contain_text("Ben")


def test_onlookers_are_told_how_late_they_see_it(open_page: OpenPage, screens: Path) -> None:
    ana = open_page("/new?with=friends", touch=True)
    ana.get_by_label("Name at seat 1").fill("Ana")
    ana.get_by_text("More choices").click()
    ana.get_by_label("Onlookers see it").select_option("2")
    assert violations(ana) == []
    ana.get_by_role("button", name="Set the table").click()
    ben = open_page(ana.get_by_label("One link for everyone").input_value(), size="phone", touch=True)
    sit_down(ben, "Ben")
    settle_tie(ana, ben)
    late = open_page(ana.url, size="phone", touch=True)
    expect(late.locator(".marks")).to_contain_text("You are watching")
    expect(late.locator(".marks")).to_contain_text("2 turns later")
    expect(late.locator(".status")).to_contain_text("is playing")
    inspect(late, screens, "watching-late")
    laid = late.locator(".cell [data-piece]")
    for turn in range(4):
        mover, other = in_turn(ana, ben)
        TileTable(mover, "touch").play_a_hint()
        expect(other.locator(".status")).to_contain_text("Your turn")
        if turn >= 2:
            expect(laid.first).to_be_visible()
        else:
            expect(laid).to_have_count(0)


def test_a_private_table_has_no_link_for_onlookers(open_page: OpenPage) -> None:
    ana = open_page("/new?with=friends")
    ana.get_by_label("Name at seat 1").fill("Ana")
    ana.get_by_text("More choices").click()
    ana.get_by_label("Others may look on").uncheck()
    ana.get_by_role("button", name="Set the table").click()
    link = ana.get_by_label("One link for everyone").input_value()
    expect(ana.get_by_role("button", name="Link for onlookers")).to_have_count(0)
    ben = open_page(link)
    expect(ben.get_by_role("button", name="Sit down")).to_be_visible()
    expect(ben.get_by_role("link", name="Look on")).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "de", "fr", "it", "ro"])
def test_the_ways_in_fit_a_small_phone_in_every_language(open_page: OpenPage, language: str, screens: Path) -> None:
    ana = open_page(locale=language)
    ana.goto("/new?with=friends")
    ana.locator("ol li input").first.fill("Ana")
    ana.locator("form button.primary").click()
    link = ana.locator("input[readonly]").first.input_value()
    for page in (ana, open_page(link, locale=language), open_page("/join", locale=language)):
        resize(page, 320, 640)
        expect(page.locator("h1")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        assert violations(page) == []
    ana.screenshot(path=screens / f"lobby-320-{language}.png", full_page=True)
