"""Load on a real `sixfold serve`: many two-player games, paced moves, full durability. Prints latency and CPU time.

    python bench/load.py --games 500 --rate 250 --seconds 60 [--json]

Open loop: a move is due when the schedule says so, and its latency counts from then to its acknowledgement. Clients run
in processes of their own, one for about 250 games, so that they do not queue up behind each other.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import random
import re
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.server.client import Player, two_players
from tests.server.running import Running


class Pair:
    """One game, moved along by a schedule; a finished game is replaced by a new one."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.players: tuple[Player, Player] | None = None
        self.errors = 0

    async def open(self) -> None:
        self.players = await two_players(self.base)
        for player in self.players:
            await player.visitor.close()  # a page keeps its socket, not its HTTP connections

    async def close(self) -> None:
        for player in self.players or ():
            await player.close()
            await player.visitor.close()

    async def move(self, due: float) -> float | None:
        """One move; seconds from when it was due to its acknowledgement."""
        assert self.players is not None
        if self.players[0].ended.is_set():
            old = self
            await old.close()
            await self.open()
            return None
        seat = self.players[0].now["to_move"]
        player = self.players[seat]
        await player.until(lambda p: p.ended.is_set() or p.my_turn(), 30)
        if player.ended.is_set():
            return None
        answer = await player.ask(**player.move())
        late = time.perf_counter() - due
        if answer["t"] != "ack":
            self.errors += 1
        other = self.players[1 - seat]
        await other.until(lambda p: p.n >= answer["n"], 30)
        return late


def client(base: str, games: int, rate: float, warm_s: float, seconds: float, seed: int, out: Any, go: Any) -> None:
    """A process of clients."""

    async def run() -> None:
        rng = random.Random(seed)
        pairs = [Pair(base) for _ in range(games)]
        for start in range(0, games, 20):
            await asyncio.gather(*(pair.open() for pair in pairs[start : start + 20]))
        out.put("open")
        await asyncio.to_thread(go.wait)
        began = time.perf_counter()
        late: list[float] = []
        failed = [0]

        async def paced(pair: Pair, first: float) -> None:
            due = first
            step = games / rate
            while due < began + warm_s + seconds:
                await asyncio.sleep(max(0, due - time.perf_counter()))
                try:
                    took = await pair.move(due)
                    if took is not None and due >= began + warm_s:
                        late.append(took)
                except Exception:  # counted and reported
                    failed[0] += 1
                    return
                due += step

        tasks = [paced(pair, began + rng.random() * games / rate) for pair in pairs]
        await asyncio.gather(*tasks)
        out.put((late, failed[0] + sum(pair.errors for pair in pairs)))
        for pair in pairs:
            await pair.close()

    asyncio.run(run())


def commands(server: Running) -> int:
    """How many commands the server has acknowledged."""
    found = re.search(r"^sixfold_commands_total (\d+)", httpx.get(f"{server.base}/metrics").text, re.MULTILINE)
    return int(found[1]) if found else 0


def measure(games: int, rate: float, seconds: float, warm_s: float, clients: int) -> dict[str, Any]:
    """The whole run."""
    context = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory() as folder, Running(Path(folder), "--log-level", "warning") as server:
        before = server.rss()
        out, go = context.Queue(), context.Event()
        shares = [games // clients + (i < games % clients) for i in range(clients)]
        workers = [
            context.Process(target=client, args=(server.base, n, rate * n / games, warm_s, seconds, i, out, go))
            for i, n in enumerate(shares)
        ]
        for worker in workers:
            worker.start()
        for _ in workers:
            assert out.get(timeout=300) == "open"
        time.sleep(1)
        idle = server.rss()
        go.set()
        time.sleep(warm_s)
        cpu, done = server.cpu_s(), commands(server)
        time.sleep(seconds)
        cpu, done = server.cpu_s() - cpu, commands(server) - done
        results = [out.get(timeout=120) for _ in workers]
        for worker in workers:
            worker.join(60)
        late = sorted(one for found, _ in results for one in found)
        mistakes = len(server.mistakes())
        peak = server.rss()
    return {
        "games": games,
        "seconds": seconds,
        "moves": len(late),
        "moves_per_s": round(done / seconds, 1),
        "errors": sum(errors for _, errors in results) + mistakes,
        "p50_ms": round(late[len(late) // 2] * 1000, 1),
        "p99_ms": round(late[int(len(late) * 0.99)] * 1000, 1),
        "max_ms": round(late[-1] * 1000, 1),
        "cpu_ms_per_move": round(cpu / done * 1000, 3),
        "kb_per_table_with_two_sockets": round((idle - before) / games / 1000, 1),
        "rss_mb": round(peak / 1e6, 1),
    }


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--rate", type=float, default=250)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--warm", type=float, default=10)
    parser.add_argument("--clients", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found = measure(options.games, options.rate, options.seconds, options.warm, options.clients)
    if options.json:
        print(json.dumps(found))
        return
    for name, value in found.items():
        print(f"{name:32} {value}")


if __name__ == "__main__":
    main()
