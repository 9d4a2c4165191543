"""Erased here is gone everywhere (H32): two servers on one store, the second of which knew the player well."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from sixfold.server import guests
from sixfold.server.app import build
from sixfold.server.guests import Guests
from sixfold.server.settings import Settings
from sixfold.server.store import Guest, make_store
from tests.server.inside import PATIENT, TWO, visitor
from tests.server.postgres import Postgres

SECONDS = 5
"""How long it may take, as promised. What is believed for FRESH_S, looked at every FRESH_S, is gone after both."""


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_erased_on_one_server_is_unknown_on_the_other(
    tmp_path: Path, postgres: Postgres, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert 2 * guests.FRESH_S < SECONDS
    monkeypatch.setattr(guests, "FRESH_S", 0.05)

    async def run() -> None:
        where = postgres.database("erased") if kind == "postgres" else tmp_path / "a.db"
        here, there = (build(where, Settings(**PATIENT)) for _ in range(2))
        await here.open()
        await there.open()
        host, guest, abroad = visitor(here), visitor(here), visitor(there)
        try:
            made = (await host.post("/api/tables", json=TWO)).json()
            table, invite = made["table"], made["info"]["seats"][1]["invite"]
            await guest.post(f"/api/invites/{invite}", json={"name": "Zuleika", "age": 77})
            assert await here.house.upkeep.close_table(table, "closed")
            abroad.cookies = guest.cookies
            assert (await abroad.get("/api/me")).json() == {"name": "Zuleika"}
            assert "Zuleika" in (await abroad.get(f"/api/tables/{table}")).text, "the table is in its memory"
            assert (await guest.delete("/api/me")).status_code == 200

            async def gone() -> None:
                while "Zuleika" in (await abroad.get("/api/me")).text + (await abroad.get(f"/api/tables/{table}")).text:
                    await asyncio.sleep(0.01)

            await asyncio.wait_for(gone(), 20)
            assert (await abroad.get("/api/me/export")).status_code == 401
        finally:
            await there.close()
            await here.close()

    asyncio.run(run())


def test_what_is_known_of_a_guest_is_asked_for_again(tmp_path: Path) -> None:
    async def run() -> None:
        store = make_store(tmp_path / "a.db")
        await store.open()
        now = [0.0]
        known = Guests(store, lambda: now[0])
        await store.add_player(Guest("p", "Ana", 1), b"secret")
        assert await known.player_of(b"secret") == Guest("p", "Ana", 1)
        await store.rename_player("p", "Bo")
        assert await known.player_of(b"secret") == Guest("p", "Ana", 1), "for a moment the store is spared"
        now[0] = guests.FRESH_S
        assert await known.player_of(b"secret") == Guest("p", "Bo", 1)
        await store.erase_player("p")
        now[0] = 2 * guests.FRESH_S
        assert await known.player_of(b"secret") is None
        await store.close()

    asyncio.run(run())
