"""Two browsers at one table by a link; names that are long or full of markup; a seat that is taken."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.tile_table import TileTable, choose

MARKUP = '<img src=x onerror="document.title=1">'


def invite(page: Page, name: str, game: str = "tiles") -> str:
    """Set a table for oneself and a friend; the friend's link."""
    page.goto(f"/new?with=friends&game={game}")
    page.get_by_label("Name at seat 1").fill(name)
    choose(
        page.get_by_label("Help while laying"), "Places, points and" if game == "tiles" else "Show where a card fits"
    )
    page.get_by_role("button", name="Set the table").click()
    link = page.get_by_label("One link for everyone").input_value()
    expect(page.get_by_role("img", name="QR code of the link")).to_be_visible()
    return link


def sit_down(page: Page, name: str) -> None:
    box = page.get_by_label("Your name")
    box.focus()
    page.keyboard.press("Control+A")
    page.keyboard.insert_text(name)
    page.get_by_role("button", name="Sit down").click()


def settle_tie(*pages: Page) -> None:
    """Answer who is the oldest, if that is asked."""
    for page in pages:
        expect(page.get_by_role("group", name="Your rack").or_(page.get_by_role("dialog")).first).to_be_visible()
    for page in pages:
        asked = page.get_by_role("dialog")
        if asked.is_visible():
            asked.get_by_role("button").first.click()
            break
    for page in pages:
        expect(page.get_by_role("dialog")).to_have_count(0)


def test_two_browsers_in_one_game(open_page: OpenPage) -> None:
    ana = open_page()
    link = invite(ana, "Ana")
    ben = open_page(link, size="phone", touch=True)
    expect(ben.get_by_role("heading", name="Ana invites you")).to_be_visible()
    sit_down(ben, "Ben")
    settle_tie(ana, ben)
    ana_table, ben_table = TileTable(ana), TileTable(ben, "touch")
    for _ in range(4):
        status = ana.locator(".status")
        expect(status).to_contain_text(re.compile("Your turn|Ben is playing"))
        mover = ana_table if "Your turn" in status.inner_text() else ben_table
        if mover is ana_table:
            assert mover.wait_for_turn()
            mover.turn()
            expect(ben.locator(".cell.is-last").first).to_be_visible()
            expect(status).to_contain_text("Ben is playing")
        else:
            # Ben is not shown the best play: he asks for a hint.
            ben_table.play_a_hint()
            expect(status).to_contain_text("Your turn")
    totals = [cell.inner_text() for cell in ana.locator(".side tfoot td").all()]
    expect(ben.locator(".chip strong")).to_have_text(totals)


def test_names_are_harmless(open_page: OpenPage) -> None:
    host = open_page()
    link = invite(host, MARKUP)
    guest = open_page(link)
    sit_down(guest, "N" * 10_000)
    settle_tie(host, guest)
    expect(host.locator(".side thead")).to_contain_text(MARKUP)
    expect(host.locator(".side thead")).to_contain_text("N" * 40)
    assert host.title() != "1"
    width = host.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert width <= 0


def test_a_taken_seat_and_a_wrong_link(open_page: OpenPage) -> None:
    host = open_page()
    link = invite(host, "Ana")
    guest = open_page(link)
    sit_down(guest, "Ben")
    settle_tie(host, guest)
    late = open_page(link)
    expect(late.get_by_text("All seats are taken")).to_be_visible()
    late.get_by_role("link", name="Look on").click()
    expect(late.locator(".side thead")).to_contain_text("Ana")
    expect(late.get_by_role("group", name="Your rack")).to_have_count(0)


def test_a_seat_without_a_name_is_not_taken(open_page: OpenPage) -> None:
    host = open_page()
    guest = open_page(invite(host, "Ana"))
    sit_down(guest, "   ")
    expect(guest.get_by_role("alert")).to_contain_text("Please write a name")
