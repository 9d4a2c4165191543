"""A table of days: made, played at, and a vacation that both sides see; and a clock for the whole game."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.at_two import in_turn
from tests.browser.conftest import OpenPage
from tests.browser.test_access import inspect
from tests.browser.test_by_link import settle_tie, sit_down
from tests.browser.tile_table import TileTable, choose


def set_table(open_page: OpenPage, time: str, vacation: str = "") -> tuple[Page, Page]:
    """Ana makes a table with this clock, and Ben follows her link on a phone."""
    ana = open_page("/new?with=friends")
    ana.get_by_label("Name at seat 1").fill("Ana")
    ana.get_by_text("More choices").click()
    choose(ana.get_by_label("Time", exact=True), time)
    if vacation:
        choose(ana.get_by_label("Vacation"), vacation)
    ana.get_by_role("button", name="Set the table").click()
    ben = open_page(ana.get_by_label("One link for everyone").input_value(), size="phone", touch=True)
    sit_down(ben, "Ben")
    settle_tie(ana, ben)
    return ana, ben


def clocks(page: Page) -> None:
    page.get_by_role("button", name="Clocks").click()


def test_a_table_of_days_is_made_played_and_left_for_a_vacation(open_page: OpenPage, screens: Path) -> None:
    ana, ben = set_table(open_page, "3 days a turn", "14 days")
    mover, waits = in_turn(ana, ben)
    for page in (mover, waits):
        expect(page.get_by_role("timer")).to_have_text(re.compile(r"^(3d 0h|2d 23h)$"))
    TileTable(mover).play_a_hint()
    mover, waits = waits, mover
    expect(mover.locator(".status")).to_contain_text("Your turn")
    clocks(mover)
    expect(mover.get_by_role("dialog")).to_contain_text("Left: 14d 0h")
    assert inspect(mover, screens, "clocks-days") == []
    mover.get_by_role("button", name="Go on vacation").click()
    name = "Ben" if mover is ben else "Ana"
    expect(waits.locator(".note", has_text=f"{name} is on vacation.")).to_be_visible()
    for page in (mover, waits):
        expect(page.get_by_role("button", name="Clocks")).to_contain_text("on vacation")
    waits.reload()
    expect(waits.get_by_role("button", name="Clocks")).to_contain_text("on vacation")
    # Nobody is expected to sit there and wait.
    mover.goto("/")
    expect(waits.locator(".status")).to_contain_text(f"{name} is playing")
    expect(waits.get_by_role("button", name="Nudge")).to_have_count(0)
    mover.go_back()
    clocks(mover)
    expect(mover.get_by_role("dialog")).to_contain_text("at the latest")
    mover.get_by_role("button", name="I am back").click()
    expect(waits.get_by_role("timer")).to_have_text(re.compile(r"^(3d 0h|2d 23h)$"))


def test_a_clock_for_the_whole_game_shows_what_everybody_has_left(open_page: OpenPage, screens: Path) -> None:
    ana, ben = set_table(open_page, "10 minutes for the whole game, 5 seconds more with every turn")
    mover, waits = in_turn(ana, ben)
    expect(mover.get_by_role("timer")).to_have_text(re.compile(r"^(10:00|9:\d\d)$"))
    clocks(waits)
    lines = waits.get_by_role("dialog").get_by_role("listitem")
    expect(lines).to_have_text([re.compile("Ana"), re.compile("Ben")])
    expect(lines.filter(has_text="10m 0s")).to_have_count(1)
    expect(waits.get_by_role("button", name="Go on vacation")).to_have_count(0)
    assert inspect(waits, screens, "clocks-total") == []
