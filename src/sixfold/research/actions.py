"""Moves as numbers, in two encodings, and back. No rule is decided here: both select from the legal moves of the rules.

- `whole`: action i is the i-th legal move.
- `factored`: a turn is built from small steps (a piece on a cell, a piece put aside, a Qwirkle taken) and then
  committed. A step is legal exactly when some legal move contains this step and all steps before it.

Each game has both encodings in `games`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from sixfold.research.observations import Floats

Mask = NDArray[np.int8]
StateT = TypeVar("StateT", contravariant=True)
MoveT = TypeVar("MoveT", covariant=True)

MOST_MOVES: Final = 2048
"""How many whole moves have a number. An opening of six tiles has 1,440 plays, and real games stay below 1,000. If a
list is ever longer, the plays that are worth least are left out, never the exchanges.
"""


class Encoding(Protocol[StateT, MoveT]):
    """A way to say moves by numbers, for one turn at a time."""

    @property
    def size(self) -> int:
        """How many actions have a number."""
        ...

    def begin(self, state: StateT) -> None:
        """A new turn: look at the legal moves of the seat to move."""
        ...

    def mask(self) -> Mask:
        """1 for every action that may be taken now."""
        ...

    def take(self, action: int) -> MoveT | None:
        """Take an action that the mask allows; returns the finished move, or None if the turn goes on."""
        ...

    def pending(self) -> Sequence[str]:
        """The steps taken so far in this turn, as text."""
        ...

    def features(self) -> Floats | None:
        """A row for each action: points, Qwirkles, pieces played, pieces exchanged, pass. None: it is no move."""
        ...


def first(count: int, size: int) -> Mask:
    """A mask that allows the first `count` actions."""
    mask = np.zeros(size, dtype=np.int8)
    mask[:count] = 1
    return mask
