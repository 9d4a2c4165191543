"""Time for tests: it passes when they say so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sixfold.server.clock import WallClock


class HandClock(WallClock):
    """A clock that tests move. What only passes, such as a pause, passes by itself."""

    def __init__(self) -> None:
        super().__init__()
        self.time = 1_700_000_000_000
        self.waiting: list[tuple[int, Callable[[], None], list[bool]]] = []

    def now(self) -> int:
        return self.time

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Any:
        live = [True]
        self.waiting.append((self.time + int(seconds * 1000), callback, live))

        class Handle:
            def cancel(self) -> None:
                live[0] = False

        return Handle()

    def pass_seconds(self, seconds: float) -> None:
        self.time += int(seconds * 1000)
        due = [entry for entry in self.waiting if entry[0] <= self.time]
        self.waiting = [entry for entry in self.waiting if entry[0] > self.time]
        for _, callback, live in due:
            if live[0]:
                callback()
