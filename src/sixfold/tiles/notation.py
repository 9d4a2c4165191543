"""The words of the tile game: cells, placements and moves, each with its text form. Not whether a move is legal.

`0,0:Rs 1,0:Rd` is a play, `swap RsGd` an exchange, `pass` a pass (T6, T14, T16). Reading order is by y, then by x.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from sixfold.errors import NotationError
from sixfold.pieces import EMPTY, Piece, Pieces

# The grid has no limits (T9); a written number does: nine digits, and as many placements as any box could need.
_CELL: Final = re.compile(r"(0|-?[1-9][0-9]{0,8}),(0|-?[1-9][0-9]{0,8})", re.ASCII)
_LONGEST_TEXT: Final = 4000


class Cell(NamedTuple):
    """A place on the grid: x grows to the right, y grows downward.

    >>> Cell.parse("-3,12")
    Cell(x=-3, y=12)
    """

    x: int
    y: int

    @classmethod
    def parse(cls, text: str) -> Cell:
        """Read `x,y`; anything else is a NotationError."""
        found = _CELL.fullmatch(text)
        if found is None:
            raise NotationError(
                f"{text[:40]!r} is not a cell: a cell is x,y in whole numbers of at most nine digits, like -3,12",
                code="notation/cell",
                text=text[:40],
            )
        return cls(int(found[1]), int(found[2]))

    def __str__(self) -> str:
        return f"{self.x},{self.y}"


class Placement(NamedTuple):
    """A tile on a cell.

    >>> str(Placement.parse("2,0:Ro"))
    '2,0:Ro'
    """

    cell: Cell
    piece: Piece

    @classmethod
    def parse(cls, text: str) -> Placement:
        """Read `x,y:Rs`."""
        cell, colon, piece = text.partition(":")
        if not colon:
            raise NotationError(
                f"{text[:40]!r} is not a placement: a placement is a cell, a colon and a piece, like 2,0:Ro",
                code="notation/placement",
                text=text[:40],
            )
        return cls(Cell.parse(cell), Piece.parse(piece))

    def __str__(self) -> str:
        return f"{self.cell.x},{self.cell.y}:{self.piece}"


def reading_order(placement: tuple[Cell, Piece]) -> tuple[int, int, int]:
    """Sort key of placements: by y, then by x (a cell used twice stays written twice)."""
    (x, y), piece = placement
    return (y, x, piece.index)


def parse_placements(text: str) -> tuple[Placement, ...]:
    """Read placements separated by one space, in any order; the empty text holds none."""
    if len(text) > _LONGEST_TEXT:
        raise NotationError(
            f"{len(text)} characters are too many for the tiles of one game", code="notation/too-long", text=text[:40]
        )
    placements: list[Placement] = []
    at = 0
    for word in text.split(" ") if text else ():
        try:
            placements.append(Placement.parse(word))
        except NotationError as error:
            raise NotationError(error.message, code=error.code, text=error.text, at=at) from None
        at += len(word) + 1
    return tuple(placements)


def write_placements(placements: Iterable[tuple[Cell, Piece]]) -> str:
    """The text of placements, in reading order."""
    return " ".join(f"{x},{y}:{piece}" for (x, y), piece in sorted(placements, key=reading_order))


class Place:
    """A play: one or more tiles laid in one turn (T6), kept in reading order.

    >>> Place.parse("1,0:Rd 0,0:Rs")
    Place.parse('0,0:Rs 1,0:Rd')
    """

    __slots__ = ("placements", "text")
    placements: tuple[Placement, ...]
    text: str

    def __init__(self, placements: Iterable[tuple[Cell, Piece]]) -> None:
        self.placements = tuple(Placement(Cell(*cell), piece) for cell, piece in sorted(placements, key=reading_order))
        self.text = " ".join(map(str, self.placements))

    @classmethod
    def in_order(cls, placements: tuple[Placement, ...], text: str) -> Place:
        """From placements that already stand in reading order, with their text: the generator of plays has both."""
        place = cls.__new__(cls)
        place.placements = placements
        place.text = text
        return place

    @classmethod
    def parse(cls, text: str) -> Place:
        """Read a play."""
        return cls(parse_placements(text))

    @property
    def pieces(self) -> Pieces:
        """The tiles it takes from the hand."""
        return Pieces(piece for _, piece in self.placements)

    def __len__(self) -> int:
        return len(self.placements)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Place) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Place.parse({self.text!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return (Place.in_order, (self.placements, self.text))


@dataclass(frozen=True, slots=True)
class Swap:
    """An exchange (T14): these tiles go aside and as many are drawn. Others see only how many: `swap ??`."""

    pieces: Pieces

    @classmethod
    def parse(cls, text: str) -> Swap:
        """Read `swap RsGd`."""
        word, _, pieces = text.partition(" ")
        if word != "swap":
            raise NotationError(
                f"{text[:40]!r} is not an exchange, like swap RsGd", code="notation/move", text=text[:40]
            )
        return cls(Pieces.parse(pieces))

    def __str__(self) -> str:
        return f"swap {self.pieces}" if self.pieces else "swap"


@dataclass(frozen=True, slots=True)
class Pass:
    """A pass: only with the bag empty and nothing to play (T16)."""

    @classmethod
    def parse(cls, text: str) -> Pass:
        """Read `pass`."""
        if text != "pass":
            raise NotationError(f"{text[:40]!r} is not a pass", code="notation/move", text=text[:40])
        return cls()

    def __str__(self) -> str:
        return "pass"


Move = Place | Swap | Pass
"""A turn is exactly one of these (T6)."""


def parse_move(text: str) -> Move:
    """Read any move.

    >>> parse_move("swap GdRs"), parse_move("pass"), parse_move("0,0:Rs")
    (Swap(pieces=Pieces.parse('RsGd')), Pass(), Place.parse('0,0:Rs'))
    """
    if text == "pass":
        return Pass()
    if text == "swap" or text.startswith("swap "):
        return Swap.parse(text)
    return Place.parse(text)


def hide(move: Move) -> Move:
    """What the other seats see of a move: of an exchange only the number of tiles."""
    return _hidden(len(move.pieces)) if isinstance(move, Swap) else move


@cache
def _hidden(count: int) -> Swap:
    return Swap(Pieces(EMPTY, count))
