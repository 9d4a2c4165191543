"""Spreading work over this process, a pool of processes or a Ray cluster.

`work(shared, item)` is a function of plain values. Each way yields (item, answer) as answers come, in any order. It
takes the next item only when a worker is free for it.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Any, Final, Protocol, TypeVar, TypeVarTuple

from sixfold.errors import SixfoldError
from sixfold.memory import cap

Shared = TypeVar("Shared")
Item = TypeVar("Item")
Answer = TypeVar("Answer")
Ts = TypeVarTuple("Ts")
AHEAD: Final = 2
"""Items waiting per worker: enough to keep it busy, few enough to stop soon."""


ANSWER_S: Final = 5.0
"""Seconds in which a Ray cluster has to answer."""


class Way(Protocol):
    """Where work is done."""

    def __call__(
        self, work: Callable[[Shared, Item], Answer], shared: Shared, items: Iterable[Item]
    ) -> Iterator[tuple[Item, Answer]]: ...


class WorkerDied(SixfoldError):
    """A process of the pool ended by itself; `lost` are the items without an answer."""

    def __init__(self, lost: list[Any]) -> None:
        super().__init__("a worker process died", code="spread/worker")
        self.lost = lost


def here(
    work: Callable[[Shared, Item], Answer], shared: Shared, items: Iterable[Item]
) -> Iterator[tuple[Item, Answer]]:
    """One item after the other, in this process."""
    for item in items:
        yield item, work(shared, item)


def pool(workers: int | None = None, memory: int | None = None) -> Way:
    """A pool of processes, by default one for each core; raises `WorkerDied` when one of them ends by itself.

    `memory` is the most megabytes that each of them may have.
    """
    count = workers or cores()

    def run(
        work: Callable[[Shared, Item], Answer], shared: Shared, items: Iterable[Item]
    ) -> Iterator[tuple[Item, Answer]]:
        queue = iter(items)
        executor = processes(count, memory)
        waiting: dict[Future[Answer], tuple[int, Item]] = {}
        numbers = iter(range(10**12))

        def submit(most: int) -> None:
            for item in islice(queue, most):
                waiting[executor.submit(work, shared, item)] = (next(numbers), item)

        try:
            submit(count * AHEAD)
            while waiting:
                ready, _ = wait(waiting, return_when=FIRST_COMPLETED)
                for future in sorted(ready, key=lambda done: waiting[done][0]):
                    answer = future.result()
                    _, item = waiting.pop(future)
                    yield item, answer
                    submit(1)
        except BrokenProcessPool:
            raise WorkerDied([item for _, item in sorted(waiting.values(), key=lambda one: one[0])]) from None
        finally:
            end(executor)

    return run


def processes(
    count: int | None = None, memory: int | None = None, begin: Callable[[*Ts], None] | None = None, *arguments: *Ts
) -> ProcessPoolExecutor:
    """This many processes, by default one for each core, which call `begin` with the arguments when they start."""
    # Spawned, not forked: the progress bar's thread and compiled code do not survive a fork.
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(
        count or cores(), mp_context=context, initializer=_begin, initargs=(memory, begin, arguments)
    )


def end(executor: ProcessPoolExecutor) -> None:
    """End a pool at once, without waiting for answers that nobody needs any more."""
    processes = list((getattr(executor, "_processes", None) or {}).values())
    answers = getattr(executor, "_result_queue", None)
    executor.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()
    # One that ends halfway through a long answer leaves the pool's thread reading. With our own end of the pipe closed,
    # too, it reads that there is no more; else it would wait for ever, and this program for it.
    if answers is not None:
        answers._writer.close()


def ray(address: str | None = None, workers: int | None = None) -> Way:
    """A Ray cluster: the one at `address` (or in RAY_ADDRESS), or a local one started for this work."""

    def run(
        work: Callable[[Shared, Item], Answer], shared: Shared, items: Iterable[Item]
    ) -> Iterator[tuple[Item, Answer]]:
        engine = _ray()
        started = not engine.is_initialized()
        if started:
            _join(engine, address or os.environ.get("RAY_ADDRESS"), workers)
        remote = engine.remote(work)
        told = engine.put(shared)
        width = max(1, int(engine.cluster_resources().get("CPU", 1))) * AHEAD
        waiting: dict[object, Item] = {}
        queue = iter(items)
        try:
            for item in islice(queue, width):
                waiting[remote.remote(told, item)] = item
            while waiting:
                ready, _ = engine.wait(list(waiting), num_returns=1)
                for reference in ready:
                    item = waiting.pop(reference)
                    answer: Answer = engine.get(reference)
                    for following in islice(queue, 1):
                        waiting[remote.remote(told, following)] = following
                    yield item, answer
        finally:
            for reference in waiting:
                engine.cancel(reference, force=True)
            if started:
                engine.shutdown()

    return run


def cores() -> int:
    """The cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _join(engine: Any, address: str | None, workers: int | None) -> None:
    """Connect to the cluster at the address, or start one here. Ray would wait for a dead address for minutes."""
    if address:
        _must_answer(address)
    options: dict[str, Any] = {"address": address} if address else {"num_cpus": workers or cores()}
    try:
        engine.init(include_dashboard=False if not address else None, log_to_driver=False, **options)
    except ConnectionError as error:
        raise _no_cluster(str(address), error) from error


def _must_answer(address: str) -> None:
    """Whether a gRPC server, which is what a cluster is from outside, greets us at HOST:PORT or ray://HOST:PORT."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdigit():
        return  # `auto`, and what only Ray can read
    try:
        with socket.create_connection((host.strip("[]"), int(port)), timeout=ANSWER_S) as there:
            if os.environ.get("RAY_USE_TLS", "0") not in ("", "0"):
                return
            # HTTP/2: our preface with empty settings, answered by settings (a frame of type 4).
            there.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes((0, 0, 0, 4, 0, 0, 0, 0, 0)))
            if there.recv(9)[3:4] != b"\x04":
                raise ConnectionError("what answers there is no cluster")
    except (OSError, OverflowError) as error:
        raise _no_cluster(address, error) from error


def _no_cluster(address: str, error: Exception) -> SixfoldError:
    return SixfoldError(f"no Ray cluster answers at {address}: {str(error).splitlines()[0]}", code="arena/ray")


def _ray() -> Any:
    try:
        import ray as engine
    except ImportError as error:
        raise SixfoldError("the runner on Ray needs the extra: pip install 'sixfold[ray]'", code="arena/ray") from error
    return engine


def _begin(memory: int | None, begin: Callable[[*Ts], None] | None, arguments: tuple[*Ts]) -> None:
    cap(memory)
    # Ctrl-C is for the parent, which stops the workers after it has kept their finished work.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if begin is not None:
        begin(*arguments)
