"""Screens of every size: tablets and large desktops have layouts of their own."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.boxes import box, faults, resize
from tests.browser.conftest import OpenPage
from tests.browser.fed_table import Fed, turn
from tests.browser.test_access import violations
from tests.browser.test_in_sight import SMALL, WIDE, apart
from tests.browser.test_table_moments import begun

SIZES = {
    "phone": (390, 844),
    "tablet": (820, 1180),
    "tablet-wide": (1180, 820),
    "desktop": (1440, 900),
    "large": (2560, 1440),
}
SHEET = [turn(at % 2, "", at) for at in range(24)]


def show_on(page: Page, name: str) -> None:
    resize(page, *SIZES[name])


def test_a_tablet_upright_has_its_panels_above_the_board(open_page: OpenPage, screens: Path) -> None:
    page = open_page("about:blank", size="tablet")
    Fed(WIDE, sheet=SHEET).open(page)
    panels = page.locator(".side .panel")
    expect(panels).to_have_count(2)
    rack = box(page.locator(".rack"))
    for panel in panels.all():
        assert box(panel)["y"] + box(panel)["height"] < box(page.locator(".cell.is-tile").first)["y"]
        assert apart(box(panel), rack)
    # The last turns are in sight, and the totals below them; the chips would say the same again.
    expect(page.locator(".side tfoot")).to_be_in_viewport()
    expect(page.locator(".side tbody tr").last).to_be_in_viewport()
    expect(page.locator(".chips")).to_be_hidden()
    # What can be done is said in words.
    for word in ("Take back", "Exchange…", "Hint"):
        expect(page.locator(".dock").get_by_text(word, exact=True)).to_be_visible()
    page.screenshot(path=screens / "table-tablet.png")
    assert faults(page) == []
    assert violations(page) == []


def test_a_large_screen_is_used(open_page: OpenPage, screens: Path) -> None:
    page = open_page("about:blank")
    Fed(SMALL, sheet=SHEET).open(page)
    found = {}
    for name in ("desktop", "large"):
        show_on(page, name)
        cell, slot = box(page.locator(".cell.is-tile").first), box(page.locator(".rack-slot").first)
        sheet, text = page.locator(".side .sheet"), page.locator(".side tfoot td").first
        size = text.evaluate("cell => parseFloat(getComputedStyle(cell).fontSize)")
        found[name] = (cell["width"], slot["width"], box(sheet)["width"], size)
        assert faults(page) == []
    page.screenshot(path=screens / "table-large.png")
    for desktop, large in zip(found["desktop"], found["large"], strict=True):
        assert large >= 1.35 * desktop, found


def test_a_large_screen_is_used_for_cards_too(open_page: OpenPage, screens: Path) -> None:
    page = open_page()
    page.locator("label.game", has_text="Qwirkle Cards").click()
    page.get_by_role("button", name="Play now").click()
    expect(page.locator(".rack").first).to_be_visible()
    card = page.locator(".rack button.card, .rack .card").first
    expect(card).to_be_visible()
    found = {}
    for name in ("desktop", "large"):
        show_on(page, name)
        found[name] = (box(card)["width"], box(page.locator(".stacks").first)["width"])
        assert faults(page) == []
    page.screenshot(path=screens / "cards-large.png")
    for desktop, large in zip(found["desktop"], found["large"], strict=True):
        assert large >= 1.35 * desktop, found


@pytest.mark.parametrize("name", ["tablet", "tablet-wide", "large"])
def test_a_table_in_the_middle_is_read_from_afar(open_page: OpenPage, screens: Path, name: str) -> None:
    page = open_page()
    begun(page)
    page.goto(page.url + "?show=table")
    expect(page.locator(".board-host")).to_be_visible()
    show_on(page, name)
    sums = page.locator(".side tfoot td")
    expect(sums.first).to_be_in_viewport()
    least = 24 if name != "large" else 40
    assert sums.first.evaluate("cell => parseFloat(getComputedStyle(cell).fontSize)") >= least
    page.screenshot(path=screens / f"across-{name}.png")
    assert faults(page) == []
