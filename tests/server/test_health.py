"""Alive and ready are two things; what goes into a file that is not there any more is never acknowledged (H26)."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections import namedtuple
from pathlib import Path
from typing import Any

import httpx
import pytest

from sixfold.errors import StoreError
from sixfold.server.app import Server, build
from sixfold.server.http.health import FRESH_S, Health
from sixfold.server.settings import Settings
from sixfold.server.store import EventRow, make_store
from tests.server.inside import PATIENT, inside, two_seated, visitor
from tests.server.postgres import Postgres

Usage = namedtuple("Usage", "total used free")


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only one test here is about a store that is slow; a busy machine's may well be."""
    monkeypatch.setattr("sixfold.server.http.health.PATIENCE_S", 60.0)


async def healthy(server: Server) -> tuple[int, int, str]:
    """What the two questions are answered, and the code of what is wrong."""
    server.guard._health = Health(server.house.store)  # nothing is remembered from before
    async with visitor(server) as watchman:
        alive, ready = await watchman.get("/healthz"), await watchman.get("/readyz")
    return alive.status_code, ready.status_code, _code(ready)


def _code(answer: httpx.Response) -> str:
    if answer.status_code == 200:
        assert answer.text == "ready\n"
        return ""
    assert answer.headers["retry-after"] == "1"
    assert answer.json()["refusal"]["message"]
    return str(answer.json()["refusal"]["code"])


def delete(file: Path) -> None:
    file.unlink()


def replace(file: Path) -> None:
    shutil.copy(file, file.with_name("copy"))
    file.with_name("copy").replace(file)


def move_away(file: Path) -> None:
    file.rename(file.with_name("elsewhere"))


@pytest.mark.parametrize("what", ["a.db", "a.db-wal"])
@pytest.mark.parametrize("how", [delete, replace, move_away])
def test_nothing_is_acknowledged_into_a_file_that_is_gone(tmp_path: Path, what: str, how: Any) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            table, one, two, _, _ = await two_seated(server)
            assert await healthy(server) == (200, 200, "")
            n = server.house.rooms[table].table.n
            how(tmp_path / what)
            for key in ("a", "b", "a"):
                answer = await one.ask(do="say", id=key, base=n, word="hello")
                assert (answer["t"], answer["refusal"]["code"]) == ("refused", "store/replaced")
            assert server.house.rooms[table].table.n == n, "nobody saw what was not kept"
            assert await healthy(server) == (200, 503, "store/replaced")
            assert (tmp_path / what).exists() == (how is replace), "no empty file takes its place"
            for wire in (one, two):
                await wire.leave()

    asyncio.run(run())


def test_a_file_that_comes_back_is_the_store_again(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            table, one, two, _, _ = await two_seated(server)
            n = server.house.rooms[table].table.n
            move_away(tmp_path / "a.db")
            assert (await one.ask(do="say", id="a", base=n, word="hello"))["t"] == "refused"
            (tmp_path / "elsewhere").rename(tmp_path / "a.db")
            assert await healthy(server) == (200, 200, "")
            assert (await one.ask(do="say", id="b", base=n, word="hello"))["t"] == "ack"
            for wire in (one, two):
                await wire.leave()

    asyncio.run(run())


def test_a_full_disk_and_one_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            store: Any = server.house.store
            with monkeypatch.context() as full:
                full.setattr(shutil, "disk_usage", lambda path: Usage(10**9, 10**9, 1000))
                assert await healthy(server) == (200, 503, "store/full")
            assert await healthy(server) == (200, 200, "")
            with monkeypatch.context() as broken:
                broken.setattr(store._writer, "_connect", lambda: sqlite3.connect("/proc/none"))
                with pytest.raises(StoreError):
                    await store._write(lambda db: db.close())
                assert await healthy(server) == (200, 503, "store/failed")
            assert await healthy(server) == (200, 200, "")
            server.house.stopping = True
            assert await healthy(server) == (200, 503, "store/closed")

    asyncio.run(run())


def test_many_watchmen_cost_one_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a clock of its own: fifty questions may take a busy machine longer than an answer stays fresh."""
    now = [0.0]
    looks: list[float] = []

    async def run() -> None:
        async with inside(tmp_path) as server:
            probe = server.house.store.probe

            async def counted() -> None:
                looks.append(now[0])
                await probe()

            monkeypatch.setattr(server.house.store, "probe", counted)
            server.guard._health = Health(server.house.store, clock=lambda: now[0])
            async with visitor(server) as watchman:
                for now[0] in (0.0, FRESH_S / 2, 2 * FRESH_S):
                    answers = await asyncio.gather(*(watchman.get("/readyz") for _ in range(50)))
                    assert {answer.text for answer in answers} == {"ready\n"}

    asyncio.run(run())
    assert looks == [0.0, 2 * FRESH_S]


def test_a_store_that_hangs_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    class Hanging:
        async def probe(self) -> None:
            await asyncio.Event().wait()

    monkeypatch.setattr("sixfold.server.http.health.PATIENCE_S", 0.01)
    fault = asyncio.run(Health(Hanging()).fault())  # type: ignore[arg-type]
    assert fault is not None
    assert fault.code == "store/slow"


def test_a_database_that_is_gone_comes_back(tmp_path: Path) -> None:
    """A PostgreSQL of its own, as it is stopped."""
    postgres = Postgres().start()

    async def run() -> None:
        server = build(postgres.database("health"), Settings(**PATIENT))
        await server.open()
        try:
            assert await healthy(server) == (200, 200, "")
            await asyncio.to_thread(postgres.stop)
            assert await healthy(server) == (200, 503, "store/failed")
            await asyncio.to_thread(postgres.start)
            assert await healthy(server) == (200, 200, "")
        finally:
            await server.close()

    try:
        asyncio.run(run())
    finally:
        postgres.remove()


def test_a_database_that_was_made_anew_is_another_one(postgres: Postgres) -> None:
    async def run() -> None:
        store, other = make_store(postgres.database("anew")), make_store(postgres.url("anew"))
        await store.open()
        await store.append("t", [EventRow(1, 1, "", "", b"x")])
        await asyncio.to_thread(postgres.database, "anew")
        await other.open()
        try:
            with pytest.raises(StoreError) as caught:
                await store.append("t", [EventRow(1, 1, "", "", b"x")])
            assert caught.value.code == "store/replaced"
            assert await other.events("t") == []
        finally:
            await store.close()
            await other.close()

    asyncio.run(run())
