"""The sealed bag of a day: dealt from a secret, played once at a server's table, opened when nobody can play it."""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from sixfold import daily, rulesets
from sixfold.dealer import commitment
from sixfold.errors import Refused
from sixfold.server import archive, sealed, wire
from sixfold.server.app import Server
from sixfold.server.table.table import GameTable
from tests.server.inside import inside, visitor
from tests.server.tables import do, finished, lobby, step
from tests.server.test_dailies import DAY, on

GAMES = ("tiles", "cards")


async def sit(client: httpx.AsyncClient, game: str, name: str = "") -> Any:
    return (await client.post(f"/api/sealed/{game}", json={"name": name})).json()


async def look(client: httpx.AsyncClient, game: str, day: object = DAY) -> Any:
    return (await client.get(f"/api/sealed/{game}/{day}")).json()


async def confirmed(server: Server, table: str) -> None:
    """The person has arrived, and the game begins."""
    room = await server.house.rooms.find(table)
    assert room is not None
    player = room.table.chairs[daily.PERSON].player
    ready = wire.Ready(id="r", base=room.table.n, seat=daily.PERSON, entropy="ab" * 32)
    await server.house.command(room, ready, player)


async def play_on(server: Server, table: str, turns: int = 1000) -> GameTable:
    """So many turns, or to the end."""
    room = await server.house.rooms.find(table)
    assert room is not None
    while room.table.phase != "finished" and turns:
        turns -= 1
        await server.house.pipeline.do(room, step, room.table.chairs[daily.PERSON].player)
    return room.table


async def taken(server: Server, client: httpx.AsyncClient, game: str) -> Any:
    """What is listed once the result and the champion's are there."""
    while "champion" not in (told := (await look(client, game))["results"]):
        await asyncio.sleep(0)
    return told


@pytest.mark.parametrize("game", GAMES)
def test_it_is_the_same_for_all_played_once_and_opened_later(tmp_path: Path, game: str) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            on(server, DAY)
            ana, bo, looker = visitor(server), visitor(server), visitor(server)
            before = await look(looker, game)
            assert before["begins"]
            assert "table" not in before
            mine, other = await sit(ana, game, "Ana"), await sit(bo, game)
            assert mine["commitment"] == other["commitment"] == before["commitment"], "told before anybody sat down"
            assert mine["next"] != mine["commitment"]
            assert "begins" not in mine
            assert mine["table"] != other["table"]
            assert (await sit(ana, game, "Ana"))["table"] == mine["table"], "once, however often one asks"
            for told in (mine, other):
                await confirmed(server, told["table"])
            tables = [server.house.rooms[told["table"]].table for told in (mine, other)]
            assert tables[0].state.hands == tables[1].state.hands, "one deal"
            over = await play_on(server, mine["table"])
            assert over.scores
            told = await taken(server, ana, game)
            assert told["mine"] == {
                "place": 1, "name": "Ana", "score": over.scores[0], "other": over.scores[1], "you": True,
                "turns": told["mine"]["turns"], "best": told["mine"]["best"],
            }  # fmt: skip
            assert told["champion"]["score"] == 150
            assert (await look(looker, game))["results"]["total"] == 1
            assert (await looker.get(f"/api/daily/{game}/{DAY}")).json()["total"] == 0, "apart from those of devices"
            (kept,) = (await ana.get("/api/me/export")).json()["dailies"]
            assert (kept["day"], kept["sealed"]) == (str(DAY), True)
            where = f"/api/tables/{mine['table']}"
            for late in (0, 1):
                on(server, DAY + timedelta(late))
                assert "seed" not in await look(ana, game)
                for what in ("proof", "record"):
                    refused = await ana.get(f"{where}/{what}")
                    assert refused.json()["refusal"]["code"] == "table/unfinished", "others may still play it"
            on(server, DAY + timedelta(2))
            opened = await look(looker, game)
            name, ruleset = f"sealed {DAY}", rulesets.CURRENT[game]
            assert commitment(bytes.fromhex(opened["seed"]), name, ruleset, 3) == before["commitment"]
            record = (await ana.get(f"{where}/record")).text
            assert f"bag: {name}" in record
            assert archive.verify(record) > 4
            assert (await looker.get(f"{where}/record")).status_code == 404, "a game of one's own"
            await play_on(server, other["table"])
            assert (await look(bo, game))["results"]["total"] == 1, "too late"

    asyncio.run(run())


@pytest.mark.parametrize("game", GAMES)
def test_what_is_given_up_or_unfinished_is_no_result_and_cannot_be_begun_again(tmp_path: Path, game: str) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            on(server, DAY)
            ana = visitor(server)
            told = await sit(ana, game, "Ana")
            table = told["table"]
            await confirmed(server, table)
            await play_on(server, table, 2)
            room = server.house.rooms[table]
            player = room.table.chairs[daily.PERSON].player
            back = wire.TakeBack(id="b", base=room.table.n, seat=daily.PERSON)
            with pytest.raises(Refused, match="others play the same bag"):
                await server.house.command(room, back, player)
            await server.house.command(room, wire.Resign(id="g", base=room.table.n, seat=daily.PERSON), player)
            await server.house.sealed.take(room.table)
            after = await look(ana, game)
            assert (after["over"], after["table"]) == (True, table)
            assert after["results"]["total"] == 0
            assert (await sit(ana, game))["table"] == table

    asyncio.run(run())


def test_only_tables_of_the_bag_itself_count(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            on(server, DAY)
            house = server.house
            bag = await house.sealed.bag(DAY)
            assert bag is not None
            assert await house.sealed.bag(DAY - timedelta(1)) is None, "no bag is made for a day that is over"
            kinds = ("person", "bot")
            shared: dict[str, Any] = {"server_seed": bag.seed.hex(), "shuffle": 3, "bag": bag.name}
            other = lobby("tiles", kinds, **shared)
            mine = lobby("tiles", kinds, table_id=sealed.table_of(bag, "tiles", "p0"), **shared)
            for table, found in ((other, 0), (mine, 1)):
                await house.sealed.take(table)
                begun = seat_ready(table)
                await house.sealed.take(finished(begun))
                assert (await house.store.daily_list(f"sealed {DAY}", "tiles", 9))[1] == found
            await house.sealed.take(finished(seat_ready(mine)))
            assert (await house.store.daily_list(f"sealed {DAY}", "tiles", 9))[1] == 1, "twice is once"
            on(server, DAY + timedelta(2))
            late = lobby("tiles", kinds, table_id=sealed.table_of(bag, "tiles", "p0"), **shared)
            with caplog.at_level(logging.INFO, "sixfold.server.sealed"):
                await house.sealed.take(finished(seat_ready(late)))
            assert [one.code for one in caplog.records] == ["daily/late"]  # type: ignore[attr-defined]

    asyncio.run(run())


def seat_ready(table: GameTable) -> GameTable:
    return do(table, "p0", wire.Ready, seat=0, entropy="ab" * 32)


def test_a_day_to_come_and_what_is_no_bag(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            on(server, DAY)
            client = visitor(server)
            told = await look(client, "tiles", DAY + timedelta(1))
            assert told["refusal"]["code"] == "daily/future"
            assert (await look(client, "tiles", "2026-11"))["refusal"]["code"] == "request/field"
            assert (await sit(client, "chess"))["refusal"]["code"] == "request/field"
            past = await look(client, "tiles", DAY - timedelta(9))
            assert past == {"results": {"game": "tiles", "day": str(DAY - timedelta(9)), "lines": [], "total": 0}}

    asyncio.run(run())


def test_a_result_that_a_stop_kept_from_the_list_is_taken_when_its_player_looks(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            on(server, DAY)
            ana = visitor(server)
            table = (await sit(ana, "cards", "Ana"))["table"]
            await confirmed(server, table)
            server.house.rooms.then.remove(server.house._hear_result)
            over = await play_on(server, table)
            assert (await server.house.store.daily_list(f"sealed {DAY}", "cards", 9))[1] == 0
            told = await look(ana, "cards")
            assert told["results"]["mine"]["score"] == over.scores[0]

    asyncio.run(run())


@pytest.mark.parametrize("game", GAMES)
def test_a_game_of_another_version_is_refused_and_its_player_is_told(
    tmp_path: Path, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was begun before a release brought another version of the rules, and ended after it."""

    async def run() -> None:
        async with inside(tmp_path) as server:
            on(server, DAY)
            ana = visitor(server)
            table = (await sit(ana, game, "Ana"))["table"]
            await confirmed(server, table)
            await play_on(server, table, 2)
            monkeypatch.setattr(rulesets, "CURRENT", {"tiles": "tiles-short/1", "cards": "tiles-short/1"})
            await play_on(server, table)
            told = await look(ana, game)
            assert (told["over"], told["results"]["total"]) == (True, 0)
            assert told["refusal"]["code"] == "position/daily-version"
            assert told["refusal"]["message"] == f"{game}/1 is another version than today's"
            assert "refusal" not in await look(visitor(server), game), "it is nobody else's business"

    asyncio.run(run())


def test_a_game_that_ends_too_late_is_refused_and_its_player_is_told(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            on(server, DAY)
            ana = visitor(server)
            table = (await sit(ana, "cards", "Ana"))["table"]
            await confirmed(server, table)
            on(server, DAY + timedelta(2))
            await play_on(server, table)
            assert (await look(ana, "cards"))["refusal"]["code"] == "daily/late"

    asyncio.run(run())
