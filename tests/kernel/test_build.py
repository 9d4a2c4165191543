"""`kernel.wasm` is what the sources give: built again it has the same bytes."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from bench.kernel.build import MODULE, build, origin, told_origin
from sixfold import kernel
from sixfold.kernel import tiles
from sixfold.kernel.lines import Compilable
from sixfold.kernel.shipped import Instance, Machine
from sixfold.kernel.tiles.games import play_games

STALE = "the kernel's sources have changed: run `make kernel`"


def test_the_module_was_made_from_these_sources() -> None:
    assert told_origin(MODULE.read_bytes())["sources"] == origin()["sources"], STALE


def test_the_module_built_again_is_the_same(tmp_path: Path) -> None:
    """With the same tools, byte for byte; with others, the same games."""
    again = tmp_path / "kernel.wasm"
    build(again)
    if told_origin(MODULE.read_bytes()) == origin():
        assert again.read_bytes() == MODULE.read_bytes(), STALE
    assert games(again) == games(MODULE)


def games(path: Path) -> bytes:
    """Greedy games by a module."""
    results = np.zeros((300, 6), dtype=np.int64)
    with kernel.using("wasm"):
        words, out = tiles.blank(), kernel.zeros(tiles.ROOM)
    assert isinstance(play_games, Compilable)
    Instance(Machine(path.read_bytes())).call(play_games, (words, 300, 2, np.ones(4, dtype=np.int64), 1, out, results))
    return results.tobytes()
