"""Quick pairing and tournaments by every kind of clock that a table has; rounds of days at which nobody is there."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sixfold.pace import DAY_S, Pace
from sixfold.server import wire
from sixfold.server.app import Server
from sixfold.server.table import facts as e
from sixfold.server.table.table import GameTable
from sixfold.tournament import facts as f
from sixfold.tournament.tournament import Tournament
from tests.server.clock import HandClock
from tests.server.club import Club
from tests.server.inside import inside, visitor
from tests.server.tables import a_move
from tests.server.until import until

PACES = [
    Pace(clock=120),
    Pace(total=600),
    Pace(total=1200, increment=10),
    Pace(clock=3 * DAY_S),
    Pace(clock=DAY_S, vacation=14),
    Pace(total=7 * DAY_S, increment=DAY_S // 4, vacation=7),
]
SENSELESS: list[dict[str, Any]] = [
    {"clock": 30, "total": 600},
    {"increment": 5},
    {"clock": 30, "increment": 5},
    {"clock": 30, "vacation": 7},
    {"vacation": 7},
    {"clock": 15 * DAY_S},
    {"total": 59},
    {"clock": DAY_S, "vacation": 61},
]


def asked(pace: Pace) -> dict[str, Any]:
    """The fields of a request for this clock."""
    fields: dict[str, Any] = msgspec.to_builtins(pace)
    return fields


def of(told: Pace) -> dict[str, Any]:
    """The clock of a table, as a request would ask for it."""
    return {name: getattr(told, name) for name in Pace.__struct_fields__ if getattr(told, name)}


async def seek(server: Server, name: str, **choice: Any) -> Any:
    """Somebody begins to wait."""
    one = visitor(server)
    answer = await one.post("/api/lobby/seek", json={"game": "tiles", "name": name, **choice})
    assert answer.status_code == 200, answer.text
    return one


async def found(server: Server, who: Any) -> str | None:
    """The table of somebody who waited or wished, once there is one."""
    await server.house.lobby.pair()
    told = (await who.get("/api/lobby/seek")).json()
    table: str | None = (told.get("letters") or [told])[0].get("table")
    return table


@pytest.mark.parametrize("pace", PACES)
def test_who_asks_for_the_same_clock_is_seated_at_a_table_with_it(tmp_path: Path, pace: Pace) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            ana = await seek(server, "Ana", **asked(pace))
            others = [await seek(server, f"No {n}", **asked(other)) for n, other in enumerate(PACES) if other != pace]
            assert await found(server, ana) is None, "nobody else asked for that"
            bo = await seek(server, "Bo", **asked(pace))
            table = await found(server, bo)
            assert table is not None
            assert table == await found(server, ana)
            assert of(server.house.rooms[table].table.terms) == asked(pace)
            assert [await found(server, one) for one in others] == [None] * len(others)

    asyncio.run(run())


def test_strangers_who_say_nothing_have_a_minute_for_a_move(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            ana, _ = await seek(server, "Ana"), await seek(server, "Bo", clock=60)
            table = await found(server, ana)
            assert table is not None
            assert of(server.house.rooms[table].table.terms) == {"clock": 60}

    asyncio.run(run())


@pytest.mark.parametrize("choice", SENSELESS)
def test_clocks_that_make_no_sense_are_refused(tmp_path: Path, choice: dict[str, Any]) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            for path, body in (("lobby/seek", {}), ("tournaments", {"title": "Club"})):
                told = {"game": "tiles", "name": "Ana", **body, **choice}
                answer = await visitor(server).post(f"/api/{path}", json=told)
                assert (answer.status_code, answer.json()["refusal"]["code"]) == (400, "request/field")

    asyncio.run(run())


@pytest.mark.parametrize("pace", [*PACES, Pace()])
def test_the_tables_of_a_round_have_the_clock_of_their_tournament(tmp_path: Path, pace: Pace) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            club = Club(server)
            made = await club.found(**asked(pace))
            await club.enter("Ana", "Bo", "Cleo", "Dan")
            seen = await club.seen(club.people[0])
            for info in (made, seen):
                assert {name: info[name] for name in Pace.__struct_fields__ if name in info} == asked(pace)
            for game in (await club.round())["rounds"][0]["games"]:
                terms = server.house.rooms[game["table"]].table.terms
                assert of(terms) == asked(pace)
                assert terms.rated is pace.timed

    asyncio.run(run())


def test_a_tournament_from_before_there_were_other_clocks_is_read_as_it_was() -> None:
    body = b'{"e":"founded","title":"Old","game":"tiles","system":"swiss","planned":3'
    body += b',"lots":"l","key":"k","organiser":"o"'
    assert f.decode(body + b',"clock":60}').fold(Tournament()).pace == Pace(clock=60)
    assert f.decode(body + b"}").fold(Tournament()).pace == Pace()


# ---------------------------------------------------------------------------------------------------- a round of days


async def strike(server: Server, clock: HandClock, table: str) -> None:
    """Nobody is there, the time for the turn is up, and a move is made."""
    turn = (await server.house.store.latest([table]))[table]
    clock.time += 3 * DAY_S * 1000 - 1000
    await until(lambda: table in server.house.rooms and server.house.rooms[table].timer is not None)
    clock.pass_seconds(2)

    async def moved() -> bool:
        return (await server.house.store.latest([table]))[table] > turn

    await until(moved)


async def play_until_the_bag_is_empty(server: Server, table: str) -> GameTable:
    """Two play on, with no socket at the table."""
    room = await server.house.look(table)
    assert room is not None
    while room.table.state.bag_count:
        now = room.table
        command = a_move(now)
        command.id = f"m{now.n}"
        await server.house.command(room, command, now.chairs[now.to_move or 0].player)
    return room.table


def test_a_round_of_days_is_played_to_its_end_while_nobody_is_there(tmp_path: Path) -> None:
    """The table leaves the memory between turns, clocks make the last moves, and the result arrives by itself."""

    async def run() -> None:
        clock = HandClock()
        async with inside(tmp_path, parts={"clock": clock}, beat_s=0.02, idle_s=0.0) as server:
            club = Club(server)
            made = await club.found(rounds=1, clock=3 * DAY_S, vacation=7)
            await club.enter("Ana", "Bo")
            [game] = (await club.round())["rounds"][0]["games"]
            table = game["table"]
            await club.sit_down(table)
            await play_until_the_bag_is_empty(server, table)
            line = await server.house.store.line(table)
            while line is not None and line.phase != "finished":
                await strike(server, clock, table)
                line = await server.house.store.line(table)
            rows = [e.decode(row.body) for row in await server.house.store.events(table)]
            assert [one.by for one in rows if isinstance(one, e.MoveMade)][-1] == "clock"

            async def told() -> bool:
                at = await server.house.store.tournament_line(made["tournament"])
                return at is not None and at.stage == "between"

            await until(told)
            [over] = (await club.seen())["rounds"][0]["games"]
            assert over["by"] == "table"
            assert over["winner"] in ("first", "second", "drawn")

    asyncio.run(run())


def test_a_vacation_holds_up_a_round_and_the_organisers_word_ends_it(tmp_path: Path) -> None:
    async def run() -> None:
        clock = HandClock()
        async with inside(tmp_path, parts={"clock": clock}) as server:
            club = Club(server)
            await club.found(rounds=1, clock=DAY_S, vacation=14)
            await club.enter("Ana", "Bo")
            [game] = (await club.round())["rounds"][0]["games"]
            await club.sit_down(game["table"])
            room = await server.house.look(game["table"])
            assert room is not None
            seat = room.table.to_move or 0
            away = wire.Vacation(id="v", base=room.table.n, seat=seat, on=True)
            await server.house.command(room, away, room.table.chairs[seat].player)
            no = await club.organiser.post(f"{club.at}/end")
            assert no.json()["refusal"]["code"] == "tournament/unfinished"
            assert (await club.rule(1, 1, "first", 10, 5)).status_code == 200
            ended = (await club.organiser.post(f"{club.at}/end")).json()["info"]
            assert (ended["stage"], ended["rounds"][0]["games"][0]["by"]) == ("over", "organiser")

    asyncio.run(run())


def test_who_has_days_for_a_move_has_days_to_come_too(tmp_path: Path) -> None:
    """A table that nobody plays at is deleted after a week; one at which somebody of a tournament is awaited is not."""

    async def run() -> None:
        clock = HandClock()
        async with inside(tmp_path, parts={"clock": clock}) as server:
            club = Club(server)
            await club.found(rounds=1, clock=14 * DAY_S)
            await club.enter("Ana", "Bo")
            [game] = (await club.round())["rounds"][0]["games"]
            room = await server.house.look(game["table"])
            assert room is not None
            ready = wire.Ready(id="r", base=room.table.n, seat=0, entropy="00" * 32)
            await server.house.command(room, ready, room.table.chairs[0].player)
            clock.time += 20 * DAY_S * 1000
            await server.house.upkeep.tidy()
            again = await server.house.look(game["table"])
            assert again is not None
            assert again.table.chairs[0].ready

    asyncio.run(run())


def test_a_round_of_months_is_not_forgotten_and_one_that_nobody_plays_is(tmp_path: Path) -> None:
    async def run() -> None:
        clock = HandClock()
        async with inside(tmp_path, parts={"clock": clock}, abandon_days=10) as server:
            clubs = [Club(server), Club(server)]
            for club in clubs:
                await club.found(rounds=1, clock=14 * DAY_S)
                await club.enter("Ana", "Bo")
            [game] = (await clubs[0].round())["rounds"][0]["games"]
            await clubs[0].sit_down(game["table"])
            for _ in range(2):
                clock.time += 6 * DAY_S * 1000
                await server.house.upkeep.tidy()
            kept = [await server.house.store.tournament_line(club.at.rpartition("/")[2]) for club in clubs]
            assert [line is not None for line in kept] == [True, False]

    asyncio.run(run())
