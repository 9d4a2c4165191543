"""The HTTP API: making, joining, listing, records, proofs; who one is, another device, export, erasure."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from sixfold.bots import LADDER
from sixfold.record import Record
from sixfold.server import archive
from tests.server.inside import TWO, Wire, cookie_of, inside, two_seated, visitor


def test_a_table_is_made_joined_and_listed(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            host, guest = visitor(server), visitor(server)
            assert (await host.get("/api/me")).json() == {}
            answer = await host.post("/api/tables", json=TWO)
            assert answer.status_code == 201
            made = answer.json()
            assert made["seats"] == [0]
            assert len(made["info"]["commitment"]) == 64
            assert (await host.get("/api/me")).json() == {"name": "Ana"}
            invite = made["info"]["seats"][1]["invite"]
            told = (await guest.get(f"/api/invites/{invite}")).json()
            assert told["free"] is True
            assert told["names"] == ["Ana", ""]
            joined = (await guest.post(f"/api/invites/{invite}", json={"name": "Bo"})).json()
            assert joined["seats"] == [1]
            assert "invite" not in joined["info"]["seats"][1]
            again = await guest.post(f"/api/invites/{invite}", json={"name": "Bo"})
            assert again.status_code == 200, "following one's own link twice is no mistake"
            third = visitor(server)
            taken = await third.post(f"/api/invites/{invite}", json={"name": "Cy"})
            assert taken.status_code == 409
            assert taken.json()["refusal"]["code"] == "table/seat-taken"
            assert (await guest.get(f"/api/invites/{invite}")).json()["yours"] is True
            lists = [(await client.get("/api/tables")).json()["tables"] for client in (host, guest, third)]
            assert [len(tables) for tables in lists] == [1, 1, 0]
            assert lists[1][0]["seats"] == [1]
            info = (await third.get(f"/api/tables/{made['table']}")).json()
            assert [seat["name"] for seat in info["seats"]] == ["Ana", "Bo"]
            assert not any("invite" in seat for seat in info["seats"])

    asyncio.run(run())


@pytest.mark.parametrize(
    "body",
    [
        {}, {"game": "chess", "seats": []}, {**TWO, "seats": TWO["seats"][:1]}, {**TWO, "seats": [TWO["seats"][0]] * 5},
        {**TWO, "extra": 1}, {**TWO, "options": {"clock": 1}}, {**TWO, "options": {"clock": -5}},
        {"game": "tiles", "seats": [{"kind": "here", "bot": "no"}, {"kind": "bot", "bot": "nobody"}]},
        {"game": "tiles", "seats": [{"kind": "bot"}, {"kind": "bot"}]},
        {**TWO, "ruleset": "tiles/9"}, {**TWO, "ruleset": "cards/1"}, {**TWO, "ruleset": "tiny-tiles/1"},
        {**TWO, "ruleset": "tiles"}, {**TWO, "ruleset": ""}, {**TWO, "ruleset": 1},
        {"game": "tiles", "seats": [{"kind": "here", "name": "x" * 41}, {"kind": "person"}]},
        {"game": "tiles", "seats": [{"kind": "here", "age": 0}, {"kind": "person"}]},
    ],
)  # fmt: skip
def test_a_table_that_cannot_be_is_refused_in_the_one_shape(tmp_path: Path, body: dict[str, Any]) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            answer = await visitor(server).post("/api/tables", json=body)
            assert answer.status_code in (400, 422)
            refusal = answer.json()["refusal"]
            assert refusal["code"].startswith(("request/", "bot/"))
            assert refusal["message"]
            assert await server.house.store.lines() == []

    asyncio.run(run())


def test_record_and_proof_come_with_the_end(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            table, one, two, host, guest = await two_seated(server)
            for path in ("record", "proof"):
                answer = await host.get(f"/api/tables/{table}/{path}")
                assert answer.status_code == 409
                assert answer.json()["refusal"]["code"] == "table/unfinished"
            n = server.house.rooms[table].table.n
            await two.ask(do="resign", id="r", base=n)
            text = (await guest.get(f"/api/tables/{table}/record")).text
            assert Record.parse(text).result is not None
            assert archive.verify(text) >= 2
            proof = (await host.get(f"/api/tables/{table}/proof")).json()
            assert proof["commitment"] == (await host.get(f"/api/tables/{table}")).json()["commitment"]
            assert proof["entropy"] == ["00" * 32, "11" * 32]
            verdict = (await host.post("/api/verify", json={"record": text})).json()
            assert verdict["ok"] is True
            assert verdict["draws"] >= 2
            listed = (await host.get("/api/tables")).json()["tables"][0]
            assert listed["phase"] == "finished"
            assert listed["winners"] == [0]
            for wire in (one, two):
                await wire.leave()

    asyncio.run(run())


def test_a_device_code_moves_a_player_once(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            phone, tablet, stranger = visitor(server), visitor(server), visitor(server)
            assert (await phone.post("/api/me/device")).status_code == 401
            made = (await phone.post("/api/tables", json=TWO)).json()
            code = (await phone.post("/api/me/device")).json()["code"]
            spoken = f" {code[:4].lower()}-{code[4:8]} {code[8:]}"
            assert (await tablet.post("/api/device", json={"code": spoken})).json() == {"name": "Ana"}
            assert (await stranger.post("/api/device", json={"code": code})).status_code == 404, "once"
            wire = Wire(server, made["table"], cookie_of(tablet))
            assert (await wire.hello())["seats"] == [0]
            await wire.leave()
            assert cookie_of(tablet) != cookie_of(phone), "each device has a secret of its own"

    asyncio.run(run())


def test_a_player_can_take_everything_along_and_be_forgotten(tmp_path: Path) -> None:
    """H25: after erasure no name, age or secret is left in the file; the game goes on with a bot."""

    async def run() -> None:
        async with inside(tmp_path) as server:
            host, guest = visitor(server), visitor(server)
            made = (await host.post("/api/tables", json=TWO)).json()
            await guest.post(f"/api/invites/{made['info']['seats'][1]['invite']}", json={"name": "Zuleika", "age": 77})
            export = (await guest.get("/api/me/export")).json()
            assert export["name"] == "Zuleika"
            seat = {"table": made["table"], "seat": 1, "name": "Zuleika", "age": 77, "game": "tiles"}
            assert export["games"] == [seat]
            assert (await guest.put("/api/me", json={"name": "Zuleika the Second"})).json()[
                "name"
            ] == "Zuleika the Second"
            assert (await guest.delete("/api/me")).status_code == 200
            assert (await guest.get("/api/me/export")).status_code == 401
            info = (await host.get(f"/api/tables/{made['table']}")).json()
            assert info["seats"][1]["name"] == ""
            assert info["seats"][1]["taken"] is False

    asyncio.run(run())
    opened = sqlite3.connect(tmp_path / "a.db")
    everything = "\n".join(opened.iterdump())
    opened.close()
    assert "Zuleika" not in everything
    assert ",77" not in everything


def test_bots_are_listed_with_faces(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            found = (await visitor(server).get("/api/bots")).json()["bots"]
            names = [bot["name"] for bot in found if bot["game"] == "tiles"]
            assert names.index("sprout") < names.index("greedy")
            assert all(bot["title"] for bot in found)
            assert not {"random", "plain"} & {bot["name"] for bot in found}
            assert all("wins" in bot for bot in found if bot["name"] in LADDER)

    asyncio.run(run())


def test_names_are_harmless_wherever_they_appear(tmp_path: Path) -> None:
    """H11, the server's half: a name comes back as JSON text, never as markup; the page's half is a browser test."""
    payloads = ["<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "\"'><svg onload=1>", "\u202eevil"]

    async def run() -> None:
        async with inside(tmp_path) as server:
            for name in payloads:
                client = visitor(server)
                answer = await client.post(
                    "/api/tables", json={**TWO, "seats": [{"kind": "here", "name": name}, {"kind": "person"}]}
                )
                assert answer.headers["content-type"].startswith("application/json")
                assert answer.headers["x-content-type-options"] == "nosniff"
                assert "\u202e" not in answer.json()["info"]["seats"][0]["name"]

    asyncio.run(run())
