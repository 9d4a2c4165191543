"""Background work under supervision: failures are counted and logged, and all of it ends with the server."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import TypeVar

from sixfold.server.metrics import Metrics

T = TypeVar("T")
log = logging.getLogger(__name__)


class Tasks:
    """The tasks of a server."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._running: set[asyncio.Task[object]] = set()
        self._closing = False

    def start(self, work: Coroutine[object, object, T]) -> asyncio.Task[T]:
        """Begin something that nobody waits for."""
        task = asyncio.ensure_future(work)
        self._running.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[object]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None and not self._closing:
            self._metrics.count("mistakes")
            log.error("a task of the house failed", exc_info=error)

    async def close(self) -> None:
        """End all of them."""
        self._closing = True
        for task in list(self._running):
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
