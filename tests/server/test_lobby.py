"""The lobby: open tables, pairing with a reach that widens, and what a host turned off."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from sixfold.pace import Pace
from sixfold.server.lobby.pairing import ANYBODY, NEAR, Seeker, Sought, pairs, reach
from sixfold.server.store.sqlite import SqliteConnection
from sixfold.server.store.writer import Rows
from tests.server.inside import TWO, Wire, cookie_of, inside, visitor

TILES = Sought("tiles", Pace(clock=60), True)
NOW = 1_000_000
DAY_S = 86_400
PACES = [
    Pace(clock=30),
    Pace(total=600),
    Pace(total=600, increment=5),
    Pace(clock=3 * DAY_S),
    Pace(clock=3 * DAY_S, vacation=7),
]


def seeker(name: str, points: int, waited_s: float = 0, sought: Sought = TILES) -> Seeker:
    return Seeker(name, sought, NOW - int(1000 * waited_s), points)


def names(found: list[tuple[Seeker, Seeker]]) -> set[frozenset[str]]:
    return {frozenset((one.player, other.player)) for one, other in found}


def test_the_reach_widens_until_strength_does_not_matter() -> None:
    assert reach(seeker("a", 1500), NOW) == NEAR
    assert reach(seeker("a", 1500, 10), NOW) == NEAR + 100
    assert reach(seeker("a", 1500, ANYBODY / 1000), NOW) == float("inf")
    assert reach(Seeker("a", TILES, NOW + 5000, 1500), NOW) == NEAR, "a clock that went back makes nobody choosy"


def test_both_have_to_take_each_other() -> None:
    far = [seeker("new", 1500), seeker("patient", 1900, 50)]
    assert pairs(far, NOW) == [], "who has just come does not have to take anybody"
    assert names(pairs([seeker("one", 1500, 31), seeker("two", 1900, 31)], NOW)) == {frozenset({"one", "two"})}


def test_the_nearest_is_taken_and_who_waited_longest_chooses_first() -> None:
    found = pairs([seeker("a", 1500, 9), seeker("b", 1560), seeker("c", 1530, 1), seeker("d", 1590)], NOW)
    assert names(found) == {frozenset("ac"), frozenset("bd")}
    assert found[0][0].player == "a"


def test_nobody_is_paired_over_what_was_asked_for() -> None:
    others = [TILES._replace(game="cards"), TILES._replace(rated=False)]
    others += [TILES._replace(pace=pace) for pace in PACES]
    waiting = [seeker("a", 1500, 99), *(seeker(str(n), 1500, 99, sought) for n, sought in enumerate(others))]
    assert pairs(waiting, NOW) == []


def test_every_pair_keeps_to_the_rule_and_nobody_is_left_who_would_fit() -> None:
    """Checked by looking at all pairs, which the pairing does not."""
    rng = random.Random(17)
    waiting = [seeker(f"p{n:03}", int(rng.gauss(1500, 200)), rng.uniform(0, 70)) for n in range(500)]
    found = pairs(waiting, NOW)
    seated = [one.player for pair in found for one in pair]
    assert len(seated) == len(set(seated)) >= 480

    def fits(one: Seeker, other: Seeker) -> bool:
        return abs(one.points - other.points) <= min(reach(one, NOW), reach(other, NOW))

    assert all(fits(one, other) for one, other in found)
    left = [one for one in waiting if one.player not in set(seated)]
    assert not any(fits(one, other) for one in left for other in left if one is not other)


def test_an_open_table_is_found_joined_and_gone_from_the_list(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            host, guest, late = visitor(server), visitor(server), visitor(server)
            options = {"listed": True, "clock": 60, "rated": True, "language": "ro"}
            made = (await host.post("/api/tables", json={**TWO, "options": options})).json()
            [line] = (await guest.get("/api/lobby")).json()["tables"]
            assert (line["table"], line["ruleset"]) == (made["table"], "tiles/1")
            assert "yours" not in line
            [own] = (await host.get("/api/lobby")).json()["tables"]
            assert own["yours"] is True
            assert (line["names"], line["free"], line["seats"]) == (["Ana"], 1, 2)
            assert (line["clock"], line["rated"], line["language"]) == (60, True, "ro")
            at = f"/api/lobby/tables/{made['table']}"
            taken = await guest.post(at, json={"name": "Bo"})
            assert (taken.status_code, taken.json()["seats"]) == (200, [1])
            assert (await guest.post(at, json={"name": "Bo"})).json()["seats"] == [1], "twice is once"
            no = await late.post(at, json={"name": "Cleo"})
            assert (no.status_code, no.json()["refusal"]["code"]) == (409, "table/seat-taken")
            assert "tables" not in (await late.get("/api/lobby")).json()
            hidden = (await host.post("/api/tables", json=TWO)).json()["table"]
            no = await late.post(f"/api/lobby/tables/{hidden}", json={"name": "Cleo"})
            assert no.json()["refusal"]["code"] == "table/unknown", "a table by link is nobody's to find"

    asyncio.run(run())


def test_a_long_list_asks_the_store_no_more_than_a_short_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def rows(self: SqliteConnection, sql: str, *parameters: object) -> Rows:
        if any(words in sql for words in ("listed <> ''", "FROM places", "FROM ratings")):
            asked.append(sql)
        return all_rows(self, sql, *parameters)

    all_rows = SqliteConnection.rows

    async def run() -> None:
        async with inside(tmp_path) as server:
            counts = []
            for _ in range(7):
                made = await visitor(server).post("/api/tables", json={**TWO, "options": {"listed": True}})
                assert made.status_code == 201
                with monkeypatch.context() as counting:
                    counting.setattr(SqliteConnection, "rows", rows)
                    asked.clear()
                    told = (await visitor(server).get("/api/lobby")).json()["tables"]
                    counts.append((len(told), len(asked)))
            assert counts == [(n, 3) for n in range(1, 8)]
            assert [line["names"] for line in told] == [["Ana"]] * 7

    asyncio.run(run())


def test_two_who_wait_are_seated_together_and_play(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            one, two, visiting = visitor(server), visitor(server), visitor(server)
            assert (await visiting.get("/api/lobby/seek")).json() == {}
            ask: dict[str, Any] = {"game": "tiles", "clock": 60, "rated": True}
            told = (await one.post("/api/lobby/seek", json={**ask, "name": "Ana"})).json()
            assert told == {"waiting": True, "points": 1500, "reach": NEAR}
            assert await server.house.lobby.pair() == 0
            await two.post("/api/lobby/seek", json={**ask, "name": "Bo"})
            await server.house.lobby.pair()
            table = (await one.get("/api/lobby/seek")).json()["table"]
            assert (await two.get("/api/lobby/seek")).json()["table"] == table
            sockets = [Wire(server, table, cookie_of(browser)) for browser in (one, two)]
            for seat, socket in enumerate(sockets):
                welcome = await socket.hello()
                assert welcome["seats"] in ([0], [1])
                assert welcome["info"]["options"]["rated"] is True
                await socket.ask(do="ready", id="r", base=welcome["n"], entropy=f"{seat:02}" * 32)
            assert server.house.rooms[table].table.phase != "lobby", "it has begun"
            await one.delete("/api/lobby/seek")
            assert (await one.get("/api/lobby/seek")).json() == {}
            for socket in sockets:
                await socket.leave()

    asyncio.run(run())


@pytest.mark.parametrize(
    ("setting", "path", "body"),
    [
        ("pairing", "/api/lobby/seek", {"game": "tiles", "name": "Ana"}),
        ("rated", "/api/lobby/seek", {"game": "tiles", "rated": True, "name": "Ana"}),
        ("rated", "/api/tables", {**TWO, "options": {"rated": True, "clock": 60}}),
        ("open_tables", "/api/tables", {**TWO, "options": {"listed": True}}),
    ],
)
def test_a_host_turns_it_off(tmp_path: Path, setting: str, path: str, body: dict[str, Any]) -> None:
    async def run() -> None:
        off: dict[str, Any] = {setting: False}
        async with inside(tmp_path, **off) as server:
            no = await visitor(server).post(path, json=body)
            assert (no.status_code, no.json()["refusal"]["code"]) == (403, "lobby/off")
            offers = (await visitor(server).get("/api/lobby")).json()
            name = {"open_tables": "offers_tables"}.get(setting, f"offers_{setting}")
            assert offers[name] is False

    asyncio.run(run())


def test_where_nobody_looks_on(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path, watching=False) as server:
            host = visitor(server)
            table = (await host.post("/api/tables", json=TWO)).json()["table"]
            assert (await visitor(server).get(f"/api/tables/{table}")).status_code == 404
            assert (await host.get(f"/api/tables/{table}")).status_code == 200

    asyncio.run(run())
