"""The tables of docs/observations.md say what the environments have: every array, its shape, its type, its range."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import Any

import gymnasium
import pytest

import sixfold.research.gymnasium  # noqa: F401 - registers the names
from sixfold.research import cards_v0, openspiel, tiles_v0

PAGE = (Path(__file__).parents[2] / "docs" / "observations.md").read_text("utf-8")
ROW = re.compile(r"^\| `(\w+)` \| ([\d ×]+) \| (\w+) \| (−?\d+)\.\.(\d+) \|", re.M)


def told(name: str) -> dict[str, tuple[tuple[int, ...], str, float, float]]:
    """The arrays in the section of an environment."""
    section = PAGE.partition(f"## `{name}`")[2].partition("\n## ")[0]
    return {
        array: (tuple(map(int, shape.split(" × "))), kind, float(low.replace("−", "-")), float(high))
        for array, shape, kind, low, high in ROW.findall(section)
    }


def real(space: Any) -> dict[str, tuple[tuple[int, ...], str, float, float]]:
    """The arrays of a space."""
    return {
        array: (box.shape, str(box.dtype), float(box.low.min()), float(box.high.max()))
        for array, box in space.spaces.items()
    }


@pytest.mark.parametrize(
    "name", ["sixfold/TilesBoard-v0", "sixfold/CardsTable-v0", "sixfold/Tiles-v0", "sixfold/Cards-v0"]
)
def test_a_table_is_what_the_environment_has(name: str) -> None:
    assert told(name) == real(gymnasium.make(name).observation_space)


@pytest.mark.parametrize(("module", "name"), [(tiles_v0, "sixfold/Tiles-v0"), (cards_v0, "sixfold/Cards-v0")])
def test_pettingzoo_has_the_same(module: Any, name: str) -> None:
    assert told(name) == real(module.raw_env(encoding="whole").observation_space("seat_0"))
    factored = module.raw_env(encoding="factored").observation_space("seat_0")
    assert set(told(name)) - {"moves"} == set(factored.spaces)
    assert f"{factored['action_mask'].shape[0]} " in PAGE


def test_openspiel_has_the_tensor_that_is_told() -> None:
    for game in (openspiel.TilesGame(), openspiel.CardsGame()):
        size = math.prod(game.observation_tensor_shape())
        assert f"{size} numbers" in PAGE
