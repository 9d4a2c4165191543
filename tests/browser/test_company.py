"""Those one plays with: their words hidden, a report to the host, a block, and making up."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.at_two import two_friends
from tests.browser.conftest import OpenPage
from tests.browser.test_access import inspect


def menu(page: Page, entry: str) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name=entry).click()


def test_words_are_hidden_somebody_is_reported_and_blocked(open_page: OpenPage, screens: Path) -> None:
    ana, ben = two_friends(open_page)
    menu(ben, "Hello!")
    expect(ana.locator(".note", has_text="Hello!")).to_be_visible()
    menu(ana, "People at this table")
    assert inspect(ana, screens, "company") == []
    ana.get_by_role("button", name="Report").click()
    ana.get_by_label("What is it about?").select_option(label="Unfair play")
    ana.get_by_label("In your words").fill("peeks")
    ana.get_by_role("button", name="Send to the host").click()
    expect(ana.locator(".note", has_text="The host has it.")).to_be_visible()
    ana.get_by_role("button", name="Block").click()
    expect(ana.locator(".note", has_text="Ben is blocked.")).to_be_visible()
    expect(ana.get_by_role("button", name="Do not show words")).to_have_attribute("aria-pressed", "true")
    ana.keyboard.press("Escape")
    # Ben's words come no more, and he sits at no new table of hers.
    menu(ben, "Thanks!")
    menu(ana, "People at this table")
    expect(ana.locator(".note", has_text="Thanks!")).to_have_count(0)
    ana.get_by_role("button", name="Unblock").click()
    expect(ana.locator(".note", has_text="Ben is no longer blocked.")).to_be_visible()
