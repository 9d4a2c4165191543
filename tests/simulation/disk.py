"""The store's own statements and group commit on a disk that is full, slow, cut off, or keeps and does not say so.

The statements (sql.py), the transactions (sqlite.py) and what is done about a failing commit (writer.py) are the real
ones; the thread that writes is made of timers here. What is committed stays; what is not, a crash takes along or not.
"""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from sixfold.server.store import EventRow
from sixfold.server.store.migrate import upgrade
from sixfold.server.store.sql import SqlStore
from sixfold.server.store.sqlite import SqliteConnection
from sixfold.server.store.writer import BATCH, Db, Job, Writer, _settle
from tests.simulation.world import BEGIN, Life, World

Kept = tuple[str, EventRow]
"""A row that is on the disk, with its table."""


@cache
def _empty() -> bytes:
    """A new store, as its migrations make it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "store.db"
        upgrade(f"sqlite:///{path}")
        return path.read_bytes()


class Disk:
    """What all servers share. `full`, `slow`, `mute` are moments until which it is so."""

    def __init__(self, world: World, committed: Callable[[list[Kept]], None]) -> None:
        self.world = world
        self.committed = committed
        self.opened = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        self.opened.deserialize(_empty())
        self.stores: list[SharedStore] = []
        self.full = self.slow = self.mute = 0.0
        self.forgetful = 0
        """So many of the next commits are kept, and whoever asked hears that they failed."""
        self.failing = 0
        """So many of the next commits fail."""
        self.wrong = 0
        """The database's own clock is wrong by so many ms."""

    def has(self, table: str, n: int) -> bool:
        """Whether this number is on the disk."""
        return bool(self.rows("SELECT 1 FROM events WHERE table_id = ? AND n = ?", table, n))

    def key(self, player: str, key: str) -> list[tuple[str, int]]:
        """What a command led to, as it is on the disk."""
        return self.rows("SELECT table_id, n FROM events WHERE key = ? AND actor = ?", key, player)

    def rows(self, sql: str, *parameters: Any) -> list[Any]:
        return self.opened.execute(sql, parameters).fetchall()

    def wait(self, quick: float) -> float:
        """How long it takes now."""
        rng = self.world.chance("disk", self.world.now(), quick)
        return rng.uniform(0.2, 2.0) if self.slow > self.world.now() else rng.uniform(quick / 5, quick)


class _Connection(SqliteConnection):
    """One server's way to the disk."""

    def __init__(self, disk: Disk, store: SharedStore) -> None:
        super().__init__(disk.opened)
        self._disk = disk
        self._store = store
        self._new: list[Kept] = []
        self._wrote = False

    def begin(self, single: bool = False) -> None:
        if self._store.cut_off > self._disk.world.now():
            raise sqlite3.OperationalError("the server has closed the connection")
        self._new, self._wrote = [], False
        super().begin()  # a transaction always: what goes wrong with a disk goes wrong at its end

    def run(self, sql: str, *parameters: Any) -> int:
        if self._disk.full > self._disk.world.now():
            raise sqlite3.OperationalError("database or disk is full")
        changed = super().run(sql, *parameters)
        if " events (" in sql and changed:
            self._new.append((parameters[0], EventRow(*parameters[1:])))
        self._wrote = True
        return changed

    def commit(self) -> None:
        disk = self._disk
        if self._wrote and disk.failing:
            disk.failing -= 1
            raise sqlite3.OperationalError("disk I/O error")
        super().commit()
        disk.committed(self._new)
        if self._wrote and disk.forgetful:
            disk.forgetful -= 1
            raise sqlite3.OperationalError("the connection was lost during COMMIT")

    def close(self) -> None:
        """The disk is everybody's."""


class _Writer(Writer):
    """The real one without its thread: it takes its jobs when the disk is ready, and answers a little later."""

    def __init__(self, disk: Disk, store: SharedStore, quick: float) -> None:
        super().__init__(lambda: _Connection(disk, store))
        self._disk = disk
        self._life = store.life
        self._quick = quick
        self._opened: Any = None
        self._due: asyncio.TimerHandle | None = None

    def start(self) -> None:
        self._loop = asyncio.get_running_loop()

    async def run(self, job: Callable[[Db], Any], single: bool = False) -> Any:
        if self._due is None:
            self._due = asyncio.get_running_loop().call_later(self._disk.wait(self._quick), self._turn)
        return await super().run(job, single)

    def _turn(self) -> None:
        self._due = None
        if not self._life.alive or not self._jobs:
            return
        done = self._write()
        asyncio.get_running_loop().call_later(
            self._disk.wait(self._quick), lambda: _settle(done) if self._life.alive else None
        )
        if self._jobs:
            self._due = asyncio.get_running_loop().call_later(self._disk.wait(self._quick), self._turn)

    def _write(self) -> Any:
        batch: list[Job] = [self._jobs.popleft() for _ in range(min(BATCH, len(self._jobs)))]
        self._opened, done = self._try(self._opened, batch)
        return done

    def crash(self, reaches: bool) -> None:
        """What was on its way may reach the disk; nobody hears of it."""
        if reaches and self._jobs:
            self._write()
        self._jobs.clear()

    async def stop(self) -> None:
        while self._jobs:
            await asyncio.sleep(0.01)
        self._stopping = True


class SharedStore(SqlStore):
    """The disk as one server sees it: hints from the others may be late or lost, its clock is the one that counts."""

    shared = True

    def __init__(self, disk: Disk, life: Life) -> None:
        self.disk = disk
        self.life = life
        self.cut_off = 0.0
        self.hear: Callable[[str, int], None] | None = None
        self._writer = _Writer(disk, self, 0.02)
        self._reader = _Writer(disk, self, 0.005)

    async def open(self, on_change: Callable[[str, int], None] | None = None) -> None:
        self._writer.start()
        self._reader.start()
        self.hear = on_change
        self.disk.stores.append(self)

    async def close(self) -> None:
        await self._reader.stop()
        await self._writer.stop()
        self.leave()

    def leave(self) -> None:
        """No hints any more."""
        if self in self.disk.stores:
            self.disk.stores.remove(self)

    def crash(self, reaches: bool) -> None:
        """The power fails."""
        self._writer.crash(reaches)  # type: ignore[attr-defined]
        self.leave()

    def _announce(self, db: Db, table: str, n: int) -> None:
        rng = self.disk.world.chance("hint", self.disk.world.now(), table, n)
        for store in self.disk.stores:
            late, lost = rng.uniform(0.0, 1.0), rng.random() < 0.3
            if store is not self and store.hear is not None and not lost and self.disk.mute < self.disk.world.now():
                asyncio.get_running_loop().call_later(late, _hint, store, table, n)

    async def touched(self) -> bool:
        return True

    async def now(self) -> int:
        return await self._read(lambda db: BEGIN + int(1000 * self.disk.world.now()) + self.disk.wrong)

    async def check(self) -> str:
        return "ok"


def _hint(store: SharedStore, table: str, n: int) -> None:
    if store.life.alive and store.hear is not None:
        store.hear(table, n)
