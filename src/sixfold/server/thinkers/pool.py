"""Work that is too expensive for the event loop, done by workers within limits of CPU time and memory.

Work is a function of plain values. Owners are served in turn (turns.py). A question that is asked twice at the same
time is answered once. Not here: the processes (workers.py), how they run it (worker.py), what the work is (studies/,
archive.py).
"""

from __future__ import annotations

import asyncio
import hashlib
import pickle
from collections.abc import Callable
from typing import Final, TypeVar, TypeVarTuple

import msgspec

from sixfold.errors import SixfoldError
from sixfold.server.thinkers.once import Once
from sixfold.server.thinkers.turns import NOBODY, Owner, Turns
from sixfold.server.thinkers.worker import Done, Work
from sixfold.server.thinkers.workers import WorkerGone, Workers

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
MEMORY_MB: Final = 2048
"""Megabytes that a worker may have for its data."""
LONGEST: Final = 1 << 27
"""Bytes of an answer: the film of a long game is the longest."""


class TooDear(SixfoldError):
    """Work that took more than its bounds."""

    def __init__(self) -> None:
        super().__init__("that takes more time or memory than one question may", code="request/too-dear")


class Pool:
    """A few processes, started when they are first needed."""

    def __init__(self, workers: int) -> None:
        self._processes = Workers(workers, ("-m", "sixfold.server.thinkers.worker"), MEMORY_MB, LONGEST)
        self._turns = Turns(workers, most=100)
        self._once = Once()
        self._running: set[asyncio.Future[bytes]] = set()

    @property
    def workers(self) -> int:
        return self._processes.size

    @property
    def pids(self) -> list[int]:
        """The processes that run."""
        return self._processes.pids

    async def do(self, work: Callable[[*Ts], T], *arguments: *Ts, cpu_s: float, owner: Owner = NOBODY) -> T:
        """Have something done; should a worker have died, by another."""
        line = msgspec.json.encode(Work(pickle.dumps((work, arguments)), cpu_s))
        for _ in range(2):
            try:
                done = msgspec.json.decode(await self._answered(line, owner), type=Done)
            except WorkerGone:
                continue
            if done.too_dear:
                raise TooDear
            if done.error is not None:
                raise pickle.loads(done.error)
            assert done.value is not None
            value: T = pickle.loads(done.value)
            return value
        raise SixfoldError("the workers for studies keep dying", code="study/workers")

    async def once(self, work: Callable[[*Ts], T], *arguments: *Ts, cpu_s: float, owner: Owner = NOBODY) -> T:
        """As `do`, for a question that others may be asking right now: all of them get the one answer."""
        # As a worker will see it: not every argument can be a key itself.
        key = hashlib.sha256(pickle.dumps((work, arguments))).digest()
        return await self._once.ask(key, lambda: self.do(work, *arguments, cpu_s=cpu_s, owner=owner))

    async def _answered(self, line: bytes, owner: Owner) -> bytes:
        turn = await self._turns.take(owner)
        asked = asyncio.ensure_future(self._processes.ask(line))
        self._running.add(asked)

        def free(asked: asyncio.Future[bytes]) -> None:
            self._running.discard(asked)
            turn.end()
            if not asked.cancelled():
                asked.exception()  # whoever asked may be gone: then nobody else would look at it

        # Whoever asked may go away; the worker is busy until it has finished all the same.
        asked.add_done_callback(free)
        return await asyncio.shield(asked)

    async def close(self) -> None:
        """End the processes."""
        # Not cancelled: one that is just being started would be left behind. Each ends with its worker.
        await self._processes.close([*self._once.close(), *self._running])
