"""The tile table as a person meets it: lays, exchanges and plays by mouse, finger or keys; reads only what is shown."""

from __future__ import annotations

import re
from typing import Literal

from playwright.sync_api import Locator, Page, expect

from tests.browser.boxes import at_rest
from tests.browser.words import saying, words

ENGLISH = words("en")
By = Literal["mouse", "touch", "keys"]
OF_BEST = """slots => slots.flatMap(
  (slot, at) => slot.matches(".filled.best") ? [at] : [])"""
"""Which tiles of the rack are marked as those of the best play, and are still there."""


def new_table(page: Page, *, bot: str = "Pip", assist: str = "best", short: bool = False, there: bool = False) -> None:
    """A new table with one seat here and one bot. `short`: two of each tile. `there`: it is being set already."""
    if not there:
        page.goto("/new?with=friends")
    if short:
        page.get_by_role("radio", name="Short Qwirkle").check()
    choose(page.get_by_label("Who sits at seat 2"), "Bot")
    choose(page.get_by_label("Bot at seat 2"), bot)
    choose(page.get_by_label("Help while laying").first, {"best": "Places, points and", "off": "None"}[assist])
    page.get_by_role("button", name="Set the table").press("Enter")
    expect(page.get_by_role("group", name="Your rack")).to_be_visible()


def choose(box: Locator, text: str) -> None:
    """Choose in a native list by the first letter of an entry, again and again until the right one is chosen.

    Typing more letters would be a race against the list, which forgets them after a second.
    """
    wanted = box.locator("option", has_text=re.compile(rf"^\s*{re.escape(text)}"))
    expect(wanted.first).to_be_attached()
    box.focus()
    for _ in range(box.locator("option").count()):
        if str(box.page.evaluate("document.activeElement.selectedOptions[0].text")).strip().startswith(text):
            return
        box.page.keyboard.press(text[0])
    assert str(box.page.evaluate("document.activeElement.selectedOptions[0].text")).strip().startswith(text)


class TileTable:
    def __init__(self, page: Page, by: By = "mouse") -> None:
        self.page = page
        self.by = by
        self.turns = 0

    @property
    def slots(self) -> Locator:
        return self.page.locator(".rack-slot")

    @property
    def action(self) -> Locator:
        """The one primary action at the rack."""
        return self.page.locator(".actions .primary")

    def is_over(self) -> bool:
        return self.page.get_by_role("dialog").is_visible()

    def wait_for_turn(self) -> bool:
        """Wait until it is this person's turn; false when the game is over."""
        # The places come a moment after the turn: a tile of the best play is marked, or there is nothing to lay.
        mine = self.page.locator(".rack:not(.off) .best").or_(
            self.action.filter(has_text=re.compile("Pass|Exchange tiles"))
        )
        ended = self.page.get_by_role("dialog")
        expect(mine.or_(ended).first).to_be_visible()
        return not ended.is_visible()

    def press(self, target: Locator) -> None:
        if self.by == "touch":
            target.tap()
        elif self.by == "mouse":
            target.click()
        else:
            target.press("Enter")

    def lay_one(self) -> bool:
        """Lay a tile of the best play that is shown; false when no tile belongs to one."""
        for at in self.slots.evaluate_all(OF_BEST):
            slot = self.slots.nth(at)
            if self.by == "keys":
                self.page.keyboard.press(str(at + 1))
            else:
                self.press(slot)
            best = self.page.locator(".cell.is-best").first
            if not best.is_visible():
                if self.by == "keys":
                    self.page.keyboard.press("Escape")
                else:
                    self.press(slot)
                continue
            cell = best.get_attribute("data-cell")
            self.bring_into_sight(best)
            if self.by == "keys":
                # The cursor has gone to a fitting cell by itself.
                expect(self.page.locator(".cell.is-best:focus")).to_be_visible()
                self.page.keyboard.press("Enter")
                cell = None
            elif self.by == "mouse":
                self.drag(slot, best)
            else:
                self.press(best)
            expect(
                self.page.locator(".cell.is-loose" if cell is None else f'.cell.is-loose[data-cell="{cell}"]').first
            ).to_be_visible()
            return True
        return False

    def bring_into_sight(self, target: Locator) -> None:
        """Zoom out with the wheel until a thing lies on the free part. By keys the board does it itself."""
        if self.by == "keys":
            return
        for _ in range(8):
            found, rack = at_rest(target, self.page.locator(".rack"))
            if found["y"] > 60 and found["x"] > 4 and found["y"] + found["height"] < rack["y"] - 4:
                return
            self.page.mouse.move(rack["x"] + rack["width"] / 2, rack["y"] - 120)
            self.page.mouse.wheel(0, 100)

    def drag(self, source: Locator, target: Locator) -> None:
        """Carry from the middle of one thing to the middle of another."""
        start, end = source.bounding_box(), target.bounding_box()
        assert start is not None
        assert end is not None
        mouse = self.page.mouse
        mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
        mouse.down()
        mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=3)
        mouse.up()

    def commit(self) -> None:
        if self.by == "keys":
            self.page.keyboard.press("Control+Enter")
        else:
            self.press(self.action)
        self.turns += 1

    def turn(self) -> None:
        """One whole turn: the best play shown, else an exchange of all that may be exchanged, else a pass."""
        said = self.action.inner_text()
        if said == "Pass":
            self.press(self.action)
        elif said == ENGLISH["action.exchangeTiles"]:
            self.exchange()
        else:
            while self.lay_one():
                pass
            expect(self.action).to_have_text(re.compile("Play"))
            self.commit()
        expect(self.page.locator(".cell.is-loose")).to_have_count(0)

    def exchange(self) -> None:
        """Nothing can be laid: give back all that may be given back."""
        self.press(self.action)
        for at in range(6):
            slot = self.slots.nth(at)
            if "filled" in (slot.get_attribute("class") or ""):
                self.press(slot)
        self.press(self.action)

    def play_a_hint(self, said: dict[str, str] = ENGLISH) -> None:
        """Ask for help, step by step, until a play lies on the board, and play it; exchange when there is none."""
        ask = self.page.get_by_role("button", name=said["action.hint"])
        for step in ("hint.look", "hint.pieces", "hint.move"):
            self.press(ask)
            expect(ask).to_have_attribute("aria-busy", "false")
            expect(self.page.locator(".words")).to_contain_text(saying(said, step, "hint.none"))
        worth, stuck = saying(said, "play.for", "play.short"), said["action.exchangeTiles"]
        expect(self.action).to_have_text(re.compile(f"{worth.pattern}|{re.escape(stuck)}"))
        if self.action.inner_text() == stuck:
            self.exchange()
        else:
            self.commit()

    def play_out(self) -> None:
        """Play until the game is over."""
        while self.wait_for_turn():
            self.turn()
            assert self.turns < 120
