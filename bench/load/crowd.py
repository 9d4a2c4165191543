"""People at tables, by scripts: they open tables, sit there, and move when the schedule says so. A process of its own.

Open loop: a move is due when the schedule says so, and its latency counts from then to its acknowledgement.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import re
import resource
import time
from dataclasses import dataclass, field
from typing import Any

from bench.load.line import Call, connect
from bench.load.line import Line as Socket
from bench.load.script import ENTROPY, Line, Scripts
from sixfold.server.wire import VERSION

_N = re.compile(rb'"n":(\d+)')
HELLO = f'{{"do":"hello","version":{VERSION}}}'.encode()
AT_ONCE = 10
"""Tables that are opened at a time."""


@dataclass
class Task:
    """What one process of people does. `doors`: the ports of the servers; a person takes any of them."""

    doors: list[int]
    games: int
    rate: float = 0.0
    warm_s: float = 0.0
    seconds: float = 0.0
    seed: int = 0
    onlookers: int = 0
    scripts: Scripts = field(default_factory=dict)


class Seat:
    """One person's socket: knows the last number it was told, and wakes whoever waits for an answer."""

    def __init__(self) -> None:
        self.n = 0
        self.welcome: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self.answer: asyncio.Future[bytes] | None = None
        self._news: asyncio.Future[None] | None = None
        self.line: Socket | None = None

    def heard(self, text: bytes) -> None:
        kind = text[:14]
        if kind == b'{"t":"event","':
            found = _N.search(text)
            self.n = int(found[1]) if found else self.n
            if self._news is not None and not self._news.done():
                self._news.set_result(None)
        elif kind in (b'{"t":"ack","id', b'{"t":"refused"'):
            if self.answer is not None and not self.answer.done():
                self.answer.set_result(text)
        elif not self.welcome.done() and kind.startswith(b'{"t":"welcome"'):
            found = _N.search(text)
            self.n = int(found[1]) if found else 0
            self.welcome.set_result(text)

    async def told(self, n: int) -> None:
        """Wait until this person knows so much: nobody moves before."""
        while self.n < n:
            self._news = asyncio.get_running_loop().create_future()
            await asyncio.wait_for(self._news, 60)

    async def ask(self, text: bytes) -> bytes:
        self.answer = asyncio.get_running_loop().create_future()
        assert self.line is not None
        self.line.send(text)
        return await asyncio.wait_for(self.answer, 60)


class Game:
    """Two people at a table, and the script of their game."""

    ids = itertools.count()

    def __init__(self, task: Task, rng: random.Random) -> None:
        self._task = task
        self._rng = rng
        self.seats: list[Seat] = []
        self._lines: list[Line] = []
        self._at = 0
        self.errors = 0

    async def open(self, calls: list[Call]) -> None:
        """Make the table, sit down, confirm."""
        call = self._rng.choice(calls)
        chairs = [{"kind": "here", "name": "Ana", "age": 41}, {"kind": "person"}]
        made, host = await call.post("/api/tables", {"game": "tiles", "seats": chairs})
        invite = made["info"]["seats"][1]["invite"]
        _, guest = await call.post(f"/api/invites/{invite}", {"name": "Bo", "age": 9})
        self.table = made["table"]
        self.seats = [await self.sit(host), await self.sit(guest)]
        self._lines = self._task.scripts[made["info"]["commitment"]]
        self._at = 0
        for number, seat in enumerate(self.seats):
            ready = f'{{"do":"ready","id":"r{number}","base":{seat.n},"seat":{number},"entropy":"{ENTROPY}"}}'
            assert b'"ack"' in await seat.ask(ready.encode()), "everybody confirms"

    @property
    def scripted(self) -> bool:
        """Whether there is a script for this deal."""
        return bool(self._lines)

    async def sit(self, cookie: str) -> Seat:
        """A socket at this table through any server."""
        seat, number = Seat(), next(Game.ids)
        path = f"/api/tables/{self.table}/socket"
        seat.line = await connect(self._rng.choice(self._task.doors), path, cookie, seat.heard, number)
        seat.line.send(HELLO)
        await asyncio.wait_for(seat.welcome, 60)
        return seat

    def close(self) -> None:
        for seat in self.seats:
            if seat.line is not None:
                seat.line.close()

    async def move(self, due: float, calls: list[Call]) -> float | None:
        """One move; seconds from when it was due to its acknowledgement. After the last one, another table."""
        if self._at == len(self._lines):
            self.close()
            await self.open(calls)
            return None
        seat, known, rest = self._lines[self._at]
        self._at += 1
        await self.seats[seat].told(known)
        answer = await self.seats[seat].ask(f'{{"id":"m{self._at}",{rest}'.encode())
        late = time.perf_counter() - due
        if not answer.startswith(b'{"t":"ack"'):
            self.errors += 1
            self._at = len(self._lines)
        return late


async def _crowd(task: Task, out: Any, go: Any) -> None:
    rng = random.Random(task.seed)
    Game.ids = itertools.count(task.seed * 37)
    calls = [Call(port) for port in task.doors]
    games = [Game(task, rng) for _ in range(task.games)]
    for start in range(0, task.games, AT_ONCE):
        # A connection is used by one at a time.
        await asyncio.gather(*(_open(games[start + at : start + at + 1], task) for at in range(AT_ONCE)))
    watching = [await games[at % task.games].sit("") for at in range(task.onlookers)]
    out.put("open")
    await asyncio.to_thread(go.wait)
    began, late, failed = time.perf_counter(), list[float](), 0
    spent = _cpu_s()

    async def paced(game: Game, first: float) -> int:
        due, own = first, [Call(port) for port in task.doors]
        while due < began + task.warm_s + task.seconds:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            try:
                took = await game.move(due, own)
            except (OSError, TimeoutError, AssertionError):
                return 1
            if took is not None and due >= began + task.warm_s:
                late.append(took)
            due += task.games / task.rate
        for call in own:
            await call.close()
        return 0

    if task.rate:
        step = task.games / task.rate
        failed = sum(await asyncio.gather(*(paced(game, began + rng.random() * step) for game in games)))
    lost = sum(seat.line is None or seat.line.closed for game in games for seat in game.seats)
    out.put((late, failed + lost + sum(game.errors for game in games), _cpu_s() - spent))
    await asyncio.to_thread(go.leave.wait)
    for game in games:
        game.close()
    for seat in watching:
        if seat.line is not None:
            seat.line.close()
    for call in calls:
        await call.close()


async def _open(games: list[Game], task: Task) -> None:
    for game in games:
        calls = [Call(port) for port in task.doors]
        await game.open(calls)
        for call in calls:
            await call.close()


def _cpu_s() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


class Signals:
    """What the conductor says: begin, and leave."""

    def __init__(self, context: Any) -> None:
        self._go = context.Event()
        self.leave = context.Event()

    def wait(self) -> None:
        self._go.wait()

    def set(self) -> None:
        self._go.set()


def people(task: Task, out: Any, go: Signals) -> None:
    """The process."""
    asyncio.run(_crowd(task, out, go))
