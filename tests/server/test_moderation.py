"""Getting along: reports that reach the host, people who keep apart, names that are taken, and the host's log."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import httpx
import pytest

from sixfold.commands.serve import place
from sixfold.pace import Pace
from sixfold.server.app import Server
from sixfold.server.lobby.pairing import Seeker, Sought, pairs
from sixfold.server.moderation.moderation import HOUR_MS, REPORTS_A_DAY
from sixfold.server.moderation.names import is_reserved
from sixfold.server.moderation.values import Report
from sixfold.server.store import make_store
from tests.server.clock import HandClock
from tests.server.inside import TWO, inside, two_seated, visitor
from tests.server.test_commands import answer, sixfold


@pytest.mark.parametrize("name", ["Sixfold", "ADMIN", "  a d m i n ", "ｈｏｓｔ", "Moderator!", "champion"])
def test_names_of_the_house_are_reserved(name: str) -> None:
    assert is_reserved(name)


def test_other_names_are_free_unless_the_host_says_so() -> None:
    assert not any(map(is_reserved, ("Ana", "Felix", "Hostess", "?", "", "Adminton")))
    assert is_reserved("Queen Bee", ("queen bee",))


def test_people_who_keep_apart_are_never_paired() -> None:
    sought = Sought("tiles", Pace(clock=60), False)
    ana, ben, cleo = (Seeker(player, sought, at, 1500 + at) for at, player in enumerate(("ana", "ben", "cleo")))
    apart = frozenset({("ana", "ben"), ("ben", "ana")})
    assert pairs([ana, ben], 10**6) == [(ana, ben)]
    assert pairs([ana, ben], 10**6, apart) == []
    assert pairs([ana, ben, cleo], 10**6, apart) == [(ana, cleo)]


def code(answer: httpx.Response) -> str:
    return str(answer.json()["refusal"]["code"])


def test_a_name_of_the_house_is_refused_wherever_one_is_given(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path, reserved=("Queen",)) as server:
            table, one, two, host, _ = await two_seated(server)
            invite = (await host.post("/api/tables", json=TWO)).json()["info"]["invite"]
            seats = [{"kind": "here", "name": "Ana"}, {"kind": "here", "name": "Sixfold"}]
            for answer in (
                await visitor(server).post("/api/tables", json={"game": "tiles", "seats": seats}),
                await visitor(server).post(f"/api/invites/{invite}", json={"name": "Queen"}),
                await visitor(server).post("/api/lobby/seek", json={"game": "tiles", "name": "admin"}),
                await host.put("/api/me", json={"name": "H.o.s.t"}),
            ):
                assert code(answer) == "moderation/name", answer.text
            n = server.house.rooms[table].table.n
            refused = await one.ask(do="adjust", id="a", base=n, name="Moderator")
            assert refused["refusal"]["code"] == "moderation/name"
            for wire in (one, two):
                await wire.leave()

    asyncio.run(run())


async def blocked(server: Server) -> tuple[httpx.AsyncClient, httpx.AsyncClient]:
    """Ana, who has blocked Bo, and Bo."""
    table, one, two, ana, bo = await two_seated(server)
    for _ in range(2):
        kept = (await ana.put(f"/api/tables/{table}/seats/1/block")).json()
        assert (kept["name"], kept["seat"]) == ("Bo", 1)
    assert [each["seat"] for each in (await ana.get(f"/api/blocks?table={table}")).json()["blocks"]] == [1]
    for wire in (one, two):
        await wire.leave()
    return ana, bo


def test_whoever_is_blocked_sits_at_no_table_of_theirs_until_they_make_up(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            ana, bo = await blocked(server)
            made = (await ana.post("/api/tables", json={**TWO, "options": {"listed": True}})).json()
            assert "tables" not in (await bo.get("/api/lobby")).json()
            assert len((await visitor(server).get("/api/lobby")).json()["tables"]) == 1
            invite = made["info"]["invite"]
            assert code(await bo.post(f"/api/invites/{invite}", json={"name": "Bo"})) == "moderation/apart"
            sit = f"/api/lobby/tables/{made['table']}"
            assert code(await bo.post(sit, json={"name": "Bo"})) == "moderation/apart"
            theirs = (await bo.post("/api/tables", json=TWO)).json()["info"]["invite"]
            assert code(await ana.post(f"/api/invites/{theirs}", json={"name": "Ana"})) == "moderation/apart"
            for browser, name in ((ana, "Ana"), (bo, "Bo")):
                await browser.post("/api/lobby/seek", json={"game": "tiles", "name": name})
            assert await server.house.lobby.pair() == 0
            mine = (await ana.get("/api/blocks")).json()["blocks"]
            assert (await bo.get("/api/blocks")).json()["blocks"] == [], "they are not told"
            assert (await ana.get("/api/me/export")).json()["blocks"] == mine
            assert (await bo.delete(f"/api/blocks/{mine[0]['id']}")).json()["blocks"] == []
            assert (await ana.get("/api/blocks")).json()["blocks"] == mine, "it is not theirs to lift"
            assert (await ana.delete(f"/api/blocks/{mine[0]['id']}")).json()["blocks"] == []
            assert (await bo.post(f"/api/invites/{invite}", json={"name": "Bo"})).status_code == 200

    asyncio.run(run())


def test_a_report_reaches_the_host_with_what_was_said_and_goes_with_the_person(tmp_path: Path) -> None:
    async def run() -> None:
        clock = HandClock()
        async with inside(tmp_path, parts={"clock": clock}) as server:
            table, one, two, ana, bo = await two_seated(server)
            store = server.house.store
            for at, word in enumerate(("hurry", "hurry", "bye")):
                await two.ask(do="say", id=f"s{at}", base=server.house.rooms[table].table.n, word=word)
            await one.ask(do="say", id="m", base=server.house.rooms[table].table.n, word="sorry")
            where = f"/api/tables/{table}/seats"
            assert code(await ana.post(f"{where}/0/report", json={"reason": "words"})) == "table/nothing-to-answer"
            assert code(await visitor(server).post(f"{where}/1/report", json={"reason": "words"})) == "player/unknown"
            told = await ana.post(f"{where}/1/report", json={"reason": "words", "text": "rude"})
            assert told.status_code == 200, told.text
            (kept,) = await store.reports()
            assert (kept.table, kept.seat, kept.name, kept.reason) == (table, 1, "Bo", "words")
            assert (kept.text, kept.said, kept.settled) == ("rude", "hurry hurry bye", 0)
            assert (await ana.get("/api/me/export")).json()["reports"][0]["text"] == "rude"
            for _ in range(REPORTS_A_DAY - 1):
                await ana.post(f"{where}/1/report", json={"reason": "other"})
            for passed in (0, 1, HOUR_MS):
                clock.time += passed
                assert code(await ana.post(f"{where}/1/report", json={"reason": "other"})) == "moderation/enough"
            assert [act.what for act in await store.acts()] == ["reports refused"] * 2, "once an hour"
            assert await store.settle_report(kept.id, 7)
            assert not await store.settle_report(kept.id, 8)
            for wire in (one, two):
                await wire.leave()
            await ana.delete("/api/me")
            assert {(each.reporter, each.text) for each in await store.reports()} == {("", "")}
            await bo.delete("/api/me")
            assert await store.reports() == []
            assert len(await store.acts()) == 2, "the log stays, and names nobody"

    asyncio.run(run())


def test_a_block_goes_with_either_person(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            ana, bo = await blocked(server)
            await bo.delete("/api/me")
            assert (await ana.get("/api/blocks")).json()["blocks"] == []

    asyncio.run(run())


def test_the_host_reads_reports_settles_them_and_reads_the_log(tmp_path: Path) -> None:
    kept = Report("report1", 1, "t" * 16, 1, "secret-id", "Bo", "other-id", "words", "rude", "hurry")

    async def prepare() -> None:
        store = make_store(place(tmp_path, None))
        await store.open()
        await store.keep_report(kept)
        await store.close()

    asyncio.run(prepare())
    data = ("--data", str(tmp_path))
    (told,) = answer("moderate", *data)["reports"]
    assert (told["name"], told["text"], told["said"], told["settled"]) == ("Bo", "rude", "hurry", 0)
    assert "-id" not in json.dumps(told), "nobody's own key"
    assert "open  words" in sixfold("moderate", *data).stdout
    assert sixfold("moderate", "settle", "nothing", *data).returncode != 0
    assert answer("moderate", "settle", "rep", "--note", "removed", *data) == {"settled": "report1"}
    assert answer("moderate", "reports", *data)["reports"][0]["settled"] > 0
    (act,) = answer("moderate", "log", *data)["log"]
    assert (act["n"], act["what"], act["about"]) == (1, "report settled", "report1 removed")
    assert "report settled" in sixfold("moderate", "log", *data).stdout
    assert sixfold("moderate", "dance", *data).returncode != 0
