"""How well ratings find out who is how strong: simulated people of known strength, rated one game after the other.

    python bench/ratings.py [--people 200] [--games 50] [--runs 5] [--json]

Everybody plays so many games at tables of two, three and four seats, with whoever comes. Strengths are spread so that
a strong player beats a middling one in about seven of ten games, as far as luck lets them here. Printed: how well the
ratings rank the people (Spearman), how well the best fit to all games at once does (maximum likelihood, which knows the
model and every game), and the share of the second that the first reaches. And what rating one game costs.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from sixfold.server.ratings.model import Kind, RatedGame, Standing, from_log

SPREADS = (0.7, 1.0)
"""Standard deviations of strength, in units in which one means odds of e to 1 between two players."""
Order = list[int]
"""The people of one game, the winner first."""


def simulated(seed: int, seats: int, spread: float, people: int, games: int) -> tuple[list[float], list[Order]]:
    """The strengths, and who came in where in each game: an order is as likely as Plackett and Luce have it."""
    rng = random.Random(seed)
    truth = [rng.gauss(0, spread) for _ in range(people)]
    played: list[Order] = []
    for _ in range(games):
        everybody = rng.sample(range(people), people)
        for at in range(0, people - people % seats, seats):
            luck = {who: rng.expovariate(np.exp(truth[who])) for who in everybody[at : at + seats]}
            played.append(sorted(luck, key=luck.__getitem__))
    return truth, played


def rated(games: list[Order]) -> dict[int, float]:
    """The ratings after all games, in the order they were played."""
    kind = Kind("tiles", len(games[0]))
    log = (
        RatedGame(n, str(n), kind, n, tuple(Standing(str(who), place) for place, who in enumerate(order, 1)))
        for n, order in enumerate(games, 1)
    )
    return {int(who): rating.mu for (_, who), rating in from_log(log).items()}


def fitted(games: list[Order], people: int) -> list[float]:
    """The strengths under which these games are the most likely, by Hunter's iteration; each is given half a win and
    half a loss against the middle, so that whoever always won has a strength too.
    """
    orders = np.asarray(games)
    wins = np.bincount(orders[:, :-1].ravel(), minlength=people) + 0.5
    strength = np.ones(people)
    for _ in range(1000):
        there = strength[orders]
        left = np.cumsum(there[:, ::-1], axis=1)[:, ::-1][:, :-1]
        share = np.cumsum(1 / left, axis=1)
        share = np.concatenate([share, share[:, -1:]], axis=1)
        weight = np.bincount(orders.ravel(), weights=share.ravel(), minlength=people)
        better = wins / (weight + 1 / (strength + 1))
        settled = float(np.max(np.abs(np.log(better / strength)))) < 1e-9
        strength = better
        if settled:
            break
    return [float(value) for value in np.log(strength)]


def correlation(one: list[float], other: list[float]) -> float:
    """How far two lists agree about the order (Spearman); no two values are equal here."""
    ranks, others = (np.argsort(np.argsort(np.asarray(values))).astype(float) for values in (one, other))
    return float(np.corrcoef(ranks, others)[0, 1])


def measured(seed: int, seats: int, spread: float, people: int, games: int) -> tuple[float, float]:
    """How well the ratings rank the people, and how well the best fit does."""
    truth, played = simulated(seed, seats, spread, people, games)
    found = rated(played)
    return (
        correlation(truth, [found[who] for who in range(people)]),
        correlation(truth, fitted(played, people)),
    )


def main() -> int:
    reading = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    reading.add_argument("--people", type=int, default=200)
    reading.add_argument("--games", type=int, default=50)
    reading.add_argument("--runs", type=int, default=5)
    reading.add_argument("--json", action="store_true")
    asked = reading.parse_args()
    lines = []
    for seats in (2, 3, 4):
        for spread in SPREADS:
            runs = [measured(seed, seats, spread, asked.people, asked.games) for seed in range(asked.runs)]
            shares = [one / best for one, best in runs]
            lines.append(
                {
                    "seats": seats,
                    "spread": spread,
                    "rating": round(float(np.mean([one for one, _ in runs])), 4),
                    "best_fit": round(float(np.mean([best for _, best in runs])), 4),
                    "share": round(float(np.mean(shares)), 4),
                    "least_share": round(min(shares), 4),
                }
            )
    _, played = simulated(0, 2, 1.0, asked.people, asked.games)
    begun = time.process_time()
    first = rated(played)
    cost = 1e6 * (time.process_time() - begun) / len(played)
    told = {"lines": lines, "us_per_game": round(cost), "again_equal": rated(played) == first}
    if asked.json:
        print(json.dumps(told))
        return 0
    print(f"{asked.people} people, {asked.games} games each, {asked.runs} runs of every line")
    for line in lines:
        print(
            f"  {line['seats']} seats, spread {line['spread']}: ratings {line['rating']:.3f}, best fit "
            f"{line['best_fit']:.3f}, share {line['share']:.3f} (least {line['least_share']:.3f})"
        )
    print(f"one game of two: {cost:.0f} µs of CPU; counted again, bit-equal: {told['again_equal']}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
