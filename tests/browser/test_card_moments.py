"""Moments of the card table besides a turn: the opening, a new deal, open hands, chosen help, forced colours."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.boxes import resize
from tests.browser.card_table import CardTable, new_card_table
from tests.browser.conftest import OpenPage
from tests.browser.frames import Frame, change_frames
from tests.browser.test_access import violations
from tests.browser.words import LANGUAGES, saying, words


def begin(page: Page, bot: str = "Pip") -> None:
    """A table whose opening is still announced."""
    new_card_table(page, bot=bot, announced=False)


def test_the_opening_lies_over_nothing_and_escape_closes_it(open_page: OpenPage) -> None:
    page = open_page("/", size="phone", touch=True)
    begin(page)
    opening = page.get_by_role("region", name="Everyone announces")
    expect(opening).to_be_visible()
    covered = page.locator("li.new button, li.lane, [data-hand]").evaluate_all(
        """things => things.filter(thing => {
          const {left, top, width, height} = thing.getBoundingClientRect();
          return !!document.elementFromPoint(left + width / 2, top + height / 2)?.closest('.opening');
        }).length"""
    )
    assert covered == 0
    assert violations(page) == []
    # Nothing has the focus: the key goes to the page itself.
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Escape")
    expect(opening).to_have_count(0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_new_deal_is_told(open_page: OpenPage, language: str) -> None:
    """C4: nobody had three cards that go together. It hardly ever happens: the server's word for it is put in."""
    page = open_page("/", locale=language)

    def dealt_again(frame: Frame) -> None:
        if frame.get("event", {}).get("type") == "started":
            frame["event"]["redeals"] = 1

    change_frames(page, dealt_again)
    page.locator("label", has=page.locator("input[value=cards]")).click()
    page.locator("form button.primary, button.primary").first.click()
    told = saying(words(language), "opening.redealt")
    expect(page.locator(".opening").get_by_text(told)).to_be_visible()
    expect(page.locator("[aria-live=polite] p").filter(has_text=told)).to_have_count(1)


def test_an_open_hand_lies_on_the_table(open_page: OpenPage) -> None:
    page = open_page("/new?with=here&game=cards")
    for seat in (1, 2):
        page.get_by_label(f"Name at seat {seat}").fill(f"Player {'AB'[seat - 1]}")
        page.get_by_label("Open hand").nth(seat - 1).check()
    page.get_by_role("button", name="Set the table").click()
    lift, tie = page.get_by_role("button", name="show mine"), page.get_by_role("dialog")
    expect(lift.or_(tie).first).to_be_visible()
    if tie.is_visible():
        tie.get_by_role("button", name="Player A").click()
    lift.click()
    for width, height in ((1280, 800), (390, 844)):
        resize(page, width, height)
        hands = page.locator(".table .hands")
        expect(hands).to_be_visible()
        expect(hands.locator(".one")).to_have_count(9)


def test_help_is_offered_that_the_card_table_has(open_page: OpenPage) -> None:
    page = open_page("/new?with=friends&game=cards")
    help_box = page.get_by_label("Help while laying").first
    expect(help_box.locator("option")).to_have_text(["None", "Show where a card fits"])
    page.locator("label", has=page.locator("input[value='tiles/1']")).click()
    expect(help_box.locator("option")).to_have_count(4)


def test_stacks_have_one_title(open_page: OpenPage) -> None:
    page = open_page("/", size="phone")
    new_card_table(page)
    page.get_by_role("button", name=re.compile("Pip, 0 Qwirkles")).click()
    assert page.get_by_role("dialog").get_by_role("heading", name="Qwirkles, open to everyone").count() == 1


def test_forced_colours_show_what_is_chosen_and_what_can_be_pressed(open_page: OpenPage) -> None:
    page = open_page("/", forced_colors="active")
    new_card_table(page)
    table = CardTable(page)
    assert table.wait_for_turn()
    sort = page.get_by_role("button", name="Sort by shape")
    drawn = sort.locator("svg path").evaluate("path => getComputedStyle(path).stroke")
    behind = sort.evaluate("button => getComputedStyle(button).backgroundColor")
    assert drawn not in ("none", behind)
    look = "thing => [getComputedStyle(thing).borderTopStyle, parseFloat(getComputedStyle(thing).borderTopWidth)]"
    style, width = table.action.evaluate(look)
    assert style == "dashed", "a button that cannot be pressed does not look like the strongest one"
    table.card(table.hand[0]).click()
    style, width = page.locator("[data-card][aria-pressed=true] .face").evaluate(look)
    assert (style, width >= 3) == ("solid", True)
