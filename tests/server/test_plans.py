"""A plan that is given to the server: played when the turn comes, only if it is legal then, and told to nobody."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest

from sixfold import tiles
from sixfold.errors import SixfoldError
from sixfold.server import wire
from sixfold.server.app import Server
from sixfold.server.rooms.room import Room
from sixfold.server.table import facts as e
from sixfold.server.table.decide import decide
from sixfold.server.table.plans import GivenPlan, plan_of, wanted
from sixfold.server.table.table import GameTable
from tests.server.inside import Wire, cookie_of, inside, same_deal, two_seated, visitor
from tests.server.tables import NOW, a_move, do, started
from tests.server.until import until

Moves = tuple[str, str]
"""What whoever is to move plays, and what the other one has planned."""


def after_move(table: GameTable, play: str) -> GameTable:
    sent = wire.LayTiles(id="m", base=table.n, seat=table.to_move, play=play)
    return decide(table, sent, table.chairs[table.to_move or 0].player, NOW)[-1].after


def opened() -> GameTable:
    """A table of two at which the opening has been played."""
    table = started()
    return decide(table, a_move(table), f"p{table.to_move}", NOW)[-1].after


def going_together(table: GameTable, legal: bool) -> Moves:
    """A move, and a plan of the other seat that is legal before it, and after it too or not."""
    seat = table.to_move
    assert seat is not None
    other = 1 - seat
    view = table.state.view(seat)
    for planned in tiles.plays(table.state.board, table.state.view(other).hand):
        plan = plan_of(table, table.chairs[other].player, other, str(planned.place))
        for play in view.plays():
            if (wanted(after_move(table, str(play.place)), plan) is not None) == legal:
                return str(play.place), plan.move
    raise AssertionError("no such pair of moves in this deal")


@pytest.mark.parametrize("legal", [True, False])
def test_a_plan_is_wanted_in_the_next_turn_of_its_seat_if_it_is_legal_then(legal: bool) -> None:
    table = opened()
    play, planned = going_together(table, legal)
    other = 1 - (table.to_move or 0)
    plan = plan_of(table, f"p{other}", other, planned)
    assert wanted(table, plan) is None, "it is not their turn"
    then = after_move(table, play)
    assert (wanted(then, plan) is not None) == legal
    assert wanted(then, plan._replace(player="p9")) is None, "somebody else sits there now"
    later = decide(then, a_move(then), f"p{other}", NOW)[-1].after
    again = decide(later, a_move(later), f"p{later.to_move}", NOW)[-1].after
    assert wanted(again, plan) is None, "it was for the turn before"
    left = do(then, f"p{other}", wire.Leave)
    assert wanted(left, plan) is None, "a bot plays there"


def test_what_cannot_be_planned() -> None:
    table = opened()
    seat = table.to_move or 0
    for player, at, text, code in (
        (f"p{seat}", seat, "pass", "table/phase"),
        (f"p{seat}", 1 - seat, "pass", "table/not-your-seat"),
        ("", 1 - seat, "pass", "table/not-your-seat"),
        (f"p{1 - seat}", 1 - seat, "castle", "notation/move"),
    ):
        with pytest.raises(SixfoldError) as refused:
            plan_of(table, player, at, text)
        assert refused.value.code.partition("/")[0] == code.partition("/")[0], refused.value.code


class Sitting(NamedTuple):
    """Two at a table where the opening has been played: who is to move, in `seat`, and who waits, with their calls."""

    room: Room
    mover: Wire
    waits: Wire
    seat: int
    mine: httpx.AsyncClient
    where: str

    async def move(self, play: str) -> None:
        """Whoever is to move plays."""
        answer = await self.mover.ask(do="play", id=f"m{self.room.table.n}", base=self.room.table.n, play=play)
        assert answer["t"] == "ack", answer

    async def plan(self, move: str) -> httpx.Response:
        """Whoever waits asks for this to be played."""
        return await self.mine.put(self.where, json={"seat": 1 - self.seat, "move": move})


async def at_the_table(server: Server) -> Sitting:
    table, one, two, _, _ = await two_seated(server)
    room = server.house.rooms[table]
    seat = room.table.to_move or 0
    pair = (one, two)
    before = Sitting(room, pair[seat], pair[1 - seat], seat, visitor(server), f"/api/tables/{table}/plan")
    await before.move(str(room.table.state.view(seat).plays()[0].place))
    return turned(server, before)


def turned(server: Server, before: Sitting) -> Sitting:
    """The same two, a turn later."""
    mine = visitor(server, cookie=before.mover.cookie)
    return before._replace(mover=before.waits, waits=before.mover, seat=1 - before.seat, mine=mine)


async def no_plan(server: Server, table: str, seat: int) -> bool:
    return await server.house.store.plan(table, seat) is None


def test_it_is_played_while_its_player_is_away_and_nobody_hears_of_it_before(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path, parts=same_deal()) as server:
            at = await at_the_table(server)
            room, seat, n = at.room, at.seat, at.room.table.n
            play, planned = going_together(room.table, True)
            theirs = visitor(server, cookie=at.mover.cookie)
            assert (await at.plan(planned)).json() == {"seat": 1 - seat, "move": planned}
            assert (await at.mine.get(f"{at.where}?seat={1 - seat}")).json()["move"] == planned
            assert (await at.mine.get("/api/me/export")).json()["plans"][0]["move"] == planned
            for sent in (theirs.get, theirs.delete):
                refused = await sent(f"{at.where}?seat={1 - seat}")
                assert refused.json()["refusal"]["code"] == "table/not-your-seat"
            assert room.table.n == n, "nothing happened at the table"
            await at.waits.leave()
            await at.move(play)
            await until(lambda: room.table.n >= n + 2)
            last = e.decode((await server.house.store.events(room.table.id))[-1].body)
            assert isinstance(last, e.MoveMade)
            assert (last.seat, last.move, last.by) == (1 - seat, planned, "person")
            await until(lambda: no_plan(server, room.table.id, 1 - seat))
            await at.mover.leave()

    asyncio.run(run())


def test_a_plan_that_no_longer_fits_is_forgotten_and_one_can_be_taken_back(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path, parts=same_deal()) as server:
            at = await at_the_table(server)
            room, seat, n = at.room, at.seat, at.room.table.n
            play, planned = going_together(room.table, False)
            await at.plan(planned)
            assert (await at.mine.delete(f"{at.where}?seat={1 - seat}")).json() == {"seat": 1 - seat}
            assert await server.house.store.plan(room.table.id, 1 - seat) is None
            await at.plan(planned)
            await at.move(play)
            await until(lambda: no_plan(server, room.table.id, 1 - seat))
            async with room.lock:
                assert room.table.n == n + 1, "their turn, and theirs to play"
            for wire_ in (at.mover, at.waits):
                await wire_.leave()

    asyncio.run(run())


def test_the_store_is_asked_once_for_a_seat_without_plans_and_the_first_plan_is_played(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path, parts=same_deal()) as server:
            at, asked = await at_the_table(server), list[int]()
            room, real = at.room, server.house.store.plan

            async def plan(table: str, seat: int) -> GivenPlan | None:
                asked.append(seat)
                return await real(table, seat)

            server.house.store.plan = plan  # type: ignore[method-assign]
            for _ in range(6):
                await at.move(str(at.room.table.state.view(at.seat).plays()[0].place))
                at = turned(server, at)
                await until(lambda: not room.busy)
            assert len(asked) == len(set(asked)), "at most once for each seat, though nobody gave one"
            play, planned = going_together(at.room.table, True)
            n = at.room.table.n
            await at.plan(planned)
            await at.move(play)
            await until(lambda: room.table.n >= n + 2)
            for wire_ in (at.mover, at.waits):
                await wire_.leave()

    asyncio.run(run())


def test_plans_go_with_their_player_their_table_and_the_game(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            store = server.house.store
            table, one, two, host, guest = await two_seated(server)
            player = server.house.rooms[table].table.chairs[1].player
            for seat, who in ((0, "other"), (1, player)):
                await store.keep_plan(GivenPlan(table, seat, who, 0, "pass"))
            for wire_ in (one, two):
                await wire_.leave()
            assert (await guest.delete("/api/me")).status_code == 200
            assert await store.plan(table, 1) is None
            assert await store.plan(table, 0) is not None
            assert await server.house.upkeep.close_table(table, "closed")
            assert await store.plan(table, 0) is None
            await store.keep_plan(GivenPlan(table, 0, "other", 0, "pass"))
            await store.delete_table(table)
            assert await store.plan(table, 0) is None
            assert cookie_of(host)

    asyncio.run(run())
