"""A sequential test on deals: stop once the games say whether a change helps. For development, never for publication.

A generalised likelihood ratio on the frequencies of a deal's share (0, 1/4, 1/2, 3/4, 1 with two bots: pentanomial), so
that the correlation of mirrored games is counted for what it is.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

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
        """The test goes on while the log-likelihood ratio lies between these."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, shares: Iterable[float]) -> float:
        """The log-likelihood ratio of the two hypotheses after these deals."""
        counts = Counter(shares)
        if not counts:
            return 0.0
        # A value that has not come up yet is rare, not impossible: without this one lost deal after a streak is fatal.
        values = sorted({*counts, 0.0, 0.5, 1.0})
        weights = {value: max(float(counts[value]), 1e-3) for value in values}
        total = sum(weights.values())
        seen = {value: weight / total for value, weight in weights.items()}
        below = _tilted(seen, self.fair + self.low)
        above = _tilted(seen, self.fair + self.high)
        return total * sum(seen[value] * math.log(above[value] / below[value]) for value in seen)

    def verdict(self, shares: Iterable[float]) -> Verdict | None:
        """`accept` the higher share, `reject` it, or None: play on."""
        ratio = self.ratio(shares)
        lower, upper = self.bounds
        if ratio >= upper:
            return "accept"
        return "reject" if ratio <= lower else None


def _tilted(seen: dict[float, float], mean: float) -> dict[float, float]:
    """The most likely distribution that has this mean: p_i = seen_i / (1 + x (v_i - mean)), with x from bisection."""
    smallest, largest = min(seen), max(seen)
    # x keeps every denominator positive between these poles, and the sum below falls from +inf to -inf on the way.
    low, high = -1 / (largest - mean), 1 / (mean - smallest)
    for _ in range(200):
        x = (low + high) / 2
        slope = sum(p * (value - mean) / (1 + x * (value - mean)) for value, p in seen.items())
        low, high = (x, high) if slope > 0 else (low, x)
    x = (low + high) / 2
    return {value: p / (1 + x * (value - mean)) for value, p in seen.items()}
