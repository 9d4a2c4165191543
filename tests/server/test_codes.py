"""A case for each error code of the server and its host's commands: what somebody does to meet it."""

from __future__ import annotations

import asyncio
import socket
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from sixfold.commands import backup, restore, serve, tables
from sixfold.server import archive, people
from sixfold.server.http.listening import listen
from sixfold.server.store import EventRow, TableLine, make_store
from sixfold.server.store.copies import copy, postgres_tool
from sixfold.server.store.migrate import upgrade
from sixfold.server.store.sqlite import SqliteStore
from sixfold.server.thinkers.crew import Crew
from tests.server.inside import TWO, Wire, cookie_of, inside, visitor
from tests.server.test_archive import game
from tests.spec.test_codes import refused

# ---- over HTTP and on sockets ---------------------------------------------------------------------------------------

Ask = Callable[[httpx.AsyncClient], Awaitable[httpx.Response]]


@pytest.mark.parametrize(
    ("ask", "status", "code"),
    [
        (lambda c: c.get("/api/me", headers={"host": "evil.example"}), 400, "request/host"),
        (lambda c: c.put("/api/verify"), 405, "request/method"),
        (lambda c: c.post("/"), 405, "request/method"),
        (lambda c: c.get(f"/api/tables/{'A' * 16}"), 404, "table/unknown"),
        (lambda c: c.get("/api/tables/short"), 404, "table/unknown"),
        (lambda c: c.get("/api/invites/none"), 404, "invite/unknown"),
        (lambda c: c.post("/api/device", json={"code": "ABCDEFGHJKMN"}), 404, "device/unknown"),
        (lambda c: c.post("/api/me/device"), 401, "player/unknown"),
    ],
)
def test_requests(tmp_path: Path, ask: Ask, status: int, code: str) -> None:
    async def run() -> httpx.Response:
        async with inside(tmp_path) as server:
            return await ask(visitor(server))

    answer = asyncio.run(run())
    assert (answer.status_code, answer.json()["refusal"]["code"]) == (status, code)
    assert answer.json()["refusal"]["message"]


def test_our_own_mistake_is_owned_and_tells_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> None:
        raise ZeroDivisionError("a secret of ours")

    async def run(path: str) -> httpx.Response:
        async with inside(tmp_path) as server:
            monkeypatch.setattr(server.house.people, "of", broken)
            monkeypatch.setattr("sixfold.server.http.pages.Pages.find", broken)
            return await visitor(server).get(path, headers={"cookie": f"{people.COOKIE}={'a' * 32}"})

    for path in ("/api/me", "/"):
        answer = asyncio.run(run(path))
        assert (answer.status_code, answer.json()["refusal"]["code"]) == (500, "server/mistake")
        assert "secret" not in answer.text


def test_nobody_speaks_before_saying_hello(tmp_path: Path) -> None:
    async def run() -> str:
        async with inside(tmp_path) as server:
            host = visitor(server)
            table = (await host.post("/api/tables", json=TWO)).json()["table"]
            wire = Wire(server, table, cookie_of(host))
            answer = await wire.ask(do="ready", id="r", base=1, entropy="00" * 32)
            await wire.leave()
            return str(answer["refusal"]["code"])

    assert asyncio.run(run()) == "request/first"


def test_a_server_that_stops_takes_no_more_moves(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            table = (await visitor(server).post("/api/tables", json=TWO)).json()["table"]
            server.house.stopping = True
            await server.house.upkeep.close_table(table, "closed")

    assert refused(lambda: asyncio.run(run())) == "store/closed"


def test_a_bot_that_ends_its_process() -> None:
    async def run() -> None:
        crew = Crew(1, program=("-c", "input()"))
        try:
            await crew.choose("tiles", "greedy", {})
        finally:
            await crew.close()

    assert refused(lambda: asyncio.run(run())) == "bot/crashed"


# ---- the proof of a shuffle -----------------------------------------------------------------------------------------


def test_proofs() -> None:
    table, log = game("tiles", 2, 1)
    lines = str(archive.record_of(table, log)).splitlines()

    def verified(start: str, change: Callable[[str], str]) -> Callable[[], int]:
        changed = [change(line) if line.startswith(start) else line for line in lines]
        return lambda: archive.verify("\n".join(filter(None, changed)) + "\n")

    assert verified("seed: ", str)() > 0
    assert refused(verified("seed: ", lambda line: "")) == "position/no-proof"
    assert refused(verified("added 0: ", lambda line: "added 0: what I like")) == "position/no-proof"
    assert refused(verified("seed: ", lambda line: f"seed: {'00' * 64}")) == "position/commitment"
    assert refused(verified("added 0: ", lambda line: f"added 0: {'00' * 32}")) == "position/shuffle"


# ---- stores and the commands of a host ------------------------------------------------------------------------------


async def filled(path: Path, names: tuple[str, ...] = ()) -> SqliteStore:
    store = make_store(path)
    assert isinstance(store, SqliteStore)
    await store.open()
    for name in names:
        await store.append(name, [EventRow(1, 1, "", "", b"x")], TableLine(name, "tiles", "lobby", "", 1, 1))
    return store


def test_stores(tmp_path: Path) -> None:
    async def taken() -> None:
        store = await filled(tmp_path / "a.db", ("t",))
        try:
            await store.append("t", [EventRow(1, 1, "", "", b"y")])
        finally:
            await store.close()

    async def closed() -> None:
        store = await filled(tmp_path / "a.db")
        await store.close()
        await store.events("t")

    assert refused(lambda: asyncio.run(taken())) == "store/taken"
    assert refused(lambda: asyncio.run(closed())) == "store/closed"
    (tmp_path / "b.db").write_bytes(b"this is not a database" * 100)
    assert refused(lambda: asyncio.run(filled(tmp_path / "b.db"))) == "store/open"
    upgrade(f"sqlite:///{tmp_path / 'c.db'}")
    with sqlite3.connect(tmp_path / "c.db") as opened:
        opened.execute("UPDATE alembic_version SET version_num = '9999'")
        opened.execute("DELETE FROM settings WHERE name = 'oldest_schema'")
    opened.close()
    assert refused(lambda: asyncio.run(filled(tmp_path / "c.db"))) == "store/newer"


def test_a_missing_driver_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert refused(lambda: make_store("postgresql://127.0.0.1/sixfold")) == "store/driver"


def test_a_damaged_database_makes_no_backup_that_looks_whole(tmp_path: Path) -> None:
    """Pages of one index are overwritten: SQLite can still copy them, and its own check finds it."""
    source = tmp_path / "a.db"
    with sqlite3.connect(source) as opened:
        opened.execute("CREATE TABLE words (word TEXT)")
        opened.executemany("INSERT INTO words VALUES (?)", [(f"word {n}",) for n in range(2000)])
        opened.execute("CREATE INDEX by_word ON words (word)")
        page = opened.execute("SELECT rootpage FROM sqlite_master WHERE name = 'by_word'").fetchone()[0]
        size = opened.execute("PRAGMA page_size").fetchone()[0]
    opened.close()
    data = bytearray(source.read_bytes())
    data[(page - 1) * size + 100 : page * size] = bytes(size - 100)
    source.write_bytes(data)
    assert refused(lambda: copy(source, tmp_path / "b.db")) == "store/damaged"


def test_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data, target = tmp_path / "data", tmp_path / "copy.db"
    assert refused(lambda: backup.run(target, data)) == "store/missing"
    assert refused(lambda: restore.run(target, data)) == "store/missing"
    assert refused(lambda: tables.run("list", data=data)) == "store/missing"

    async def two() -> None:
        await (await filled(serve.where(data), ("same-1", "same-2"))).close()

    asyncio.run(two())
    assert refused(lambda: tables.run("close", "same", data=data)) == "store/ambiguous"
    assert refused(lambda: tables.run("close", "other", data=data)) == "store/missing"
    target.touch()
    assert refused(lambda: backup.run(target, data)) == "store/exists"
    assert refused(lambda: copy(serve.where(data), target)) == "store/exists"
    assert refused(lambda: restore.run(target, data)) == "store/exists"
    monkeypatch.setattr("shutil.which", lambda name: None)
    assert refused(lambda: postgres_tool("pg_of_no_version")) == "store/tool"


def test_a_port_in_use() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert refused(lambda: listen("127.0.0.1", port)) == "serve/port"
