"""One's own games: running first, then finished, by filter and page; figures; taken along, erased; read by index."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import httpx
import pytest

from sixfold.server.project import _parts
from sixfold.server.rooms.upkeep import FILLED
from sixfold.server.store import EventRow, Occupant, Seating, TableLine, Wanted, make_store
from sixfold.server.store.sql import SqlStore
from sixfold.server.store.sqlite import SqliteConnection
from sixfold.server.store.writer import Db
from tests.server.inside import TWO, inside, two_seated, visitor
from tests.server.postgres import Postgres
from tests.server.stores.write import Evening
from tests.server.test_upgrade import Kept, kept

__all__ = ["kept"]


async def games(browser: httpx.AsyncClient, **query: str) -> dict[str, Any]:
    answer = await browser.get("/api/games", params=query)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_a_running_game_is_first_and_a_finished_one_says_how_it_ended(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            table, one, two, host, guest = await two_seated(server)
            told = await games(host)
            assert [(line["table"], line["phase"]) for line in told["running"]] == [(table, "playing")]
            assert told["games"] == []
            await two.ask(do="resign", id="r", base=server.house.rooms[table].table.n)
            for browser, seat, result in ((host, 0, "won"), (guest, 1, "lost")):
                told = await games(browser)
                assert "running" not in told
                [game] = told["games"]
                assert (game["table"], game["game"], game["seats"], game["result"]) == (table, "tiles", [seat], result)
                assert (game["names"], game["bots"], game["winners"]) == (["Ana", "Bo"], ["", ""], [0])
                figures = (await browser.get("/api/games/figures")).json()
                assert figures["games"][0][result] == 1
                [met] = figures["against"]
                assert met["who"] == {"name": ["Bo", "Ana"][seat]}
            assert await games(visitor(server)) == {"games": []}, "a visitor has none"
            for wire in (one, two):
                await wire.leave()

    asyncio.run(run())


def test_figures_are_those_of_the_score_sheet(tmp_path: Path) -> None:
    """Whole games of both kinds, against a bot and around one device."""

    async def run() -> None:
        it = Evening(tmp_path / "a.db")
        await it.house.open()
        ana, _ = await it.house.people.welcome("Ana")
        sheets = {}
        for game in ("tiles", "cards"):
            room = await it.play(await it.seated(await it.make(game, ana, "here", "greedy")))
            sheets[game] = room.table
        await it.play(await it.seated(await it.make("tiles", ana, "here", "here")))
        sums, met = await it.house.store.sums_of(ana.id)
        assert {one.game for one in sums} == {"tiles", "cards"}
        for one in sums:
            table = sheets[one.game]
            mine = [entry for entry in table.state.sheet if entry.seat == 0]
            assert one.games == 1, "a game around one device is nobody's win"
            assert (one.points, one.turns) == (table.scores[0], len(mine))
            assert (one.best, one.table) == (max(entry.points for entry in mine), table.id)
            # A card game's points are its stacks; a tile game's bonus is six points for each Qwirkle (T12).
            bonus = sum(part[1] for entry in mine for part in _parts(table, entry) if part[0] == "qwirkle")
            assert one.qwirkles == (bonus // 6 if one.game == "tiles" else table.scores[0])
        assert {(one.game, one.bot) for one in met} == {("tiles", "greedy"), ("cards", "greedy")}
        found = await it.house.store.games_of(ana.id, Wanted(), 9)
        assert [one.result == "shared" for one in found] == [True, False, False], "which is listed once"
        await it.house.close()

    asyncio.run(run())


def test_a_lobby_that_was_closed_was_no_game(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            host = visitor(server)
            made = (await host.post("/api/tables", json=TWO)).json()
            assert [line["phase"] for line in (await games(host))["running"]] == ["lobby"]
            await server.house.upkeep.close_table(made["table"], "closed")
            assert await games(host) == {"games": []}

    asyncio.run(run())


def test_who_left_has_neither_won_nor_lost(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            table, one, two, _, guest = await two_seated(server)
            await two.ask(do="leave", id="l", base=server.house.rooms[table].table.n)
            room = server.house.rooms[table]
            assert room.table.phase == "playing", "a bot plays on"
            await one.ask(do="resign", id="r", base=room.table.n)
            assert [game["result"] for game in (await games(guest))["games"]] == ["left"]
            assert (await guest.get("/api/games/figures")).json() == {"games": [], "against": []}
            for wire in (one, two):
                await wire.leave()

    asyncio.run(run())


@pytest.mark.parametrize(
    "query",
    [
        {"game": "chess"}, {"result": "won'--"}, {"before": "x"}, {"before": "12"}, {"before": "-1.a"},
        {"before": "9" * 30 + ".a"}, {"name": "x" * 81}, {"before": "١.a"},
    ],
)  # fmt: skip
def test_a_question_that_cannot_be_is_refused(tmp_path: Path, query: dict[str, str]) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            answer = await visitor(server).get("/api/games", params=query)
            assert answer.status_code in (400, 422)
            assert answer.json()["refusal"]["code"].startswith("request/")

    asyncio.run(run())


async def _many(store: SqlStore, count: int) -> None:
    """So many finished games of `me` against `you`, ten of them at each instant."""
    for n in range(count):
        line = TableLine(
            f"table{n:011}", "tiles", "finished", "me", 1, n // 10, None, '{"scores": [5, 4], "winners": [0]}'
        )
        seats = [
            Seating(at, who, "", 1, "tiles", 1, n // 10, "won", 5, 3, 4, 1) for at, who in enumerate(("me", "you"))
        ]
        places = [Occupant(at, who, who, None) for at, who in enumerate(("me", "you"))]
        await store.append(line.table, [EventRow(1, 1, "", "", b"{}")], line, places, seats)


def test_pages_hold_every_game_once(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            host = visitor(server)
            await host.post("/api/tables", json=TWO)
            store = server.house.store
            assert isinstance(store, SqlStore)
            await _many(store, 95)
            me = next(p.id for p in await store.find_players("Ana"))
            await store._write(lambda db: db.run("UPDATE seatings SET player = ? WHERE player = 'me'", me))
            seen: list[str] = []
            query: dict[str, str] = {}
            while True:
                told = await games(host, **query)
                seen += [game["table"] for game in told["games"]]
                assert len(told["games"]) <= 30
                if "next" not in told:
                    break
                query = {"before": told["next"]}
            assert len(seen) == len(set(seen)) == 95
            assert seen == sorted(seen, reverse=True)

    asyncio.run(run())


class Counted:
    """A connection that remembers what it was asked."""

    def __init__(self, db: Db, asked: list[tuple[str, tuple[object, ...]]]) -> None:
        self._db = db
        self._asked = asked

    def rows(self, sql: str, *parameters: object) -> list[tuple[Any, ...]]:
        self._asked.append((sql, parameters))
        return self._db.rows(sql, *parameters)


def explained(db: Db, sql: str, given: tuple[object, ...]) -> list[str]:
    """How the engine goes about it. Tables this small are read whole where that is allowed."""
    if isinstance(db, SqliteConnection):
        return [row[-1] for row in db.rows(f"EXPLAIN QUERY PLAN {sql}", *given)]
    db.run("SET enable_seqscan = off")
    return [row[0] for row in db.rows(f"EXPLAIN {sql}", *given)]


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_page_is_a_few_questions_each_by_an_index(tmp_path: Path, postgres: Postgres, kind: str) -> None:
    """However many games the store has: what is read is what one player's index and the tables it names lead to."""

    async def run() -> list[str]:
        store = make_store(postgres.database("mine") if kind == "postgres" else tmp_path / "a.db")
        assert isinstance(store, SqlStore)
        await store.open()
        await _many(store, 300)
        # So that one player's games are few among many, as a planner of queries sees it.
        few = (
            "UPDATE seatings SET player = table_id WHERE table_id > 'table00000000030'",
            "UPDATE tables SET host = id WHERE id > 'table00000000030'",
            "ANALYZE",
        )
        await store._write(lambda db: [db.run(sql) for sql in few])
        asked: list[tuple[str, tuple[object, ...]]] = []
        read = store._read
        store._read = lambda job: read(lambda db: job(Counted(db, asked)))  # type: ignore[method-assign,arg-type]
        await store.games_of("me", Wanted(name="you", before=(20, "x")), 30)
        assert len(asked) == 2, "the games, and who was there"
        await store.sums_of("me")
        assert len(asked) == 5, "sums, the best turn of the one game, and who was met"
        await store.running_of("me")
        assert len(asked) == 6
        plans = []
        for sql, parameters in asked:
            plans += await read(lambda db, sql=sql, given=parameters: explained(db, sql, given))  # type: ignore[misc]
        await store.close()
        return plans

    plans = asyncio.run(run())
    whole = [line for line in plans if "Seq Scan" in line or (line.startswith("SCAN ") and "SUBQUERY" not in line)]
    assert whole == [], "no table is read from end to end"
    assert any("seatings_by_player" in line for line in plans)


def test_all_of_it_is_taken_along_and_erased(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            table, one, two, _, guest = await two_seated(server)
            await two.ask(do="resign", id="r", base=server.house.rooms[table].table.n)
            [game] = (await guest.get("/api/me/export")).json()["games"]
            assert (game["table"], game["seat"], game["name"], game["game"]) == (table, 1, "Bo", "tiles")
            assert (game["result"], game["score"]) == ("lost", 0)
            assert {"changed", "turns", "best", "qwirkles"} <= set(game)
            [player] = await server.house.store.find_players("Bo")
            assert (await guest.delete("/api/me")).status_code == 200
            for wire in (one, two):
                await wire.leave()
        opened = sqlite3.connect(tmp_path / "a.db")
        assert opened.execute("SELECT count(*) FROM seatings WHERE player = ?", (player.id,)).fetchall() == [(0,)]
        assert opened.execute("SELECT count(*) FROM seatings").fetchall() == [(2,)], "the game stays, nameless"
        opened.close()

    asyncio.run(run())


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_games_of_an_older_store_are_listed_too(kept: Kept, postgres: Postgres, kind: str) -> None:
    """What an earlier release wrote is filled in once, from its events; nothing is written twice."""
    where = kept.in_postgres(postgres.database("old")) if kind == "postgres" else kept.path

    async def run() -> None:
        it = Evening(where, kept.clock)
        store = it.house.store
        await store.open()
        assert len(await store.unseated("", 1000)) == len(kept.tables)
        await it.house.upkeep.fill_in()
        assert await store.unseated("", 1000) == []
        assert await store.setting(FILLED) == "1"
        for player in kept.expected["secrets"]:
            mine = {line.table: line for line in await store.tables_of(player)}
            places = {table for table, _ in await store.places_of(player)}
            running = {line.table for line in await store.running_of(player)}
            assert running == {name for name, line in mine.items() if line.phase != "finished"}
            found = await store.games_of(player, Wanted(), 1000)
            played = {name for name in places if mine[name].phase == "finished" and "sheet" in kept.tables[name]}
            assert {one.table for one in found} == played
            for (table, seat), seating in (await store.seatings_of(player)).items():
                if table in played:
                    points = [p for at, _, p in kept.tables[table]["sheet"] if at == seat]
                    assert (seating.turns, seating.best) == (len(points), max(points, default=0))
        await store.close()

    asyncio.run(run())


def test_a_table_that_cannot_be_read_is_left_out(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        it = Evening(tmp_path / "a.db")
        store = it.house.store
        await store.open()
        await store.append(
            "odd", [EventRow(1, 1, "", "", b"{nonsense")], TableLine("odd", "tiles", "playing", "", 1, 1)
        )
        await it.house.upkeep.fill_in()
        assert await store.setting(FILLED) == "1"
        await store.close()

    asyncio.run(run())
    assert caplog.messages == ["a table cannot be listed"]
