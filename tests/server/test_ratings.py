"""Rated games: what they ask of a table, how they count, and that counting them again gives the same numbers."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from bench.ratings import measured
from sixfold.errors import Refused
from sixfold.server import wire
from sixfold.server.app import DATABASE
from sixfold.server.ratings.model import ENOUGH, Rating, Standing, after
from sixfold.server.ratings.standings import standings_of
from tests.server.inside import TWO, inside, two_seated, visitor
from tests.server.stores.write import Evening
from tests.server.test_commands import answer, sixfold

RATED: dict[str, Any] = {"rated": True, "clock": 60}


def test_the_winner_gains_what_the_loser_loses_and_less_is_unknown() -> None:
    one, two = after([Rating(), Rating()], [1, 2])
    assert one.points - 1500 == 1500 - two.points > 0
    assert one.sigma == two.sigma < Rating().sigma
    assert (one.games, one.provisional) == (1, True)
    assert after([Rating(), Rating()], [1, 1])[0].points == 1500, "a tie between equals changes nothing"
    first, *_, last = after([Rating()] * 4, [1, 2, 3, 4])
    assert first.points > 1500 > last.points


@pytest.mark.parametrize("seats", [2, 4])
def test_ratings_rank_people_nearly_as_well_as_the_best_fit(seats: int) -> None:
    """200 people of known strength, 50 games each (`python bench/ratings.py` prints more of it)."""
    rating, best = measured(1, seats, 1.0, 200, 50)
    assert rating >= 0.97 * best


def test_nobody_is_helped_in_a_rated_game(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            table, one, two, host, _ = await two_seated(server, **RATED)
            room = server.house.rooms[table]
            info = (await host.get(f"/api/tables/{table}")).json()
            assert info["options"]["rated"] is True
            assert info["options"]["hints"] is False
            assert [seat["assist"] for seat in info["seats"]] == ["off", "off"]
            base = room.table.n
            for asked in (
                {"do": "adjust", "assist": "best"},
                {"do": "adjust", "open": True},
                {"do": "take_back"},
                {"do": "close"},
                {"do": "remove", "who": 1},
            ):
                told = await one.ask(id=f"k{len(asked)}{asked['do']}", base=base, **asked)
                assert told["refusal"]["code"] == "table/rated", asked
            told = await one.ask(do="hint", id="h", step=1)
            assert told["refusal"]["code"] == "table/hints-off"
            assert (await two.ask(do="adjust", id="n", base=base, name="Bodo"))["t"] == "ack", "a name is no help"
            for socket in (one, two):
                await socket.leave()

    asyncio.run(run())


@pytest.mark.parametrize(
    ("changes", "options", "words"),
    [
        ({"seats": [{"kind": "here"}, {"kind": "here"}]}, RATED, "device of their own"),
        ({}, {"rated": True}, "needs a clock"),
        ({"ruleset": "tiles-short/1"}, RATED, "own rules"),
        ({"seats": [{"kind": "here"}, *({"kind": "bot", "bot": "casual"},) * 2]}, RATED, "sits twice"),
    ],
)
def test_what_a_rated_table_cannot_be(
    tmp_path: Path, changes: dict[str, Any], options: dict[str, Any], words: str
) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            no = (await visitor(server).post("/api/tables", json={**TWO, **changes, "options": options})).json()
            assert no["refusal"]["code"] == "table/rated"
            assert words in no["refusal"]["message"]

    asyncio.run(run())


def test_a_rated_game_begins_when_all_have_confirmed(tmp_path: Path) -> None:
    async def run() -> None:
        it = Evening(tmp_path / "a.db")
        await it.house.open()
        ana, _ = await it.house.people.welcome("Ana")
        room = await it.make("tiles", ana, "here", "person", **RATED)
        await it.do(room, 0, wire.Ready, entropy="00" * 32)
        with pytest.raises(Refused, match="when everybody has confirmed"):
            await it.do(room, 0, wire.Start)
        await it.house.close()

    asyncio.run(run())


def test_people_and_bots_are_rated_by_where_they_came_in(tmp_path: Path) -> None:
    async def run() -> None:
        it = Evening(tmp_path / "a.db")
        await it.house.open()
        ana, _ = await it.house.people.welcome("Ana")
        room = await it.play(await it.seated(await it.make("tiles", ana, "here", "greedy", "casual", **RATED)))
        table = room.table
        order = sorted(range(3), key=lambda seat: -table.scores[seat])
        places = {standing.who: standing.place for standing in standings_of(table)}
        names = [ana.id, "bot/greedy", "bot/casual"]
        assert [places[names[seat]] for seat in order] == [1, 2, 3]
        [kind] = await it.house.store.ratings_of(ana.id)
        assert kind == ("tiles", 3)
        assert len(await it.house.store.rated_games(0, 9)) == 1
        await it.house.close()

    asyncio.run(run())


def test_what_a_game_changed_is_told_at_its_end(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            table, one, two, _, _ = await two_seated(server, **RATED)
            onlooker, at = visitor(server), f"/api/tables/{table}/ratings"
            assert (await onlooker.get(at)).json() == {}, "not before it is over"
            await two.ask(do="resign", id="r", base=server.house.rooms[table].table.n)
            first, second = (await onlooker.get(at)).json()["changes"]
            assert (first["seat"], first["before"], second["before"]) == (0, 1500, 1500)
            assert first["now"]["points"] - 1500 == 1500 - second["now"]["points"] > 0
            assert (first["now"]["games"], first["now"]["provisional"]) == (1, True)
            assert (await onlooker.get("/api/tables/nosuchtable12345/ratings")).status_code == 404
            for socket in (one, two):
                await socket.leave()

    asyncio.run(run())


def test_who_leaves_is_last_and_a_table_that_the_house_closes_does_not_count(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            table, one, two, _, _ = await two_seated(server, **RATED)
            room = server.house.rooms[table]
            ana, bo = (chair.player for chair in room.table.chairs)
            await two.ask(do="leave", id="l", base=room.table.n)
            assert room.table.phase == "playing", "a bot plays on"
            await one.ask(do="resign", id="r", base=room.table.n)
            assert standings_of(room.table) == (Standing(ana, 1), Standing(bo, 1)), "neither played it to the end"
            again, *sockets = (await two_seated(server, **RATED))[:3]
            await server.house.upkeep.close_table(again, "closed")
            assert len(await server.house.store.rated_games(0, 9)) == 1
            for socket in (one, two, *sockets):
                await socket.leave()

    asyncio.run(run())


def test_a_leaderboard_and_ones_own_ratings(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            table, one, two, host, guest = await two_seated(server, **RATED)
            await two.ask(do="resign", id="r", base=server.house.rooms[table].table.n)
            board = (await host.get("/api/ratings", params={"game": "tiles", "seats": 2})).json()
            assert (board["lines"], board["total"], board["enough"]) == ([], 0, ENOUGH), "nobody has played enough"
            assert board["mine"]["place"] == 1
            assert board["mine"]["rating"]["provisional"] is True
            new = (await host.get("/api/ratings", params={"provisional": "true"})).json()
            assert [(line["name"], line.get("you", False)) for line in new["lines"]] == [("Ana", True), ("Bo", False)]
            assert new["lines"][0]["rating"]["points"] > 1500 > new["lines"][1]["rating"]["points"]
            [mine] = (await host.get("/api/me/ratings")).json()["ratings"]
            assert mine == new["lines"][0]["rating"]
            assert (await host.get("/api/me/export")).json()["ratings"] == [mine], "it is taken along"
            assert (await visitor(server).get("/api/me/ratings")).json() == {}
            assert (await host.get("/api/ratings", params={"game": "go"})).status_code == 400
            await guest.delete("/api/me")
            new = (await host.get("/api/ratings", params={"provisional": "true"})).json()
            assert [line["name"] for line in new["lines"]] == ["Ana"], "who was erased is in no list"
            for socket in (one, two):
                await socket.leave()

    asyncio.run(run())


def test_counting_again_from_the_log_gives_the_same_to_the_last_bit(tmp_path: Path) -> None:
    data = ("--data", str(tmp_path))

    async def run() -> None:
        it = Evening(tmp_path / DATABASE)
        await it.house.open()
        ana, _ = await it.house.people.welcome("Ana")
        bo, _ = await it.house.people.welcome("Bo")
        for host, bot in ((ana, "greedy"), (bo, "greedy"), (ana, "casual")):
            await it.play(await it.seated(await it.make("tiles", host, "here", bot, **RATED)))
        await it.house.people.erase(bo.id)
        await it.house.close()

    asyncio.run(run())
    told = answer("ratings", "check", "--events", *data)
    assert (told["games"], told["ratings"], told["equal"], told["wrong_games"]) == (3, 3, True, [])
    with sqlite3.connect(tmp_path / DATABASE) as opened:
        opened.execute("UPDATE ratings SET mu = mu + 1e-13 WHERE who = 'bot/greedy'")
    opened.close()
    done = sixfold("ratings", "check", *data)
    assert (done.returncode, "those of 1 differed" in done.stdout) == (1, True), done
    assert answer("ratings", "recompute", *data)["written"] is True
    assert answer("ratings", "check", *data)["equal"] is True
    with sqlite3.connect(tmp_path / DATABASE) as opened:
        opened.execute("UPDATE rated_games SET standings = ? WHERE number = 1", (json.dumps([["a", 1], ["b", 2]]),))
    opened.close()
    assert len(answer("ratings", "recompute", "--events", *data)["wrong_games"]) == 1, "the events know better"
    listed = answer("ratings", *data)
    assert {line["name"] for line in listed["ratings"]} >= {"Ana"}
    assert "±" in sixfold("ratings", *data).stdout
    assert sixfold("ratings", "nonsense", *data).returncode == 2
    assert sixfold("ratings", "--game", "go", *data).returncode == 2
