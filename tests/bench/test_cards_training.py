"""Learning the value of card tables: gradients are right, a run repeats and goes on after an interruption."""

# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bench.training import cards as training
from bench.training import cards_fit as cards_learning
from bench.training.checkpoints import Floats
from sixfold.kernel.cards.thinking import value as cards_value

PLAN = training.Plan(seed=3, generations=2, first=4, games=4, seats=(0.5, 0.25, 0.25), kinds=3, samples=1, epochs=1)


@pytest.fixture(autouse=True)
def _few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "CHUNK", 1)
    monkeypatch.setattr(training.Workshop, "duel", lambda *arguments: (0.5, 0.0))


def test_gradients_are_those_of_small_steps() -> None:
    """`backward` against differences, where no unit of the network changes sides."""
    chance = np.random.default_rng(1)
    theta = chance.normal(0, 0.2, cards_value.WEIGHTS).astype(np.float32)
    words = chance.integers(0, cards_value.WORDS, cards_value.CELLS)
    facts = chance.normal(0, 1, cards_value.FACT_COUNT).astype(np.float32)
    lines, hidden = np.zeros((14, cards_value.H), np.float32), np.zeros(cards_value.M, np.float32)
    outputs, errors = np.zeros(2, np.float32), np.array([1.0, -0.5], np.float32)

    def loss(weights: Floats) -> float:
        cards_value.forward(weights, words, facts, lines, hidden, outputs)
        return float(outputs @ errors)

    loss(theta)
    gradient = np.zeros_like(theta)
    scratch = np.zeros(cards_value.M, np.float32), np.zeros(cards_value.H, np.float32)
    cards_learning.backward(theta, gradient, words, facts, lines, hidden, errors, *scratch)
    step = 1e-3
    places = np.concatenate([chance.choice(np.flatnonzero(gradient), 60), chance.integers(0, theta.size, 20)])
    close = 0
    for place in places:
        up, down = theta.copy(), theta.copy()
        up[place] += step
        down[place] -= step
        slope = (loss(up) - loss(down)) / (2 * step)
        close += abs(slope - gradient[place]) < 0.02 + 0.02 * abs(slope)
    assert close >= len(places) - 3


def test_learning_lowers_the_error() -> None:
    workshop = training.Workshop()
    theta = training.fresh(1)
    parts = [workshop.self_play(theta, PLAN, 0, chunk, 2) for chunk in range(12)]
    data = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    before = cards_learning.errors_of(theta, data["words"], data["facts"], data["targets"])
    plan = training.Plan(epochs=20, batch=16)
    learned, _ = training.fit(theta, data, plan, seed=2)
    after = cards_learning.errors_of(learned, data["words"], data["facts"], data["targets"])
    # What the next seat makes is learned at once; the rest of a dozen games is mostly luck.
    assert after[0] < 0.2 * before[0]
    assert after[1] < before[1]


def test_a_run_repeats_and_goes_on_after_an_interruption(tmp_path: Path) -> None:
    told: list[training.Report] = []
    whole = training.run(PLAN, tmp_path / "whole", told.append)
    assert [report.generation for report in told] == [0, 1]
    # An interruption after the first generation and one chunk of the second.
    broken = tmp_path / "broken"
    training.run(PLAN, broken)
    (broken / "generation1.npz").unlink()
    (broken / "games1-3-0.npz").unlink()
    assert (training.run(PLAN, broken) == whole).all()


def test_another_plan_is_refused(tmp_path: Path) -> None:
    training.run(PLAN, tmp_path)
    with pytest.raises(ValueError, match="another plan"):
        training.run(training.Plan(seed=4), tmp_path)
