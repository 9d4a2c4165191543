"""The start page: what waits stands first, what every day brings beside it, on every screen and in every language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.boxes import box, faults
from tests.browser.card_table import CardTable, new_card_table
from tests.browser.conftest import OpenPage
from tests.browser.test_access import violations
from tests.browser.test_screens import SIZES, show_on
from tests.browser.test_table_moments import begun


def test_what_waits_stands_first_on_the_start_page(open_page: OpenPage, screens: Path) -> None:
    page = open_page()
    assert page.locator(".start > *").nth(1).evaluate("part => part.className").startswith("games")
    expect(page.get_by_role("button", name="Play now")).to_have_class(re.compile("primary"))
    begun(page)
    page.evaluate(
        """localStorage['sixfold.days.puzzle-tiles'] = JSON.stringify(
          {last: new Date().toLocaleDateString('sv'), run: 5, day: new Date().toLocaleDateString('sv'), result: 0})"""
    )
    page.goto("/")
    running = page.get_by_role("region", name="Go on with")
    expect(running.get_by_text("Go on", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="Puzzle of the day")).to_contain_text("5 days in a row")
    # One filled button: it leads to the game that waits.
    expect(page.locator(".start .primary")).to_have_count(1)
    for name in SIZES:
        show_on(page, name)
        page.screenshot(path=screens / f"start-running-{name}.png")
        top = box(running)["y"]
        for other in (".games", ".now", ".day", ".ways"):
            assert top < box(page.locator(other))["y"]
        expect(running).to_be_in_viewport()
        expect(page.get_by_role("button", name="Play now")).to_be_in_viewport()
        assert faults(page) == []
    # Its place is kept while the list is on its way: nothing moves under a finger.
    show_on(page, "phone")
    page.reload()
    where = "document.querySelector('.games').getBoundingClientRect().top"
    expect(running).to_be_visible()
    there = page.evaluate(where)
    page.route(re.compile("/api/tables$"), lambda route: None)
    page.reload()
    expect(page.locator(".games")).to_be_visible()
    assert abs(page.evaluate(where) - there) < 8


def test_a_face_chooses_the_opponent(open_page: OpenPage) -> None:
    page = open_page()
    against = page.get_by_label("Against")
    expect(against.locator("option")).to_have_count(6)
    faces = page.locator(".faces button")
    expect(faces).to_have_count(6)
    faces.last.click()
    expect(against).to_have_value("champion")
    expect(page.locator(".faces .on")).to_have_count(1)
    against.select_option("sprout")
    expect(faces.first).to_have_class(re.compile(r"\bon\b"))
    # On a phone the face of the chosen one stands beside its name, and there is no row of faces.
    show_on(page, "phone")
    expect(faces.first).to_be_hidden()
    expect(page.locator(".bot .face")).to_be_visible()


def test_games_of_this_device_are_known_by_their_pictures(open_page: OpenPage, screens: Path) -> None:
    page = open_page(place="device", size="phone")
    table = begun(page)
    tiles = page.locator(".cell.is-tile").count()
    # By links: a page that is loaded anew would give its table the same name.
    page.go_back()
    page.get_by_role("link", name="Start page").click()
    new_card_table(page, there=True)
    cards = CardTable(page)
    for _ in range(2):
        assert cards.wait_for_turn()
        cards.turn()
    assert cards.wait_for_turn()
    lying = sum(map(len, cards.lanes.values()))
    page.goto("/")
    pictures = page.locator(".go-on .mini svg:has(rect)")
    expect(pictures).to_have_count(2)
    shown = pictures.evaluate_all("all => all.map(one => one.querySelectorAll('use').length)")
    assert shown == [lying, tiles]  # the last one played stands first
    page.screenshot(path=screens / "start-pictures.png")
    assert faults(page) == []
    assert table.turns == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_start_page_with_a_game_can_be_read_by_everyone(open_page: OpenPage, scheme: str) -> None:
    page = open_page(size="phone", dark=scheme == "dark")
    begun(page)
    page.goto("/")
    expect(page.get_by_role("region", name="Go on with")).to_be_visible()
    assert violations(page) == []


@pytest.mark.parametrize("language", ["de", "ro", "fr", "it"])
def test_the_start_page_has_room_for_every_language(open_page: OpenPage, screens: Path, language: str) -> None:
    page = open_page(locale=language)
    expect(page.locator(".day")).to_be_visible()
    for name in SIZES:
        show_on(page, name)
        if name in ("phone", "desktop"):
            page.screenshot(path=screens / f"start-{name}-{language}.png")
        assert faults(page) == []
        cut = page.evaluate(
            """[...document.querySelectorAll('.start .button, .start strong, .day a')]
              .filter((each) => each.clientWidth > 0 && each.scrollWidth > each.clientWidth + 1)
              .map((each) => each.innerText)"""
        )
        assert cut == []
