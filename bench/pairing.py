"""Many people wait for an opponent at once: how long it takes to seat them together, tables included.

    python bench/pairing.py [--people 500] [--json]

On each database, SQLite and PostgreSQL: everybody asks for the same kind of game in the same second, strengths are
spread as they are among people, and one beat of the lobby pairs them. Printed: the choice of pairs alone (CPU), and the
whole beat until the last table is on the disk; then the beat that finds who waits when nobody new has come.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from sixfold.pace import Pace
from sixfold.server.house import House
from sixfold.server.lobby.pairing import Seeker, Sought, pairs
from sixfold.server.store import Guest, make_store
from tests.server.postgres import Postgres


async def measure(where: Path | str, people: int) -> dict[str, float]:
    rng = random.Random(5)
    house = House(make_store(where))
    await house.store.open()
    names = [f"p{n:015}" for n in range(people)]
    await asyncio.gather(*(house.store.add_player(Guest(name, name, 1), name.encode()) for name in names))
    now = house.clock.now()
    waiting = [
        Seeker(name, Sought("tiles", Pace(clock=60), True), now - rng.randrange(20_000), int(rng.gauss(1500, 150)))
        for name in names
    ]
    await asyncio.gather(*(house.store.seek(seeker, now) for seeker in waiting))
    cpu = time.process_time()
    pairs(waiting, now)
    chose_ms = 1000 * (time.process_time() - cpu)
    begun, cpu = time.perf_counter(), time.process_time()
    seated = await house.lobby.pair()
    whole_ms, cpu_ms = 1000 * (time.perf_counter() - begun), 1000 * (time.process_time() - cpu)
    left = await house.store.seekers(0)
    assert 2 * seated + len(left) == people, "everybody sits at a table or waits"
    begun = time.perf_counter()
    await house.lobby.pair()
    again_ms = 1000 * (time.perf_counter() - begun)
    await house.store.close()
    return {
        "pairs": seated,
        "choice_ms": round(chose_ms, 1),
        "beat_ms": round(whole_ms, 1),
        "beat_cpu_ms": round(cpu_ms, 1),
        "next_beat_ms": round(again_ms, 1),
    }


def main() -> int:
    reading = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    reading.add_argument("--people", type=int, default=500)
    reading.add_argument("--json", action="store_true")
    asked = reading.parse_args()
    told = {}
    with tempfile.TemporaryDirectory() as folder:
        told["SQLite"] = asyncio.run(measure(Path(folder) / "many.db", asked.people))
    database = Postgres().start()
    try:
        told["PostgreSQL"] = asyncio.run(measure(database.database("many"), asked.people))
    finally:
        database.remove()
    if asked.json:
        print(json.dumps(told))
        return 0
    for engine, figures in told.items():
        print(f"{engine}, {asked.people} people wait: {figures['pairs']} pairs", end="; ")
        print(f"the choice {figures['choice_ms']} ms of CPU, the whole beat {figures['beat_ms']} ms", end=" ")
        print(f"({figures['beat_cpu_ms']} ms of this process), one without anybody new {figures['next_beat_ms']} ms")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
