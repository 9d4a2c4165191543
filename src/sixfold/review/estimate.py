"""Numbers with an error: an estimate, and what a position is worth to every seat. No game is asked here.

A `Worth` has, for every seat, the mean final lead over the best other seat and the mean share of the victory, each with
its standard error.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Scores = NDArray[np.float64]
"""Final scores, a row for each time a game was finished and a column for each seat."""
Z95: Final = 1.96


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
        """The difference of two that were estimated apart."""
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


def of_scores(scores: Scores) -> Worth:
    """What a position is worth, from the final scores of playing it on."""
    seats = scores.shape[1]
    best_other = np.stack([np.delete(scores, seat, axis=1).max(axis=1) for seat in range(seats)], axis=1)
    winners = scores == scores.max(axis=1, keepdims=True)
    shares = winners / winners.sum(axis=1, keepdims=True)
    return Worth(_estimates(scores - best_other), _estimates(shares))


def _estimates(values: NDArray[np.float64]) -> tuple[Estimate, ...]:
    count = len(values)
    errors = values.std(axis=0, ddof=1) / np.sqrt(count) if count > 1 else np.zeros(values.shape[1])
    return tuple(Estimate(float(m), float(e)) for m, e in zip(values.mean(axis=0), errors, strict=True))
