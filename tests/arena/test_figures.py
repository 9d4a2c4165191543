"""Shares, sequential tests and ratings against known answers."""

import math
import random

import numpy as np
import pytest

from sixfold.arena import Sprt, estimate
from sixfold.arena.ratings import intervals, rate
from sixfold.arena.sprt import Verdict


def test_an_interval_is_that_of_the_normal_law_for_many_deals() -> None:
    rng = random.Random(5)
    shares = [rng.choice([0.0, 0.25, 0.5, 0.75, 1.0]) for _ in range(4000)]
    found = estimate(shares)
    error = 1.96 * float(np.std(shares)) / math.sqrt(len(shares))
    assert found.mean == pytest.approx(float(np.mean(shares)))
    assert found.low == pytest.approx(found.mean - error, abs=error / 8)
    assert found.high == pytest.approx(found.mean + error, abs=error / 8)


def test_the_interval_is_drawn_from_deals_and_not_from_games() -> None:
    # Mirrored games that always split a deal say nothing but one half, with certainty.
    assert estimate([0.5] * 10) == estimate([0.5])
    wide = estimate([0.0, 1.0] * 5)
    assert wide.low < 0.3
    assert wide.high > 0.7


def test_an_estimate_does_not_depend_on_the_order_of_the_deals() -> None:
    shares = [0.0, 0.5, 1.0, 1.0, 0.25, 0.75, 0.5]
    assert estimate(shares) == estimate(shares[::-1])


def test_nothing_played_is_not_a_number() -> None:
    assert math.isnan(estimate([]).mean)


@pytest.mark.parametrize(("truth", "verdict"), [(0.5, "reject"), (0.56, "accept")])
def test_the_sequential_test_decides_rightly_and_early(truth: float, verdict: Verdict) -> None:
    decided = []
    for seed in range(20):
        rng = random.Random(seed)
        test = Sprt(0.0, 0.06)
        shares: list[float] = []
        while (found := test.verdict(shares)) is None:
            shares.append(sum(rng.random() < truth for _ in range(2)) / 2)
            assert len(shares) < 5000
        decided.append(found)
    assert decided.count(verdict) >= 17


def test_the_ratio_of_the_sequential_test_is_near_the_normal_one() -> None:
    rng = random.Random(1)
    shares = [sum(rng.random() < 0.53 for _ in range(2)) / 2 for _ in range(2000)]
    mean, variance = float(np.mean(shares)), float(np.var(shares))
    normal = len(shares) * 0.04 * (2 * mean - 1.04) / (2 * variance)
    assert Sprt(0.0, 0.04).ratio(shares) == pytest.approx(normal, abs=0.15 + 0.05 * abs(normal))


@pytest.mark.parametrize(("low", "high"), [(0.1, 0.1), (0.2, 0.1), (-0.6, 0.1), (0.0, 0.5)])
def test_a_test_between_impossible_shares_is_refused(low: float, high: float) -> None:
    with pytest.raises(ValueError, match="sequential"):
        Sprt(low, high)


def test_ratings_find_the_strengths_that_made_the_results() -> None:
    truth = [0.0, 100.0, 250.0, -350.0]
    games = 200_000.0
    wins = [[games / (1 + 10 ** ((b - a) / 400)) if a is not b else 0.0 for b in truth] for a in truth]
    assert rate(wins) == pytest.approx(truth, abs=0.5)


def test_ratings_do_not_depend_on_who_is_named_first() -> None:
    wins = [[0.0, 8.0, 9.0], [2.0, 0.0, 6.5], [1.0, 3.5, 0.0]]
    order = [2, 0, 1]
    turned = [[wins[a][b] for b in order] for a in order]
    assert rate(turned) == pytest.approx([rate(wins)[a] for a in order])


def test_a_bot_that_never_lost_has_a_rating_and_an_interval() -> None:
    assert rate([[0.0, 10.0], [0.0, 0.0]])[0] < 1000
    (low, high), _ = intervals({(0, 1): [1.0, 0.75, 1.0, 0.5] * 10}, 2)
    assert low < rate([[0.0, 65.0], [15.0, 0.0]])[0] < high


def test_one_bot_alone_is_average() -> None:
    assert rate([[0.0]]) == (0.0,)
