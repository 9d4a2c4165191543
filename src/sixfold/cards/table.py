"""Rows of cards and the table they lie on, as plain values. Whether a row is legal is asked in `moves`.

C7 (what a row is made of), C8 (a table is only its rows: they may be regrouped at will), C16 (the overview).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final

from sixfold.errors import NotationError
from sixfold.pieces import KINDS, Color, Piece, Pieces, Shape


class Row(tuple[Piece, ...]):
    """Cards side by side, in canonical order. A readable row need not be a legal one.

    >>> Row.parse("RdRsRo")
    Row.parse('RoRsRd')
    >>> Row.parse("RoRsRd").color
    <Color.RED: 0>
    """

    __slots__ = ()

    def __new__(cls, pieces: Iterable[Piece] = ()) -> Row:
        return super().__new__(cls, sorted(pieces, key=_index))

    @classmethod
    def parse(cls, text: str) -> Row:
        """Read pieces run together, in any order; all must be known."""
        pieces = Pieces.parse(text)
        if not pieces.known:
            at = text.index("?")
            raise NotationError(
                f"'?' at {at} of {text[:80]!r}: the cards of a row must be known",
                code="notation/unknown-piece",
                text="?",
                at=at,
            )
        return cls(pieces)

    @property
    def color(self) -> Color | None:
        """The one colour of the row, if it has just one."""
        return self[0].color if len({piece.color for piece in self}) == 1 else None

    @property
    def shape(self) -> Shape | None:
        """The one shape of the row, if it has just one."""
        return self[0].shape if len({piece.shape for piece in self}) == 1 else None

    def __str__(self) -> str:
        return "".join(map(str, self))

    def __repr__(self) -> str:
        return f"Row.parse({str(self)!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return (Row, (tuple(self),))


def _index(piece: Piece) -> int:
    return piece.index


def in_order(rows: Iterable[Row]) -> tuple[Row, ...]:
    """Rows in canonical order: as their cards compare, card by card."""
    return tuple(sorted(rows, key=lambda row: [piece.index for piece in row]))


def read_rows(text: str) -> tuple[Row, ...]:
    """Rows separated by spaces; `-` is a row without cards, which only a draft can hold."""
    return tuple(Row() if word == "-" else Row.parse(word) for word in text.split())


def write_rows(rows: Iterable[Row]) -> str:
    """What `read_rows` reads."""
    return " ".join(str(row) or "-" for row in rows)


class Table:
    """The rows that lie on the table, in canonical order.

    >>> Table.parse(["RdGdBd", "RoRsRd"])
    Table.parse('RoRsRd RdGdBd')
    """

    def __init__(self, rows: Iterable[Row] = ()) -> None:
        self.rows = in_order(rows)

    @classmethod
    def parse(cls, text: str | Iterable[str]) -> Table:
        """Read a list of rows, or rows separated by spaces, in any order."""
        return cls(read_rows(text) if isinstance(text, str) else map(Row.parse, text))

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """How many cards of each of the 36 kinds lie on the table: under C8 that is all that matters."""
        counts = [0] * KINDS
        for row in self.rows:
            for piece in row:
                counts[piece.index] += 1
        return tuple(counts)

    @property
    def pieces(self) -> Pieces:
        """The cards on the table, rows forgotten."""
        return Pieces.from_counts(self.counts)

    def overview(self) -> tuple[tuple[Row, ...], tuple[Row, ...]]:
        """C16: the rows of one shape, to lie side by side, and the rows of one colour, to lie below them."""
        by_shape = sorted((row for row in self.rows if row.shape is not None), key=lambda row: row[0].shape)
        return tuple(by_shape), tuple(row for row in self.rows if row.shape is None)

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and self.rows == other.rows

    def __hash__(self) -> int:
        return hash(self.rows)

    def __str__(self) -> str:
        return write_rows(self.rows)

    def __repr__(self) -> str:
        return f"Table.parse({str(self)!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return (Table, (self.rows,))


NO_ROWS: Final = Table()
