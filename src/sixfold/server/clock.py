"""Time, as the server sees it: a Clock that tests can replace. No date ever decides a shuffle."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Timer(Protocol):
    """Something that was asked to happen later."""

    def cancel(self) -> None: ...


class Clock(Protocol):
    """Milliseconds since 1970, and a way to be woken."""

    def now(self) -> int: ...
    def call_later(self, seconds: float, callback: Callable[[], None]) -> Timer: ...


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
