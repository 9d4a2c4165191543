"""The numbers of the tile game, so that other games with the same rules can exist. No rule is decided here.

`TILES` is the game of the box (T1: 6 colours × 6 shapes × 3 copies, hands of 6). `SHORT` takes two of each tile, so
that it lasts two thirds as long; `TARGET` ends at 100 points (T21). `TINY` is small enough to visit every state it can
reach.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Final

from sixfold.pieces import ALL_PIECES, Pieces

MIN_SEATS: Final = 2
MAX_SEATS: Final = 4


@dataclass(frozen=True, slots=True)
class Rules:
    """The sizes of one tile game."""

    name: str
    kinds: int = 6
    """Colours, and shapes: a line can hold as many tiles (T10), and then it is a Qwirkle (T12)."""
    copies: int = 3
    """How many tiles of each colour and shape the box holds (T1)."""
    hand: int = 6
    """Tiles in a full hand (T1, T13)."""
    qwirkle_bonus: int = 6
    """More points for a line of all kinds (T12)."""
    end_bonus: int = 6
    """More points for the first empty hand (T17)."""
    target: int = 0
    """The points that end the game, with the round in which they are reached (T21); 0 for a game without a target."""

    @property
    def box(self) -> Pieces:
        """Every tile of the game (T1)."""
        return _box(self.kinds, self.copies)

    @property
    def size(self) -> int:
        """How many tiles the box holds."""
        return self.kinds * self.kinds * self.copies


@cache
def _box(kinds: int, copies: int) -> Pieces:
    held = (p for p in ALL_PIECES if p.color < kinds and p.shape < kinds)
    return Pieces(piece for piece in held for _ in range(copies))


TILES: Final = Rules("tiles/1")
"""The game of the rule book: 108 tiles."""
SHORT: Final = Rules("tiles-short/1", copies=2)
"""Two of each tile, 72 in all."""
TARGET: Final = Rules("tiles-100/1", target=100)
"""The game ends with the round in which somebody reaches 100 points (T21)."""
TINY: Final = Rules("tiny-tiles/1", kinds=2, copies=2, hand=2, qwirkle_bonus=2, end_bonus=2)
"""Eight tiles: small enough to visit every position."""
BY_NAME: Final[Mapping[str, Rules]] = MappingProxyType({rules.name: rules for rules in (TILES, SHORT, TARGET, TINY)})
"""Every rule set of tiles by its name."""
