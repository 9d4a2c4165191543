"""Rules and lessons in five languages: all is there, boards can be stepped through, lessons can be done by hand."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.boxes import box, faults
from tests.browser.conftest import OpenPage
from tests.browser.words import LANGUAGES, words

CLAUSES = {"tiles": [f"T{n}" for n in range(1, 21)], "cards": [f"C{n}" for n in range(1, 17)]}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_say_every_clause(open_page: OpenPage, language: str) -> None:
    said = words(language)
    for game, clauses in CLAUSES.items():
        page = open_page(f"/rules/{game}", locale=language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        for clause in clauses:
            expect(page.locator(f"#{clause} dd")).to_have_text(said[f"rules.{clause}"])
        page.get_by_role("button", name=said["rules.step.next"]).last.click()
        expect(page.locator("main")).not_to_contain_text(re.compile(r"\b(rules|tips|cards)\.\w"))


def test_the_worked_game_can_be_stepped_through(open_page: OpenPage) -> None:
    page = open_page("/rules/tiles")
    game = page.locator("#example")
    expect(game.get_by_text("Turn 1 of 12")).to_be_visible()
    following = game.get_by_role("button", name="Next turn")
    for points in (3, 7, 4, 6, 7, 6, 3, 3, 10, 9, 18, 9):
        expect(game.get_by_text(f"scores {points} points")).to_be_visible()
        if following.is_enabled():
            following.click()
    expect(game.get_by_text("Turn 12 of 12")).to_be_visible()
    game.get_by_role("button", name="Turn before").click()
    expect(game.get_by_text("Marie scores 18 points")).to_be_visible()


def lay_tiles(page: Page) -> None:
    """Do a step of the tile lesson: every tile into every ring until it fits, by clicks."""
    expect(page.locator("[data-ring]").first).to_be_visible()
    for slot in page.locator(".rack-slot").all():
        for at in range(page.locator("[data-ring]").count()):
            if not slot.is_enabled() or page.locator("[data-ring]").count() <= at:
                break
            slot.click()
            page.locator("[data-ring]").nth(at).click()


def be_shown(page: Page, said: dict[str, str]) -> None:
    """Let the lesson show a step to its end."""
    show = page.get_by_role("button", name=said["learn.show"], exact=True)
    following = page.get_by_role("button", name=said["learn.next"], exact=True)
    expect(show.or_(following).first).to_be_visible()
    while not following.is_visible():
        show.click()
        expect(show.or_(following).first).to_be_visible()


def test_the_tile_lesson_can_be_done(open_page: OpenPage) -> None:
    page = open_page("/learn/tiles")
    following = page.get_by_role("button", name="Go on")
    for _ in range(6):
        lay_tiles(page)
        expect(following).to_be_visible()
        following.click()
    expect(page.get_by_role("link", name="Play a game")).to_be_visible()


def test_the_trap_of_the_tile_lesson_is_explained(open_page: OpenPage) -> None:
    page = open_page("/learn/tiles")
    for _ in range(4):
        be_shown(page, words("en"))
        page.get_by_role("button", name="Go on").click()
    page.get_by_role("button", name="red square").click()
    page.locator('[data-ring="3,4"]').click()
    expect(page.locator(".word")).to_contain_text("no line holds a tile twice")


def test_the_card_lesson_can_be_done_by_dragging(open_page: OpenPage) -> None:
    page = open_page("/learn/cards")
    page.get_by_role("button", name="green diamond").click()
    page.get_by_role("button", name="blue diamond").click()
    page.get_by_role("button", name="red diamond").click()
    page.get_by_role("button", name="red diamond").drag_to(page.locator("li.new"))
    following = page.get_by_role("button", name="Go on")
    expect(following).to_be_visible()
    following.click()
    page.get_by_role("button", name="blue square").last.drag_to(page.locator("li.lane", has_text="Blue"))
    expect(page.locator(".word")).not_to_be_empty()
    page.get_by_role("button", name="blue star").drag_to(page.locator("li.lane", has_text="Blue"))
    expect(page.locator("li.lane", has_text="Blue, 4 of 6")).to_be_visible()
    following.click()
    for _ in range(5):
        page.get_by_role("button", name="Show me").click()
        expect(following).to_be_visible()
        following.click()
    expect(page.get_by_role("link", name="Play a game")).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_lessons_in_every_language(open_page: OpenPage, language: str) -> None:
    said = words(language)
    for game in CLAUSES:
        page = open_page(f"/learn/{game}", locale=language, size="phone")
        expect(page.locator(".ask")).to_have_text(said[f"learn.{game}.1"])
        be_shown(page, said)
        expect(page.locator(".ask")).to_have_text(said[f"learn.{game}.1.done"])


@pytest.mark.parametrize("game", CLAUSES)
def test_every_step_of_a_lesson_has_its_place_on_a_phone(open_page: OpenPage, game: str) -> None:
    page = open_page(f"/learn/{game}", size="phone")
    over = page.get_by_role("link", name=words("en")["learn.play"])
    expect(page.locator(".ask")).to_have_text(words("en")[f"learn.{game}.1"])
    while not over.is_visible():
        assert not faults(page), page.locator(".ask").inner_text()
        be_shown(page, words("en"))
        assert not faults(page), page.locator(".ask").inner_text()
        page.get_by_role("button", name="Go on").click()


def test_a_board_stays_where_it_is_when_its_points_are_told(open_page: OpenPage) -> None:
    page = open_page("/learn/tiles", size="phone")
    expect(page.locator(".ask")).to_have_text(words("en")["learn.tiles.1"])
    before = box(page.locator(".mini-board"))
    be_shown(page, words("en"))
    expect(page.locator(".points")).to_have_text("3 points")
    assert box(page.locator(".mini-board")) == before
