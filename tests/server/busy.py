"""A store of some size that is written to meanwhile, and how much a piece of work writes: for backups."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from sixfold.server.store import EventRow, Store, TableLine

ROW = 2000


async def filled(store: Store, size: int) -> None:
    """Tables of many events, so many bytes of them."""
    rng = random.Random(size)
    for table in range(0, size // (ROW * 500)):
        rows = [EventRow(n, 1, "", "", rng.randbytes(ROW // 2).hex().encode()) for n in range(1, 501)]
        await store.append(f"old{table}", rows, TableLine(f"old{table}", "tiles", "finished", "", 1, 1))


class Busy:
    """A table that is played at as fast as the store takes it, or with a pause after every move."""

    def __init__(self, store: Store, pause_s: float = 0.0) -> None:
        self.store = store
        self.pause_s = pause_s
        self.took_s: list[float] = []
        self.kept = 0
        self._more = asyncio.Condition()
        self._stop = False

    async def play(self) -> None:
        while not self._stop:
            line = TableLine("busy", "tiles", "playing", "", 1, 1)
            began = time.perf_counter()
            await self.store.append("busy", [EventRow(self.kept + 1, 1, "", "", b"x" * 300)], line)
            self.took_s.append(time.perf_counter() - began)
            async with self._more:
                self.kept += 1
                self._more.notify_all()
            await asyncio.sleep(self.pause_s)

    async def until(self, kept: int) -> None:
        async with self._more:
            await self._more.wait_for(lambda: self.kept >= kept)

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[None]:
        task = asyncio.create_task(self.play())
        try:
            await self.until(20)
            yield
        finally:
            self._stop = True
            await task


def written(work: Any) -> int:
    """Bytes that a piece of work gave to the disk: those of a thread of its own."""
    counts: list[int] = []

    def count() -> int:
        fields = dict(line.split(": ") for line in Path("/proc/thread-self/io").read_text().splitlines())
        return int(fields["wchar"])

    def run() -> None:
        before = count()
        work()
        counts.append(count() - before)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    return counts[0]
