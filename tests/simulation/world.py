"""Time that nobody waits for, chance from one seed, and what went wrong first."""

from __future__ import annotations

import asyncio
import contextvars
import math
import random
import selectors
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, Final

from sixfold.server.clock import Timer

BEGIN: Final = 1_700_000_000_000
RESTLESS: Final = 4_000
"""So many rounds of the loop at one instant: something goes in circles."""


class Broken(Exception):
    """A promise that was not kept: its name, and what was seen."""

    def __init__(self, promise: str, seen: str) -> None:
        super().__init__(f"{promise}: {seen}")
        self.promise = promise


class Life:
    """From the start of a server to its end: what it began ends with it."""

    def __init__(self) -> None:
        self.alive = True
        self.tasks: dict[asyncio.Task[Any], None] = {}

    def end(self) -> None:
        """Nothing of it goes on."""
        self.alive = False
        for task in list(self.tasks):
            task.cancel()


LIFE: contextvars.ContextVar[Life | None] = contextvars.ContextVar("life", default=None)


class _Skipping(selectors.SelectSelector):
    """Does not wait until the next thing happens: it is that late already."""

    now = 0.0
    rounds = 0
    closing = False

    def select(self, timeout: float | None = None) -> Any:
        if self.closing:
            return []
        if timeout is None:
            raise Broken("live", "nothing will ever happen again")
        self.rounds = 0 if timeout > 0 else self.rounds + 1
        if self.rounds > RESTLESS:
            raise Broken("live", "something goes in circles without time passing")
        self.now += max(0.0, timeout)
        return []


class Loop(asyncio.SelectorEventLoop):
    """An event loop on that time. Tasks belong to the server that began them."""

    def __init__(self) -> None:
        self._skipping = _Skipping()
        super().__init__(self._skipping)
        # How it is typed depends on the version of Python.
        owned: Any = _owned
        self.set_task_factory(owned)
        self.set_exception_handler(lambda _, context: None)

    def time(self) -> float:
        return self._skipping.now

    def end(self) -> None:
        """Whatever is still under way is called off."""
        self._skipping.closing = True
        while left := asyncio.all_tasks(self):
            for task in left:
                task.cancel()
            self.run_until_complete(asyncio.gather(*left, return_exceptions=True))
        self.close()


def _owned(loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, Any], **more: Any) -> asyncio.Task[Any]:
    task = asyncio.Task(work, loop=loop, **more)
    life = LIFE.get()
    if life is not None:
        life.tasks[task] = None
        task.add_done_callback(lambda done: life.tasks.pop(done, None))
    return task


class World:
    """What everything here shares: the seed, the time, and the first promise that was broken."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.broken: Broken | None = None
        self.trace: list[str] = []
        self.told = 0
        """Frames that servers have sent: all were looked at."""
        self.calm = math.inf
        """From then on nothing is broken, and every server has noticed."""
        self._thinking: Counter[str] = Counter()

    def chance(self, *what: object) -> random.Random:
        """Numbers for one purpose, the same however much else is drawn."""
        return random.Random(f"{self.seed} {what}")

    def now(self) -> float:
        return asyncio.get_running_loop().time()

    def blame(self, promise: str, seen: str) -> None:
        """A promise was broken; only the first one counts."""
        if self.broken is None:
            self.broken = Broken(promise, seen)

    @contextmanager
    def thinking_about(self, position: str) -> Iterator[None]:
        """A server lets a bot think; that is for one of them to do."""
        self._thinking[position] += 1
        try:
            if self._thinking[position] > 1 and self.now() > self.calm:
                self.blame("claimed", "two servers think about the same move")
            yield
        finally:
            self._thinking[position] -= 1

    def note(self, line: str) -> None:
        """For whoever reads how it came to this."""
        self.trace.append(f"{self.now():9.2f}  {line}")

    def must_hold(self) -> None:
        """After every step."""
        if self.broken is not None:
            raise self.broken


class MachineClock:
    """The clock of one machine, wrong by so many ms from its start on. It never jumps while a server runs."""

    def __init__(self, life: Life, wrong: int) -> None:
        self._life = life
        self._wrong = wrong

    def now(self) -> int:
        return BEGIN + int(1000 * self.ticks()) + self._wrong

    def ticks(self) -> float:
        return asyncio.get_running_loop().time()

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Timer:
        return asyncio.get_running_loop().call_later(seconds, lambda: callback() if self._life.alive else None)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


def run(work: Coroutine[Any, Any, Any]) -> Any:
    """All of it, in no time."""
    loop = Loop()
    try:
        return loop.run_until_complete(work)
    finally:
        loop.end()
