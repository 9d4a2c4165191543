"""A position to look at or to try a move in: what lies on the table, and a hand. Not a State: no seats, no bag.

Its text form is one line, so that it fits into a link: `tiles/1 | 0,0:Rs 1,0:Rd | RoGs`, `cards/1 | RoRsRd | RoGs`.
"""

from __future__ import annotations

from dataclasses import dataclass

from sixfold import cards, tiles
from sixfold.errors import NotationError
from sixfold.pieces import Pieces


@dataclass(frozen=True, slots=True)
class Position:
    """A board or a table of cards, and a hand."""

    ruleset: str
    table: tiles.Board | cards.Table
    hand: Pieces

    @classmethod
    def of(cls, state: tiles.State | cards.State, hand: Pieces) -> Position:
        """What lies in a state, with a hand of it."""
        return cls(state.rules.name, state.lying, hand)

    @classmethod
    def parse(cls, text: str) -> Position:
        """Read the text form; the rules look at what lies there, and at the hand."""
        parts = [part.strip() for part in text.split("|")]
        if len(parts) != 3:
            raise NotationError(
                f"a position is a rule set, a table and a hand with | between, not {text[:40]!r}",
                code="notation/position",
                text=text[:200],
            )
        ruleset, lying, hand = parts[0], parts[1], Pieces.parse(parts[2])
        if ruleset in tiles.BY_NAME:
            board = tiles.Board.parse(lying, tiles.BY_NAME[ruleset])
            tiles.check_hand(board, hand, tiles.BY_NAME[ruleset])
            return cls(ruleset, board, hand)
        if ruleset in cards.BY_NAME:
            table = cards.Table.parse(lying.split())
            cards.moves.check_hand(hand, cards.BY_NAME[ruleset])
            cards.moves.check_position(table, hand, cards.BY_NAME[ruleset])
            return cls(ruleset, table, hand)
        raise NotationError(f"{ruleset[:40]!r} is no rule set", code="notation/position", text=ruleset[:200])

    def __str__(self) -> str:
        return f"{self.ruleset} | {self.table} | {self.hand}"
