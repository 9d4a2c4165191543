"""The figures of a match: win shares, margins, and their intervals by bootstrap over deals. It plays nothing.

The games of one deal share a shuffle, so they are not independent. Therefore the bootstrap draws whole deals again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

RESAMPLES: Final = 10_000
_BLOCK: Final = 2_000_000
PRIOR_DEALS: Final = 10


@dataclass(frozen=True, slots=True)
class MeanOfDeals:
    """A mean over deals with its 95 % interval."""

    mean: float
    low: float
    high: float


def estimate(by_deal: Sequence[float], seed: int = 0, resamples: int = RESAMPLES) -> MeanOfDeals:
    """The mean of one number per deal; the interval is the middle 95 % of the means of resampled deals.

    >>> estimate([0.5, 0.5, 0.5])
    MeanOfDeals(mean=0.5, low=0.5, high=0.5)
    """
    if not by_deal:
        return MeanOfDeals(float("nan"), float("nan"), float("nan"))
    values, counts = np.unique(np.asarray(by_deal, dtype=np.float64), return_counts=True)
    n = int(counts.sum())
    generator = np.random.default_rng(seed)
    # Deals with the same value are the same to a resample, so drawing how often each value comes up is enough.
    block = max(1, _BLOCK // len(values))
    means: list[np.ndarray] = []
    for start in range(0, resamples, block):
        drawn = generator.multinomial(n, counts / n, size=min(block, resamples - start))
        means.append(drawn @ values / n)
    low, high = np.quantile(np.concatenate(means), [0.025, 0.975])
    return MeanOfDeals(float(values @ counts / n), float(low), float(high))


class LessLuck:
    """Takes luck off a figure, deal by deal: it subtracts the luck times its weight, which the deals before have shown.

    Luck is 0 on average, whatever happened before. So the mean stays the same, even for somebody who stops at a moment
    of their choice. `prior` is the first weight of luck; it counts as much as PRIOR_DEALS deals.

    >>> less = LessLuck(1.0)
    >>> [less.add(3.0, 2.0), less.add(-1.0, 0.0)]
    [1.0, -1.0]
    """

    def __init__(self, prior: float) -> None:
        self.prior = prior
        self._deals = 0
        self._sums = np.zeros(4)

    @property
    def slope(self) -> float:
        """The weight of luck according to the deals so far."""
        if self._deals < 2:
            return self.prior
        values, luck, products, squares = (self._sums / self._deals).tolist()
        spread = squares - luck * luck
        if spread <= 0:
            return self.prior
        weight = PRIOR_DEALS / self._deals
        return float(((products - values * luck) / spread + weight * self.prior) / (1 + weight))

    def add(self, value: float, luck: float) -> float:
        """Add one deal; returns its figure without its luck."""
        rest = value - self.slope * luck
        self._deals += 1
        self._sums += (value, luck, value * luck, luck * luck)
        return rest


def less_luck(values: Sequence[float], luck: Sequence[float], prior: float) -> list[float]:
    """A figure of every deal without its luck."""
    less = LessLuck(prior)
    return [less.add(value, each) for value, each in zip(values, luck, strict=True)]
