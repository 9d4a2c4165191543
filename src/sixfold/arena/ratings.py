"""Ratings of a round robin: the strengths under which the results seen are the most likely (Bradley-Terry, Elo scale).

All games count at once, so the order in which they finished cannot matter. A tie is half a win for either side.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

PRIOR_GAMES = 1.0
"""Drawn games that each bot is given against every other bot, so that a bot that never lost still has a rating."""


def rate(wins: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """Elo-scale ratings with mean 0 from `wins[a][b]`, the games that a won from b (a tie is half).

    >>> [round(rating) for rating in rate([[0, 75], [25, 0]])]
    [94, -94]
    """
    table = np.asarray(wins, dtype=np.float64)
    size = len(table)
    if size < 2:
        return (0.0,) * size
    met = (table + table.T) > 0
    table = table + met * (PRIOR_GAMES / 2)
    games = table + table.T
    strength = np.ones(size)
    # Hunter's minorise-maximise iteration; it climbs the likelihood at every step.
    for _ in range(10_000):
        share = games / (strength[:, None] + strength[None, :])
        better = table.sum(axis=1) / np.maximum(share.sum(axis=1), 1e-300)
        better /= math.exp(float(np.log(np.maximum(better, 1e-300)).mean()))
        settled = bool(np.max(np.abs(np.log(better / strength))) < 1e-10)
        strength = better
        if settled:
            break
    return tuple(float(value) for value in 400 * np.log10(strength))


def intervals(
    by_deal: Mapping[tuple[int, int], Sequence[float]], size: int, games: int = 2, resamples: int = 200, seed: int = 0
) -> tuple[tuple[float, float], ...]:
    """The 95 % interval of every rating, by drawing the deals of each pairing again.

    `by_deal[a, b]` holds a's share of every deal. A deal is `games` games.
    """
    generator = np.random.default_rng(seed)
    drawn: list[tuple[float, ...]] = []
    pairings = {pair: np.asarray(shares, dtype=np.float64) for pair, shares in by_deal.items() if shares}
    for _ in range(resamples):
        wins = np.zeros((size, size))
        for (a, b), shares in pairings.items():
            again = float(generator.choice(shares, size=len(shares)).sum()) * games
            wins[a, b] += again
            wins[b, a] += len(shares) * games - again
        drawn.append(rate(wins.tolist()))
    low, high = np.quantile(np.asarray(drawn), [0.025, 0.975], axis=0)
    return tuple((float(a), float(b)) for a, b in zip(low, high, strict=True))
