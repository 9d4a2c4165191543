"""Bots as people meet them: who is offered, what they are called, and that the names stay when the game is over."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from sixfold.bots import ladder
from tests.browser.conftest import OpenPage
from tests.browser.test_table_moments import begun
from tests.browser.tile_table import choose

PATIENCE = 60_000


def give_up(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Give up").last.click()


def test_people_are_offered_the_ladder_and_told_how_often_one_wins(open_page: OpenPage) -> None:
    page = open_page()
    against = page.get_by_label("Against")
    for game, name in (("tiles", "Qwirkle"), ("cards", "Qwirkle Cards")):
        page.get_by_role("radio", name=re.compile(rf"^{name}\b(?! Cards)")).check(force=True)
        expect(against.locator("option")).to_have_text([re.compile(rf"^{level.title} · ") for level in ladder(game)])
    about = page.locator(".about")
    choose(against, "Molly")
    expect(about).to_contain_text("Easy-going play wins about 1 game in 2.")
    choose(against, "Pip")
    expect(about).to_contain_text("Easy-going play nearly always wins.")
    expect(about).not_to_contain_text("points a game")


def test_three_bots_of_one_level_have_three_names(open_page: OpenPage) -> None:
    page = open_page("/new?with=here")
    choose(page.get_by_label("Who sits at seat 2"), "Bot")
    for _ in range(2):
        page.get_by_role("button", name="+ Bot").click()
    page.get_by_role("button", name="Set the table").click()
    heads = page.locator(".side thead th .name")
    expect(heads).to_have_text(["Player 1", "Molly", "Otto", "Nina"])


def test_no_age_is_spoken_of_when_a_bot_announces_the_same(open_page: OpenPage) -> None:
    page = open_page()
    for _ in range(20):
        page.goto("/")
        page.get_by_role("button", name="Play now").click()
        opening = page.get_by_role("region", name="Everyone announces")
        expect(opening.locator("strong")).to_have_count(2)
        if len(set(opening.locator("strong").all_inner_texts())) == 1:
            break
    else:
        raise AssertionError("twenty deals without a tie")
    expect(opening).to_contain_text(re.compile(r"Guest and Molly announced the same\. (Guest|Molly) opens\."))
    expect(opening).not_to_contain_text("oldest")


def test_the_bot_keeps_its_name_when_the_game_is_over(open_page: OpenPage) -> None:
    page = open_page()
    begun(page)
    page.goto("/")
    running = page.get_by_role("region", name="Go on with")
    expect(running.get_by_role("link")).to_have_text(re.compile(r"^\s*Pip: your turn"))
    expect(page.get_by_role("region", name="Played")).to_have_count(0)
    running.get_by_role("link").click()
    give_up(page)
    page.get_by_role("dialog").get_by_role("link", name="Review and replay").click()
    expect(page.locator(".names")).to_contain_text("Pip")
    expect(page.get_by_label("Seen by").locator("option").nth(1)).to_have_text("Pip", timeout=PATIENCE)
    page.goto("/")
    expect(page.get_by_role("region", name="Played").get_by_role("link")).to_have_text(re.compile(r"^\s*Pip: over"))
    expect(page.get_by_role("region", name="Go on with")).to_have_count(0)
