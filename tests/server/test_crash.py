"""An acknowledged move is never lost: the real server is killed under load, and the power fails, at random instants.

Every acknowledgement that a client received is compared with what the store holds after the restart.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import psycopg

from sixfold.server.app import DATABASE
from sixfold.server.table import facts as e
from sixfold.server.table.table import GameTable
from tests.scale import scale
from tests.server.client import Player, two_players
from tests.server.forked import Forked
from tests.server.postgres import Postgres
from tests.server.running import Running
from tests.server.treacherous import JOURNAL, lose_power

GAMES = 5
QUIET = ("--log-level", "error")
After = Callable[[random.Random], None]
Row = tuple[int, int, str, bytes]
Look = Callable[[], AbstractContextManager[Callable[[str], list[Row]]]]
"""Opens the store from outside; then gives the events of a table: number, time, key, body."""
Crashing = tuple[Running, After, Look]
Crash = Callable[[Path], AbstractContextManager[Crashing]]


class Crowd:
    """Games that are played as fast as they can be, through every crash; all acknowledgements are remembered."""

    def __init__(self) -> None:
        self.tables: list[tuple[Player, Player]] = []
        self.acknowledged: dict[str, dict[str, int]] = {}
        self.recovered_s: list[float] = []

    async def gather(self, base: str) -> None:
        while len(self.tables) < GAMES:
            self.tables.append(await two_players(base, random.Random(len(self.tables)).choice(["tiles", "cards"])))

    async def play(self) -> None:
        """Play until the server dies or all games are over."""
        await asyncio.gather(*(player.play_on() for pair in self.tables for player in pair), return_exceptions=True)

    async def acknowledge(self, commands: int, playing: asyncio.Task[None]) -> None:
        """Wait for so many acknowledgements, which a busy machine gives later, or until there is nothing to play."""
        players = [player for pair in self.tables for player in pair]
        wanted = sum(len(player.acked) for player in players) + commands
        while sum(len(player.acked) for player in players) < wanted and not playing.done():
            await asyncio.sleep(0.001)

    async def hang_up(self) -> None:
        for pair in self.tables:
            for player in pair:
                with contextlib.suppress(Exception):
                    await asyncio.wait_for(player.close(), 5)
                self.acknowledged.setdefault(player.table, {}).update(player.acked)

    async def come_back(self) -> None:
        """Everybody reconnects where they were; finished games are replaced by new ones."""
        for pair in list(self.tables):
            for player in pair:
                before = player.n
                player.closed_with = None
                await player.open(since=player.n)
                await player.until(lambda p, before=before: p.n >= before)  # type: ignore[misc]
            if pair[0].ended.is_set():
                self.tables.remove(pair)
                for player in pair:
                    await player.close()
                    await player.visitor.close()


_EVENTS = "SELECT n, at, key, body FROM events WHERE table_id = {} ORDER BY n"


@contextlib.contextmanager
def in_file(path: Path) -> Iterator[Callable[[str], list[Row]]]:
    """A SQLite file, whole."""
    with contextlib.closing(sqlite3.connect(path)) as opened:
        assert opened.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        yield lambda table: opened.execute(_EVENTS.format("?"), (table,)).fetchall()


@contextlib.contextmanager
def in_postgres(url: str) -> Iterator[Callable[[str], list[Row]]]:
    """A database of PostgreSQL."""
    with psycopg.connect(url) as opened:
        yield lambda table: [
            (n, at, key, bytes(body)) for n, at, key, body in opened.execute(_EVENTS.format("%s"), (table,))
        ]


def check_kept(look: Look, acknowledged: dict[str, dict[str, int]], folded: dict[str, int]) -> int:
    """Every acknowledged command is in the store under its number, every table that has grown folds."""
    with look() as events:
        return sum(_kept(events(table), table, keys, folded) for table, keys in acknowledged.items())


def _kept(rows: list[Row], table_id: str, commands: dict[str, int], folded: dict[str, int]) -> int:
    assert [row[0] for row in rows] == list(range(1, len(rows) + 1)), "numbers without a gap"
    keys = {key: n for n, _, key, _ in rows if key}
    for key, n in commands.items():
        assert keys.get(key) == n, f"acknowledged event {n} ({key}) is lost"
    if folded.get(table_id) != len(rows):
        folded[table_id] = len(rows)
        table = GameTable(table_id)
        for _, at, _, body in rows:
            table = table.apply(e.decode(body), at)
    return len(commands)


async def crash_again_and_again(
    crashing: Crashing, times: int, first: int = 0, note: Callable[[int], None] = lambda kept: None
) -> Crowd:
    """Play, kill, restart, compare; `after(rng)` is what else happens to the disk at the kill.

    `note` hears after each crash how many acknowledgements were found again so far.
    """
    server, after, look = crashing
    crowd = Crowd()
    folded: dict[str, int] = {}
    for trial in range(first, first + times):
        rng = random.Random(trial)
        started = time.monotonic()
        if server.process is None:
            server.start()
        await crowd.come_back()
        crowd.recovered_s.append(time.monotonic() - started)
        await crowd.gather(server.base)
        playing = asyncio.create_task(crowd.play())
        await crowd.acknowledge(rng.randrange(15, scale(50, 120)), playing)
        await asyncio.sleep(rng.uniform(0, 0.02))
        server.kill()
        await playing
        await crowd.hang_up()
        after(rng)
        note(check_kept(look, crowd.acknowledged, folded))
    for pair in crowd.tables:
        for player in pair:
            await player.visitor.close()
    return crowd


@contextlib.contextmanager
def killed(folder: Path, run: type[Running] = Running) -> Iterator[Crashing]:
    """A server whose disk keeps all that was written."""
    with run(folder, *QUIET) as server:
        yield server, lambda rng: None, lambda: in_file(folder / DATABASE)


@contextlib.contextmanager
def killed_on_postgres(url: str, run: type[Running] = Running) -> Iterator[Crashing]:
    """A server whose store is a PostgreSQL, which outlives it."""
    with run(None, *QUIET, database=url) as server:
        yield server, lambda rng: None, lambda: in_postgres(url)


@contextlib.contextmanager
def powerless(folder: Path, run: type[Running] = Running) -> Iterator[Crashing]:
    """A server whose disk keeps what was synced, and of the rest what it likes."""
    worst = itertools.cycle((True, False, False, False))

    def fail(rng: random.Random) -> None:
        lose_power(folder, rng, worst=next(worst))
        (folder / f"{DATABASE}-shm").unlink(missing_ok=True)  # memory does not survive either

    program = (str(Path(__file__).parent / "treacherous.py"),)
    with run(folder, *QUIET, program=program) as server:
        yield server, fail, lambda: in_file(folder / DATABASE)


def test_no_acknowledged_move_is_lost_when_the_process_is_killed(tmp_path: Path) -> None:
    with killed(tmp_path) as crashing:
        crowd = asyncio.run(crash_again_and_again(crashing, scale(4, 500)))
    assert sum(map(len, crowd.acknowledged.values())) > scale(40, 2000), "there was something to lose"
    print("reconnected after", sorted(round(s, 2) for s in crowd.recovered_s))


def test_no_acknowledged_move_is_lost_when_the_power_fails(tmp_path: Path) -> None:
    with powerless(tmp_path) as crashing:
        crowd = asyncio.run(crash_again_and_again(crashing, scale(4, 500)))
    assert sum(map(len, crowd.acknowledged.values())) > scale(20, 1000)
    assert not (tmp_path / JOURNAL).exists()


def test_no_acknowledged_move_is_lost_when_a_server_on_postgres_is_killed(postgres: Postgres) -> None:
    with killed_on_postgres(postgres.database("killed"), Forked) as crashing:
        crowd = asyncio.run(crash_again_and_again(crashing, scale(2, 100)))
    assert sum(map(len, crowd.acknowledged.values())) > scale(20, 400)


def test_the_forgetful_disk_forgets(tmp_path: Path) -> None:
    """The model itself: without FULL, acknowledged rows do vanish."""
    path = tmp_path / "a.db"
    script = f"""
import os, sys
sys.path.insert(0, {str(Path(__file__).parents[2])!r})
from tests.server import treacherous
treacherous.install()
from sixfold.server.store import sqlite
opened = sqlite.connect({str(path)!r})
opened.execute("PRAGMA journal_mode=WAL").fetchall()
opened.execute("PRAGMA synchronous=FULL")
opened.execute("CREATE TABLE a (b)")
opened.execute("INSERT INTO a VALUES (1)")
opened.execute("PRAGMA synchronous=NORMAL")
opened.execute("INSERT INTO a VALUES (2)")
os._exit(0)
"""
    import subprocess
    import sys

    subprocess.run([sys.executable, "-c", script], check=True)
    assert lose_power(tmp_path, random.Random(0), worst=True) > 0
    (tmp_path / "a.db-shm").unlink(missing_ok=True)
    opened = sqlite3.connect(path)
    assert opened.execute("SELECT b FROM a").fetchall() == [(1,)]
    opened.close()
