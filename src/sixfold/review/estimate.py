"""Numbers with an error: an estimate, and what a position is worth to every seat. For any game.

A `Worth` has, for every seat, the mean final lead over the best other seat and the mean share of the victory, each with
its standard error.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Z95: Final = 1.96


class Ends(NamedTuple):
    """Results of playing on: a row for each time, a column for each seat."""

    leads: Numbers
    """The final lead over the best other seat."""
    shares: Numbers
    """The share of the victory."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its standard error."""

    mean: float
    error: float = 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval."""
        return self.mean - Z95 * self.error, self.mean + Z95 * self.error

    def __sub__(self, other: Estimate) -> Estimate:
        """The difference of two values that were estimated separately."""
        return Estimate(self.mean - other.mean, float(np.hypot(self.error, other.error)))

    def __add__(self, other: Estimate) -> Estimate:
        return Estimate(self.mean + other.mean, float(np.hypot(self.error, other.error)))

    def __neg__(self) -> Estimate:
        return Estimate(-self.mean, self.error)


NOTHING: Final = Estimate(0.0)


@dataclass(frozen=True, slots=True)
class Worth:
    """Of one position, for every seat: the final lead in points or Qwirkles, and the share of the victory."""

    lead: tuple[Estimate, ...]
    share: tuple[Estimate, ...]


def ended(scores: Numbers) -> Ends:
    """The lead and the share of every seat, from final scores."""
    best_other = np.stack([np.delete(scores, seat, axis=1).max(axis=1) for seat in range(scores.shape[1])], axis=1)
    winners = scores == scores.max(axis=1, keepdims=True)
    return Ends(scores - best_other, winners / winners.sum(axis=1, keepdims=True))


def worth_of(ends: Ends) -> Worth:
    """What a position is worth, from the results of playing on."""
    return Worth(_of_seats(ends.leads), _of_seats(ends.shares))


def mean_of(values: Numbers) -> Estimate:
    """The mean of values, with the error that their spread gives it."""
    error = float(values.std(ddof=1) / np.sqrt(len(values))) if len(values) > 1 else 0.0
    return Estimate(float(values.mean()), error)


def _of_seats(values: Numbers) -> tuple[Estimate, ...]:
    return tuple(mean_of(column) for column in values.T)
