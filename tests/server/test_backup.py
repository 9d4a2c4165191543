"""A backup is one instant of a busy store, and each page of it is written once; a point in time can be gone back to."""

from __future__ import annotations

import asyncio
from pathlib import Path

import psycopg

from sixfold.server.store import EventRow, Store, TableLine, make_store
from sixfold.server.store.copies import copy, dump, load
from sixfold.server.store.sqlite import SqliteStore
from tests.scale import scale
from tests.server.busy import Busy, filled, written
from tests.server.postgres import Postgres
from tests.server.running import wait_for

MEGABYTE = 1024**2


async def complete(store: Store, before: int) -> int:
    """How many events of the busy table there are: all that were acknowledged before, without a gap."""
    rows = await store.events("busy")
    assert len(rows) >= before
    assert [row.n for row in rows] == list(range(1, len(rows) + 1))
    return len(rows)


def test_a_backup_of_a_busy_file_writes_each_page_once(tmp_path: Path) -> None:
    size = scale(16, 250) * MEGABYTE

    async def run() -> None:
        store = SqliteStore(tmp_path / "a.db")
        await store.open()
        await filled(store, size)
        busy = Busy(store)
        async with busy.playing():
            before = busy.kept
            bytes_written = await asyncio.to_thread(written, lambda: copy(tmp_path / "a.db", tmp_path / "b.db"))
            after = busy.kept
            await busy.until(after + 1)
        await store.close()
        whole = (tmp_path / "b.db").stat().st_size
        assert whole >= size
        assert after > before, "it was busy"
        assert bytes_written <= 1.2 * whole, f"{bytes_written:,} bytes were written for {whole:,}"
        restored = make_store(tmp_path / "b.db")
        await restored.open()
        assert await complete(restored, before) <= after, "what came later is not half in it"
        assert await restored.check() == "ok"
        await restored.close()
        assert sorted(path.name for path in tmp_path.iterdir()) == ["a.db", "b.db"]
        assert (tmp_path / "b.db").stat().st_mode & 0o077 == 0

    asyncio.run(run())


def test_a_backup_of_a_busy_postgres_is_one_instant(postgres: Postgres, tmp_path: Path) -> None:
    url, target = postgres.database("busy"), postgres.database("quiet")

    async def run() -> None:
        store = make_store(url)
        await store.open()
        await filled(store, scale(8, 250) * MEGABYTE)
        busy = Busy(store)
        async with busy.playing():
            before = busy.kept
            await asyncio.to_thread(dump, url, tmp_path / "pg.dump")
            after = busy.kept
        await store.close()
        with psycopg.connect(url) as opened:
            size = opened.execute("SELECT pg_database_size(current_database())").fetchall()[0][0]
        assert (tmp_path / "pg.dump").stat().st_size <= 1.2 * size
        await asyncio.to_thread(load, tmp_path / "pg.dump", target)
        restored = make_store(target)
        await restored.open()
        assert await complete(restored, before) <= after
        await restored.close()

    asyncio.run(run())


def recovered(url: str) -> bool:
    with psycopg.connect(url) as opened:
        return not opened.execute("SELECT pg_is_in_recovery()").fetchall()[0][0]


def test_a_point_in_time_is_gone_back_to() -> None:
    """As docs/hosting.md says it: a base backup and the archived log; everything kept before the point is there."""
    main = Postgres("wal_level=replica", "archive_mode=on", "max_wal_senders=4")
    archive = main.folder("archive")
    main._settings += (f"archive_command='test ! -f {archive}/%f && cp %p {archive}/%f'",)
    main.start()

    async def play(url: str, upto: int) -> None:
        store = make_store(url)
        await store.open()
        for n in range(len(await store.events("t")) + 1, upto + 1):
            await store.append("t", [EventRow(n, 1, "", "", b"x")], TableLine("t", "tiles", "playing", "", 1, 1))
        await store.close()

    async def kept(url: str) -> list[int]:
        store = make_store(url)
        await store.open()
        found = [row.n for row in await store.events("t")]
        await store.append("t", [EventRow(len(found) + 1, 1, "", "", b"goes on")])
        await store.close()
        return found

    try:
        url = main.database("sixfold")
        asyncio.run(play(url, 10))
        again = main.base_backup(
            f"restore_command='cp {archive}/%f %p'",
            "recovery_target_name=before",
            "recovery_target_action=promote",
        )
        asyncio.run(play(url, 25))
        with psycopg.connect(url, autocommit=True) as opened:
            opened.execute("SELECT pg_create_restore_point('before')")
        asyncio.run(play(url, 30))
        with psycopg.connect(url, autocommit=True) as opened:
            opened.execute("DELETE FROM events")
            opened.execute("SELECT pg_switch_wal()")
        main.stop()  # archives what is left
        again.start()
        try:
            wait_for(lambda: recovered(again.url("sixfold")), 30)
            assert asyncio.run(kept(again.url("sixfold"))) == [*range(1, 26)]
        finally:
            again.remove()
    finally:
        main.remove()
