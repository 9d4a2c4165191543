"""A turn at the card table while it is planned: rows, the cards in them and in the hand, and every step back.

It knows which cards may be moved (a card of the table never goes into a hand), and no rule. `cards` says whether a row
is legal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from sixfold import cards
from sixfold.pieces import Piece, Pieces

NEW: Final = -1
"""The place for a row that is not there yet."""
HOME: Final = -2
"""Where each card came from: its row, or the hand."""
_STEP: Final = re.compile(r"((?:[ROYGBP][osdctx] ?)+) +([A-Z]{1,2}|\+|-)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Card:
    """One card. `home` is the row it lay in when the turn began, None for the hand."""

    number: int
    piece: Piece
    home: int | None


@dataclass(frozen=True, slots=True)
class CardDraft:
    """Where every card lies now. A row of the table keeps its place when it is empty; a new one vanishes.

    >>> draft = Draft.begin(cards.Table.parse("RoRsRd"), Pieces.parse("RtGt"))
    >>> draft.typed("rt a").rows
    (Row.parse('RoRsRdRt'),)
    """

    lanes: tuple[tuple[Card, ...], ...]
    hand: tuple[Card, ...]
    old: int
    before: CardDraft | None = None

    @classmethod
    def begin(cls, table: cards.Table, hand: Pieces) -> CardDraft:
        """The start of a turn, rows in the order that people lay them out (C16)."""
        rows = [row for part in table.overview() for row in part]
        held = [(piece, None) for piece in hand]
        lying = [(piece, home) for home, row in enumerate(rows) for piece in row]
        all_cards = [Card(number, piece, home) for number, (piece, home) in enumerate([*held, *lying])]
        lanes = tuple(tuple(card for card in all_cards if card.home == home) for home in range(len(rows)))
        return cls(lanes, tuple(all_cards[: len(held)]), len(rows))

    def __iter__(self) -> Iterator[Card]:
        yield from self.hand
        for lane in self.lanes:
            yield from lane

    @property
    def rows(self) -> tuple[cards.Row, ...]:
        """What lies on the table."""
        return tuple(cards.Row(card.piece for card in lane) for lane in self.lanes if lane)

    @property
    def played(self) -> Pieces:
        """The cards of the hand that lie on the table."""
        return Pieces(card.piece for lane in self.lanes for card in lane if card.home is None)

    def turn(self, rules: cards.Rules) -> cards.Turn:
        """The move as it stands: full rows are taken (C9)."""
        standing = cards.lanes(self.rows, rules)
        return cards.Turn(
            tuple(lane.row for lane in standing if lane.state != "qwirkle"),
            tuple(lane.row for lane in standing if lane.state == "qwirkle"),
        )

    def where(self, card: Card) -> int | None:
        """The row that a card lies in, None for the hand."""
        return next((at for at, lane in enumerate(self.lanes) if card in lane), None)

    def move(self, moving: Iterable[Card], goal: int) -> CardDraft:
        """Cards into a row, a NEW one or HOME; the same draft when nothing would change."""
        going = {card: card.home if goal == HOME else goal for card in moving}
        going = {card: to for card, to in going.items() if self.where(card) != to}
        if not going:
            return self
        lanes = [[card for card in lane if card not in going] for lane in self.lanes]
        if goal == NEW:
            lanes.append([])
        for card, to in going.items():
            if to is not None:
                lanes[to].append(card)
        hand = [card for card in self if card not in going and self.where(card) is None]
        hand += [card for card, to in going.items() if to is None]
        return self._step(lanes, hand)

    def arranged(self, turn: cards.Turn) -> CardDraft:
        """The rows of a turn laid out as one step, each where most of its cards lay."""
        left = list(self)
        lanes: list[list[Card]] = [[] for _ in range(self.old)]
        for row in (*turn.rows, *turn.taken):
            shared = [sum(card.home == at and card.piece in row for card in left) for at in range(self.old)]
            at = max((at for at in range(self.old) if not lanes[at]), key=shared.__getitem__, default=NEW)
            if at == NEW or not shared[at]:
                at = len(lanes)
                lanes.append([])
            # Every card of the table stays on it, so one of the hand is only taken where there is no other.
            left.sort(key=partial(_far, at))
            lanes[at] = [next(card for card in left if card.piece == piece) for piece in row]
            left = [card for card in left if card not in lanes[at]]
        return self._step(lanes, left)

    def undone(self) -> CardDraft:
        """One step back."""
        return self.before or self

    def typed(self, words: str) -> CardDraft | Piece | None:
        """A step in words, as on the page: `RtGt A`, `+` for a new row, `-` for back.

        A piece that is not there is given back; None for words that are no step.
        """
        found = _STEP.fullmatch(words.strip())
        goal = self._goal(found[2].upper()) if found else None
        if found is None or goal is None:
            return None
        moving: list[Card] = []
        for letters in re.findall(r"\w\w", found[1]):
            piece = Piece.parse(letters.capitalize())
            card = next((card for card in self._candidates(goal) if card.piece == piece and card not in moving), None)
            if card is None:
                return piece
            moving.append(card)
        return self.move(moving, goal)

    def _goal(self, word: str) -> int | None:
        if word in "+-":
            return NEW if word == "+" else HOME
        return next((at for at in range(len(self.lanes)) if lane_name(at) == word), None)

    def _candidates(self, goal: int) -> list[Card]:
        """Cards that a step may mean: of the hand first, then of other rows; on the way home, those that are away."""
        if goal == HOME:
            return [card for card in self if card.home != self.where(card)]
        return [card for card in self if self.where(card) != goal]

    def _step(self, lanes: list[list[Card]], hand: list[Card]) -> CardDraft:
        kept = [lane for at, lane in enumerate(lanes) if lane or at < self.old]
        order = {card.number: card for card in hand}
        return replace(
            self,
            lanes=tuple(tuple(sorted(lane, key=lambda card: (card.piece.index, card.number))) for lane in kept),
            hand=tuple(order[number] for number in sorted(order)),
            before=self,
        )


def _far(lane: int, card: Card) -> tuple[bool, bool]:
    return card.home is None, card.home != lane


def lane_name(at: int) -> str:
    """What people call a row: A, B, … Z, AA."""
    last = chr(ord("A") + at % 26)
    return last if at < 26 else lane_name(at // 26 - 1) + last
