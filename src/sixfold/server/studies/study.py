"""The study: its worker processes (pool.py), started when somebody first asks, and the reviews that are being read.

Everybody who asks for the review of the same game reads the same one. Of a running game it sees only the one turn that
it is asked about (`missed`). Not here: what the workers do (reading.py, thinking.py).
"""

from __future__ import annotations

import asyncio
import hashlib
import os
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence
from typing import TYPE_CHECKING, Final, TypeVar, TypeVarTuple

import msgspec

from sixfold import daily
from sixfold.errors import SixfoldError
from sixfold.rulesets import AnyState
from sixfold.server import judge, wire
from sixfold.server.studies import reading, thinking
from sixfold.server.thinkers.pool import Pool
from sixfold.server.thinkers.turns import NOBODY, Owner, Turns

if TYPE_CHECKING:
    from sixfold.review import JudgedTurn

S = TypeVar("S")
T = TypeVar("T")
Ts = TypeVarTuple("Ts")
KEPT: Final = 32
"""Finished reviews that are kept: at the end of a game everybody looks at the same one."""
AT_ONCE: Final = 2
"""Reviews for one network that are being made at the same time."""
WAITING: Final = 6
"""Reviews that may wait for one network."""
READ_S: Final = 2.0
DRAW_S: Final = 30.0
THINK_S: Final = 120.0
"""CPU seconds that reading a record or a question may take, drawing a game, and judging one turn."""
UNREAD_S = 15.0
"""Seconds that a review is made on while nobody reads it."""


class Judging:
    """A review that is being made, or is made: its lines, for all who read along.

    It stops when nobody does for a while: whoever goes from the result to the review reads on there.
    """

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        self.ended = False
        self.task: asyncio.Task[None] | None = None
        self._readers = 0
        self._more = asyncio.Event()

    def add(self, told: wire.ReviewLine) -> None:
        """One line more."""
        self.lines.append(msgspec.json.encode(told) + b"\n")
        self._wake()

    def end(self) -> None:
        """No line will follow."""
        self.ended = True
        self._wake()

    def _wake(self) -> None:
        self._more.set()
        self._more = asyncio.Event()

    async def read(self) -> AsyncIterator[bytes]:
        """All lines, the first ones at once, the others as they come."""
        self._readers += 1
        at = 0
        try:
            while True:
                while at < len(self.lines):
                    yield self.lines[at]
                    at += 1
                if self.ended:
                    return
                await self._more.wait()
        finally:
            self._readers -= 1
            if self._readers == 0 and not self.ended:
                asyncio.get_running_loop().call_later(UNREAD_S, self._give_up)

    def _give_up(self) -> None:
        if self._readers == 0 and not self.ended and self.task is not None:
            self.task.cancel()


class Study:
    """The workers, started when somebody first asks, and the reviews that are being read."""

    def __init__(self, workers: int | None = None) -> None:
        self._thinkers = Pool(workers or max(1, min(2, os.cpu_count() or 1)))
        # Apart, so that nobody who wants to look at a game waits for somebody's review.
        self._readers = Pool(1)
        self._warming: asyncio.Future[list[BaseException | None]] | None = None
        self._queues: dict[str, Turns] = {}
        self._reviews: OrderedDict[tuple[bytes, bool], Judging] = OrderedDict()

    @property
    def pids(self) -> list[int]:
        """The worker processes that think."""
        return self._thinkers.pids

    def warm(self) -> None:
        """Start the workers, so that the review after a game does not wait for them."""
        if self._warming is None:
            work = [self._thinkers.do(thinking.warm_up, cpu_s=THINK_S) for _ in range(self._thinkers.workers)]
            self._warming = asyncio.gather(*work, return_exceptions=True)

    async def open(self) -> None:
        """Start the worker that reads, so that the first who asks does not wait for it."""
        await self._readers.do(reading.warm_up, cpu_s=READ_S)

    async def do(self, work: Callable[[*Ts], T], *arguments: *Ts, owner: Owner = NOBODY, cpu_s: float = THINK_S) -> T:
        """Have a worker think."""
        return await self._thinkers.once(work, *arguments, cpu_s=cpu_s, owner=owner)

    async def read(self, work: Callable[[S], T], asked: S, owner: Owner = NOBODY) -> T:
        """Have a worker read something, and say what the rules make of it."""
        return await self._readers.once(work, asked, cpu_s=READ_S, owner=owner)

    async def judge_daily(self, record: str, owner: Owner) -> daily.Result:
        """Have a game of a daily bag played again."""
        return await self.read(daily.judge, record, owner)

    async def champion_daily(self, bag: daily.Bag, game: str) -> daily.Result:
        """Have the champion play a daily bag."""
        return await self.do(daily.champion, bag, game)

    async def close(self) -> None:
        """End the workers."""
        for judging in self._reviews.values():
            if judging.task is not None:
                judging.task.cancel()
        if self._warming is not None:
            self._warming.cancel()
        await self._thinkers.close()
        await self._readers.close()

    # ------------------------------------------------------------------------------------------------------- answers

    def queue(self, owner: Owner) -> Turns:
        """Where reviews for a network wait for each other."""
        for network in [network for network, queue in self._queues.items() if queue.idle]:
            del self._queues[network]
        return self._queues.setdefault(owner[0], Turns(AT_ONCE, most=WAITING))

    def known(self, text: str, full: bool) -> Judging | None:
        """A review that is being made, or is made."""
        return self._reviews.get(_key(text, full))

    def judged(self, text: str, full: bool, owner: Owner = NOBODY) -> Judging:
        """The review of a game: one that others read already, or a new one."""
        key = _key(text, full)
        found = self._reviews.get(key)
        if found is None:
            found = self._reviews[key] = Judging()
            found.task = asyncio.ensure_future(self._judge(key, found, text, full, owner))
            while len(self._reviews) > KEPT:
                self._reviews.popitem(last=False)
        self._reviews.move_to_end(key)
        return found

    async def _judge(self, key: tuple[bytes, bool], judging: Judging, text: str, full: bool, owner: Owner) -> None:
        """A line of JSON for each judged turn, in order, then one for the whole game; a refusal if it fails."""
        waiting: list[asyncio.Future[tuple[JudgedTurn, wire.ReviewedTurn]]] = []
        try:
            with await self.queue(owner).take(owner, lambda place: judging.add(wire.ReviewLine(queue=place))):
                total = await self.do(thinking.count_turns, text, owner=owner)
                judging.add(wire.ReviewLine(total=total))
                turns: list[JudgedTurn] = []
                while len(turns) < total:
                    # As many as there are workers: no more of one game wait in the workers' queue.
                    while len(waiting) < min(total, len(turns) + self._thinkers.workers):
                        work = self.do(thinking.judge, text, len(waiting), full, owner=owner)
                        waiting.append(asyncio.ensure_future(work))
                    turn, told = await waiting[len(turns)]
                    turns.append(turn)
                    judging.add(wire.ReviewLine(turn=told))
                verdict = await self.do(thinking.put_together, text, tuple(turns), full, owner=owner)
                judging.add(wire.ReviewLine(review=verdict))
        except SixfoldError as error:
            judging.add(wire.ReviewLine(refusal=judge.refusal(error)))
            self._reviews.pop(key, None)
        except BaseException:
            self._reviews.pop(key, None)
            raise
        finally:
            for future in waiting:
                future.cancel()
            judging.end()

    async def missed(
        self, before: AnyState, game: str, move: str, others: Sequence[str], key: str, owner: Owner = NOBODY
    ) -> wire.MissedMove:
        """What a turn at a table overlooked."""
        from sixfold.review import ear

        return await self.do(thinking.missed, before, move, ear(game, others), key, owner=owner)


def _key(text: str, full: bool) -> tuple[bytes, bool]:
    return hashlib.sha256(text.encode(errors="surrogatepass")).digest(), full
