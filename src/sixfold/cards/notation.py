"""Moves of the card game and their text form; rows and tables read and write themselves in `table`.

A turn is its rows, a slash, and the Qwirkles taken: `RoRsRd RdGdBd / RoOoYoGoBoPo`; else `redraw` or `pass`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sixfold.cards.table import Row, in_order, read_rows, write_rows
from sixfold.errors import NotationError
from sixfold.pieces import Pieces


@dataclass(frozen=True, slots=True)
class Turn:
    """C6 to C9: the rows after the turn and the Qwirkles taken.

    >>> str(Turn.parse("RdGdBd RoRsRd / RoOoYoGoBoPo"))
    'RoRsRd RdGdBd / RoOoYoGoBoPo'
    """

    rows: tuple[Row, ...]
    taken: tuple[Row, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "rows", in_order(self.rows))
        object.__setattr__(self, "taken", in_order(self.taken))

    @classmethod
    def parse(cls, text: str) -> Turn:
        """Read rows separated by spaces and, after a slash, the Qwirkles taken."""
        rows, _, taken = text.partition("/")
        return cls(read_rows(rows), read_rows(taken))

    @classmethod
    def read(cls, rows: Iterable[str], taken: Iterable[str] = ()) -> Turn:
        """Read each row by itself; empty ones do not count."""
        return cls(tuple(Row.parse(row) for row in rows if row), tuple(Row.parse(row) for row in taken if row))

    @property
    def pieces(self) -> Pieces:
        """Every card of the rows and of the Qwirkles."""
        return Pieces(piece for row in (*self.rows, *self.taken) for piece in row)

    def __str__(self) -> str:
        if self.rows and not self.taken:
            return write_rows(self.rows)
        return f"{write_rows(self.rows)} / {write_rows(self.taken)}".strip()


@dataclass(frozen=True, slots=True)
class Redraw:
    """C11: "I cannot play": the hand is shown, new cards are drawn, the old ones go into the stock."""

    def __str__(self) -> str:
        return "redraw"


@dataclass(frozen=True, slots=True)
class Pass:
    """C11, C12: the turn is used up."""

    def __str__(self) -> str:
        return "pass"


Move = Turn | Redraw | Pass
"""A turn is one of these; after a redraw it goes on (C11)."""


def parse_move(text: str) -> Move:
    """Read any move of the card game.

    >>> parse_move("redraw"), str(parse_move("RoRsRd"))
    (Redraw(), 'RoRsRd')
    """
    words = text.strip()
    if words == "redraw":
        return Redraw()
    if words == "pass":
        return Pass()
    if not words:
        raise NotationError(
            "a move is rows like RoRsRd, or redraw, or pass; this is empty", code="notation/move", text=""
        )
    return Turn.parse(words)
