"""One's own games in a store of many: how long a page of them, the figures over all of them and a leaderboard take.

    python bench/my_games.py [--games 100000] [--people 5000] [--asks 2000] [--json]

Makes a store on each database, SQLite and PostgreSQL, and asks the server in this process over its own HTTP: by people
chosen at random, and by whoever has played most. A few people play much and many play little (one in so many by rank).
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

from sixfold.server import people
from sixfold.server.app import build
from sixfold.server.ratings.model import Kind, Rating, Ratings
from sixfold.server.rooms.upkeep import FILLED
from sixfold.server.settings import Settings
from sixfold.server.store import EventRow, Guest, Occupant, Seating, TableLine, make_store
from sixfold.server.store.sql import SqlStore
from tests.server.inside import PATIENT, visitor
from tests.server.postgres import Postgres

BATCH = 500
ASKED = (
    "/api/games",
    "/api/games?name=Person&result=won",
    "/api/games/figures",
    "/api/ratings?game=tiles&seats=2",
    "/api/ratings?game=tiles&seats=2&page=40",
)
LEVELS = ("sprout", "casual", "greedy", "thoughtful", "expert", "champion")


def a_game(rng: random.Random, n: int, weighted: list[str]) -> tuple[TableLine, list[Occupant], list[Seating]]:
    """A finished game: of two people, or of one with a bot."""
    table, game = f"{n:016}", rng.choice(("tiles", "cards"))
    mine = rng.choice(weighted)
    other = rng.choice(weighted) if rng.random() < 0.5 else ""
    bot = "" if other and other != mine else rng.choice(LEVELS)
    players = [mine, "" if bot else other]
    scores = [rng.randrange(60, 200), rng.randrange(60, 200)]
    winners = [seat for seat in (0, 1) if scores[seat] == max(scores)]
    told = json.dumps({"scores": scores, "winners": winners, "reason": "T17"})
    at = 1_700_000_000_000 + n * 60_000
    line = TableLine(table, game, "finished", mine, at, at, None, told)
    names = [f"Person {player}" if player else f"Bot {bot}" for player in players]
    places = [Occupant(seat, player, names[seat], None) for seat, player in enumerate(players)]
    seatings = [
        Seating(
            seat, player, "" if player else bot, int(bool(player)), game, 1, at,
            "drawn" if len(winners) > 1 else "won" if seat in winners else "lost",
            scores[seat], 18, rng.randrange(8, 40), rng.randrange(5),
        )
        for seat, player in enumerate(players)
    ]  # fmt: skip
    return line, places, seatings


async def fill(store: SqlStore, games: int, count: int) -> list[str]:
    """The people of the store, who has played most first; the secret of each is their name."""
    rng = random.Random(6)
    everybody = [f"p{n:06}" for n in range(count)]
    for player in everybody:
        await store.add_player(Guest(player, f"Person {player}", 1), people.hashed(secret_of(player)))
    weights = [1 / (rank + 20) for rank in range(count)]
    weighted = rng.choices(everybody, weights, k=20 * count)
    for first in range(0, games, BATCH):
        made = [a_game(rng, n, weighted) for n in range(first, min(first + BATCH, games))]
        await asyncio.gather(
            *(
                store.append(line.table, [EventRow(1, line.created, "", "", b"{}")], line, places, seatings)
                for line, places, seatings in made
            )
        )
    await store.set_setting(FILLED, "1")
    assert await store.replace_ratings(rated(rng, everybody), through=0)
    return everybody


def rated(rng: random.Random, everybody: list[str]) -> Ratings:
    """Everybody has a rating in each game for two, some of them after a few games only."""
    return {
        (Kind(game, 2), player): Rating(rng.gauss(25, 6), rng.uniform(1, 8), rng.randrange(1, 200))
        for game in ("tiles", "cards")
        for player in everybody
    }


def secret_of(player: str) -> str:
    return f"secret-of-{player}-{'x' * 8}"


async def measure(where: Path | str, games: int, count: int, asks: int) -> dict[str, object]:
    store = make_store(where)
    assert isinstance(store, SqlStore)
    await store.open()
    begun = time.perf_counter()
    everybody = await fill(store, games, count)
    await store.close()
    made_s = time.perf_counter() - begun
    server = build(where, Settings(**PATIENT))
    await server.open()
    rng = random.Random(7)
    told: dict[str, object] = {"made_s": round(made_s, 1)}
    for who, chosen in (("anybody", everybody), ("the busiest", everybody[:1])):
        for what in ASKED:
            took: list[float] = []
            cpu = time.process_time()
            for _ in range(asks):
                async with visitor(server, cookie=f"sixfold={secret_of(rng.choice(chosen))}") as browser:
                    since = time.perf_counter()
                    answer = await browser.get(what)
                    took.append(1000 * (time.perf_counter() - since))
                    assert answer.status_code == 200
            cpu = 1000 * (time.process_time() - cpu) / asks
            took.sort()
            told[f"{who} {what}"] = {
                "p50_ms": round(took[len(took) // 2], 2),
                "p99_ms": round(took[int(len(took) * 0.99)], 2),
                "cpu_ms": round(cpu, 2),
            }
    busiest = await server.house.store.seatings_of(everybody[0])
    told["games of the busiest"] = len(busiest)
    await server.close()
    return told


def main() -> int:
    reading = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    reading.add_argument("--games", type=int, default=100_000)
    reading.add_argument("--people", type=int, default=5_000)
    reading.add_argument("--asks", type=int, default=2_000)
    reading.add_argument("--json", action="store_true")
    asked = reading.parse_args()
    told: dict[str, dict[str, object]] = {}
    with tempfile.TemporaryDirectory() as folder:
        measured = measure(Path(folder) / "many.db", asked.games, asked.people, asked.asks)
        told["SQLite"] = asyncio.run(measured)
    database = Postgres().start()
    try:
        told["PostgreSQL"] = asyncio.run(measure(database.database("many"), asked.games, asked.people, asked.asks))
    finally:
        database.remove()
    if asked.json:
        print(json.dumps(told))
        return 0
    for engine, figures in told.items():
        print(f"{engine}, {asked.games:,} finished games of {asked.people:,} people")
        for name, value in figures.items():
            print(f"  {name:45} {value}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
