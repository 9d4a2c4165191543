"""The first minute: the lesson offered once, the announcement explained, a name asked when others will read it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from tests.browser.boxes import box
from tests.browser.card_table import new_card_table
from tests.browser.conftest import OpenPage
from tests.browser.test_access import violations
from tests.browser.tile_table import new_table

HOW = "how many of their {} go together: one colour or one shape"


def test_the_lesson_is_offered_once_and_a_game_stays_one_tap_away(open_page: OpenPage) -> None:
    page = open_page("/", size="phone", place="device")
    offer = page.get_by_role("link", name="Show me how, 90 seconds")
    expect(offer).to_be_visible()
    assert violations(page) == []
    offer.click()
    expect(page.get_by_role("heading", name="Qwirkle")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    expect(page.get_by_role("link", name="Learn in 90 seconds")).to_be_visible()
    expect(offer).to_have_count(0)

    other = open_page("/", place="device")
    expect(other.get_by_role("link", name="Show me how, 90 seconds")).to_be_visible()
    other.get_by_role("button", name="Play now").click()
    expect(other.get_by_role("group", name="Your rack")).to_be_visible()
    other.goto("/")
    expect(other.get_by_role("link", name="Your turn").or_(other.get_by_role("link", name="Molly"))).to_be_visible()
    expect(other.get_by_role("link", name="Show me how, 90 seconds")).to_have_count(0)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_what_comes_late_moves_no_button(open_page: OpenPage, size: str) -> None:
    """Whoever presses early presses what was there: a button that moves between down and up is not pressed at all."""
    page = open_page("about:blank", size=size)
    held: list[Route] = []
    page.route("**/api/bots", lambda route: held.append(route))
    with page.expect_request("**/api/bots"):
        page.goto("/")
    button = page.get_by_role("button", name="Play now")
    expect(button).to_be_visible()
    before = box(button)
    expect(page.get_by_label("Against").locator("option")).to_have_count(1)
    for route in held:
        route.continue_()
    expect(page.get_by_label("Against").locator("option")).to_have_count(6)
    assert box(button) == before


def test_whoever_knows_the_game_says_so(open_page: OpenPage) -> None:
    page = open_page("/")
    page.get_by_role("button", name="I know how to play").click()
    expect(page.get_by_role("link", name="Show me how, 90 seconds")).to_have_count(0)
    page.reload()
    expect(page.get_by_role("link", name="Learn in 90 seconds")).to_be_visible()
    expect(page.get_by_role("button", name="I know how to play")).to_have_count(0)


@pytest.mark.parametrize("game", ["tiles", "cards"])
def test_the_announcement_is_explained_in_the_first_games(open_page: OpenPage, game: str) -> None:
    page = open_page("/", size="phone")
    opening = page.get_by_role("region", name="Everyone announces")
    for _ in range(2):
        if game == "tiles":
            new_table(page)
        else:
            new_card_table(page, announced=False)
        expect(opening).to_contain_text(HOW.format(game))
        expect(page.locator("[aria-live=polite] p").filter(has_text=HOW.format(game))).to_have_count(1)
        assert violations(page) == []
    if game == "tiles":
        new_table(page)
    else:
        new_card_table(page, announced=False)
    expect(opening).to_be_visible()
    expect(opening).not_to_contain_text("go together")


def test_a_name_is_asked_before_others_read_it(open_page: OpenPage) -> None:
    page = open_page("/new?with=friends")
    page.get_by_role("button", name="Set the table").click()
    expect(page.get_by_role("alert")).to_have_text(
        "Please write your name first, so that the others know who invites them."
    )
    name = page.get_by_label("Name at seat 1")
    expect(name).to_be_focused()
    assert violations(page) == []
    page.keyboard.type("Ana")
    page.get_by_role("button", name="Set the table").click()
    expect(page.get_by_label("One link for everyone")).to_be_visible()
    # It is known from then on.
    page.goto("/new?with=friends")
    expect(name).to_have_value("Ana")
