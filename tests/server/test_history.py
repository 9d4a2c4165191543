"""What clients see over real sockets is one table's history, whatever is killed or cut off meanwhile.

Two servers on one PostgreSQL; people at one table write through both and look through both. Servers are killed, their
connections to the database and those of the clients are cut. Then the whole history is checked, not only for loss.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
from collections.abc import Callable

import psycopg
import pytest
from websockets.exceptions import WebSocketException

from tests.scale import scale
from tests.server.client import Player, Visitor
from tests.server.history import History, Operation, faults
from tests.server.postgres import Postgres
from tests.server.running import Running

GONE = (OSError, WebSocketException, asyncio.CancelledError, TimeoutError)


# ---------------------------------------------------------------------------------------------------- the check itself


def past(*operations: tuple[str, str, float, float | None, int | None]) -> History:
    return History([Operation(kind, name, *rest) for kind, name, *rest in operations])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("history", "why"),
    [
        (past(("write", "a", 0, 1, 5), ("read", "r", 2, 3, 5)), None),
        (past(("write", "a", 0, 1, 5), ("read", "r", 2, 3, 4)), "r read 4"),
        (past(("write", "a", 0, 3, 5), ("read", "r", 1, 2, 4)), None),
        (past(("write", "a", 0, 3, 5), ("read", "r", 1, 2, 5), ("read", "s", 2.5, 4, 4)), "s read 4"),
        (past(("write", "a", 0, 1, 5), ("write", "b", 2, 3, 4)), "b became 4"),
        (past(("write", "a", 0, 3, 5), ("write", "b", 1, 2, 4)), None),
        (past(("read", "r", 0, 1, 5), ("write", "a", 2, 3, 5)), "a became 5"),
        (past(("write", "a", 0, 1, 5), ("write", "b", 0, 2, 5)), "acknowledged for a and for b"),
        (past(("write", "a", 0, 1, 5), ("write", "a", 2, 3, 5)), None),
        (past(("write", "a", 0, 1, 5), ("write", "a", 2, 3, 6)), "acknowledged as 5 and as 6"),
        (past(("write", "a", 0, None, None), ("read", "r", 2, 3, 1)), None),
        (past(("write", "a", 0, None, None), ("read", "r", 1, 2, 5), ("write", "a", 3, 4, 5)), None),
        (past(("read", "r", 1, 2, 5), ("write", "a", 3, None, None), ("write", "a", 4, 5, 5)), "a became 5"),
    ],
)
def test_a_history_that_no_table_could_show_is_told(history: History, why: str | None) -> None:
    found = faults(history)
    assert found == [] if why is None else why in " ".join(found)


def test_two_meanings_of_one_number_are_told() -> None:
    history = History()
    history.saw(3, "Ana says hello")
    history.saw(3, "Bo says hello")
    assert faults(history) == ["number 3 is Ana says hello and Bo says hello"]


# ---------------------------------------------------------------------------------------------------------- the people


class Device:
    """One of a player's devices, which comes back through either server whenever it was cut off."""

    def __init__(self, name: str, doors: list[Running], cookies: Visitor, table: str, seat: int, past: History) -> None:
        self.name, self.doors, self.table, self.seat, self.past = name, doors, table, seat, past
        self.cookies = cookies.http.cookies
        self.player: Player | None = None
        self.unanswered: list[tuple[str, str]] = []

    async def come(self, door: Running) -> None:
        """Read the table's last number through this server, and stay."""
        visitor = Visitor(door.base)
        for name, value in self.cookies.items():
            visitor.http.cookies.set(name, value)
        player = Player(visitor, self.table, self.seat)
        with self.past.operation("read", f"{self.name} at {self.doors.index(door)}") as read:
            await player.open()
            if player.closed_with is None:
                read.n = player.n
        self.player = player

    async def arrive(self, door: Running) -> None:
        """Come for certain: a server may first have to find out that its connection was cut."""
        while self.player is None:
            try:
                await self.come(door)
            except (OSError, WebSocketException):
                await asyncio.sleep(0.02)
            if self.player is not None and self.player.closed_with is not None:
                await self.leave()

    async def leave(self) -> None:
        if self.player is not None:
            with contextlib.suppress(*GONE):
                await asyncio.wait_for(self.player.close(), 5)
            for frame in self.player.events:
                event = frame["event"]
                self.past.saw(frame["n"], json.dumps([event["type"], event.get("seat"), event.get("word")]))
            await self.player.visitor.close()
            self.player = None

    async def say(self, key: str, word: str) -> None:
        """One command; one that was never answered is sent again under its key, through whichever server is next."""
        assert self.player is not None
        with self.past.operation("write", key) as write:
            self.unanswered.append((key, word))
            answer = await self.player.ask("say", key=key, word=word)
            self.unanswered.remove((key, word))
            if answer["t"] == "ack":
                write.n = answer["n"]

    async def live(self, rng: random.Random, keys: itertools.count[int], go_on: Callable[[], bool]) -> None:
        while go_on():
            try:
                if self.player is None or self.player.closed_with is not None or rng.random() < 0.1:
                    await self.leave()
                    await self.come(rng.choice(self.doors))
                for key, word in [*self.unanswered]:
                    self.unanswered.remove((key, word))
                    await self.say(key, word)
                await self.say(f"{self.name}-{next(keys)}", rng.choice(["hello", "thanks"]))
            except GONE:
                await asyncio.sleep(0.02)  # a server is being killed or started: knock again
        await self.leave()


async def _trouble(rng: random.Random, servers: list[Running], url: str, times: int, past: History) -> None:
    """Kill a server, cut its database connections, or do nothing to anybody, one after the other."""
    for n in range(times):
        # Not after so many seconds: a busy machine would have little to show by then.
        wanted = _answered(past) + rng.randrange(20, 50)
        async with asyncio.timeout(120):
            while _answered(past) < wanted:
                await asyncio.sleep(0.005)
        if n % 3 == 0:
            server = rng.choice(servers)
            server.kill()
            await asyncio.to_thread(server.start)
        elif n % 3 == 1:
            await asyncio.to_thread(_cut, url)


def _answered(past: History) -> int:
    return sum(each.n is not None for each in past.operations)


def _cut(url: str) -> None:
    """Every connection to the database ends: writes under way are lost, and hints with them."""
    with psycopg.connect(url, autocommit=True) as admin:
        admin.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
            " AND pid <> pg_backend_pid()"
        )


def test_clients_see_one_history_whatever_is_killed_or_cut(postgres: Postgres) -> None:
    url = postgres.database("history")
    past = History()
    rng = random.Random(7)

    async def run(servers: list[Running]) -> None:
        one = servers[0]
        host, guest = Visitor(one.base), Visitor(one.base)
        made = await host.make("tiles", [{"kind": "here", "name": "Ana", "age": 40}, {"kind": "person"}])
        await guest.join(made["info"]["seats"][1]["invite"], "Bo", age=9)
        people = [("ana", host, 0), ("ana's phone", host, 0), ("bo", guest, 1), ("bo's phone", guest, 1)]
        devices = [Device(name, servers, who, made["table"], seat, past) for name, who, seat in people]
        trouble = asyncio.create_task(_trouble(rng, servers, url, scale(6, 300), past))
        keys = itertools.count()
        await asyncio.gather(
            *(d.live(random.Random(n), keys, lambda: not trouble.done()) for n, d in enumerate(devices))
        )
        await trouble
        # Whatever was acknowledged is there in the end, through either server.
        for server in servers:
            last = Device("at the end", servers, host, made["table"], 0, past)
            async with asyncio.timeout(120):
                await last.arrive(server)
            await last.leave()
        for visitor in (host, guest):
            await visitor.close()

    with Running(database=url) as one, Running(database=url) as two:
        asyncio.run(run([one, two]))
        assert one.mistakes() == two.mistakes() == []
    assert _answered(past) > scale(100, 5000), "there was something to see"
    assert faults(past) == []
