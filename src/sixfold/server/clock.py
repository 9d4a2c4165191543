"""Time, as the server sees it: a Clock that tests can replace. No time or date ever influences a shuffle.

Servers on one store follow the store's clock, so that they agree when somebody's time is up.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Protocol


class Timer(Protocol):
    """Something that was asked to happen later."""

    def cancel(self) -> None: ...


class Clock(Protocol):
    """Milliseconds since 1970, seconds that only ever pass, and two ways to be woken."""

    def now(self) -> int: ...
    def ticks(self) -> float: ...
    def call_later(self, seconds: float, callback: Callable[[], None]) -> Timer: ...
    async def sleep(self, seconds: float) -> None: ...


class WallClock:
    """The real one. It never runs backward within a process, whatever the machine's clock does."""

    def __init__(self) -> None:
        self._wall = time.time()
        self._mono = time.monotonic()

    def now(self) -> int:
        """Real time at the start, plus what has passed since."""
        return int((self._wall + time.monotonic() - self._mono) * 1000)

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Timer:
        return asyncio.get_running_loop().call_later(seconds, callback)

    def ticks(self) -> float:
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class StoreClock:
    """The clock that all servers on a store share: this machine's, shifted to the store's where that has one."""

    def __init__(self, own: Clock) -> None:
        self._own = own
        self._ahead = 0

    def now(self) -> int:
        return self._own.now() + self._ahead

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Timer:
        return self._own.call_later(seconds, callback)

    def ticks(self) -> float:
        return self._own.ticks()

    async def sleep(self, seconds: float) -> None:
        await self._own.sleep(seconds)

    async def follow(self, ask: Callable[[], Awaitable[int | None]]) -> None:
        """Ask the store for its time; what the way there and back took is halved."""
        before = self._own.now()
        there = await ask()
        if there is not None:
            self._ahead = there - (before + self._own.now()) // 2
