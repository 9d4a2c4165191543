"""A table that nobody looked at, from a socket's first frame to its welcome: read from the disk, folded, shown."""

from __future__ import annotations

import asyncio
import json
import statistics
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from sixfold.server.rooms.folding import fold
from sixfold.server.store import make_store
from sixfold.server.wire import VERSION
from tests.server.client import Player, Visitor, two_players
from tests.server.running import Running

TABLES = 12


class Cold(NamedTuple):
    """Milliseconds of a cold table and of the same one a moment later, and its turns; CPU time of folding it.

    `cold_cpu_ms`, `warm_cpu_ms`: CPU time of the server for the whole way in.
    """

    turns: float
    cold_ms: float
    worst_ms: float
    warm_ms: float
    fold_ms: float
    cold_cpu_ms: float
    warm_cpu_ms: float


async def _play(base: str, turns: int) -> Player:
    pair = await two_players(base)
    for _ in range(turns):
        seat = pair[0].now.get("to_move")
        if pair[0].ended.is_set() or seat is None:
            break
        n = (await pair[seat].ask(**pair[seat].move()))["n"]
        for player in pair:
            await player.until(lambda p, n=n: p.n >= n)  # type: ignore[misc]
    for player in pair:
        await player.close()
    await pair[1].visitor.close()
    return pair[0]


def measure(turns: int = 60) -> Cold:
    """A few tables of so many turns, played, then asked for after a restart: the time of the whole way in counts."""
    with tempfile.TemporaryDirectory() as folder, Running(Path(folder), "--log-level", "warning") as server:

        async def play() -> list[Player]:
            return [await _play(server.base, turns) for _ in range(TABLES)]

        players = asyncio.run(play())
        server.stop()
        server.start()

        # The first table of all also pays for whatever a server does once.
        first, *players = players

        async def look() -> list[tuple[float, float, float, float]]:
            await _whole_ms(first, server)
            return [(*await _whole_ms(one, server), *await _whole_ms(one, server)) for one in players]

        found = asyncio.run(look())
        folding_ms = asyncio.run(_fold_ms(Path(folder) / "sixfold.db", players[0].table))
    cold, cold_cpu, warm, warm_cpu = zip(*found, strict=True)
    made = statistics.mean(len([e for e in one.events if e["event"]["type"] == "played"]) for one in players)
    cpu = (statistics.median(cold_cpu), statistics.median(warm_cpu))
    return Cold(made, statistics.median(cold), max(cold), statistics.median(warm), folding_ms, *cpu)


async def _fold_ms(path: Path, table: str) -> float:
    """The least of a few: what else the machine does makes it longer, never shorter."""
    store = make_store(path)
    await store.open()
    rows, places = await store.events(table), await store.places(table)
    await store.close()
    spent = []
    for _ in range(7):
        began = time.process_time()
        fold(table, rows, places)
        spent.append(1000 * (time.process_time() - began))
    return min(spent)


async def _whole_ms(player: Player, server: Running) -> tuple[float, float]:
    """From opening the socket, by the clock and in CPU time: the table is loaded when the server is asked for it."""
    visitor = Visitor(server.base)
    for name, value in player.visitor.http.cookies.items():
        visitor.http.cookies.set(name, value)
    began, cpu = time.perf_counter(), server.cpu_s()
    socket = await visitor.socket(player.table)
    await socket.send(json.dumps({"do": "hello", "version": VERSION}))
    assert json.loads(await socket.recv())["t"] == "welcome"
    took = 1000 * (time.perf_counter() - began), 1000 * (server.cpu_s() - cpu)
    await socket.close()
    await visitor.close()
    return took
