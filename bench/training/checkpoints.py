"""What a run of learning keeps in its folder: the plan it follows, and the weights and the report of every generation.

Files appear whole or not at all, so a run may be interrupted at any moment and goes on from what lies there.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from sixfold.bots.weights import STEPS

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Floats = NDArray[np.float32]
_Report = TypeVar("_Report", bound="DataclassInstance")


class Checkpoints(Generic[_Report]):
    """The folder of one plan. A folder that holds another plan is refused."""

    def __init__(self, folder: Path, plan: DataclassInstance, report: type[_Report]) -> None:
        self.folder = folder
        self.report = report
        folder.mkdir(parents=True, exist_ok=True)
        marker = folder / "plan.json"
        text = json.dumps(asdict(plan), sort_keys=True)
        if marker.exists() and marker.read_text(encoding="utf-8") != text:
            raise ValueError(f"{folder} holds another plan; choose another folder")
        marker.write_text(text, encoding="utf-8")

    def load(self, generation: int) -> tuple[Floats, _Report] | None:
        """The weights and the report of a generation that was finished."""
        saved = self._path(generation)
        if not saved.exists():
            return None
        with np.load(saved) as kept:
            return kept["weights"], self.report(**json.loads(str(kept["report"])))

    def save(self, generation: int, weights: Floats, report: _Report) -> None:
        """Keep a generation."""
        keep(self._path(generation), weights=weights, report=np.array(json.dumps(asdict(report))))

    def _path(self, generation: int) -> Path:
        return self.folder / f"generation{generation}.npz"


def keep(path: Path, **arrays: NDArray[Any]) -> None:
    """Write a file whole or not at all."""
    part = path.with_suffix(".part.npz")
    np.savez_compressed(part, **arrays)  # type: ignore[arg-type]
    part.replace(path)


def rounded(weights: Floats) -> Floats:
    """The nearest weights that are shipped: whole numbers of 1/STEPS."""
    # Plus nothing: there is one zero, and no negative one.
    return (np.round(weights * STEPS) / STEPS + 0.0).astype(np.float32)


def share_and_margin(scores: NDArray[np.int64]) -> tuple[float, float]:
    """Win share, a tie counting as half, and mean margin of the first of two players over the rows of games."""
    margin = scores[:, 0] - scores[:, 1]
    return float(((margin > 0) + 0.5 * (margin == 0)).mean()), float(margin.mean())
