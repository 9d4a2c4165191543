"""What a panel asks a game, and what both games do alike with samples."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final, Protocol, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

ViewT = TypeVar("ViewT", contravariant=True)
MoveT = TypeVar("MoveT", contravariant=True)
Values: TypeAlias = dict[str, tuple[float, float, float]]
"""By move: the two halves of its value, and the standard error of the whole; 0 where it is exact."""
BATCHES: Final = 10
"""Samples come in this many batches. The spread of the batches gives the error, and every other batch makes one half.
"""


class Oracle(Protocol[ViewT, MoveT]):
    """A game that can say what every move is worth."""

    @property
    def UNIT(self) -> str:  # noqa: N802 - a constant of a module
        """What a lead is counted in."""
        ...

    @property
    def SAMPLES(self) -> int:  # noqa: N802 - a constant of a module
        """Samples for every move, if nobody says otherwise."""
        ...

    def open_to(self, view: ViewT) -> bool:
        """Whether there is something to choose here that a panel could ask about."""
        ...

    def values(self, view: ViewT, samples: int, rng: random.Random) -> Values | None:
        """What every move is worth, exact where nothing is hidden; None where that would take too long."""
        ...

    def named(self, view: ViewT, move: MoveT) -> str:
        """The name of a move in `values`."""
        ...


def halves(names: Sequence[str], means: NDArray[np.float64], digits: int) -> Values:
    """The values of moves from the mean of each in every batch."""
    errors = means.std(axis=0, ddof=1) / BATCHES**0.5
    both = np.stack([means[0::2].mean(axis=0), means[1::2].mean(axis=0)]).round(digits)
    return {name: (float(both[0, i]), float(both[1, i]), float(errors[i])) for i, name in enumerate(names)}
