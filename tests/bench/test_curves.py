"""Learning curves over seeds: what all reached, with intervals, and nothing trained twice."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest

from bench import curves


def test_the_curve_has_what_all_seeds_reached() -> None:
    def line(decisions: int, share: float) -> curves.Line:
        return {"decisions": decisions, "minutes": 1.0, "random": share, "greedy": share / 2}

    runs = [
        [line(10, 0.8), line(20, 0.9)],
        [line(10, 0.6), line(20, 0.9), line(30, 1.0)],
        [line(10, 0.7), line(20, 0.9)],
    ]
    first, second = curves.curve(runs)
    assert (first["decisions"], second["decisions"]) == (10, 20)
    assert first["random"]["mean"] == pytest.approx(0.7)
    assert first["random"]["low"] < 0.7 < first["random"]["high"]
    assert first["greedy"]["mean"] == pytest.approx(0.35)


def test_the_command_writes_curves_and_weights_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["curves", "cards", "--seeds", "2", "--minutes", "0", "--games", "4", "--to", str(tmp_path)]
    monkeypatch.setattr(sys, "argv", words)
    curves.main()
    kept = json.loads((tmp_path / "cards.json").read_text("utf-8"))
    (point,) = kept["curve"]
    assert point["decisions"] == 64 * 48
    assert 0 <= point["random"]["low"] <= point["random"]["mean"] <= point["random"]["high"] <= 1
    assert np.load(tmp_path / "cards-2.npz")["second"].shape == (32, 1)
    before = {path.name: path.stat().st_mtime_ns for path in tmp_path.glob("cards-*")}
    assert len(before) == 4
    curves.main()
    assert before == {path.name: path.stat().st_mtime_ns for path in tmp_path.glob("cards-*")}
