"""`python -m bench.training --json`: what it prints is JSON, also of a run too short to average anything."""

import json
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import pytest

from bench.training import __main__ as command
from bench.training import tiles
from bench.training.checkpoints import rounded
from sixfold import kernel
from sixfold.bots.weights import STEPS


def no_constant(text: str) -> NoReturn:
    raise AssertionError(f"{text} is not JSON")


def test_a_run_with_nothing_to_average_prints_json(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(plan: tiles.Plan, folder: Path, tell: Any) -> Any:
        fields = {name: float("nan") for name in tiles.Report.__dataclass_fields__}
        tell(tiles.Report(**{**fields, "generation": 0}))  # type: ignore[arg-type]
        return np.zeros(3)

    monkeypatch.setattr(tiles, "run", run)
    monkeypatch.setattr(tiles, "shipped", lambda folder, weights: {"weights": weights})
    with kernel.using("numba"):
        command.run(folder=tmp_path / "run", out=tmp_path / "w.npz", as_json=True)
    told = json.loads(capsys.readouterr().out.splitlines()[-1], parse_constant=no_constant)
    kept = json.loads((tmp_path / "w.json").read_text(encoding="utf-8"), parse_constant=no_constant)
    assert told == kept
    assert told["generations"][0]["generation"] == 0
    assert None in told["generations"][0].values()


def test_plain_values_stay() -> None:
    assert command.plain({"a": [1, 0.5, (float("inf"), None)], "b": "nan"}) == {"a": [1, 0.5, [None, None]], "b": "nan"}


def test_what_is_written_is_in_whole_steps() -> None:
    """A page gets the weights in two bytes each, so that what is not a whole step would play otherwise there."""
    learned = np.array([0.1, -0.1, 1 / 512, -0.0001, 5.25], dtype=np.float32)
    kept = rounded(learned)
    assert kept.dtype == np.float32
    assert (kept * STEPS).tolist() == [51, -51, 1, 0, 2688]
    assert not np.signbit(kept[3])
    assert np.array_equal(rounded(kept), kept)
