"""Bots as people meet them: who is offered, what they are called, and that the names stay when the game is over."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from sixfold.bots import ladder
from sixfold.bots.strength import moved, strength_of
from tests.browser.conftest import OpenPage
from tests.browser.test_table_moments import begun
from tests.browser.tile_table import TileTable, choose

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
    page.get_by_label("Keeps pace with me").uncheck()
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


HELPED = """
const chosen = JSON.parse(localStorage.getItem("sixfold.settings") ?? "{}");
localStorage.setItem("sixfold.settings", JSON.stringify({ ...chosen, assist: "best" }));
"""
KEPT = """JSON.parse(localStorage.getItem("sixfold.strength"))["tiles sprout"]"""


def test_pip_keeps_pace_and_says_so(open_page: OpenPage) -> None:
    page = open_page(place="device")
    page.add_init_script(HELPED)
    page.evaluate("""localStorage.setItem("sixfold.strength", JSON.stringify({ "tiles sprout": 90 }))""")
    page.goto("/")
    choose(page.get_by_label("Against"), "Pip")
    expect(page.get_by_label("Keeps pace with me")).to_be_checked()
    expect(page.locator(".about")).to_contain_text("so that games stay close")
    page.get_by_role("button", name="Play now").click()
    table = TileTable(page)
    for _ in range(2):
        assert table.wait_for_turn()
        table.turn()
    assert table.wait_for_turn()
    give_up(page)
    result = page.get_by_role("dialog")
    expect(result.get_by_role("button", name="Play again")).to_be_visible()
    lines = {name: result.locator("li", has_text=name).first for name in ("Guest", "Pip")}
    mine, pips = (int(re.findall(r"\d+", line.locator("strong").inner_text())[0]) for line in lines.values())
    # Who gives up has not won, however many points there were.
    after = strength_of(moved("tiles", "sprout@90", min(0, mine - pips)))
    assert page.evaluate(KEPT) == after
    said = "plays about as well as you do." if after == 90 else "will play a little more gently next time."
    expect(result).to_contain_text(f"Pip {said}")
    # Looking at the end again changes nothing; the next game goes on from there.
    page.reload()
    expect(result).to_contain_text(f"Pip {said}")
    assert page.evaluate(KEPT) == after
    result.get_by_role("button", name="Play again").click()
    expect(result).to_have_count(0)
    assert table.wait_for_turn()
    give_up(page)
    with page.expect_download() as saved:
        result.get_by_role("button", name="Save").click()
    assert f"\nbot 1: sprout@{after}\n" in saved.value.path().read_text(encoding="utf-8")


def test_who_wants_the_same_bot_each_time_has_it(open_page: OpenPage) -> None:
    page = open_page(place="device")
    choose(page.get_by_label("Against"), "Magnus")
    pace = page.get_by_label("Keeps pace with me")
    expect(pace).to_be_hidden()
    choose(page.get_by_label("Against"), "Molly")
    pace.uncheck()
    page.reload()
    expect(page.get_by_label("Keeps pace with me")).not_to_be_checked()
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_role("group", name="Your rack")).to_be_visible()
    give_up(page)
    expect(page.get_by_role("dialog")).to_be_visible()
    expect(page.get_by_role("dialog")).not_to_contain_text("next time")
    with page.expect_download() as saved:
        page.get_by_role("dialog").get_by_role("button", name="Save").click()
    assert "\nbot 1: casual\n" in saved.value.path().read_text(encoding="utf-8")
