"""Every page as one comes to it from a table, in the same tab: what a table loads changes nothing that comes after."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.boxes import faults
from tests.browser.conftest import OpenPage
from tests.browser.tile_table import TileTable

PATIENCE = 60_000
"""Judging takes a moment, and the first who asks waits for the workers to start."""


def home(page: Page) -> None:
    """Leave the table by its menu, without loading anything anew."""
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Start page").click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()


def at_a_table(open_page: OpenPage, size: str) -> Page:
    """A turn was made at a table, so that everything it may load is there."""
    page = open_page(size=size, touch=size == "phone")
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_role("group", name="Your rack")).to_be_visible()
    table = TileTable(page, "touch" if size == "phone" else "mouse")
    expect(page.locator(".rack:not(.off)")).to_be_visible()
    table.play_a_hint()
    return page


def exchange(page: Page) -> None:
    """A turn that leaves something to be missed."""
    expect(page.locator(".rack:not(.off)")).to_be_visible()
    page.get_by_role("button", name="Exchange").first.click()
    page.locator(".rack-slot.filled").first.click()
    page.locator(".actions .primary").click()
    expect(page.get_by_role("button", name="Exchange").first).to_be_enabled()


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_pages_from_the_start_page(open_page: OpenPage, size: str) -> None:
    page = at_a_table(open_page, size)
    home(page)
    for link, ready in (
        ("Learn in 90 seconds", ".mini-board [data-ring]"),
        ("Puzzle of the day", ".board-host .cell"),
        ("Bag of the day", ".panel .primary"),
        ("Rules", ".mini-board span"),
        ("Score pad", "form"),
        ("Looking back", "form"),
        ("Settings", "h1"),
        ("You and your devices", "form"),
        ("Check a shuffle", "h1"),
        ("Friends, by link", "form"),
    ):
        page.get_by_role("link", name=re.compile(link)).first.click()
        expect(page.locator(f"main {ready}").first).to_be_visible()
        assert faults(page) == []
        page.go_back()
        expect(page.get_by_role("button", name="Play now")).to_be_visible()


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_pages_from_the_table_itself(open_page: OpenPage, size: str) -> None:
    page = at_a_table(open_page, size)
    exchange(page)
    page.get_by_role("button", name="What did I miss?").click()
    told = page.get_by_role("dialog", name="What did I miss?")
    expect(told.locator(".mini-board")).to_be_visible(timeout=PATIENCE)
    assert faults(page) == []
    told.get_by_role("button", name="Got it").click()

    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Rules").click()
    expect(page.locator(".mini-board").first).to_be_visible()
    assert faults(page) == []
    page.go_back()

    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Give up").last.click()
    page.get_by_role("link", name="Review and replay").click()
    expect(page.locator(".board-host .cell").first).to_be_visible()
    expect(page.get_by_role("heading", name="Turning points")).to_be_visible(timeout=PATIENCE)
    assert faults(page) == []
    page.get_by_text("Keep and share").click()
    page.keyboard.press("End")
    page.get_by_role("link", name="Open the position").click()
    expect(page.locator(".mini-board span").first).to_be_visible()
    assert faults(page) == []


def test_from_a_table_to_its_review_and_on_to_the_next_table(open_page: OpenPage) -> None:
    """The way people go, in one tab: each page shows its own board, and the table works again at the end."""
    page = at_a_table(open_page, "desktop")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Give up").last.click()
    page.get_by_role("link", name="Review and replay").click()
    expect(page.get_by_role("heading", name="Turning points")).to_be_visible(timeout=PATIENCE)
    page.go_back()
    # The result comes again by itself, a moment after the table. Until it is put away a step back closes it alone.
    result = page.get_by_role("dialog", name=re.compile("has won"))
    expect(result).to_be_visible()
    page.keyboard.press("Escape")
    expect(result).to_have_count(0)
    page.go_back()
    page.get_by_role("link", name=re.compile("Puzzle of the day")).first.click()
    expect(page.get_by_role("group", name="Your rack")).to_be_visible()
    page.get_by_role("link", name="Start page").click()
    page.get_by_role("link", name=re.compile("Learn in 90 seconds")).first.click()
    expect(page.locator(".mini-board [data-ring]").first).to_be_visible()
    page.get_by_role("link", name="Start page").click()
    page.get_by_role("button", name="Play now").click()
    expect(page.locator(".rack:not(.off)")).to_be_visible()
    TileTable(page).play_a_hint()
    assert faults(page) == []
