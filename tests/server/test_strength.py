"""Bots that keep pace with a person, at the tables of a server: seated by name, moved by a rematch, never rated."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from sixfold.bots.strength import moved, strength_of
from sixfold.errors import Refused
from sixfold.record import Record
from sixfold.server import wire
from sixfold.server.lobby import listing
from sixfold.server.ratings.standings import check_rated
from sixfold.server.rooms.seatings import seatings_of
from sixfold.server.table.procedures import rematch
from sixfold.server.table.seats import Chosen, Terms
from sixfold.server.table.table import GameTable
from tests.server.inside import Wire, cookie_of, inside, visitor
from tests.server.tables import do, finished, lobby, started

WITH_PIP = {"game": "tiles", "seats": [{"kind": "here", "name": "Ana"}, {"kind": "bot", "bot": "sprout@43"}]}


def with_pip(table: GameTable, bot: str = "sprout@43") -> GameTable:
    return table.with_chair(1, bot=bot)


def test_it_sits_down_by_its_name_plays_and_is_kept_in_the_record(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            client = visitor(server)
            wrong = {**WITH_PIP, "seats": [WITH_PIP["seats"][0], {"kind": "bot", "bot": "sprout@430"}]}
            refused = await client.post("/api/tables", json=wrong)
            assert refused.json()["refusal"]["code"] == "bot/unknown"
            made = (await client.post("/api/tables", json=WITH_PIP)).json()
            assert [(seat["name"], seat.get("bot")) for seat in made["info"]["seats"]] == [
                ("Ana", None),
                ("Pip", "sprout@43"),
            ]
            socket = Wire(server, made["table"], cookie_of(client))
            n = (await socket.hello())["n"]
            n = (await socket.ask(do="ready", id="r", base=n, entropy="22" * 32))["n"]
            await socket.ask(do="resign", id="q", base=n)
            text = (await client.get(f"/api/tables/{made['table']}/record")).text
            assert Record.parse(text).headers.tag("bot 1") == "sprout@43"
            await socket.leave()

    asyncio.run(run())


@pytest.mark.parametrize("game", ["tiles", "cards"])
def test_a_rematch_has_it_stronger_or_gentler(game: str) -> None:
    table = with_pip(finished(started(game, ("person", "bot"), seed=2)))
    margin = table.scores[0] - table.scores[1]
    after = rematch.next_seats(table)[0][1].bot
    assert after == moved(game, "sprout@43", margin) != "sprout@43"
    assert rematch.next_seats(table)[0][0].bot == ""
    assert rematch.next_seats(with_pip(table, "greedy"))[0][1].bot == "greedy"


def test_who_gives_up_has_not_won_and_who_leaves_has_played_nothing() -> None:
    table = with_pip(started("tiles", ("person", "bot")))
    resigned = do(table, "p0", wire.Resign)
    after = strength_of(rematch.next_seats(resigned)[0][1].bot)
    assert after is not None
    assert after <= 43
    left = do(table, "p0", wire.Leave)
    assert left.outcome is not None
    assert rematch.next_seats(left)[0][1].bot == "sprout@43"


def test_lists_know_it_by_its_level() -> None:
    table = with_pip(finished(started("tiles", ("person", "bot"))))
    assert [line.bot for line in seatings_of(table)] == ["", "sprout"]
    waiting = with_pip(lobby(kinds=("person", "bot", "person"), terms=Terms(listed=True)))
    free = do(waiting, "p2", wire.Leave, seat=2)
    assert listing.read(listing.listed_of(free)).bots == ["sprout"]


def test_it_is_never_rated() -> None:
    seats = [Chosen(kind="here"), Chosen(kind="bot", bot="sprout@43")]
    with pytest.raises(Refused) as refused:
        check_rated("tiles/1", seats, Terms(rated=True))
    assert refused.value.code == "table/rated"
    check_rated("tiles/1", [seats[0], Chosen(kind="bot", bot="sprout")], Terms(rated=True))
