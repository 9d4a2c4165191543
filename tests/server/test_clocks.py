"""One time for all servers on a store, and clocks that stay within their bounds whatever time does (H30)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sixfold.server import project, wire
from sixfold.server.app import build
from sixfold.server.clock import StoreClock, WallClock
from sixfold.server.settings import Settings
from sixfold.server.table import due
from sixfold.server.table.seats import Terms
from tests.server.clock import HandClock
from tests.server.inside import PATIENT, Wire, cookie_of, inside, two_seated
from tests.server.postgres import Postgres
from tests.server.tables import NOW, do, started
from tests.server.test_house import happened

DAY = 86_400_000


class Ahead(WallClock):
    """The clock of a machine that nobody has set right."""

    def __init__(self, ms: int) -> None:
        super().__init__()
        self._ms = ms

    def now(self) -> int:
        return super().now() + self._ms


@pytest.mark.parametrize("wrong_s", [40, -40, 86_400])
def test_servers_on_one_database_agree_on_the_time(postgres: Postgres, wrong_s: int) -> None:
    """The second server's machine is wrong: the clock of the first one's table has nearly all of its time left."""

    async def run() -> None:
        url = postgres.database("clocks")
        right = build(url, Settings(**PATIENT))
        wrong = build(url, Settings(**PATIENT), clock=Ahead(1000 * wrong_s))
        await right.open()
        await wrong.open()
        try:
            table, one, two, _, _ = await two_seated(right, clock=30)
            n = right.house.rooms[table].table.n
            room = await wrong.house.rooms.find(table)
            assert room is not None
            assert abs(wrong.house.clock.now() - right.house.clock.now()) < 5_000
            left = due.left(room.table, wrong.house.clock.now())
            assert left is not None
            assert 15_000 < left <= 30_000
            seat = room.table.to_move
            assert (await (one, two)[seat or 0].ask(do="say", id="s", base=n, word="hello"))["n"] == n + 1
            for wire_ in (one, two):
                await wire_.leave()
        finally:
            await wrong.close()
            await right.close()

    asyncio.run(run())


def test_a_clock_after_the_time_has_gone_back(tmp_path: Path) -> None:
    """The machine is a day behind after a restart: a minute is shown as a minute, and is over after a minute."""

    async def run() -> None:
        clock = HandClock()
        async with inside(tmp_path, parts={"clock": clock}) as server:
            table, one, two, host, guest = await two_seated(server, clock=60)
            for wire_ in (one, two):
                await wire_.leave()
        clock = HandClock()
        clock.time -= DAY
        async with inside(tmp_path, parts={"clock": clock}) as server:
            one, two = Wire(server, table, cookie_of(host)), Wire(server, table, cookie_of(guest))
            welcome = await one.hello()
            await two.hello()
            assert welcome["view"]["now"]["clock"] == 60_000
            for _ in range(2):
                n = server.house.rooms[table].table.turn_n
                clock.pass_seconds(59)
                await asyncio.sleep(0)
                assert server.house.rooms[table].table.turn_n == n
                clock.pass_seconds(2)
                frame = await happened(one, "played")
                assert frame["event"]["by"] == "clock"
                assert frame["now"]["clock"] == 60_000
            for wire_ in (one, two):
                await wire_.leave()

    asyncio.run(run())


@pytest.mark.parametrize("passed", [-DAY, -1, 0, 1, 29_999, 30_000, 30_001, DAY])
def test_what_is_left_is_never_less_than_nothing_nor_more_than_there_was(passed: int) -> None:
    table = started(terms=Terms(clock=30))
    view = table.state.view(None)
    assert project.now_of(table, view, NOW + passed).clock == min(30_000, max(0, 30_000 - passed))


def test_the_time_of_a_table_never_runs_backward() -> None:
    table = started(terms=Terms(clock=30))
    later = do(table, "p0", wire.Say, now=NOW - DAY, seat=0, word="hello")
    assert later.at == table.at


def test_the_way_to_the_store_is_halved() -> None:
    class Own(WallClock):
        def __init__(self) -> None:
            super().__init__()
            self.time = 1000

        def now(self) -> int:
            return self.time

        def call_later(self, seconds: float, callback: Callable[[], None]) -> Any:
            raise AssertionError("nobody waits here")

    async def run() -> None:
        own = Own()
        clock = StoreClock(own)

        async def ask() -> int:
            own.time += 100
            return 500_050

        async def silent() -> None:
            return None

        await clock.follow(ask)
        assert clock.now() == 500_100
        await clock.follow(silent)
        assert clock.now() == 500_100

    asyncio.run(run())
