"""Pieces: the 36 kinds of tile or card, and multisets of them. No game knowledge.

A piece is a colour letter and a shape letter (`Rs` is the red square). The canonical order is colour first
(R O Y G B P), then shape (o s d c t x); `Piece.index` is the place in that order, 0 to 35.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import IntEnum
from itertools import chain, compress, repeat
from operator import mul
from typing import ClassVar, Final

from sixfold.errors import NotationError


class Color(IntEnum):
    """The six colours, in canonical order."""

    RED = 0
    ORANGE = 1
    YELLOW = 2
    GREEN = 3
    BLUE = 4
    PURPLE = 5

    @property
    def letter(self) -> str:
        """The letter of the notation, `R` to `P`."""
        return COLOR_LETTERS[self]


class Shape(IntEnum):
    """The six shapes, in canonical order. Star has eight points, cross four."""

    CIRCLE = 0
    SQUARE = 1
    DIAMOND = 2
    CLOVER = 3
    STAR = 4
    CROSS = 5

    @property
    def letter(self) -> str:
        """The letter of the notation, `o` to `x`."""
        return SHAPE_LETTERS[self]


COLOR_LETTERS: Final = "ROYGBP"
SHAPE_LETTERS: Final = "osdctx"
KINDS: Final = 36


class Piece:
    """One kind of piece. There is exactly one object per kind, so `is` and `==` agree.

    >>> Piece(Color.RED, Shape.SQUARE)
    Piece.parse('Rs')
    >>> str(Piece.parse("Rs")), Piece.parse("Rs").index
    ('Rs', 1)
    """

    __slots__ = ("_text", "color", "index", "shape")
    _all: ClassVar[dict[tuple[int, int], Piece]] = {}
    color: Color
    shape: Shape
    index: int
    _text: str

    def __new__(cls, color: Color, shape: Shape) -> Piece:
        known = cls._all.get((color, shape))
        if known is not None:
            return known
        piece = super().__new__(cls)
        piece.color = Color(color)
        piece.shape = Shape(shape)
        piece.index = 6 * piece.color + piece.shape
        piece._text = piece.color.letter + piece.shape.letter
        cls._all[int(color), int(shape)] = piece
        return piece

    @classmethod
    def parse(cls, text: str) -> Piece:
        """Read `Rs`; anything else is a NotationError."""
        piece = _BY_TEXT.get(text)
        if piece is None:
            raise NotationError(
                f"{text[:20]!r} is not a piece: a piece is one of {COLOR_LETTERS} and one of {SHAPE_LETTERS}, like Rs",
                code="notation/piece",
                text=text[:20],
            )
        return piece

    @property
    def words(self) -> str:
        """The piece in English words, for messages: `red square`."""
        return f"{self.color.name} {self.shape.name}".lower()

    @property
    def plural(self) -> str:
        """Several of them, for messages: `red crosses`."""
        return self.words + ("es" if self.shape is Shape.CROSS else "s")

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Piece.parse({self._text!r})"

    def __hash__(self) -> int:
        return self.index

    def __lt__(self, other: Piece) -> bool:
        return self.index < other.index

    def __reduce__(self) -> tuple[object, ...]:
        return (Piece, (self.color, self.shape))


ALL_PIECES: Final[tuple[Piece, ...]] = tuple(Piece(color, shape) for color in Color for shape in Shape)
_BY_TEXT: Final[dict[str, Piece]] = {str(piece): piece for piece in ALL_PIECES}
_TEXTS: Final = tuple(_BY_TEXT)
_NONE: Final[tuple[int, ...]] = (0,) * KINDS


class Pieces:
    """A frozen multiset of pieces, such as a hand; some of them may be unknown (`?`).

    >>> hand = Pieces.parse("RsRoGd??")
    >>> str(hand), len(hand), hand.unknown
    ('RoRsGd??', 5, 2)
    >>> hand - Pieces.parse("Rs?")
    Pieces.parse('RoGd?')
    """

    __slots__ = ("counts", "unknown")
    counts: tuple[int, ...]
    unknown: int

    def __init__(self, pieces: Iterable[Piece] = (), unknown: int = 0) -> None:
        counts = [0] * KINDS
        for piece in pieces:
            counts[piece.index] += 1
        self.counts = tuple(counts)
        self.unknown = unknown

    @classmethod
    def from_counts(cls, counts: Iterable[int], unknown: int = 0) -> Pieces:
        """From how many there are of each of the 36 kinds, in canonical order."""
        made = cls._of(tuple(counts), unknown)
        if len(made.counts) != KINDS or min(made.counts) < 0 or unknown < 0:
            raise ValueError("a multiset needs 36 counts, none below zero")
        return made

    @classmethod
    def _of(cls, counts: tuple[int, ...], unknown: int) -> Pieces:
        """From counts that are known to be right."""
        made = cls.__new__(cls)
        made.counts = counts
        made.unknown = unknown
        return made

    @classmethod
    def parse(cls, text: str) -> Pieces:
        """Read pieces run together, in any order, `?` for one that is not known."""
        pieces: list[Piece] = []
        unknown = at = 0
        while at < len(text):
            if text[at] == "?":
                unknown += 1
                at += 1
                continue
            piece = _BY_TEXT.get(text[at : at + 2])
            if piece is None:
                raise NotationError(
                    f"{text[at : at + 2]!r} at {at} of {text[:80]!r} is not a piece",
                    code="notation/piece",
                    text=text[at : at + 2],
                    at=at,
                )
            pieces.append(piece)
            at += 2
        return cls(pieces, unknown)

    @property
    def known(self) -> bool:
        """Whether every piece is known."""
        return self.unknown == 0

    def named(self) -> Pieces:
        """These without the unknown ones."""
        return Pieces._of(self.counts, 0) if self.unknown else self

    def count(self, piece: Piece) -> int:
        """How many of this kind."""
        return self.counts[piece.index]

    def distinct(self) -> tuple[Piece, ...]:
        """The kinds present, each once, in canonical order."""
        return tuple(compress(ALL_PIECES, self.counts))

    def covers(self, other: Pieces) -> bool:
        """Whether `other` could be taken out of this: an unknown piece can stand for any."""
        if not other.unknown and min(map(int.__sub__, self.counts, other.counts)) >= 0:
            return True
        missing = sum(max(0, b - a) for a, b in zip(self.counts, other.counts, strict=True))
        return missing <= self.unknown and len(other) <= len(self)

    def __add__(self, other: Pieces) -> Pieces:
        return Pieces._of(tuple(map(int.__add__, self.counts, other.counts)), self.unknown + other.unknown)

    def __sub__(self, other: Pieces) -> Pieces:
        """Take `other` out; a piece that is not here is taken from the unknown ones."""
        if not other.unknown:
            left = tuple(map(int.__sub__, self.counts, other.counts))
            if min(left) >= 0:
                return Pieces._of(left, self.unknown)
        if not self.covers(other):
            raise ValueError(f"{other} is not part of {self}")
        counts = list(self.counts)
        unknown = self.unknown
        for index, n in enumerate(other.counts):
            taken = min(counts[index], n)
            counts[index] -= taken
            unknown -= n - taken
        # Unknown pieces taken come from the unknown ones first, then from anywhere: only the size is certain.
        if other.unknown > unknown:
            raise ValueError(f"{other} is not surely part of {self}")
        return Pieces.from_counts(counts, unknown - other.unknown)

    def __iter__(self) -> Iterator[Piece]:
        return chain.from_iterable(map(repeat, ALL_PIECES, self.counts))

    def __len__(self) -> int:
        return sum(self.counts) + self.unknown

    def __bool__(self) -> bool:
        return len(self) > 0

    def __contains__(self, piece: object) -> bool:
        return isinstance(piece, Piece) and self.counts[piece.index] > 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pieces) and self.counts == other.counts and self.unknown == other.unknown

    def __hash__(self) -> int:
        return hash((self.counts, self.unknown))

    def __str__(self) -> str:
        return "".join(map(mul, _TEXTS, self.counts)) + "?" * self.unknown

    def __repr__(self) -> str:
        return f"Pieces.parse({str(self)!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return (Pieces.from_counts, (self.counts, self.unknown))


EMPTY: Final = Pieces()
"""No pieces at all."""
