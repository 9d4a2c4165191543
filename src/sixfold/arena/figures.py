"""What a match says: win shares, margins, and their intervals by bootstrap over deals. Numbers only, no play.

The games of one deal are not independent (they share a shuffle), so the deal is the unit that is drawn again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

RESAMPLES: Final = 10_000
_BLOCK: Final = 2_000_000


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over deals with its 95 % interval."""

    mean: float
    low: float
    high: float


def estimate(by_deal: Sequence[float], seed: int = 0, resamples: int = RESAMPLES) -> Estimate:
    """The mean of one number per deal; the interval is the middle 95 % of the means of resampled deals.

    >>> estimate([0.5, 0.5, 0.5])
    Estimate(mean=0.5, low=0.5, high=0.5)
    """
    if not by_deal:
        return Estimate(float("nan"), float("nan"), float("nan"))
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
    return Estimate(float(values @ counts / n), float(low), float(high))
