"""Where deals are played: in this process, in a pool of processes, or on a Ray cluster. The same seed gives the same
games.

A runner gets deal numbers and yields the games of each deal, in the order in which they finish. It decides nothing
else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from sixfold import spread
from sixfold.arena.autopsy import replay
from sixfold.arena.game import play_deal, release
from sixfold.arena.match import FinishedGame, Match

Deal = tuple[int, tuple[FinishedGame, ...]]
Runner = Callable[[Match, Iterable[int]], Iterator[Deal]]
"""Plays the deals of these numbers and gives each as it ends."""


def here(match: Match, deals: Iterable[int]) -> Iterator[Deal]:
    """One deal after the other, in this process."""
    try:
        yield from spread.here(play_deal, match, deals)
    finally:
        release()


def pool(workers: int | None = None, memory: int | None = None) -> Runner:
    """A pool of processes, by default one for each core, each with at most `memory` megabytes."""

    def run(match: Match, deals: Iterable[int]) -> Iterator[Deal]:
        queue = iter(deals)
        while True:
            try:
                yield from spread.pool(workers, memory)(play_deal, match, queue)
                return
            except spread.WorkerDied as died:
                # One of these deals did it: play each by itself, then go on.
                for deal in sorted(died.lost):
                    yield deal, replay(match, deal, memory)

    return run


def ray(address: str | None = None, workers: int | None = None) -> Runner:
    """A Ray cluster: the one at `address` (or in RAY_ADDRESS), or a local one started for this match."""
    way = spread.ray(address, workers)
    return lambda match, deals: way(play_deal, match, deals)
