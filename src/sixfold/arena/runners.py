"""Where deals are played: in this process, in a pool of processes, or on a Ray cluster. Same seed, same games on each.

A runner is given deal numbers and yields each deal's games in whatever order they finish; it decides nothing else.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Any, Final

from sixfold.arena.autopsy import replay
from sixfold.arena.game import play_deal, release
from sixfold.arena.match import Match, Played
from sixfold.errors import SixfoldError

Deal = tuple[int, tuple[Played, ...]]
Runner = Callable[[Match, Iterable[int]], Iterator[Deal]]
AHEAD: Final = 2
"""Deals waiting per worker: enough to keep it busy, few enough to stop soon."""


def here(match: Match, deals: Iterable[int]) -> Iterator[Deal]:
    """One deal after the other, in this process."""
    try:
        for deal in deals:
            yield deal, play_deal(match, deal)
    finally:
        release()


def pool(workers: int | None = None) -> Runner:
    """A pool of processes, by default one for each core."""
    count = workers or cores()

    def run(match: Match, deals: Iterable[int]) -> Iterator[Deal]:
        queue = iter(deals)
        lost: list[int] = []
        while True:
            yield from _in_pool(match, queue, count, lost)
            if not lost:
                return
            # A worker died, and the pool with it. One of these deals did it: play each by itself, then go on.
            for deal in sorted(lost):
                yield deal, replay(match, deal)
            lost.clear()

    return run


def _in_pool(match: Match, queue: Iterator[int], count: int, lost: list[int]) -> Iterator[Deal]:
    """Play the deals of the queue until it is empty, or until a worker dies; deals without a result are then `lost`."""
    # Spawned, not forked: the progress bar's thread and compiled code do not survive a fork.
    context = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(count, mp_context=context, initializer=_quiet)
    waiting: dict[Future[tuple[Played, ...]], int] = {}

    def submit(most: int) -> None:
        for deal in islice(queue, most):
            lost.append(deal)
            waiting[executor.submit(play_deal, match, deal)] = deal

    try:
        submit(count * AHEAD)
        while waiting:
            ready, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in sorted(ready, key=waiting.__getitem__):
                deal = waiting.pop(future)
                games = future.result()
                lost.remove(deal)
                yield deal, games
                submit(1)
    except BrokenProcessPool:
        return
    finally:
        workers_left = list((getattr(executor, "_processes", None) or {}).values())
        executor.shutdown(wait=False, cancel_futures=True)
        # An interrupted match must not wait for games whose results nobody takes.
        for process in workers_left:
            process.terminate()


def ray(address: str | None = None, workers: int | None = None) -> Runner:
    """A Ray cluster: the one at `address` (or in RAY_ADDRESS), or a local one started for this match."""

    def run(match: Match, deals: Iterable[int]) -> Iterator[Deal]:
        engine = _ray()
        started = not engine.is_initialized()
        if started:
            far = address or os.environ.get("RAY_ADDRESS")
            options: dict[str, Any] = {"address": far} if far else {"num_cpus": workers or cores()}
            engine.init(include_dashboard=False if not far else None, log_to_driver=False, **options)
        remote = engine.remote(play_deal)
        shared = engine.put(match)
        width = max(1, int(engine.cluster_resources().get("CPU", 1))) * AHEAD
        waiting: dict[Any, int] = {}
        queue = iter(deals)
        try:
            for deal in islice(queue, width):
                waiting[remote.remote(shared, deal)] = deal
            while waiting:
                ready, _ = engine.wait(list(waiting), num_returns=1)
                for reference in ready:
                    deal = waiting.pop(reference)
                    games: tuple[Played, ...] = engine.get(reference)
                    for following in islice(queue, 1):
                        waiting[remote.remote(shared, following)] = following
                    yield deal, games
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


def _ray() -> Any:
    try:
        import ray as engine
    except ImportError as error:
        raise SixfoldError("the runner on Ray needs the extra: pip install 'sixfold[ray]'", code="arena/ray") from error
    return engine


def _quiet() -> None:
    # Ctrl-C is for the parent, which stops the workers after it has kept their finished deals.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
