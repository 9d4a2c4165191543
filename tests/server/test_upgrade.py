"""Stores that earlier releases wrote: this version reads every table as they did, plays on, and verifies the shuffles.

The folders under stores/ are what people have on their disks; stores/write.py makes one for each release.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import sqlite3
from pathlib import Path
from typing import Any

import psycopg
import pytest

from sixfold.server import archive, wire
from sixfold.server.app import build
from sixfold.server.settings import Settings
from sixfold.server.store import make_store
from tests.server.clock import HandClock
from tests.server.inside import visitor
from tests.server.postgres import Postgres
from tests.server.stores.write import FOLDER, Evening, Greedy, read

RELEASES = sorted(path.parent.name for path in FOLDER.glob("*/store.db.gz"))


class Kept:
    """A copy of what a release wrote, and what that release read in it."""

    def __init__(self, release: str, folder: Path) -> None:
        self.path = folder / "sixfold.db"
        self.path.write_bytes(gzip.decompress((FOLDER / release / "store.db.gz").read_bytes()))
        self.expected: dict[str, Any] = json.loads((FOLDER / release / "tables.json").read_text(encoding="utf-8"))
        self.tables: dict[str, dict[str, Any]] = self.expected["tables"]

    @property
    def clock(self) -> HandClock:
        """The moment at which that evening ended."""
        clock = HandClock()
        clock.time = self.expected["now"]
        return clock

    def in_postgres(self, url: str) -> str:
        """The same rows in a database of this version."""

        async def make() -> None:
            store = make_store(url)
            await store.open()
            await store.close()

        asyncio.run(make())
        source = sqlite3.connect(self.path)
        with psycopg.connect(url) as target:
            named = source.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name != 'alembic_version'")
            for (name,) in named.fetchall():
                rows = source.execute(f"SELECT * FROM {name}")
                columns = ", ".join(column[0] for column in rows.description)
                marks = ", ".join("%s" for _ in rows.description)
                insert = f"INSERT INTO {name} ({columns}) VALUES ({marks})"
                target.cursor().executemany(insert, rows.fetchall())
        source.close()
        return url


@pytest.fixture(params=RELEASES)
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Kept:
    return Kept(request.param, tmp_path)


def test_the_first_release_is_kept() -> None:
    assert RELEASES[0] == "0.1.0"


def without_names(read: dict[str, Any]) -> dict[str, Any]:
    """A record of 0.1.0 left its bots nameless; they have names since, and nothing else may differ."""
    lines = [line for line in read.get("record", "").splitlines() if not line.startswith("seat ")]
    return read | {"record": lines}


async def _reads(where: Path | str, kept: Kept) -> None:
    it = Evening(where, kept.clock)
    await it.house.open()
    assert {line.table for line in await it.house.store.lines()} == set(kept.tables)
    for name, expected in kept.tables.items():
        room = await it.house.rooms.find(name)
        assert room is not None
        found = read(room.table)
        if "record" in expected:
            found["record"] = await it.house.record(room)
            assert archive.verify(found["record"]) > 0
        if room.table.waived:
            # A clock ran as the last server went: that its time stands still since then is one fact more.
            assert found["n"] == expected["n"] + 1
            found |= {"n": expected["n"], "at": expected["at"]}
        assert without_names(found) == without_names(expected)
    assert await it.house.store.check() == "ok"
    await it.house.close()


def test_every_table_is_read_as_it_was_written(kept: Kept) -> None:
    asyncio.run(_reads(kept.path, kept))


def test_postgres_reads_the_same_rows(kept: Kept, postgres: Postgres) -> None:
    asyncio.run(_reads(kept.in_postgres(postgres.database("kept")), kept))


def test_tables_that_were_running_are_played_to_their_end(kept: Kept) -> None:
    async def run() -> None:
        it = Evening(kept.path, kept.clock)
        await it.house.open()
        running = [name for name, table in kept.tables.items() if table["phase"] != "finished"]
        assert {kept.tables[name]["phase"] for name in running} == {"lobby", "opening", "playing"}
        guest, _ = await it.house.people.welcome("Guest")
        for name in running:
            room = await it.house.rooms.find(name)
            assert room is not None
            if room.table.phase == "lobby":
                await it.seated(room, *[guest for chair in room.table.chairs if not chair.taken])
            for seat in sorted(room.table.asked):
                await it.do(room, seat, wire.GiveAge, age=20 + seat)
            for seat, chair in enumerate(room.table.chairs):
                if chair.remote:
                    await it.do(room, 0, wire.Remove, who=seat)
            await it.play(room)
            record = await it.house.record(room)
            assert archive.verify(record) > 0
            for seat, move, points in kept.tables[name].get("sheet", []):
                assert [seat, move, points] in read(room.table)["sheet"]
        await it.house.close()

    asyncio.run(run())


def test_people_and_bots_are_still_who_they_were(kept: Kept) -> None:
    async def run() -> None:
        server = build(kept.path, Settings(beat_s=3600.0), crew=Greedy(1), clock=kept.clock)
        await server.open()
        for player, secret in kept.expected["secrets"].items():
            async with visitor(server, cookie=f"sixfold={secret}") as browser:
                mine = {table["table"] for table in (await browser.get("/api/tables")).json()["tables"]}
                assert mine == {line.table for line in await server.house.store.tables_of(player)}
                assert mine
        for name, token in kept.expected["tokens"].items():
            async with visitor(server, authorization=f"Bearer {token}") as bot:
                assert (await bot.get("/api/bot/account")).json()["name"] == name
        await server.close()

    asyncio.run(run())
