"""A club plays a whole tournament on a server: all enter by HTTP, find their own table, and play to the end."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from sixfold.record import Record
from tests.scale import scale
from tests.server.club import Club
from tests.server.inside import inside, same_deal
from tests.tournament.clubs import faults


@pytest.mark.parametrize("game", ["tiles", "cards"])
def test_a_club_plays_a_tournament_from_start_to_end(tmp_path: Path, game: str) -> None:
    """Somebody comes late, somebody leaves, a result is corrected. 200 people and seven rounds when soaking."""
    people, rounds = (scale(9, 199), scale(3, 7)) if game == "tiles" else (scale(6, 40), scale(2, 4))
    rng = random.Random(people)

    async def run() -> list[bytes]:
        async with inside(tmp_path, parts=same_deal()) as server:
            club = Club(server)
            made = await club.found(game=game, rounds=rounds, clock=600)
            await club.enter(*(f"Member {number}" for number in range(people)))
            for number in range(1, rounds + 1):
                info = await club.round()
                assert len(info["rounds"]) == number
                await play_round(club, number)
                if number == 1:
                    await club.enter("Late")
                    assert (await club.organiser.delete(f"{club.at}/entrants/2")).status_code == 200
                    one = (await club.seen())["rounds"][0]["games"][0]
                    points = [one["points"][1], one["points"][0]]
                    await club.rule(1, 1, "second" if points[1] > points[0] else "first", *points)
            ended = (await club.organiser.post(f"{club.at}/end")).json()["info"]
            check_standings(ended)
            return [row.body for row in await server.house.store.tournament_facts(made["tournament"])]

    async def play_round(club: Club, number: int) -> None:
        """Everybody asks where to go; games end in any order."""
        waiting: dict[str, Any] = {}
        for client in club.people:
            seen = await club.seen(client)
            waiting |= {game["table"]: game for game in seen["rounds"][-1]["games"] if "table" in game}
        tables = sorted(waiting)
        assert len(tables) == len((await club.seen())["rounds"][-1]["games"])
        rng.shuffle(tables)
        deals = set()
        for table in tables:
            played = await club.play(table)
            deals.add(played.deal)
            assert sorted(played.outcome[1]) == played.best(range(2)), "whoever has most points has won"  # type: ignore[index]
        assert len(deals) == 1, "all tables of a round are dealt alike"
        await club.server.house.tournaments.settle(club.at.rpartition("/")[2])
        info = await club.seen()
        assert info["stage"] == "between"
        for game in info["rounds"][-1]["games"]:
            room = await club.server.house.look(game["table"])
            assert room is not None
            assert game["points"] == list(room.table.scores)
            assert game["by"] == "table"
            assert Record.parse(await club.server.house.record(room)).headers.tag("bag"), "now it can be read"

    log = asyncio.run(run())
    assert faults(log) == []


def check_standings(info: dict[str, object]) -> None:
    """Counted again from the games as they are told, with a pencil."""
    halves: dict[int, int] = {}
    for one in info["rounds"]:  # type: ignore[attr-defined]
        if "bye" in one:
            halves[one["bye"]] = halves.get(one["bye"], 0) + 2
        for game in one["games"]:
            for side, who in (("first", game["first"]), ("second", game["second"])):
                worth = 1 if game["winner"] == "drawn" else 2 if game["winner"] == side else 0
                halves[who] = halves.get(who, 0) + worth
    table = info["standings"]
    assert {line["number"]: line["points"] for line in table} == {  # type: ignore[attr-defined]
        entrant["number"]: halves.get(entrant["number"], 0)
        for entrant in info["entrants"]  # type: ignore[attr-defined]
    }
    points = [line["points"] for line in table]  # type: ignore[attr-defined]
    assert points == sorted(points, reverse=True)
