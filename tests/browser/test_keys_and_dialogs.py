"""Keys go where the eyes are: dialogs keep theirs and can always be left, and the keyboard is never left nowhere."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.boxes import drawn
from tests.browser.conftest import OpenPage
from tests.browser.test_after_a_table import PATIENCE, exchange
from tests.browser.test_by_link import invite, sit_down
from tests.browser.test_table_moments import begun
from tests.browser.tile_table import TileTable, new_table

LOST = "document.activeElement === null || document.activeElement === document.body"


def menu(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()


def keys(page: Page) -> None:
    page.keyboard.press("?")


def sheet(page: Page) -> None:
    menu(page)
    page.get_by_role("button", name="Score sheet", exact=True).click()


def missed(page: Page) -> None:
    page.get_by_role("button", name="What did I miss?").click()


def sure(page: Page) -> None:
    menu(page)
    page.get_by_role("button", name="Give up").click()


def by_escape(page: Page, _: Locator) -> None:
    page.keyboard.press("Escape")


def by_button(_: Page, dialog: Locator) -> None:
    dialog.get_by_role("button", name="Close").click()


def by_back(page: Page, _: Locator) -> None:
    page.go_back()


def test_every_dialog_of_a_table_can_be_left_in_three_ways(open_page: OpenPage) -> None:
    page = open_page()
    table = begun(page)
    here = page.url
    assert table.lay_one()
    page.get_by_role("button", name="Take back").click()
    dialogs: dict[str, Callable[[Page], None]] = {
        "Menu": menu,
        "Keys": keys,
        "Score sheet": sheet,
        "What did I miss?": missed,
        "Give up": sure,
    }
    for name, opens in dialogs.items():
        for leave in (by_escape, by_button, by_back):
            opens(page)
            dialog = page.get_by_role("dialog", name=name, exact=True)
            expect(dialog).to_be_visible(timeout=PATIENCE)
            # The keys of the table do nothing here.
            for key in ("1", "x", "h", "Control+Enter"):
                page.keyboard.press(key)
            expect(page.locator(".rack-slot.chosen")).to_have_count(0)
            expect(page.get_by_role("button", name="Cancel").and_(page.locator(".actions *"))).to_have_count(0)
            leave(page, dialog)
            expect(page.get_by_role("dialog")).to_have_count(0)
            expect(page).to_have_url(here)
            drawn(page)  # a table takes the focus back with the next one
            assert not page.evaluate(LOST)
            # And the keys of the table are alive again.
            page.keyboard.press("x")
            expect(page.get_by_text("That is your whole turn")).to_be_visible()
            page.keyboard.press("Escape")
            expect(page.get_by_text("That is your whole turn")).to_have_count(0)


def test_a_step_back_leaves_the_page_once_the_dialog_is_closed(open_page: OpenPage) -> None:
    page = open_page()
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_role("group", name="Your rack")).to_be_visible()
    for _ in range(2):
        menu(page)
        expect(page.get_by_role("dialog")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
    page.go_back()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()


def test_a_link_in_a_dialog_leaves_one_step_to_come_back_by(open_page: OpenPage) -> None:
    page = open_page()
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_role("group", name="Your rack")).to_be_visible()
    menu(page)
    page.get_by_role("link", name="Rules").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Rules")
    page.go_back()
    expect(page.get_by_role("group", name="Your rack")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)


def tie(open_page: OpenPage) -> Page:
    """Two people at tables by link, again and again, until both announce the same number."""
    for _ in range(40):
        ana = open_page()
        ben = open_page(invite(ana, "Ana"))
        sit_down(ben, "Ben")
        asked = ana.get_by_role("dialog", name="Who is the oldest?")
        status = ana.locator(".status")
        expect(asked.or_(status.filter(has_text=re.compile("Your turn|Ben is"))).first).to_be_visible()
        if asked.is_visible():
            return ana
        ana.context.close()
        ben.context.close()
    raise AssertionError("no tie in forty games")


def test_a_question_can_be_put_aside(open_page: OpenPage) -> None:
    page = tie(open_page)
    asked = page.get_by_role("dialog", name="Who is the oldest?")
    again = page.get_by_role("button", name="Who is the oldest?")
    for leave in (
        lambda: page.keyboard.press("Escape"),
        lambda: asked.get_by_role("button", name="Later").click(),
        page.go_back,
    ):
        leave()
        expect(asked).to_have_count(0)
        again.click()
        expect(asked).to_be_visible()
    asked.get_by_role("button", name="Ana").click()
    expect(asked).to_have_count(0)
    expect(again).to_have_count(0)


def test_a_colour_check_goes_on_where_it_was_left(open_page: OpenPage) -> None:
    page = open_page("/settings")
    page.get_by_role("button", name="Colour check").click()
    page.get_by_role("button", name="Start").click()
    page.get_by_role("dialog").locator(".one").first.click()
    expect(page.get_by_role("dialog")).to_contain_text("2 of 4")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Colour check").click()
    expect(page.get_by_role("dialog")).to_contain_text("2 of 4")


def test_what_was_typed_waits_for_the_next_time(open_page: OpenPage) -> None:
    page = open_page()
    begun(page)
    page.keyboard.press("m")
    page.keyboard.insert_text("1,0:Rs")
    page.keyboard.press("Escape")
    expect(page.locator(".typed")).to_have_count(0)
    drawn(page)
    page.keyboard.press("m")
    expect(page.locator(".typed input")).to_have_value("1,0:Rs")


@pytest.mark.parametrize("link", ["Learn in 90 seconds", "Score pad", "Friends, by link", "Rules", "Settings"])
def test_a_page_that_comes_takes_the_focus(open_page: OpenPage, link: str) -> None:
    page = open_page()
    page.get_by_role("link", name=link).first.press("Enter")
    expect(page.locator("h1:focus")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="Sixfold", level=1)).to_be_focused()


def test_the_focus_stays_at_the_table_through_turns(open_page: OpenPage) -> None:
    page = open_page()
    new_table(page)
    table = TileTable(page)
    for _ in range(2):
        assert table.wait_for_turn()
        drawn(page)
        assert not page.evaluate(LOST)
        while table.lay_one():
            pass
        expect(table.action).to_have_text(re.compile("Play"))
        table.action.press("Enter")
        expect(page.locator(".cell.is-loose")).to_have_count(0)
        drawn(page)
        assert not page.evaluate(LOST)
    assert table.wait_for_turn()
    page.get_by_role("button", name="Exchange").first.press("Enter")
    expect(page.get_by_role("button", name="Cancel")).to_be_visible()
    drawn(page)
    assert not page.evaluate(LOST)
    page.get_by_role("button", name="Cancel").press("Enter")
    drawn(page)
    assert not page.evaluate(LOST)
    exchange(page)


@pytest.mark.parametrize("to", ["/nothing-here", "/t/AAAAAAAAAAAAAAAA", "/join", "/join/BBBBBB"])
def test_a_page_that_is_not_there_takes_the_focus_too(open_page: OpenPage, to: str) -> None:
    """So does one that says first that it is being loaded."""
    page = open_page()
    page.get_by_role("link", name="Rules").first.press("Enter")
    expect(page.locator("h1:focus")).to_be_visible()
    page.locator("main a").last.evaluate("(link, to) => link.setAttribute('href', to)", to)
    page.locator("main a").last.press("Enter")
    expect(page).to_have_url(re.compile(f"{to}$"))
    expect(page.locator("h1:focus")).to_be_visible()
    page.get_by_role("link", name="Start page").press("Enter")
    expect(page.get_by_role("heading", name="Sixfold", level=1)).to_be_focused()
