"""`python -m bench.load`: what the server carries.

    python -m bench.load --write docs/scale.md [--seconds 60] [--sockets 10000]    everything, onto its page
    python -m bench.load run --games 500 --rate 250 --seconds 60 [--servers 2]      one load, printed

Loopback only. Everything takes about ten minutes on a quiet machine of two cores.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.progress import track

from bench.bystander import played
from bench.load import cold
from bench.load.measure import Found, Run, measure, serving
from bench.load.page import page
from bench.load.script import recorded

CURVE = (1, 4, 8)
"""Parts of all games, in eighths, at which memory is looked at."""


def reviews(base: str) -> dict[str, float]:
    """CPU seconds of a review, by its kind, with the start of the program taken off."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.txt"
        path.write_text(asyncio.run(played(base)), encoding="utf-8")
        words = [sys.executable, "-m", "sixfold"]
        start = _children(*words, "--version")
        review = (*words, "review", str(path), "--on", "here")
        return {"quick": _children(*review, "--quick") - start, "full": _children(*review) - start}


def _children(*words: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(words, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


class Parts:
    """What is measured, part by part; each is kept as a file, so that an interrupted run goes on where it stopped."""

    def __init__(self, folder: Path, seconds: float, games: int, sockets: int) -> None:
        self._folder = folder
        self.loads = {f"{n} games, {n // 2} moves/s": Run(n, n / 2, seconds) for n in (500, 1000)}
        self.pair = {f"{n} on PostgreSQL": Run(200, 100, seconds, servers=n) for n in (1, 2)}
        self.curve = {f"{n} idle games": Run(n) for n in (games * part // 8 for part in CURVE)}
        self.onlookers = {f"{sockets} sockets": Run(100, onlookers=sockets - 200)} if sockets else {}
        runs = self.loads | self.pair | self.curve | self.onlookers
        self.work: dict[str, Callable[[], dict[str, Any]]] = {
            name: lambda run=run: asdict(measure(run))  # type: ignore[misc]
            for name, run in runs.items()
        }
        self.work |= {"cold table": lambda: cold.measure()._asdict(), "costs": costs}

    def _file(self, name: str) -> Path:
        return self._folder / f"{name.replace(' ', '-').replace('/', '-per-')}.json"

    def run(self, only: str | None) -> bool:
        """Measure what is missing; whether all is there."""
        self._folder.mkdir(parents=True, exist_ok=True)
        missing = [name for name in self.work if not self._file(name).exists() and only in (None, name)]
        for name in track(missing, "measuring"):
            print(name, flush=True)
            self._file(name).write_text(json.dumps(self.work[name]() | {"busy": os.getloadavg()[0]}))
        return all(self._file(name).exists() for name in self.work)

    def read(self, name: str) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self._file(name).read_text())
        return found

    def found(self, names: Iterable[str]) -> list[Found]:
        return [Found(**{k: v for k, v in self.read(name).items() if k != "busy"}) for name in names]

    def page(self) -> str:
        """The page, from what is there."""
        one, two = self.found(self.pair)
        told = self.read("costs")
        table = cold.Cold(**{k: v for k, v in self.read("cold table").items() if k != "busy"})
        return page(
            (list(self.loads), self.found(self.loads)),
            self.found(self.curve),
            next(iter(self.found(self.onlookers)), None),
            (one, two),
            table,
            told["turns"],
            told["reviews"],
            [self.read(name)["busy"] for name in self.work],
        )


def costs() -> dict[str, Any]:
    """How long a game is, and what a review of one costs."""
    with serving(0) as servers:
        turns = statistics.mean(map(len, recorded(servers[0].base).values()))
        return {"turns": turns, "reviews": reviews(servers[0].base)}


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="?", choices=["run"], help="one load alone, printed")
    parser.add_argument("--write", type=Path, default=Path("docs/scale.md"))
    parser.add_argument("--seconds", type=float, default=60, help="of each load")
    parser.add_argument("--games", type=int, help="of one load: 500; at the most in the curve of memory: 5000")
    parser.add_argument("--sockets", type=int, default=10_000, help="idle ones at few tables; 0 leaves them out")
    parser.add_argument(
        "--keep", type=Path, default=Path("build/load"), help="what was measured; remove it to begin anew"
    )
    parser.add_argument("--only", help="one part, such as '1000 idle games'")
    parser.add_argument("--rate", type=float, default=250)
    parser.add_argument("--servers", type=int, default=0, help="on one PostgreSQL; 0: one on a SQLite file")
    options = parser.parse_args()
    if options.what == "run":
        found = measure(Run(options.games or 500, options.rate, options.seconds, servers=options.servers))
        for name, value in asdict(found).items():
            print(f"{name:12} {value:,.2f}")
        print(f"{'per_core':12} {found.per_core:,.0f}")
        return
    parts = Parts(options.keep, options.seconds, options.games or 5000, options.sockets)
    if not parts.run(options.only):
        print(f"not all is measured yet; {options.keep} has what is")
        return
    options.write.write_text(parts.page(), encoding="utf-8")
    subprocess.run([sys.executable, "-m", "tests.docs.wrap"], check=True)
    print(f"{options.write} is written")


if __name__ == "__main__":
    main()
