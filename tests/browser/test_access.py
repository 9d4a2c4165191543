"""Every page in both themes: no violation of WCAG 2.2 AA that axe can find, and no target smaller than 24 pixels.

`make soak` keeps a picture of each page at each size in artifacts/screens, to be looked at.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.boxes import resize
from tests.browser.conftest import ROOT, SIZES, OpenPage
from tests.browser.test_by_link import invite
from tests.browser.tile_table import TileTable, choose, new_table
from tests.scale import SOAK
from tests.server.test_study import game as record_of

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"]
THINGS = "a[href], button, input, select, summary, [role=gridcell], [role=option]"
SMALL = """(things) => [...document.querySelectorAll(things)]
  .filter((each) => each.checkVisibility() && !each.closest('[inert], .sr-only'))
  .filter((each) => !(each.matches('a') && each.closest('p, li') && getComputedStyle(each).display === 'inline'))
  .map((each) => [each, each.getBoundingClientRect()])
  .filter(([each, box]) => box.width > 0 && (box.width < 23.5 || box.height < 23.5))
  .map(([each, box]) => `${each.outerHTML.slice(0, 120)} ${box.width}x${box.height}`)"""


def violations(page: Page) -> list[str]:
    """What axe finds, as sentences. It is injected by the test's protocol, so the page's own policy stays as it is."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    # Of what passed, only how much it is: all of it would take long to send.
    found: dict[str, Any] = page.evaluate(f"""axe.run(document, {{runOnly: {TAGS!r}, resultTypes: ['violations']}})
      .then(({{ violations, passes }}) => ({{ violations, passes: passes.length }}))""")
    assert found["passes"], "axe looked at nothing"
    nodes = [(each["id"], node) for each in found["violations"] for node in each["nodes"]]
    return [f"{name}: {node['html'][:160]} {node['failureSummary'][:300]}" for name, node in nodes]


def inspect(page: Page, screens: Path, name: str) -> list[str]:
    """Look at the page as it stands: what axe finds in both themes, what is too small to hit, what is too wide."""
    found = []

    def picture(of: str) -> None:
        # No test looks at them, and together they take as long as axe does.
        if SOAK:
            page.screenshot(path=screens / f"{name}-{of}.png")

    for size in ("tablet", "landscape", "phone", "desktop"):
        width, height = SIZES[size]
        resize(page, width, height)
        picture(size)
        if page.evaluate("document.documentElement.scrollWidth - innerWidth") > 0:
            found.append(f"{name} is wider than a {size}")
        if size in ("desktop", "phone"):
            found += [f"{name}, {size}, small: {each}" for each in page.evaluate(SMALL, THINGS)]
        # Most pages are the same at both sizes but for their widths; the table folds into chips and a drawer.
        if size == "desktop" or (size == "phone" and name in ("start", "table", "cards")):
            found += [f"{name}, {size}: {each}" for each in violations(page)]
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    picture("dark")
    found += [f"{name}, dark: {each}" for each in violations(page)]
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    return found


PLAIN = {
    "start": "/",
    "new": "/new?with=friends",
    "lost": "/join/nosuchinvitation",
    "settings": "/settings",
    "device": "/device",
    "told": "/told",
    "meet": "/meet",
    "ratings": "/ratings",
    "games": "/games",
    "rules-tiles": "/rules/tiles",
    "rules-cards": "/rules/cards",
    "learn-tiles": "/learn/tiles",
    "learn-cards": "/learn/cards",
    "verify": "/verify",
    "review": "/review",
    "position": "/position",
    "pad": "/pad",
    "puzzle-tiles": "/puzzle/tiles",
    "puzzle-cards": "/puzzle/cards",
    "daily": "/daily/tiles",
}


@pytest.mark.parametrize("name", PLAIN)
def test_plain_pages(open_page: OpenPage, screens: Path, name: str) -> None:
    page = open_page(PLAIN[name])
    expect(page.get_by_role("heading").first).to_be_visible()
    assert inspect(page, screens, name) == []


def test_the_tile_table_from_the_first_turn_to_the_end(open_page: OpenPage, screens: Path) -> None:
    page = open_page()
    new_table(page)
    table = TileTable(page)
    for _ in range(3):
        assert table.wait_for_turn()
        table.turn()
    assert table.wait_for_turn()
    while table.lay_one():
        pass
    expect(table.action).to_contain_text("Play")
    found = inspect(page, screens, "table")
    page.get_by_role("button", name="Take back").click()
    for at in range(6):
        table.slots.nth(at).click()
        wrong = page.locator(".cell.is-empty:not(.is-fit)")
        if wrong.count():
            wrong.last.click()
            break
    expect(page.locator(".reason.fault")).to_be_visible()
    found += inspect(page, screens, "fault")
    page.get_by_role("button", name="Exchange").click()
    table.slots.nth(1).click()
    found += inspect(page, screens, "exchange")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    found += inspect(page, screens, "keys")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Menu").click()
    found += inspect(page, screens, "menu")
    page.get_by_role("button", name="Score sheet", exact=True).click()
    expect(page.get_by_role("heading", name="Score sheet").last).to_be_visible()
    found += inspect(page, screens, "sheet")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Menu").click()
    for _ in range(2):
        page.get_by_role("button", name="Give up").click()
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
    found += inspect(page, screens, "result")
    assert found == []


def test_lobby_and_joining(open_page: OpenPage, screens: Path) -> None:
    host = open_page()
    link = invite(host, "Ana")
    found = inspect(host, screens, "lobby")
    guest = open_page(link)
    expect(guest.get_by_role("button", name="Sit down")).to_be_visible()
    found += inspect(guest, screens, "join")
    assert found == []


def test_curtain_and_table_mode(open_page: OpenPage, screens: Path) -> None:
    page = open_page("/new?with=here")
    page.get_by_role("button", name="Set the table").click()
    tie = page.get_by_role("dialog")
    lift = page.get_by_role("button", name="show mine")
    expect(tie.or_(lift).first).to_be_visible()
    if tie.is_visible():
        tie.get_by_role("button").first.click()
    expect(lift).to_be_visible()
    found = inspect(page, screens, "curtain")
    page.goto(page.url + "?show=table")
    expect(page.locator(".side thead")).to_be_visible()
    expect(page.locator(".rack")).to_have_count(0)
    found += inspect(page, screens, "table-mode")
    assert found == []


def test_the_card_table(open_page: OpenPage, screens: Path) -> None:
    page = open_page("/new?with=friends&game=cards")
    choose(page.get_by_label("Who sits at seat 2"), "Bot")
    page.get_by_role("button", name="Set the table").click()
    expect(page.locator(".rack")).to_be_visible()
    assert inspect(page, screens, "cards") == []


@pytest.mark.parametrize("game", ["tiles", "cards"])
def test_a_review_and_a_move_tried_in_it(open_page: OpenPage, screens: Path, game: str) -> None:
    page = open_page("/review")
    page.get_by_role("textbox").fill(record_of(game, 8))
    page.get_by_role("button", name="Look back at it").click()
    expect(page.get_by_role("heading", name="Turning points")).to_be_visible(timeout=60_000)
    found = inspect(page, screens, f"review-{game}")
    for folded in page.locator("details > summary").all():
        if folded.is_visible():
            folded.click()
    found += inspect(page, screens, f"review-{game}-all")
    if not page.get_by_role("button", name="Try another move").is_visible():
        page.get_by_role("button", name="Show what was better").click()
    page.get_by_role("button", name="Try another move").click()
    expect(page.get_by_role("button", name="Back to the review")).to_be_visible()
    found += inspect(page, screens, f"review-{game}-try")
    assert found == []
