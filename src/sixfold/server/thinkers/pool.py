"""Worker processes for what is too dear for the event loop, each piece of work within bounds of CPU time and memory.

Work is a function of plain values. Owners are served in turn (turns.py); what is asked twice at the same time is
answered once. Not here: what is worked on (studies/, archive.py).
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import os
import pickle
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import parent_process
from typing import Any, Final

from sixfold import spread
from sixfold.errors import SixfoldError
from sixfold.server.thinkers.once import Once
from sixfold.server.thinkers.turns import NOBODY, Owner, Turns

MEMORY: Final = 2 * 1024**3
"""Bytes that a worker may have for its data."""
GRACE_S: Final = 2
"""CPU seconds after its deadline at which a worker that does not come back, as in compiled code, is ended."""


class TooDear(SixfoldError):
    """Work that took more than its bounds."""

    def __init__(self) -> None:
        super().__init__("that takes more time or memory than one question may", code="request/too-dear")


class Pool:
    """A few processes, started when they are first needed."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._turns = Turns(workers, most=100)
        self._executor: ProcessPoolExecutor | None = None
        self._once = Once()

    @property
    def started(self) -> bool:
        return self._executor is not None

    def executor(self) -> ProcessPoolExecutor:
        """The processes."""
        if self._executor is None:
            self._executor = spread.processes(self.workers, begin=_prepare)
        return self._executor

    async def do(self, work: Callable[..., Any], *arguments: Any, cpu_s: float, owner: Owner = NOBODY) -> Any:
        """Have something done; should a worker have died, by another."""
        for last in (False, True):
            executor = self.executor()
            try:
                return await self._submit(executor, work, arguments, cpu_s, owner)
            except BrokenProcessPool:
                if self._executor is executor:
                    self._executor = None
                if last:
                    raise SixfoldError("the workers for studies keep dying", code="study/workers") from None
        raise AssertionError("unreachable")

    async def once(self, work: Callable[..., Any], *arguments: Any, cpu_s: float, owner: Owner = NOBODY) -> Any:
        """As `do`, for a question that others may be asking right now: all of them get the one answer."""
        # As a worker will see it: not every argument can be a key itself.
        key = hashlib.sha256(pickle.dumps((work, arguments))).digest()
        return await self._once.ask(key, lambda: self.do(work, *arguments, cpu_s=cpu_s, owner=owner))

    async def _submit(
        self, executor: ProcessPoolExecutor, work: Callable[..., Any], arguments: Any, cpu_s: float, owner: Owner
    ) -> Any:
        loop = asyncio.get_running_loop()
        turn = await self._turns.take(owner)

        def free(done: Future[Any]) -> None:
            with contextlib.suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(turn.end)

        try:
            future = executor.submit(_bounded, cpu_s, work, *arguments)
        except BaseException:
            turn.end()
            raise
        # Whoever asked may go away; the worker is busy until it has finished all the same.
        future.add_done_callback(free)
        return await asyncio.wrap_future(future)

    def close(self) -> None:
        """End the processes."""
        self._once.close()
        if self._executor is not None:
            spread.end(self._executor)
            self._executor = None


# In the worker -------------------------------------------------------------------------------------------------------


class _Late(BaseException):
    """Not an Exception: nothing that is being worked on may catch it."""


def _prepare() -> None:
    """Play goes before study; memory has an end, and so has a server."""
    threading.Thread(target=_end_with_the_server, daemon=True).start()
    with contextlib.suppress(OSError, AttributeError):
        os.nice(5)
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, resource.RLIM_INFINITY))


def _end_with_the_server() -> None:
    """A server that is killed says nothing to its workers, which would wait for work for ever."""
    if (server := parent_process()) is not None:
        server.join()
        os._exit(1)


def _bounded(cpu_s: float, work: Callable[..., Any], *arguments: Any) -> Any:
    try:
        with _deadline(cpu_s):
            return work(*arguments)
    except (_Late, MemoryError):
        raise TooDear from None


@contextlib.contextmanager
def _deadline(cpu_s: float) -> Iterator[None]:
    """Raise after so many CPU seconds; systems without such a timer go without."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    import resource

    def late(number: int, frame: Any) -> None:
        raise _Late

    used = resource.getrusage(resource.RUSAGE_SELF)
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    end = int(used.ru_utime + used.ru_stime + cpu_s) + GRACE_S
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CPU, (end, hard))
    signal.signal(signal.SIGPROF, late)
    signal.setitimer(signal.ITIMER_PROF, cpu_s)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_CPU, (hard, hard))
