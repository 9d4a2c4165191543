"""The learner in the examples: its options are the legal actions, and a few rounds of play make it better."""

import json
import subprocess
import sys
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from examples.baseline import GAME, Policy, share, train

EXAMPLE = Path(__file__).parents[2] / "examples" / "baseline.py"


@pytest.mark.parametrize("game", GAME)
def test_options_are_the_legal_actions_and_chances_add_up(game: str) -> None:
    kind, options_of, _, _ = GAME[game]
    vector = kind(8, seed=3, opponent="greedy")
    seen = vector.reset()
    policy = Policy(options_of(seen)[2].shape[1], seed=1)
    policy.weights[1] += policy.rng.normal(0, 1, policy.weights[1].shape).astype(np.float32)
    for _ in range(12):
        options = games, actions, features = options_of(seen)
        assert (np.stack([games, actions]) == np.nonzero(seen["action_mask"])).all()
        assert np.isfinite(features).all()
        assert np.abs(features).max() < 12, "numbers of about the same size"
        picked, chances = policy.choose(options)
        going = np.flatnonzero(~vector.ended)
        assert games[picked].tolist() == going.tolist(), "one action for each game that goes on"
        assert np.allclose(np.bincount(games, chances, minlength=8)[going], 1)
        chosen = np.zeros(8, np.int64)
        chosen[games[picked]] = actions[picked]
        seen, _, _, _ = vector.step(chosen)


def test_the_slope_is_the_slope() -> None:
    """What `learn` calls the slope is the change of the sum of pushed scores, by small steps."""
    rng = np.random.default_rng(1)
    policy, features, push = Policy(5, 1), rng.normal(size=(9, 5)), rng.normal(size=9)
    policy.weights = [rng.normal(size=weight.shape) for weight in policy.weights]
    before = [weight.copy() for weight in policy.weights]

    def total() -> float:
        return float((policy.score(features)[1] * push).sum())

    slopes = []
    for weight in policy.weights:
        found = np.zeros_like(weight)
        for place in np.ndindex(weight.shape):
            weight[place] += 1e-6
            high = total()
            weight[place] -= 2e-6
            found[place] = (high - total()) / 2e-6
            weight[place] += 1e-6
        slopes.append(found)
    policy.learn(features, push, rate=1e-3)
    for weight, start, slope in zip(policy.weights, before, slopes, strict=True):
        # The first step of Adam is the sign of the slope.
        clear = np.abs(slope) > 1e-3
        assert (np.sign(weight - start)[clear] == np.sign(slope)[clear]).all()


def test_it_learns_to_beat_chance() -> None:
    *_, (policy, decisions) = islice(train("tiles", seed=1), 3)
    assert decisions == 3 * 64 * 32
    assert share("tiles", policy, "random", 24, 10**9) > 0.8


def test_the_command_tells_how_it_goes_and_keeps_the_weights(tmp_path: Path) -> None:
    words = [sys.executable, str(EXAMPLE), "cards", "--minutes", "0", "--games", "4", "--to", str(tmp_path / "w.npz")]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    line = json.loads(done.stdout.splitlines()[-1])
    assert (line["game"], line["seed"], line["decisions"]) == ("cards", 1, 64 * 48)
    assert 0 <= line["greedy"] <= 1
    assert np.load(tmp_path / "w.npz")["second"].shape == (32, 1)
