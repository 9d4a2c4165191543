"""Both stores keep the promises of sixfold.testing.check_store; SQLite's own settings; migrations; backups."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from pathlib import Path
from typing import Any

import psycopg
import pytest
from alembic import command

from sixfold.errors import StoreError
from sixfold.server.store import Channel, EventRow, Occasion, Store, TableLine, Taken, Token, make_store, sqlite
from sixfold.server.store.copies import copy
from sixfold.server.store.migrate import configuration, upgrade
from sixfold.server.store.sql import HEAD
from sixfold.server.store.sqlite import SqliteConnection, SqliteStore, connect
from sixfold.testing import check_store
from tests.scale import scale
from tests.server.postgres import Postgres
from tests.server.until import until


def test_sqlite_keeps_the_promises(tmp_path: Path) -> None:
    asyncio.run(check_store(lambda: make_store(tmp_path / "a.db"), races=scale(50, 2000)))


def test_postgres_keeps_the_promises(postgres: Postgres) -> None:
    url = postgres.database("promises")
    asyncio.run(check_store(lambda: make_store(url), races=scale(100, 5000)))


def test_sqlite_is_durable_by_its_settings(tmp_path: Path) -> None:
    async def make() -> None:
        store = SqliteStore(tmp_path / "a.db")
        await store.open()
        await store.close()

    asyncio.run(make())
    connection = SqliteConnection(connect(tmp_path / "a.db"))
    assert connection.rows("PRAGMA journal_mode") == [("wal",)]
    assert connection.rows("PRAGMA synchronous") == [(2,)]
    connection.close()
    assert (tmp_path / "a.db").stat().st_mode & 0o077 == 0, "hands are nobody else's to read"


def test_commits_are_shared_and_never_made_by_the_event_loop(tmp_path: Path) -> None:
    async def run() -> tuple[int, int]:
        store = SqliteStore(tmp_path / "a.db")
        await store.open()
        await asyncio.gather(*(store.append(f"t{i}", [EventRow(1, 1, "", "", b"x")]) for i in range(500)))
        kept = sum([len(await store.events(f"t{i}")) for i in range(500)])
        commits = store._writer.commits
        await store.close()
        return kept, commits

    kept, commits = asyncio.run(run())
    assert kept == 500
    assert commits < 50, "five hundred appends at once share a few commits"


def test_one_bad_write_costs_the_others_nothing(tmp_path: Path) -> None:
    async def run() -> list[bool | int | BaseException]:
        store = SqliteStore(tmp_path / "a.db")
        await store.open()
        bad = store._write(lambda db: db.run("INSERT INTO nowhere VALUES (1)"))
        good = [store.append(f"t{i}", [EventRow(1, 1, "", "", b"x")]) for i in range(5)]
        done = await asyncio.gather(good[0], bad, *good[1:], return_exceptions=True)
        assert [len(await store.events(f"t{i}")) for i in range(5)] == [1] * 5
        await store.close()
        return done

    done = asyncio.run(run())
    assert isinstance(done[1], StoreError)
    assert not any(isinstance(outcome, BaseException) for i, outcome in enumerate(done) if i != 1)


MOVE = EventRow(1, 1, "", "", b"x")


def test_a_move_is_one_statement_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def traced(path: Path) -> sqlite3.Connection:
        opened: sqlite3.Connection = connect(path)
        opened.set_trace_callback(asked.append)
        return opened

    async def run() -> None:
        store = SqliteStore(tmp_path / "a.db")
        await store.open()
        asked.clear()
        await store.append("t", [MOVE])
        await store.close()

    monkeypatch.setattr(sqlite, "connect", traced)
    asyncio.run(run())
    assert [statement.split()[0] for statement in asked] == ["INSERT"]


def test_a_move_is_one_statement_in_a_database_and_so_is_following_it(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    real = psycopg.Connection.execute

    def execute(self: psycopg.Connection, query: str, *rest: Any, **more: Any) -> Any:
        asked.append(query)
        return real(self, query, *rest, **more)

    async def run(url: str) -> None:
        store = make_store(url)
        await store.open()
        await store.append("t", [MOVE])
        await store.news("t", 0)  # both connections are open now
        absent = Occasion("somebody", "turn", 2, 1, 1)
        for occasions in (None, [], [absent]):
            asked.clear()
            n = 1 + len(await store.events("t"))
            await store.append("t", [MOVE._replace(n=n)], occasions=occasions)
            assert len(asked) == 2, "reading the number, and keeping the next"
        asked.clear()
        await store.news("t", 0)
        assert len(asked) == 1
        await store.close()

    monkeypatch.setattr(psycopg.Connection, "execute", execute)
    asyncio.run(run(postgres.database("statements")))


def test_an_append_that_is_too_late_leaves_the_notices_of_the_one_before(postgres: Postgres, tmp_path: Path) -> None:
    async def run(store: Store) -> None:
        await store.open()
        channel = Channel("c", "ana", "feed", "", "", "turn", "en", "", 0, "", 1, "")
        await store.keep_channel(channel)
        await store.append("t", [MOVE], occasions=[Occasion("ana", "turn", 1, 1, 1)])
        with pytest.raises(Taken):
            await store.append("t", [MOVE], occasions=[Occasion("ana", "turn", 7, 7, 7)])
        assert await store.told_in("c", 9) == [("t", 1, "turn", 1)]
        await store.close()

    asyncio.run(run(make_store(tmp_path / "a.db")))
    asyncio.run(run(make_store(postgres.database("late"))))


def test_a_newer_schema_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    upgrade(f"sqlite:///{path}")
    opened = sqlite3.connect(path)
    assert opened.execute("SELECT version_num FROM alembic_version").fetchall() == [(HEAD,)]
    opened.execute("UPDATE alembic_version SET version_num = '9999'")
    opened.execute("DELETE FROM settings WHERE name = 'oldest_schema'")
    opened.commit()
    opened.close()
    with pytest.raises(StoreError, match="newer Sixfold"):
        asyncio.run(SqliteStore(path).open())


def test_a_store_of_the_first_release_is_brought_up_to_date(tmp_path: Path) -> None:
    """What was in it stays."""
    path = tmp_path / "a.db"
    config = configuration(f"sqlite:///{path}")
    command.upgrade(config, "0001")
    opened = sqlite3.connect(path)
    opened.execute("INSERT INTO tokens (hash, name, player, created) VALUES (x'01', 'hal', 'p', 5)")
    opened.commit()
    opened.close()

    async def run() -> list[Token]:
        store = SqliteStore(path)
        await store.open()
        found = await store.tokens()
        await store.close()
        return found

    assert asyncio.run(run()) == [Token(b"\x01", "hal", "p", "tiles cards", 5)]
    command.downgrade(config, "0001")
    opened = sqlite3.connect(path)
    assert len(opened.execute("PRAGMA table_info(tokens)").fetchall()) == 5
    opened.close()


def test_nobody_else_on_the_machine_reads_a_store(tmp_path: Path) -> None:
    """H22: the store, its log beside it and its backups hold hidden hands; the folder's own rights do not matter."""
    before = os.umask(0)

    async def run() -> dict[str, int]:
        store = SqliteStore(tmp_path / "a.db")
        await store.open()
        await store.append("t", [EventRow(1, 1, "", "", b"x")])
        await store.backup(tmp_path / "copy.db")
        modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
        await store.close()
        return modes

    try:
        modes = asyncio.run(run())
    finally:
        os.umask(before)
    assert modes.keys() >= {"a.db", "a.db-wal", "copy.db"}
    assert set(modes.values()) == {0o600}, modes


def test_a_file_that_is_no_database_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "a.db").write_bytes(b"this is not a database" * 100)
    with pytest.raises(StoreError, match="cannot open the store"):
        asyncio.run(SqliteStore(tmp_path / "a.db").open())


def test_a_full_disk_acknowledges_nothing_and_recovers(tmp_path: Path) -> None:
    """H26: with no room left an append fails with a sentence; with room again the next one succeeds."""

    async def run() -> None:
        store = SqliteStore(tmp_path / "a.db")
        await store.open()
        await store.append("t", [EventRow(1, 1, "", "", b"x")])
        pages = await store._write(lambda db: db.rows("PRAGMA page_count"))
        await store._write(lambda db: db.rows(f"PRAGMA max_page_count={pages[0][0]}"))
        with pytest.raises(StoreError) as full:
            await store.append("t", [EventRow(2, 1, "", "", b"x" * 100_000)])
        assert full.value.code == "store/failed"
        await store._write(lambda db: db.rows("PRAGMA max_page_count=1000000"))
        await store.append("t", [EventRow(2, 1, "", "", b"x" * 100_000)])
        assert [row.n for row in await store.events("t")] == [1, 2]
        with pytest.raises(Taken):
            await store.append("t", [EventRow(2, 1, "", "", b"y")])
        await store.close()

    asyncio.run(run())


def test_a_backup_of_a_busy_store_holds_all_that_was_acknowledged_before_it(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "a.db")
        await store.open()
        acknowledged = 0
        stop = asyncio.Event()

        async def write() -> None:
            nonlocal acknowledged
            while not stop.is_set():
                await store.append(
                    "t",
                    [EventRow(acknowledged + 1, 1, "", "", b"x" * 500)],
                    TableLine("t", "tiles", "playing", "", 1, 1),
                )
                acknowledged += 1

        writer = asyncio.create_task(write())
        await until(lambda: acknowledged >= 20)
        before = acknowledged
        await store.backup(tmp_path / "copy.db")
        stop.set()
        await writer
        await store.close()
        restored = SqliteStore(tmp_path / "copy.db")
        await restored.open()
        rows = await restored.events("t")
        assert len(rows) >= before
        assert [row.n for row in rows] == list(range(1, len(rows) + 1))
        assert await restored.check() == "ok"
        await restored.close()

    asyncio.run(run())
    with pytest.raises(StoreError, match="never overwrites"):
        copy(tmp_path / "a.db", tmp_path / "copy.db")
