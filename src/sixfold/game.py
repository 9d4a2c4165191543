"""What both games share: seats, chance, the opening and the outcome. No rule of either game.

Chance is explicit. A state that needs pieces from the bag says so with a `Need`; whoever holds the bag answers with
a `Draw`. The rules never sample and never know the order of the bag.
"""

from __future__ import annotations

from dataclasses import dataclass

from sixfold.pieces import EMPTY, Pieces

Seat = int
"""A place at the table, counted from 0, clockwise (T5, C6)."""


@dataclass(frozen=True, slots=True)
class Need:
    """The game waits for chance: `seat` draws `count` pieces, then `back` goes into the bag and it is mixed.

    `fresh` means: first put every piece of the box into the bag and mix (the first deal, and C4's redeal).
    """

    seat: Seat
    count: int
    back: Pieces = EMPTY
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class Draw:
    """The answer to a Need: what the seat drew. Pieces may be unknown in a game written down from a real table."""

    seat: Seat
    pieces: Pieces


@dataclass(frozen=True, slots=True)
class Opening:
    """Who opens and why: every seat's announcement, the seats tied for the largest, and the opener (T2, T3; C2, C3)."""

    sizes: tuple[int, ...]
    tied: tuple[Seat, ...]
    opener: Seat


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the clause that ended it, the winners (several share a victory), and everyone's score."""

    reason: str
    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
