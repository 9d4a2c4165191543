"""Turns at something scarce, such as worker processes: whoever has used least of it is next, not whoever asked most.

An owner is a path: a network, then a visitor in it. All networks share equally, and so do the visitors within a
network. What counts is the time that a place was held. Whoever waits can be told their place in the queue. Not here:
what is done meanwhile (crew.py, pool.py).
"""

from __future__ import annotations

import asyncio
import itertools
import time
from collections import Counter
from collections.abc import Callable
from typing import Final

from sixfold.server.limits import SlowDown

Owner = tuple[str, ...]
Told = Callable[[int], None]
"""Hears who waits' place in the queue whenever it changes: 1 for who is next, 0 when the wait is over."""
NOBODY: Final[Owner] = ("",)
"""The house itself."""
BUSY_S: Final = 10
"""Seconds after which it is worth asking again."""
REMEMBERED: Final = 10_000
"""Owners whose use is kept in mind while others are busy."""


class HeldTurn:
    """A place that is held until `end`."""

    __slots__ = ("_began", "_turns", "owner")

    def __init__(self, turns: Turns, owner: Owner) -> None:
        self._turns: Turns | None = turns
        self._began = turns.clock()
        self.owner = owner

    def end(self) -> None:
        """The place is free again. Ending twice is ending once."""
        turns, self._turns = self._turns, None
        if turns is not None:
            turns.over(self.owner, turns.clock() - self._began)

    def __enter__(self) -> HeldTurn:
        return self

    def __exit__(self, *error: object) -> None:
        self.end()


class Turns:
    """`places` may be held at a time, all but `spare` of them by one network: so others need not wait for a turn of it
    to end. `most` is how many of one network may wait; others are told to come later."""

    def __init__(
        self, places: int, most: int | None = None, clock: Callable[[], float] = time.monotonic, spare: int = 0
    ) -> None:
        self.clock = clock
        self._free = places
        self._share = places - spare
        self._held: Counter[str] = Counter()
        self._most = most
        self._used: dict[Owner, float] = {}
        self._active: dict[Owner, int] = {}
        self._waiting: dict[int, tuple[Owner, asyncio.Future[HeldTurn]]] = {}
        self._told: dict[int, tuple[Told, int]] = {}
        self._numbers = itertools.count()

    @property
    def idle(self) -> bool:
        """Whether nobody holds a place or waits for one."""
        return not self._active

    def must_have_room(self, owner: Owner) -> None:
        """Refuse whoever has too much waiting."""
        if self._most is not None and sum(waits[0] == owner[0] for waits, _ in self._waiting.values()) >= self._most:
            raise SlowDown(BUSY_S, "too much of yours is waiting already: come back when something is done")

    async def take(self, owner: Owner = NOBODY, told: Told | None = None) -> HeldTurn:
        """Wait for a place; `told` hears of the wait, if there is one."""
        if self._free and self._may(owner):
            return self._begin(owner)
        self.must_have_room(owner)
        number = next(self._numbers)
        future: asyncio.Future[HeldTurn] = asyncio.get_running_loop().create_future()
        self._enter(owner)
        self._waiting[number] = (owner, future)
        if told is not None:
            self._told[number] = (told, 0)
        self._tell()
        try:
            return await future
        except asyncio.CancelledError:
            if self._waiting.pop(number, None) is not None:
                self._leave(owner)
                self._tell()
            elif not future.cancelled():
                future.result().end()
            raise
        finally:
            if told is not None:
                del self._told[number]
                told(0)

    def _may(self, owner: Owner) -> bool:
        """Whether its network may hold one more place; the house itself always may."""
        return not owner[0] or self._held[owner[0]] < self._share

    def _next(self, number: int) -> tuple[list[float], int]:
        """What the order goes by."""
        return [self._used[level] for level in _levels(self._waiting[number][0])], number

    def _tell(self) -> None:
        """Tell whoever listens what has become of their place."""
        if not self._told:
            return
        for place, number in enumerate(sorted(self._waiting, key=self._next), 1):
            if number in self._told and self._told[number][1] != place:
                told = self._told[number][0]
                self._told[number] = (told, place)
                told(place)

    def _begin(self, owner: Owner) -> HeldTurn:
        self._free -= 1
        self._held[owner[0]] += 1
        self._enter(owner)
        return HeldTurn(self, owner)

    def over(self, owner: Owner, seconds: float) -> None:
        """A turn has ended, which took this long."""
        for level in _levels(owner):
            self._used[level] += seconds
        self._leave(owner)
        self._free += 1
        self._held[owner[0]] -= 1
        if not self._held[owner[0]]:
            del self._held[owner[0]]
        while self._free and (able := [number for number, (who, _) in self._waiting.items() if self._may(who)]):
            number = min(able, key=self._next)
            owner, future = self._waiting.pop(number)
            turn = self._begin(owner)
            self._leave(owner)  # it was counted while it waited
            if future.done():
                turn.end()
            else:
                future.set_result(turn)
        self._tell()

    def _enter(self, owner: Owner) -> None:
        """Who comes new, or back, starts level with those who used least: nobody saves up turns, or pays for ever."""
        for level in _levels(owner):
            if level not in self._active:
                beside = [self._used[one] for one in self._active if len(one) == len(level) and one[:-1] == level[:-1]]
                self._used[level] = max(self._used.get(level, 0.0), min(beside, default=0.0))
            self._active[level] = self._active.get(level, 0) + 1

    def _leave(self, owner: Owner) -> None:
        for level in _levels(owner):
            self._active[level] -= 1
            if not self._active[level]:
                del self._active[level]
        if not self._active:
            self._used.clear()
        elif len(self._used) > REMEMBERED:
            self._used = {level: self._used[level] for level in self._active}


def _levels(owner: Owner) -> list[Owner]:
    return [owner[: n + 1] for n in range(len(owner))]
