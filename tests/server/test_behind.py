"""Onlookers are behind by as many turns as the table wants, and never by less: over the socket, and in pictures."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sixfold.server.app import Server
from tests.server.inside import Wire, cookie_of, inside, same_deal, two_seated, visitor
from tests.server.tables import a_move

DELAY = 3


class Onlooker:
    """Somebody without a seat, who keeps all that is told and how many turns there were at that moment."""

    def __init__(self, server: Server, table: str) -> None:
        self.wire = Wire(server, table)
        self.turns = -1
        self.n = 0

    async def hello(self) -> None:
        welcome = await self.wire.hello()
        self.n = welcome["n"]
        self.turns = len(welcome["view"].get("sheet", [])) if welcome.get("view") else 0

    def hear(self) -> list[dict[str, Any]]:
        """The frames that have come since; every event is the next one."""
        frames = []
        while not self.wire.outbox.empty():
            frame = self.wire.outbox.get_nowait()
            assert frame is not None, "nobody is shown the door"
            frames.append(frame)
            if frame["t"] == "event":
                assert frame["n"] == self.n + 1
                self.n = frame["n"]
                self.turns += frame["event"]["type"] == "played"
        return frames


async def settled() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


@pytest.mark.parametrize("game", ["tiles", "cards"])
def test_nothing_newer_is_told_to_onlookers(tmp_path: Path, game: str) -> None:
    async def run() -> None:
        rng = random.Random(17)
        async with inside(tmp_path, parts=same_deal()) as server:
            table, one, two, *_ = await two_seated(server, game, delay=DELAY, clock=600)
            room = server.house.rooms[table]
            players = {0: one, 1: two}
            watching: list[Onlooker] = []
            made: list[str] = []
            for turn in range(10_000):
                if room.table.phase != "playing":
                    break
                if turn % 4 == 0 and len(watching) < 6:
                    watching.append(Onlooker(server, table))
                    await watching[-1].hello()
                seat = room.table.to_move
                assert seat is not None
                command = msgspec.to_builtins(a_move(room.table, rng))
                before = len(room.table.state.sheet)
                told = await players[seat].ask(**{**command, "id": f"m{turn}", "base": room.table.n, "seat": seat})
                assert told["t"] == "ack", told
                await settled()
                sheet = [str(entry.move) for entry in room.table.state.sheet]
                made += sheet[before:]
                if room.table.phase != "playing":
                    break
                for each in watching:
                    frames = json.dumps(each.hear())
                    assert each.turns == max(0, len(sheet) - DELAY), "exactly so far behind"
                    for late in set(made[-DELAY:]) - set(made[:-DELAY]):
                        assert ":" not in late or late not in frames, "no newer move is in what was sent"
                    look = await each.wire.ask(do="look", id=f"l{turn}")
                    assert look["t"] != "view" or len(look["view"].get("sheet", [])) == each.turns
                    no = await each.wire.ask(do="pass", id=f"p{turn}", base=each.n)
                    assert (no["t"], no["n"]) == ("refused", each.n), "not even how many events there were"
                    each.wire.aside.clear()
            assert room.table.phase == "finished"
            assert len(made) > 3 * DELAY
            await settled()
            for each in watching:
                assert each.hear()[-1]["event"]["type"] == "ended", "the end is told with all that was held back"
                assert each.turns == len([move for move in made if move != "bonus"])
                await each.wire.leave()
            for socket in players.values():
                await socket.leave()

    asyncio.run(run())


def test_pictures_are_late_too_and_the_host_is_not(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path, parts=same_deal()) as server:
            table, one, two, host, _ = await two_seated(server, delay=DELAY, clock=600)
            room = server.house.rooms[table]
            stranger = visitor(server)
            first = (await stranger.get(f"/api/tables/{table}/picture")).content
            rng = random.Random(1)
            for turn in range(DELAY + 1):
                seat = room.table.to_move
                command = msgspec.to_builtins(a_move(room.table, rng))
                await {0: one, 1: two}[seat or 0].ask(
                    **{**command, "id": f"m{turn}", "base": room.table.n, "seat": seat}
                )
                picture = (await stranger.get(f"/api/tables/{table}/picture")).content
                assert (picture == first) is (turn + 1 <= DELAY), "the first turn is seen after so many more"
            live = await server.house.portraits.of(room.table, ("", ""))
            assert picture != live
            again = Wire(server, table, cookie_of(host))
            welcome = await again.hello()
            assert len(welcome["view"]["sheet"]) == DELAY + 1, "whoever plays is not behind"
            for socket in (one, two, again):
                await socket.leave()

    asyncio.run(run())


def test_a_delay_has_bounds(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            seats = [{"kind": "here"}, {"kind": "bot"}]
            for delay in (-1, 21):
                body = {"game": "tiles", "seats": seats, "options": {"delay": delay}}
                assert (await visitor(server).post("/api/tables", json=body)).status_code == 400

    asyncio.run(run())
