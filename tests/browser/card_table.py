"""The card table as a person meets it: reads what is shown, moves cards by mouse, finger or keys, ends turns."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Literal

from playwright.sync_api import Locator, Page, expect

from tests.browser.boxes import box
from tests.browser.tile_table import choose

By = Literal["mouse", "touch", "keys"]
Cards = list[str]
READ = "[...{of}.querySelectorAll('[data-card]')].map(card => card.dataset.piece)"


def go_together(cards: Cards) -> bool:
    """What a person knows of rows: all different, and of one colour or of one shape."""
    different = len(set(cards)) == len(cards) <= 6
    return different and (len({card[0] for card in cards}) == 1 or len({card[1] for card in cards}) == 1)


def new_card_table(
    page: Page, *, bot: str = "Pip", by: By = "mouse", announced: bool = True, there: bool = False
) -> None:
    """From the first page: Qwirkle Cards against a bot. `there`: that page is shown already."""
    if not there:
        page.goto("/")
    cards = page.get_by_role("radio", name=re.compile("Qwirkle Cards"))
    if by == "keys":
        page.get_by_role("radio", name=re.compile("Qwirkle")).first.focus()
        page.keyboard.press("ArrowRight")
    else:
        page.locator("label", has=cards).click()
    expect(cards).to_be_checked()
    choose(page.get_by_role("combobox", name="Against"), bot)
    page.get_by_role("button", name="Play now").press("Enter")
    expect(page.get_by_role("list", name="Your hand")).to_be_visible()
    if announced:
        # The announcement is read, and put away.
        page.keyboard.press("Escape")


class CardTable:
    def __init__(self, page: Page, by: By = "mouse") -> None:
        self.page = page
        self.by = by
        self.turns = 0

    @property
    def action(self) -> Locator:
        return self.page.locator(".actions .primary")

    @property
    def hand(self) -> Cards:
        return self.pieces(self.page.locator("[data-hand]"))

    @property
    def lanes(self) -> dict[str, Cards]:
        """The rows on the table by their letters."""
        cards = READ.format(of="lane")
        read = f"lanes => lanes.map(lane => [lane.querySelector('.letter').innerText, {cards}])"
        return dict(self.page.locator("li.lane").evaluate_all(read))

    def pieces(self, where: Locator) -> Cards:
        found: Cards = where.evaluate("where => " + READ.format(of="where"))
        return found

    def card(self, piece: str) -> Locator:
        """A card of the hand."""
        return self.page.locator(f'[data-hand] [data-card][data-piece="{piece}"]').first

    def lane(self, letter: str) -> Locator:
        return self.page.locator("li.lane", has=self.page.locator(".letter", has_text=re.compile(f"^{letter}$")))

    def wait_for_turn(self) -> bool:
        """Wait until it is this person's turn; false when the game is over."""
        mine = self.page.locator(".actions .primary", has_text="Play at least one card")
        stuck = self.page.get_by_role("button", name="Pass")
        ended = self.page.get_by_role("dialog")
        expect(mine.or_(ended).or_(stuck).first).to_be_visible()
        return not ended.is_visible()

    def move(self, pieces: Cards, letter: str | None) -> None:
        """Cards of the hand to a row, or to a new one."""
        held = len(self.hand)
        if self.by == "keys":
            self.move_by_keys(pieces, letter)
        elif self.by == "touch":
            for piece in pieces:
                self.card(piece).tap()
            goal = self.page.get_by_role("button", name="Start a new row here") if letter is None else self.lane(letter)
            # The rows still glide to what the others laid.
            box(goal)
            goal.tap()
        else:
            # Several cards are chosen by clicks and then carried together.
            for piece in pieces[1:]:
                self.card(piece).click()
            goal = self.page.locator("li.new") if letter is None else self.lane(letter)
            goal.scroll_into_view_if_needed()
            if len(pieces) > 1:
                self.card(pieces[0]).click()
            self.drag(self.card(pieces[0]), goal)
        # Others that were chosen before go with them.
        expect(self.page.locator("[data-hand] [data-card]")).not_to_have_count(held)

    def move_by_keys(self, pieces: Cards, letter: str | None) -> None:
        keyboard = self.page.keyboard
        hand = self.hand
        for piece in pieces:
            keyboard.press(str(hand.index(piece) + 1))
        if letter is None:
            keyboard.press("n")
        else:
            keyboard.press("m")
            expect(self.page.get_by_role("dialog", name="Where to?")).to_be_visible()
            keyboard.press(letter.lower())

    def drag(self, source: Locator, target: Locator) -> None:
        # Both rest where they are before the card is taken: rows and cards glide when a turn has come.
        target.hover(trial=True)
        source.hover()
        end = target.bounding_box()
        assert end is not None
        mouse = self.page.mouse
        mouse.down()
        mouse.move(end["x"] + end["width"] / 2, end["y"] + min(end["height"] / 2, 40), steps=4)
        mouse.up()

    def commit(self) -> None:
        expect(self.action).to_have_attribute("aria-disabled", "false")
        if self.by == "keys":
            self.page.keyboard.press("Control+Enter")
        elif self.by == "touch":
            self.action.tap()
        else:
            self.action.click()
        self.turns += 1
        expect(self.page.locator(".actions .primary", has_text="Being played")).to_have_count(0)

    def press(self, button: Locator) -> None:
        if self.by == "touch":
            button.tap()
        elif self.by == "mouse":
            button.click()
        else:
            button.press("Enter")

    def turn(self) -> None:
        """One turn: every card that plainly fits, else the hint's way, else C11."""
        if self.page.get_by_role("button", name="Pass").is_visible():
            self.press(self.page.get_by_role("button", name="Pass"))
            self.turns += 1
            return
        if self.page.get_by_text("You open").is_visible():
            self.move(self.largest_set(), None)
            self.commit()
            return
        played = self.lay_what_fits()
        if not played:
            self.follow_the_hint()
        else:
            self.commit()

    def largest_set(self) -> Cards:
        kinds = sorted(set(self.hand))
        return max(([card for card in kinds if card[at] == one[at]] for one in kinds for at in (0, 1)), key=len)

    def lay_what_fits(self) -> bool:
        played = False
        for three in combinations(self.hand, 3):
            if go_together(list(three)):
                self.move(list(three), None)
                played = True
                break
        lanes = self.lanes
        for card in self.hand:
            fitting = next(
                (name for name, cards in lanes.items() if 3 <= len(cards) < 6 and go_together([*cards, card])), None
            )
            if fitting is not None:
                self.move([card], fitting)
                expect(self.lane(fitting).locator(f'[data-card][data-piece="{card}"]')).to_be_visible()
                lanes[fitting].append(card)
                played = True
                break
        return played

    def follow_the_hint(self) -> None:
        self.press(self.page.get_by_role("button", name="How many could I play?"))
        says = self.page.locator(".says")
        expect(says).to_contain_text(re.compile("You could play|No card can be played"))
        if "No card" in says.inner_text():
            self.press(self.page.get_by_role("button", name="I cannot play"))
            self.press(self.page.get_by_role("button", name="Show my hand"))
            self.turns += 1
            return
        self.press(self.page.get_by_role("button", name="Which ones?"))
        expect(says).to_contain_text("These:")
        self.press(self.page.get_by_role("button", name="Show me how"))
        expect(says).to_contain_text("Laid out")
        self.commit()

    def play_out(self) -> None:
        while self.wait_for_turn():
            self.turn()
            assert self.turns < 80
