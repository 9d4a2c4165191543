"""The numbers of Qwirkle Cards, so that a small game with the same rules exists. No procedure.

C1 (box and hand), C7 (shortest row), C11 (how often a stuck player redraws).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from sixfold.pieces import COLOR_LETTERS, SHAPE_LETTERS, Color, Piece, Pieces, Shape

SEATS: Final = (2, 3, 4)
"""How many may play."""


@dataclass(frozen=True, slots=True)
class Rules:
    """A rule set: `kinds` colours and as many shapes, `copies` of each card; a Qwirkle is a row of `kinds`."""

    name: str = "cards/1"
    kinds: int = 6
    copies: int = 3
    hand: int = 9
    min_row: int = 3
    redraws: int = 5

    def __post_init__(self) -> None:
        if not 1 <= self.kinds <= len(COLOR_LETTERS) == len(SHAPE_LETTERS):
            raise ValueError(f"kinds must be 1 to 6, not {self.kinds}")
        if not 1 <= self.min_row <= self.kinds or self.copies < 1 or self.redraws < 0:
            raise ValueError(f"no game can be played by {self!r}")
        if max(SEATS) * self.hand >= self.size:
            raise ValueError("the deal must leave cards in the stock, or C14's last round never begins")

    @property
    def box(self) -> Pieces:
        """C1: all the cards there are."""
        return _box(self.kinds, self.copies)

    @property
    def size(self) -> int:
        """How many cards there are."""
        return self.kinds**2 * self.copies


@cache
def _box(kinds: int, copies: int) -> Pieces:
    sorts = [Piece(Color(c), Shape(s)) for c in range(kinds) for s in range(kinds)]
    return Pieces(sorts * copies)


CARDS: Final = Rules()
"""The game of the rule book: 108 cards."""
TINY: Final = Rules(name="tiny-cards/1", kinds=3, copies=1, hand=2, min_row=2, redraws=2)
"""Nine cards: small enough to visit every position."""
BY_NAME: Final[dict[str, Rules]] = {rules.name: rules for rules in (CARDS, TINY)}
"""Every rule set of cards by its name."""
