"""Friends at one table: both can speak, who is away is seen to be, and the game goes on until they are back."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.test_by_link import invite, settle_tie, sit_down
from tests.browser.tile_table import TileTable


def seated(open_page: OpenPage, size: str = "desktop") -> tuple[Page, Page, str]:
    """Ana, whose table it is, and Ben, and Ben's link."""
    ana = open_page(size=size)
    link = invite(ana, "Ana")
    ben = open_page(link, size="phone", touch=True)
    sit_down(ben, "Ben")
    settle_tie(ana, ben)
    return ana, ben, link


def test_host_and_guest_can_both_say_something(open_page: OpenPage) -> None:
    ana, ben, _ = seated(open_page)
    for speaker, hearer, name in ((ben, ana, "Ben"), (ana, ben, "Ana")):
        speaker.get_by_role("button", name="Menu").click()
        speaker.get_by_role("group", name="Say something").get_by_role("button", name="Hello!").click()
        expect(hearer.locator(".note", has_text=f"{name}: Hello!")).to_be_visible()


def test_a_guest_sees_that_the_host_is_away(open_page: OpenPage) -> None:
    ana, ben, _ = seated(open_page)
    expect(ben.locator(".chip.away")).to_have_count(0)
    ana.close()
    expect(ben.locator(".chip.away")).to_contain_text("Ana")
    expect(ben.locator(".chip.away")).to_contain_text("away")


def test_a_bot_plays_for_who_is_away_until_they_are_back(open_page: OpenPage) -> None:
    ana, ben, link = seated(open_page)
    table = TileTable(ana)
    expect(ana.locator(".status")).to_contain_text(re.compile("Your turn|Ben is playing"))
    if "Your turn" in ana.locator(".status").inner_text():
        assert table.wait_for_turn()
        table.turn()
    expect(ana.locator(".status")).to_contain_text("Ben is playing")
    context = ben.context
    ben.close()

    expect(ana.locator(".status")).to_contain_text("Ben is away")
    expect(ana.locator(".side thead")).to_contain_text("away")
    away = ana.get_by_role("region", name="Ben is away")
    away.get_by_role("button", name="Nudge").click()
    expect(ana.locator(".note", has_text="Ana: Your turn!")).to_be_visible()
    ana.evaluate("navigator.clipboard.writeText = async (text) => { document.body.dataset.copied = text; }")
    away.get_by_role("button", name="Send the link again").click()
    # The link of the seat, which is taken: the one for the whole table leads to free ones.
    table_name = link.rpartition("/")[2][:16]
    expect(ana.locator("body")).to_have_attribute(
        "data-copied", re.compile(rf"/join/{re.escape(table_name)}\d.{{22}}$")
    )
    expect(away.get_by_text("a bot can play on")).to_be_visible()
    away.get_by_role("button", name="Let a bot play on").click()
    expect(ana.locator(".note", has_text="Ben is away. A bot plays on until they are back.")).to_be_visible()
    expect(away).to_have_count(0)
    assert table.wait_for_turn()
    expect(ana.locator(".side thead .mark")).to_have_text("bot")

    again = context.new_page()
    again.goto(link)
    expect(again.get_by_role("group", name="Your rack")).to_be_visible()
    expect(ana.locator(".note", has_text="Ben is back.")).to_be_visible()
    expect(ana.locator(".side thead .mark")).to_have_count(0)
    table.turn()
    expect(ana.locator(".status")).to_contain_text("Ben is playing")
