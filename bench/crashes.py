"""Kills and modelled losses of power under play, and whether any acknowledged move is lost.

    python bench/crashes.py [--kills 500] [--losses 500] [--postgres 50] [--minutes 60]

A real server on a SQLite file, or on PostgreSQL, five games at a time, killed in the middle of it and started again.
For a loss of power every write that was not synced is kept, lost or torn as well. After each one the store is compared
with all that was acknowledged. What was done is counted in build/crashes.json: a run that is stopped, or whose time is
up, is gone on with by the next one, until all is done. Loopback only.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.server.forked import Forked
from tests.server.postgres import Postgres
from tests.server.test_crash import Crash, Crashing, crash_again_and_again, killed, killed_on_postgres, powerless

AT_ONCE = 20
"""Crashes of one store; then a new one is begun, so that comparing does not take longer and longer."""
COUNTED = Path(__file__).parents[1] / "build" / "crashes.json"
KILLS, LOSSES, POSTGRES = "kills", "losses of power", "kills on PostgreSQL"


@contextmanager
def _on_postgres(folder: Path) -> Iterator[Crashing]:
    postgres = Postgres().start()
    try:
        with killed_on_postgres(postgres.database("crashes"), Forked) as crashing:
            yield crashing
    finally:
        postgres.remove()


CRASHES: dict[str, Crash] = {
    KILLS: lambda folder: killed(folder, Forked),
    LOSSES: lambda folder: powerless(folder, Forked),
    POSTGRES: _on_postgres,
}


def crash(what: Crash, times: int, first: int, note: Callable[[int], None]) -> None:
    """So many of one store. AssertionError names the acknowledged move that is lost."""
    with tempfile.TemporaryDirectory() as folder, what(Path(folder)) as crashing:
        asyncio.run(crash_again_and_again(crashing, times, first, note))


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--losses", type=int, default=500, help="of power")
    parser.add_argument("--postgres", type=int, default=50, help="kills of a server on PostgreSQL")
    parser.add_argument("--minutes", type=float, default=60)
    options = parser.parse_args()
    end = time.monotonic() + 60 * options.minutes
    wanted = {KILLS: options.kills, LOSSES: options.losses, POSTGRES: options.postgres}
    counted: dict[str, list[int]] = json.loads(COUNTED.read_text()) if COUNTED.exists() else {}
    COUNTED.parent.mkdir(exist_ok=True)
    while time.monotonic() < end and (left := [n for n in wanted if counted.get(n, [0])[0] < wanted[n]]):
        # Whichever is furthest from its end goes next, so that all of them get on when the time is short.
        name = min(left, key=lambda n: counted.get(n, [0])[0] / wanted[n])
        done, kept = counted.get(name, [0, 0])

        def note(found: int, name: str = name, kept: int = kept) -> None:
            counted[name] = [counted.get(name, [0])[0] + 1, kept + found]
            COUNTED.write_text(json.dumps(counted))
            print(f"{counted[name][0]} of {wanted[name]} {name}: {counted[name][1]} acknowledged, 0 lost", flush=True)

        crash(CRASHES[name], min(AT_ONCE, wanted[name] - done), done, note)


if __name__ == "__main__":
    main()
