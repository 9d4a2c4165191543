"""A backup of a store that is written to meanwhile: seconds, bytes written, and how long writers wait.

    python bench/backup.py [--mb 250] [--writes 20]

SQLite by a copy of one instant, PostgreSQL by `pg_dump`; both are what `sixfold backup` does. Bar: 60 seconds, and no
more than 1.2 times its size written.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from sixfold.server.store import Store, make_store
from sixfold.server.store.copies import copy, dump
from tests.server.busy import Busy, filled, written
from tests.server.postgres import Postgres

MOST_S, MOST_TIMES = 60.0, 1.2


async def measure(
    name: str, store: Store, mb: int, writes: float, back_up: Callable[[], int], size: Callable[[], int]
) -> bool:
    """Print one line; whether it is within the bar. `back_up` gives the bytes that it wrote."""
    await store.open()
    await filled(store, mb * 1024**2)
    busy = Busy(store, 1 / writes)
    async with busy.playing():
        busy.took_s.clear()
        began = time.perf_counter()
        wrote = await asyncio.to_thread(back_up)
        seconds = time.perf_counter() - began
        during = sorted(busy.took_s) or [0.0]
    await store.close()
    times = wrote / size()
    print(
        f"{name}: {size() / 1e6:.0f} MB in {seconds:.1f} s, {times:.2f} times its size written; meanwhile "
        f"{len(during)} writes, {len(during) / seconds:.1f}/s, p50 {1000 * during[len(during) // 2]:.0f} ms, "
        f"worst {1000 * during[-1]:.0f} ms"
    )
    return seconds <= MOST_S and times <= MOST_TIMES


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mb", type=int, default=250)
    parser.add_argument("--writes", type=float, default=20, help="a second, while the backup is made")
    options = parser.parse_args()
    postgres = Postgres().start()
    try:
        with tempfile.TemporaryDirectory() as folder:
            file, to = Path(folder) / "a.db", Path(folder) / "b.db"
            url, dumped = postgres.database("backup"), Path(folder) / "pg.dump"

            def dump_all() -> int:
                dump(url, dumped)
                return dumped.stat().st_size

            kept = [
                asyncio.run(
                    measure(
                        "SQLite",
                        make_store(file),
                        options.mb,
                        options.writes,
                        lambda: written(lambda: copy(file, to)),
                        lambda: to.stat().st_size,
                    )
                ),
                asyncio.run(
                    measure(
                        "PostgreSQL",
                        make_store(url),
                        options.mb,
                        options.writes,
                        dump_all,
                        lambda: options.mb * 1024**2,
                    )
                ),
            ]
    finally:
        postgres.remove()
    sys.exit(0 if all(kept) else 1)


if __name__ == "__main__":
    main()
