"""What grows has an end, and what one does costs others nothing: rooms, guesses, tables, guests, lobbies (H33)."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest

from sixfold import tiles
from sixfold.server import people, wire
from sixfold.server.rooms import attendance
from sixfold.server.rooms.room import Room
from sixfold.server.table.decide import MOST_ASIDES
from tests.server.clock import HandClock
from tests.server.inside import TWO, Wire, cookie_of, inside, stand_still, two_seated, visitor
from tests.server.tables import do, finished, started, step
from tests.server.until import until
from tests.spec.test_codes import refused

DAY = 86_400_000


def test_a_table_whose_time_is_up_stays_in_memory_until_its_move_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, go_on = threading.Event(), threading.Event()
    least = tiles.View.least

    def pondering(view: tiles.View) -> Any:
        asked.set()
        assert go_on.wait(60)
        return least(view)

    monkeypatch.setattr(tiles.View, "least", pondering)

    async def run() -> None:
        clock = HandClock()
        async with inside(tmp_path, parts={"clock": clock}, idle_s=0.0) as server:
            table, one, two, host, _ = await two_seated(server, clock=30)
            n = server.house.rooms[table].table.n
            for wire_ in (one, two):
                await wire_.leave()
            clock.pass_seconds(31)
            assert await asyncio.to_thread(asked.wait, 60)
            server.house.upkeep.evict()
            assert table in server.house.rooms, "a second room for it would not hear of the move"
            back = Wire(server, table, cookie_of(host))
            assert (await back.hello())["n"] == n
            go_on.set()
            assert (await back.get("event"))["n"] == n + 1
            await back.leave()

    asyncio.run(run())


def test_there_is_one_room_for_a_table(tmp_path: Path) -> None:
    """Whoever still holds a room that was forgotten works on the one that took its place."""

    async def run() -> None:
        async with inside(tmp_path, idle_s=0.0) as server:
            table, one, two, _, _ = await two_seated(server)
            for wire_ in (one, two):
                await wire_.leave()
            old = server.house.rooms[table]
            player = old.table.chairs[0].player
            # A room is kept while a plan for its turn is looked for.
            await until(lambda: not old.busy)
            server.house.upkeep.evict()
            new = await server.house.rooms.find(table)
            assert new is not None
            assert new is not old
            said = wire.Say(id="k", base=old.table.n, seat=0, word="hello")
            assert await server.house.command(old, said, player) == new.table.n == old.table.n + 1
            assert server.house.rooms == {table: new}
            # One that nothing has taken the place of is taken up again.
            del server.house.rooms[table]
            said = wire.Say(id="l", base=new.table.n, seat=0, word="hello")
            await server.house.command(new, said, player)
            assert server.house.rooms == {table: new}

    asyncio.run(run())


def test_wrong_links_of_one_do_not_lock_out_the_others_behind_their_address(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path, wrong_guesses=30) as server:
            stand_still(server)
            host, guesser, newcomer = visitor(server), visitor(server), visitor(server)
            made = (await host.post("/api/tables", json=TWO)).json()
            invite = made["info"]["seats"][1]["invite"]
            for _ in range(60):
                wrong = await guesser.get(f"/api/invites/{people.new_id()}1{'A' * 22}")
            assert wrong.status_code == 429
            assert int(wrong.headers["retry-after"]) >= 1
            assert (await Wire(server, people.new_id()).gone()) == 1013
            # Behind the same address, without a cookie as the guesser is: the right link, the right table.
            assert (await newcomer.get(f"/api/invites/{invite}")).status_code == 200
            assert (await newcomer.post(f"/api/invites/{invite}", json={"name": "Bo"})).status_code == 200
            assert (await host.get(f"/api/tables/{made['table']}")).status_code == 200
            wire_ = Wire(server, made["table"], cookie_of(newcomer))
            await wire_.hello()
            await wire_.leave()
            assert (await newcomer.get(f"/api/invites/{'A' * 16}1{'A' * 22}")).status_code == 404, "their own guesses"

    asyncio.run(run())


def test_wrong_tokens_do_not_lock_out_a_right_one(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path, wrong_guesses=5) as server:
            stand_still(server)
            token = await server.house.remote.make("hal", ["tiles"])
            stranger, bot = visitor(server), visitor(server, authorization=f"Bearer {token}")
            statuses = [
                (await stranger.get("/api/bot/account", headers={"authorization": "Bearer sixfold_x"})).status_code
                for _ in range(10)
            ]
            assert statuses == [401] * 5 + [429] * 5
            assert (await bot.get("/api/bot/account")).status_code == 200

    asyncio.run(run())


def test_a_host_has_so_many_tables_that_are_not_over(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path, tables_per_player=3) as server:
            host, other = visitor(server), visitor(server)
            made = [(await host.post("/api/tables", json=TWO)).json()["table"] for _ in range(3)]
            refused = await host.post("/api/tables", json=TWO)
            assert (refused.status_code, refused.json()["refusal"]["code"]) == (409, "table/too-many")
            assert refused.json()["refusal"]["facts"] == {"most": 3}
            assert (await other.post("/api/tables", json=TWO)).status_code == 201
            await server.house.upkeep.close_table(made[0], "closed")
            assert (await host.post("/api/tables", json=TWO)).status_code == 201

    asyncio.run(run())


def test_a_network_makes_so_many_guests(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path, requests=20, request_window_s=0.001) as server:
            made = [(await visitor(server, "10.0.0.1").post("/api/tables", json=TWO)).status_code for _ in range(30)]
            assert made.count(201) == 20
            late = await visitor(server, "10.0.0.1").post("/api/tables", json=TWO)
            assert (late.status_code, late.json()["refusal"]["code"]) == (429, "request/slow-down")
            assert int(late.headers["retry-after"]) > 1
            assert (await visitor(server, "10.0.0.2").post("/api/tables", json=TWO)).status_code == 201

    asyncio.run(run())


def test_lobbies_that_nobody_uses_are_deleted(tmp_path: Path) -> None:
    async def run() -> None:
        clock = HandClock()
        async with inside(tmp_path, parts={"clock": clock}, lobby_days=7, tables_per_player=1000) as server:
            host = visitor(server)
            unused = [(await host.post("/api/tables", json=TWO)).json()["table"] for _ in range(120)]
            played, one, two, _, _ = await two_seated(server)
            watched = Wire(server, unused[0], cookie_of(host))
            await watched.hello()
            clock.time += 6 * DAY
            young = (await host.post("/api/tables", json=TWO)).json()["table"]
            await server.house.upkeep.tidy()
            assert len(await server.house.store.lines()) == 122
            clock.time += 2 * DAY
            await server.house.upkeep.tidy()
            assert {line.table for line in await server.house.store.lines()} == {played, young, unused[0]}
            assert await server.house.store.events(unused[1]) == []
            for wire_ in (one, two, watched):
                await wire_.leave()

    asyncio.run(run())


def test_words_have_an_end_and_the_game_goes_on() -> None:
    table = started()
    for at in range(MOST_ASIDES):
        if at % 2:
            table = do(table, "p0", wire.Say, seat=0, word="hello")
        else:
            table = do(table, "p1", wire.Adjust, seat=1, assist="off")
    events = table.n
    asides: list[tuple[type[wire.Command], dict[str, Any]]] = [
        (wire.Say, {"word": "bye"}),
        (wire.Adjust, {"open": True}),
    ]
    for command, fields in asides:
        assert refused(lambda c=command, f=fields: do(table, "p0", c, seat=0, **f)) == "table/enough"  # type: ignore[misc]
    table = step(table)[-1].after
    assert table.n == events + 1
    assert finished(table).phase == "finished"


class Onlooker:
    """Counts what it is told."""

    def __init__(self, player: str) -> None:
        self.player = player
        self.network = ""
        self.told = 0

    def tell(self, *_: Any) -> None:
        """Nothing happens here."""

    def presence(self) -> None:
        self.told += 1

    def deleted(self) -> None:
        """Nor is it deleted."""


def test_presence_does_not_grow_with_the_square_of_onlookers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[Room] = []
    online = Room.online

    def noted(room: Room) -> list[bool]:
        counted.append(room)
        return online(room)

    monkeypatch.setattr(Room, "online", noted)

    async def run() -> None:
        async with inside(tmp_path) as server:
            table, one, two, _, _ = await two_seated(server)
            room = server.house.rooms[table]
            onlookers = [Onlooker(f"w{at}") for at in range(400)]
            counted.clear()
            for onlooker in onlookers:
                server.house.rooms.enter(room, onlooker)
            while (await one.get("presence")).get("watchers", 0) != 400:
                pass
            assert sum(onlooker.told for onlooker in onlookers) <= 400 + attendance.FEW**2
            assert len(counted) <= attendance.FEW + 1, "it is counted once, not by everybody"
            for onlooker in onlookers[1:]:
                server.house.rooms.leave(room, onlooker)
            while (await one.get("presence")).get("watchers", 0) != 1:
                pass
            await one.leave()
            await two.leave()

    asyncio.run(run())
