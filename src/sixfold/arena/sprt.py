"""A sequential test on deals: stop as soon as the games show whether a change helps. For development, never for
publication.

It is a generalised likelihood ratio on the shares of the deals. A share can be any number once luck is taken off.
Before that, it is 0, 1/4, 1/2, 3/4 or 1 for two bots. The unit is the deal, because the mirrored games of a deal depend
on each other.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]
Verdict = Literal["accept", "reject"]


@dataclass(frozen=True, slots=True)
class Sprt:
    """Tests "the share is `fair + low`" against "it is `fair + high`"; `fair` is one half for two bots.

    >>> Sprt(0.0, 0.05).verdict([1.0] * 90 + [0.5] * 10)
    'accept'
    >>> Sprt(0.0, 0.05).verdict([0.5] * 3) is None
    True
    """

    low: float
    high: float
    fair: float = 0.5
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -self.fair < self.low < self.high < 1 - self.fair:
            raise ValueError(f"a sequential test needs {-self.fair} < LOW < HIGH < {1 - self.fair}")

    @property
    def bounds(self) -> tuple[float, float]:
        """The test continues while the log-likelihood ratio lies between these."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, shares: Iterable[float]) -> float:
        """The log-likelihood ratio of the two hypotheses after these deals."""
        counts = Counter(shares)
        if not counts:
            return 0.0
        # A value that has not come up yet is rare, not impossible: without this one lost deal after a streak is fatal.
        values = np.array(sorted({*counts, 0.0, 0.5, 1.0}))
        weights = np.array([max(float(counts[value]), 1e-3) for value in values.tolist()])
        total = float(weights.sum())
        seen = weights / total
        below = _tilted(values, seen, self.fair + self.low)
        above = _tilted(values, seen, self.fair + self.high)
        return total * float(seen @ np.log(above / below))

    def verdict(self, shares: Iterable[float]) -> Verdict | None:
        """`accept` the higher share, `reject` it, or None to play on."""
        return self.decided(self.ratio(shares))

    def decided(self, ratio: float) -> Verdict | None:
        """What a log-likelihood ratio says."""
        lower, upper = self.bounds
        if ratio >= upper:
            return "accept"
        return "reject" if ratio <= lower else None


def _tilted(values: Floats, seen: Floats, mean: float) -> Floats:
    """The most likely distribution that has this mean: p_i = seen_i / (1 + x (v_i - mean)), with x from bisection."""
    off = values - mean
    # x keeps every denominator positive between these poles, and the sum below falls from +inf to -inf on the way.
    low, high = -1 / float(np.max(off)), -1 / float(np.min(off))
    for _ in range(100):
        x = (low + high) / 2
        slope = float(np.sum(seen * off / (1 + x * off)))
        low, high = (x, high) if slope > 0 else (low, x)
    return seen / (1 + (low + high) / 2 * off)
