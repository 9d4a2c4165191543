"""Processes that answer one line with one line, by the engine protocol (docs/protocol.md), started when needed.

A process that ends, or is given up, is replaced at the next question. Not here: who is served next (turns.py), what is
asked (crew.py, pool.py), and what a worker does (sixfold.engine, worker.py).
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Iterable
from typing import Final

from sixfold.memory import cap

NICE: Final = 5
"""Thinking must not slow down those who wait for an acknowledgement."""


ENDS_S: Final = 30
"""A process that was killed ends by itself; how soon, a busy machine decides."""


class WorkerGone(Exception):
    """A worker ended before it answered, or is ending with the server."""


class Workers:
    """At most `size` processes; each answers one line at a time.

    `memory` is the most megabytes that each of them may have, `longest` how many bytes an answer has at most.
    """

    def __init__(self, size: int, program: tuple[str, ...], memory: int | None, longest: int = 1 << 20) -> None:
        self.size = size
        self._program = program
        self._memory = memory
        self._longest = longest
        self._free: asyncio.LifoQueue[Process | None] = asyncio.LifoQueue()
        self._working: set[Process] = set()
        self._ending: set[asyncio.Future[None]] = set()
        self._closed = False
        for _ in range(size):
            self._free.put_nowait(None)

    @property
    def pids(self) -> list[int]:
        """The processes that run."""
        return [worker.pid for worker in self._working]

    async def warm(self) -> None:
        """Start one, if the next question would have to; one must be free."""
        worker = self._free.get_nowait()
        try:
            worker = worker or await self._start()
        finally:
            self._free.put_nowait(worker)

    async def ask(self, line: bytes, wait_s: float | None = None) -> bytes:
        """The answer of a worker; one must be free. Raises `WorkerGone`, or TimeoutError after so many seconds."""
        worker = self._free.get_nowait()
        kept: Process | None = None
        try:
            if worker is not None and worker.returncode is not None:
                await self._end(worker)
                worker = None
            if worker is None:
                worker = await self._start()
            answer = await asyncio.wait_for(_answer(worker, line), wait_s)
            if not answer:
                raise WorkerGone
            kept = worker
            return answer
        except TimeoutError:
            raise
        except (OSError, ValueError) as error:  # its pipe is closed, or its answer is too long
            raise WorkerGone from error
        finally:
            self._free.put_nowait(kept)
            if kept is None and worker is not None:
                await self._end(worker)

    async def _start(self) -> Process:
        if self._closed:
            raise WorkerGone
        worker = await asyncio.create_subprocess_exec(
            sys.executable,
            *self._program,
            stdin=PIPE,
            stdout=PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            limit=self._longest,
            # Its own group: a Ctrl-C in the terminal is the server's to handle.
            start_new_session=True,
        )
        cap(self._memory, worker.pid)
        with contextlib.suppress(OSError, AttributeError):
            os.setpriority(os.PRIO_PROCESS, worker.pid, NICE)
        self._working.add(worker)
        if self._closed:
            await self._end(worker)
            raise WorkerGone
        return worker

    async def _end(self, worker: Process) -> None:
        """Kill it and wait until it has ended; also when whoever waits for that is called off."""
        self._working.discard(worker)
        with contextlib.suppress(ProcessLookupError):
            worker.kill()
        ending = asyncio.ensure_future(_ended(worker))
        self._ending.add(ending)
        ending.add_done_callback(self._ending.discard)
        await asyncio.shield(ending)

    async def close(self, asked: Iterable[Awaitable[object]] = ()) -> None:
        """End all of them. What was `asked`, and is given up, ends with its worker and is waited for."""
        self._closed = True
        for worker in list(self._working):
            await self._end(worker)
        await asyncio.gather(*asked, return_exceptions=True)
        for worker in list(self._working):
            await self._end(worker)
        await asyncio.gather(*self._ending)


async def _ended(worker: Process) -> None:
    try:
        with contextlib.suppress(Exception):
            await asyncio.wait_for(worker.wait(), ENDS_S)
    finally:
        # Closing the pipe here, while the loop runs, spares a complaint when it is collected later.
        getattr(worker, "_transport").close()  # noqa: B009


async def _answer(worker: Process, line: bytes) -> bytes:
    assert worker.stdin is not None
    assert worker.stdout is not None
    worker.stdin.write(line + b"\n")
    await worker.stdin.drain()
    return await worker.stdout.readline()
