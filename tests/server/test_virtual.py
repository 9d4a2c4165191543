"""The rooms run on a clock, a loop and a store that are made up: the same seed gives the same hours, in no time."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from sixfold.errors import StoreError
from sixfold.server import wire
from sixfold.server.house import House
from sixfold.server.http.session import Session
from sixfold.server.settings import Settings
from sixfold.server.store import EventRow, News, Occupant, TableLine, Taken
from sixfold.server.table import facts as e
from sixfold.server.table.procedures import hosting
from tests.simulation.world import BEGIN, Life, MachineClock, run


class _Disk:
    """What all servers share. Every way to it takes some time, as chance will have it."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.rows: dict[str, list[EventRow]] = {}
        self.lines: dict[str, TableLine] = {}
        self.places: dict[tuple[str, int], Occupant] = {}
        self.hear: list[Callable[[str, int], None]] = []


class _Kept:
    """The disk as one server sees it: as much of a Store as tables need, without claims: the numbers decide alone."""

    shared = False

    def __init__(self, disk: _Disk) -> None:
        self._disk = disk
        self._on_change: Callable[[str, int], None] | None = None

    async def _way(self) -> None:
        await asyncio.sleep(self._disk.rng.uniform(0.001, 0.05))

    async def open(self, on_change: Callable[[str, int], None]) -> None:
        self._on_change = on_change
        self._disk.hear.append(on_change)

    async def close(self) -> None:
        """Nothing is open."""

    async def now(self) -> int:
        return BEGIN + int(1000 * asyncio.get_running_loop().time())

    async def touched(self) -> bool:
        return True

    async def append(
        self, table: str, rows: Sequence[EventRow], line: TableLine | None, places: Sequence[Occupant], *lists: object
    ) -> None:
        await self._way()
        known = self._disk.rows.setdefault(table, [])
        if rows[0].n != len(known) + 1:
            raise Taken(table, rows[0].n)
        known.extend(rows)
        if line is not None:
            self._disk.lines[table] = line
        self._disk.places |= {(table, place.seat): place for place in places}
        for hear in self._disk.hear:
            if hear != self._on_change and self._disk.rng.random() < 0.5:  # a hint may be lost
                asyncio.get_running_loop().call_later(self._disk.rng.uniform(0.0, 1.0), hear, table, rows[-1].n)
        await self._way()

    async def events(self, table: str, since: int = 0) -> list[EventRow]:
        await self._way()
        return self._disk.rows.get(table, [])[since:]

    async def news(self, table: str, since: int) -> News:
        return News(await self.events(table, since), False, False)

    async def places(self, table: str) -> list[Occupant]:
        return [place for (at, _), place in self._disk.places.items() if at == table]

    async def latest(self, tables: Sequence[str]) -> dict[str, int]:
        return {table: len(self._disk.rows[table]) for table in tables}

    async def clocks_run(self) -> bool:
        return False

    async def due(self, until: int) -> list[TableLine]:
        return [line for line in self._disk.lines.values() if line.due is not None and line.due < until]

    async def lines(self, **_: Any) -> list[TableLine]:
        return []

    async def hosting(self, player: str) -> int:
        return 0

    async def unseated(self, after: str, limit: int) -> list[str]:
        return []

    async def set_setting(self, name: str, value: str) -> None:
        """There is no list of one's own games here."""

    async def setting(self, name: str) -> None:
        """None is set."""

    async def tokens(self) -> list[Any]:
        return []

    async def seekers(self, *_: Any) -> list[Any]:
        return []

    async def wishes(self, *_: Any) -> list[Any]:
        return []

    async def idle_tournaments(self, changed: int) -> list[Any]:
        return []

    async def delete_tournaments(self, changed: int, *, over: bool) -> list[Any]:
        return []

    async def plan(self, table: str, seat: int) -> None:
        """Nobody has one."""

    async def forget_notices(self, player: str, table: str) -> None:
        """Nobody is told of anything here."""


async def _inline(work: Callable[[], Any]) -> Any:
    return work()


class _Person:
    """Looks on, and remembers the numbers it was told."""

    network = ""

    def __init__(self, player: str) -> None:
        self.player = player
        self.told: list[int] = []

    def tell(self, event: e.AnyStored, before: Any, after: Any) -> None:
        self.told.append(after.n)

    def presence(self) -> None:
        """Not what this is about."""

    def deleted(self) -> None:
        """Nor is this."""


def _server(disk: _Disk, wrong: int) -> House:
    rng = disk.rng
    return House(
        _Kept(disk),  # type: ignore[arg-type]
        Settings(beat_s=2.0, push=False),
        clock=MachineClock(Life(), wrong),
        run_aside=_inline,
        new_id=lambda: "".join(rng.choice("abcdefgh") for _ in range(16)),
        new_seed=lambda: rng.randbytes(64).hex(),
        new_key=lambda: rng.randbytes(16).hex(),
    )


async def _evening(seed: int) -> tuple[list[EventRow], int, float]:
    """Two people at two servers who never move, until their clocks have made thirty moves for them."""
    disk = _Disk(random.Random(seed))
    servers = [_server(disk, wrong=0), _server(disk, wrong=40_000)]
    for server in servers:
        await server.open()
    here = servers[0]
    seats = [wire.NewSeat(kind="here", name=name, age=age) for name, age in (("Ana", 30), ("Bo", 9))]
    made = await here.make(wire.NewTable(game="tiles", seats=seats, options=wire.NewOptions(clock=30)), "ana", "Ana")
    people = [_Person("ana"), _Person("onlooker")]
    for server, person in zip(servers, people, strict=True):
        room = await server.rooms.find(made.id)
        assert room is not None
        server.rooms.enter(room, person)
    for seat in (0, 1):
        ready = wire.Ready(id=f"r{seat}", base=here.rooms[made.id].table.n, seat=seat, entropy="ab" * 32)
        await here.command(here.rooms[made.id], ready, "ana")
    while len(disk.rows[made.id]) < 30:
        await asyncio.sleep(1.0)
    await asyncio.sleep(10.0)  # one beat and more: who missed a hint has looked
    tables = [server.rooms[made.id].table for server in servers]
    assert (tables[0].n, tables[0].state) == (tables[1].n, tables[1].state)
    for person in people:
        assert person.told == sorted(set(person.told)), "nothing twice, nothing out of order"
        assert person.told[-1] == tables[0].n
    races = sum(server.metrics.value("races") for server in servers)
    passed = asyncio.get_running_loop().time()
    for server in servers:
        assert server.metrics.value("mistakes") == 0
        await server.close()
    return disk.rows[made.id], races, passed


def test_two_servers_on_a_clock_that_is_made_up() -> None:
    rows, races, passed = run(_evening(6))
    assert passed > 600, "ten minutes at the least, and nobody has waited for them"
    assert races > 0, "both servers move for whoever is late, and one of them is told that it was too late"
    assert [row.n for row in rows] == list(range(1, len(rows) + 1))
    assert (rows, races, passed) == run(_evening(6)), "the same seed gives the same hours"
    assert rows != run(_evening(7))[0]


@asynccontextmanager
async def _two_at_a_table() -> AsyncIterator[tuple[House, House, str]]:
    """Two servers that have the same table in memory; the second hears nothing of what the first writes after that."""
    disk = _Disk(random.Random(1))
    servers = [_server(disk, wrong=0), _server(disk, wrong=0)]
    for server in servers:
        await server.open()
    seats = [wire.NewSeat(kind="here", name="Ana"), wire.NewSeat(kind="bot")]
    made = await servers[0].make(wire.NewTable(game="tiles", seats=seats), "ana", "Ana")
    await servers[1].rooms.find(made.id)
    disk.hear.clear()
    yield servers[0], servers[1], made.id
    for server in servers:
        await server.close()


def test_nobody_is_welcomed_with_less_than_they_have_seen() -> None:
    async def hello() -> None:
        async with _two_at_a_table() as (there, here, table):
            word = wire.Say(id="w", base=there.rooms[table].table.n, word="hello")
            n = await there.command(there.rooms[table], word, "ana")
            assert here.rooms[table].table.n < n, "this server has not heard of it"
            frames: list[bytes] = []

            def push(text: bytes) -> bool:
                frames.append(text)
                return True

            session = Session(here, here.rooms[table], "ana", push, lambda _: None)
            await session.read(msgspec.json.encode(wire.Hello(version=wire.VERSION, since=n)))
            welcome = msgspec.json.decode(frames[0])
            assert (welcome["t"], welcome["n"], welcome["resumed"]) == ("welcome", n, True)

    run(hello())


def test_a_hint_while_the_store_is_away_is_no_mistake() -> None:
    async def hint() -> None:
        async with _two_at_a_table() as (_, here, table):
            asked = 0

            async def away(*_: Any) -> list[EventRow]:
                nonlocal asked
                asked += 1
                raise StoreError("gone", code="store/failed")

            here.store.events = away  # type: ignore[method-assign,assignment]
            here.upkeep.heard(table, 99)
            here.upkeep.heard("", 0)
            await asyncio.sleep(0.5)
            assert asked == 2
            assert here.metrics.value("mistakes") == 0

    run(hint())


def test_what_the_store_does_not_keep_is_tried_again_ever_later_within_bounds() -> None:
    async def moves_of_the_house() -> None:
        async with _two_at_a_table() as (here, _, table):
            room = here.rooms[table]
            keep, names = here.store.append, iter("abcdefghijklmn")
            loop = asyncio.get_running_loop()

            async def away(*_: Any) -> None:
                raise StoreError("gone", code="store/failed")

            async def paused_s() -> float:
                before, name = loop.time(), next(names)
                await here.pipeline.by_itself(
                    room, room.table.turn_n, lambda now: hosting.rename(now, 0, name, here.clock.now())
                )
                return round(loop.time() - before, 1)

            here.store.append = away  # type: ignore[method-assign,assignment]
            assert [await paused_s() for _ in range(7)] == [1, 2, 4, 8, 16, 30, 30]
            here.store.append = keep  # type: ignore[method-assign]
            assert await paused_s() < 1, "what is kept is not waited for"
            here.store.append = away  # type: ignore[method-assign,assignment]
            assert await paused_s() == 1, "and the next time begins anew"

    run(moves_of_the_house())
