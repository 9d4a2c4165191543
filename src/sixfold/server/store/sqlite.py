"""The store of one server: a SQLite file. WAL, synchronous=FULL, one writer thread, readers beside it.

FULL and not NORMAL: with NORMAL, a loss of power loses the commits since the last checkpoint, and "acknowledged" must
mean stored. Not here: the statements (sql.py), how commits are grouped (writer.py).
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from sixfold.errors import StoreError
from sixfold.server.store.copies import copy, reason, unused
from sixfold.server.store.identity import Identity, LogIdentity
from sixfold.server.store.migrate import Schema, bring_up_to_date, schema_of
from sixfold.server.store.sql import SqlStore
from sixfold.server.store.writer import Rows, Writer

LEAST_FREE: Final = 16 * 1024**2
"""Bytes of room below which a server says that it is not ready."""


class SqliteConnection:
    """A connection in explicit transactions. `opened` is anything that speaks `execute` as sqlite3 and apsw do."""

    def __init__(self, opened: Any, identity: Identity | None = None, log: LogIdentity | None = None) -> None:
        self._opened = opened
        self._identity = identity
        self._log = log
        self._begun = False
        self._same()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "foreign_keys=ON"):
            opened.execute(f"PRAGMA {pragma}").fetchall()

    def run(self, sql: str, *parameters: object) -> int:
        changed = getattr(self._opened.execute(sql, parameters), "rowcount", None)
        if changed is None:  # apsw
            changed = self._opened.changes()
        return int(changed)

    def rows(self, sql: str, *parameters: object) -> Rows:
        return list(self._opened.execute(sql, parameters).fetchall())

    def begin(self, single: bool = False) -> None:
        self._same()
        self._begun = not single
        if self._begun:
            self._opened.execute("BEGIN IMMEDIATE")

    def commit(self) -> None:
        if self._begun:
            self._opened.execute("COMMIT")
        self._same()
        if self._log is not None:
            self._log.check()

    def _same(self) -> None:
        """Before and after: what went into a deleted file is neither read nor acknowledged."""
        if self._identity is not None:
            self._identity.check()

    def rollback(self) -> None:
        # A full disk makes SQLite roll back by itself.
        if self._opened.in_transaction:
            self._opened.execute("ROLLBACK")

    def close(self) -> None:
        self._opened.close()


class ReadingConnection(SqliteConnection):
    """Begins without the write lock, so that reading never waits for a commit."""

    def begin(self, single: bool = False) -> None:
        self._same()
        self._begun = True
        self._opened.execute("BEGIN")


def connect(path: Path) -> Any:
    """A plain sqlite3 connection; a test puts one with a treacherous disk in its place."""
    return sqlite3.connect(path, isolation_level=None, check_same_thread=False, cached_statements=64)


class SqliteStore(SqlStore):
    """Tables in one file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._data_version: int | None = None
        self._identity: Identity | None = None
        self._writer = Writer(lambda: SqliteConnection(self._connect(), self._identity, LogIdentity(path)))
        self._reader = Writer(lambda: ReadingConnection(self._connect(), self._identity), name="reader")

    def _connect(self) -> Any:
        if self._identity is not None:
            self._identity.check()  # SQLite would make a new, empty file where there is none
        return connect(self.path)

    async def open(self, on_change: Callable[[str, int], None] | None = None) -> None:
        """Make the file if there is none. Nobody else writes to it, so there is no change to hear of."""
        await asyncio.to_thread(self._prepare)
        self._identity = Identity(self.path)
        self._writer.start()
        self._reader.start()
        await self.touched()

    def _prepare(self) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            if not os.access(self.path.parent, os.W_OK):
                raise PermissionError(errno.EACCES, "this user may not write to its folder")
            found = schema_of_file(self.path)
            bring_up_to_date(f"sqlite:///{self.path}", found, self._save)
            # The file holds hidden hands: nobody else on this machine should read it.
            if self.path.stat().st_mode & 0o077:
                self.path.chmod(0o600)
        except (OSError, sqlite3.Error) as error:
            raise StoreError(f"cannot open the store {self.path}: {reason(error)}", code="store/open") from error

    def _save(self, number: str) -> Path:
        """A copy from before a migration, beside the store."""
        target = unused(self.path.with_name(f"{self.path.stem}-{number}{self.path.suffix}"))
        copy(self.path, target)
        return target

    async def close(self) -> None:
        await self._reader.stop()
        await self._writer.stop()

    async def touched(self) -> bool:
        """SQLite counts, for the writer, what other connections have written: the command line, for one."""
        version = (await self._write(lambda db: db.rows("PRAGMA data_version")))[0][0]
        before, self._data_version = self._data_version, version
        return before is not None and before != version

    async def check(self) -> str:
        """`ok`, or what SQLite finds wrong with the file."""
        return str((await self._read(lambda db: db.rows("PRAGMA integrity_check")))[0][0])

    async def probe(self) -> None:
        """As the next move will be kept; and while there is still room for a few more."""
        if (free := shutil.disk_usage(self.path.parent).free) < LEAST_FREE:
            raise StoreError(f"the disk is full: {free:,} bytes are left", code="store/full")
        await super().probe()

    async def backup(self, target: Path) -> None:
        """A consistent copy, while tables are being played."""
        await asyncio.to_thread(copy, self.path, target)


def schema_of_file(path: Path) -> Schema | None:
    """What the store in this file says about itself; None for no file and an empty one."""
    if not path.exists():
        return None
    with contextlib.closing(sqlite3.connect(path)) as opened:
        tables = {name for (name,) in opened.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not tables:
            return None
        if "alembic_version" not in tables:
            raise StoreError(f"{path} is a database, but not one of Sixfold", code="store/open")
        return schema_of(lambda sql: opened.execute(sql).fetchall())
