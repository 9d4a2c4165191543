"""Learning tiles by self-play: a run repeats, goes on from its checkpoints, and what is shipped fits the kernel."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from bench.training import tiles
from sixfold.bots.tiles.search import weights
from sixfold.kernel.tiles.thinking import value as tiles_value

SMALL = tiles.Plan(generations=2, games=8, seats=(0.5, 0.25, 0.25), epochs=1, batch=32, pairs=2)


def test_a_run_repeats_and_resumes(tmp_path: Path) -> None:
    told: list[tiles.Report] = []
    first = tiles.run(SMALL, tmp_path / "whole", told.append)
    assert [report.generation for report in told] == [0, 1]
    assert all(report.rows > 100 for report in told)
    # Interrupted after the first generation, and taken up again.
    tiles.run(SMALL, tmp_path / "parts", told.append)
    (tmp_path / "parts" / "generation1.npz").unlink()
    again = tiles.run(replace(SMALL), tmp_path / "parts", told.append)
    assert np.array_equal(first, again)
    assert set(tiles.shipped(tmp_path / "whole", first)) == {"weights", "early"}


def test_another_plan_does_not_mix_in(tmp_path: Path) -> None:
    (tmp_path / "plan.json").write_text("{}", encoding="utf-8")
    with pytest.raises(ValueError, match="another plan"):
        tiles.run(SMALL, tmp_path)


def test_the_gradient_is_that_of_the_error() -> None:
    chance = np.random.default_rng(1)
    fit = tiles.Fit(tiles.fresh(1), SMALL)
    x = chance.normal(size=(16, tiles_value.FEATURES)).astype(np.float32)
    y = chance.normal(size=16).astype(np.float32)
    gradient, _ = fit._gradient(x, y)
    for at in chance.integers(0, len(gradient), 12):
        step = 1e-2
        errors = []
        for sign in (1, -1):
            fit.weights[at] += sign * step
            errors.append(fit._gradient(x, y)[1])
            fit.weights[at] -= sign * step
        assert (errors[0] - errors[1]) / (2 * step) / 2 == pytest.approx(float(gradient[at]), abs=2e-2)


def test_numpy_and_the_kernel_run_the_same_network() -> None:
    learned = weights()
    chance = np.random.default_rng(2)
    x = np.abs(chance.normal(size=tiles_value.FEATURES)).astype(np.float32)
    a, a0, b, b0, c, d = tiles.split(learned)
    wanted = np.maximum(np.maximum(x @ a + a0, 0) @ b + b0, 0) @ c + d[0]
    scratch = np.zeros(tiles_value.FIRST + tiles_value.SECOND, dtype=np.float32)
    assert tiles_value.network(learned, x, scratch) == pytest.approx(float(wanted), rel=1e-3)


def test_what_is_shipped_says_how_it_was_made() -> None:
    told = json.loads((files("sixfold.bots.weights") / "tiles.json").read_text(encoding="utf-8"))
    assert told["command"].startswith("python -m bench.training --game tiles")
    assert tiles.Plan(**{**told["plan"], "seats": tuple(told["plan"]["seats"])}) == tiles.Plan()
    assert len(told["generations"]) == tiles.Plan().generations
    assert weights("early").shape == weights().shape == (tiles_value.WEIGHTS,)
    assert len((files("sixfold.bots.weights") / "tiles.npz").read_bytes()) < 2_000_000
