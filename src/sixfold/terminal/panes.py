"""What lies beside the board: the hand to choose from, and the rows of the card game with how each stands (C7)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from rich.text import Text
from textual import events
from textual.message import Message
from textual.widgets import Static

from sixfold import cards
from sixfold.pieces import EMPTY, Piece
from sixfold.terminal.board import face
from sixfold.terminal.draft import NEW, Card, CardDraft, lane_name
from sixfold.terminal.words import Words


class HandPane(Static):
    """The hand, one numbered place a piece."""

    WIDTH: Final = 8

    class Picked(Message):
        """Someone clicked a piece."""

        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    def on_click(self, event: events.Click) -> None:
        self.post_message(self.Picked(event.x // self.WIDTH))

    def show(self, hand: tuple[Piece, ...], chosen: Collection[int], gone: Collection[int]) -> None:
        """Chosen pieces stand in brackets, laid ones are crossed out."""
        text = Text(no_wrap=True)
        for place, piece in enumerate(hand):
            picked = place in chosen
            style = " dim strike" if place in gone else " reverse" if picked else ""
            text.append(f"{place + 1} ", "dim").append("[" if picked else " ")
            text.append_text(face(piece, 1, style)).append("] " if picked else "  ")
        self.update(text)


class RowsPane(Static):
    """The rows of the card game with their letters, a cursor, and how each stands (C7)."""

    LABELS: Final = 4

    @dataclass
    class Pointed(Message):
        """Someone clicked a place of a row: one of its cards, or beside them."""

        lane: int
        card: Card | None

    def __init__(self, words: Words, rules: cards.Rules) -> None:
        super().__init__(id="lanes")
        self.words = words
        self.rules = rules
        self.draft = CardDraft.begin(cards.Table(), EMPTY)
        self.lane = self.at = 0
        self.zoom = 1

    @property
    def card(self) -> Card | None:
        """The card under the cursor; none below the last row, where a new one begins."""
        lane = self.draft.lanes[self.lane] if self.lane < len(self.draft.lanes) else ()
        return lane[self.at] if self.at < len(lane) else None

    @property
    def goal(self) -> int:
        """The row under the cursor, NEW below the last."""
        return self.lane if self.lane < len(self.draft.lanes) else NEW

    def point(self, dx: int, dy: int) -> int:
        """Move the cursor; the line it is on, for whoever scrolls."""
        self.lane = min(max(self.lane + dy, 0), len(self.draft.lanes))
        last = len(self.draft.lanes[self.lane]) if self.goal != NEW else 0
        self.at = min(max(self.at + dx, 0), max(last - 1, 0))
        return self.lane + 1

    def on_click(self, event: events.Click) -> None:
        lane, at = event.y - 1, (event.x - self.LABELS) // self._width
        if 0 <= lane <= len(self.draft.lanes):
            self.lane, self.at = lane, max(at, 0)
            self.post_message(self.Pointed(self.goal, self.card if at >= 0 else None))

    @property
    def _width(self) -> int:
        return (4, 5, 7)[self.zoom]

    def show(self, draft: CardDraft, chosen: Collection[Card], zoom: int, mine: bool) -> None:
        """The rows as they lie now; chosen cards stand in brackets, those from the hand are underlined."""
        self.draft, self.zoom = draft, zoom
        self.point(0, 0)
        text = Text(self.words.say("cards.table" if draft.lanes else "cards.rows.none") + "\n", "dim")
        for at, lane in enumerate(draft.lanes):
            text.append(f"{lane_name(at):>2}  ", "bold reverse" if mine and at == self.lane and not lane else "bold")
            for card in lane:
                text.append_text(self._drawn(card, card in chosen, mine and card == self.card))
            standing = cards.lanes([cards.Row(card.piece for card in lane)], self.rules)[0]
            caption = self.words.lane(standing) if lane else self.words.say("cards.row.empty")
            text.append(f"  {caption}\n", "dim" if standing.ok or not lane else "bold red")
        if mine:
            text.append(" +  " + self.words.say("cards.move.new"), "reverse" if self.goal == NEW else "dim")
        self.update(text)

    def _drawn(self, card: Card, chosen: bool, pointed: bool) -> Text:
        style = " underline" * (card.home is None) + " reverse" * pointed
        shown = face(card.piece, self.zoom, style)
        return Text("[" if chosen else " ").append_text(shown).append("]" if chosen else " ")
