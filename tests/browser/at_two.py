"""Two friends in two browsers at one table: whose turn it is, and what lies there, as both see it."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from sixfold import tiles
from sixfold.pieces import Pieces
from tests.browser.conftest import OpenPage
from tests.browser.test_by_link import invite, settle_tie, sit_down


def two_friends(open_page: OpenPage, game: str = "tiles") -> tuple[Page, Page]:
    """Ana sets a table and Ben follows her link; both see the game."""
    ana = open_page(touch=True)
    guest = open_page(invite(ana, "Ana", game), touch=True)
    sit_down(guest, "Ben")
    if game == "tiles":
        settle_tie(ana, guest)
    return ana, guest


def in_turn(ana: Page, ben: Page) -> tuple[Page, Page]:
    """Who plays now, and who waits."""
    status = ana.locator(".status")
    expect(status).to_contain_text(re.compile("Your turn|Ben is playing"))
    return (ana, ben) if "Your turn" in status.inner_text() else (ben, ana)


def board_of(page: Page) -> tiles.Board:
    """The tiles that lie on the board, without those that are only laid out."""
    read = """cells => cells.map(cell => [cell.dataset.cell, cell.querySelector('[data-piece]')?.dataset.piece])
      .filter(([, piece]) => piece).map(([cell, piece]) => `${cell}:${piece}`).join(' ')"""
    return tiles.Board.parse(page.locator(".cell[data-cell]:not(.is-loose)").evaluate_all(read))


def hand_of(page: Page) -> Pieces:
    read = "slots => slots.map(slot => slot.dataset.piece).join('')"
    return Pieces.parse(page.locator(".rack [data-piece]").evaluate_all(read))


def lay_typed(page: Page, play: tiles.Place) -> None:
    """By keys: the line for a typed move."""
    page.keyboard.press("m")
    page.get_by_label("Move in notation").fill(str(play))
    page.keyboard.press("Enter")
    expect(page.locator(".cell.is-loose")).to_have_count(len(play.placements))
