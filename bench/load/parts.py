"""What is measured, part by part. Each is kept in a file of its own as soon as it is done, so a stop loses nothing."""

from __future__ import annotations

import asyncio
import json
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from bench.bystander import played
from bench.load import cold
from bench.load.machine import Surroundings, Watch
from bench.load.measure import Run, measure, serving
from bench.load.script import recorded

CURVE = (1, 4, 8)
"""Parts of all games, in eighths, at which memory is looked at."""


class Sizes(NamedTuple):
    """How much is measured: games of each load, games on PostgreSQL, idle games and sockets at the most, seconds."""

    loads: tuple[int, ...]
    pair: int
    games: int
    sockets: int
    seconds: float
    reviews: tuple[str, ...]
    """The kinds whose cost is told."""


WHOLE = Sizes((500, 1000), 200, 5000, 10_000, 60, ("quick", "full"))
QUICK = Sizes((100, 200), 60, 400, 2000, 15, ("quick",))


class Kept(NamedTuple):
    """A part that was measured: what was found, on which day, and what else the machine did."""

    found: dict[str, Any]
    day: str
    around: Surroundings


def work_of(sizes: Sizes) -> dict[str, Callable[[], dict[str, Any]]]:
    """Every part by its name."""
    runs = {f"moves-{n}": Run(n, n / 2, sizes.seconds) for n in sizes.loads}
    runs |= {f"servers-{n}": Run(sizes.pair, sizes.pair / 2, sizes.seconds, servers=n) for n in (1, 2)}
    runs |= {f"games-{n}": Run(n) for n in (sizes.games * part // 8 for part in CURVE)}
    runs["sockets"] = Run(100, onlookers=sizes.sockets - 200)
    work: dict[str, Callable[[], dict[str, Any]]] = {
        name: lambda run=run: asdict(measure(run))  # type: ignore[misc]
        for name, run in runs.items()
    }
    return work | {"cold": lambda: cold.measure()._asdict(), "costs": lambda: costs(sizes.reviews)}


class Parts:
    """The parts that a folder keeps."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def _file(self, name: str) -> Path:
        return self._folder / f"{name}.json"

    def measure(self, name: str, work: Callable[[], dict[str, Any]]) -> Kept:
        """Measure a part, and keep it."""
        watch = Watch()
        found = work()
        kept = Kept(found, datetime.now(UTC).strftime("%Y-%m-%d"), watch.end())
        self._folder.mkdir(parents=True, exist_ok=True)
        self._file(name).write_text(json.dumps(kept))
        return kept

    def read(self, name: str) -> Kept | None:
        """A part, if it was measured."""
        if not self._file(name).exists():
            return None
        found, day, around = json.loads(self._file(name).read_text())
        return Kept(found, day, Surroundings(*around))


def costs(kinds: Iterable[str]) -> dict[str, Any]:
    """How long a game is, and what a review of one costs in CPU seconds, with the start of the program taken off."""
    with serving(0) as servers, tempfile.TemporaryDirectory() as folder:
        turns = statistics.mean(map(len, recorded(servers[0].base).values()))
        path = Path(folder) / "game.txt"
        path.write_text(asyncio.run(played(servers[0].base)), encoding="utf-8")
        words = [sys.executable, "-m", "sixfold"]
        start = _children(*words, "--version")
        options = {"quick": ("--quick",), "full": ()}
        spent = {kind: _children(*words, "review", str(path), "--on", "here", *options[kind]) - start for kind in kinds}
    return {"turns": turns, "reviews": spent}


def _children(*words: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(words, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
