"""Two questions of a host's monitoring: is the process alive (/healthz), and can it take visitors (/readyz)?

A process that answers is alive. A server is ready if it could store a move right now. To find out, it stores something,
at most once a second, however often it is asked.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final

from sixfold.errors import SixfoldError, StoreError
from sixfold.server.store import Store

FRESH_S: Final = 1.0
PATIENCE_S: Final = 3.0
"""How long an answer is repeated, and how long a store may take for it."""


class Health:
    """What is known about a server's store."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._clock = clock
        self._asking: asyncio.Future[SixfoldError | None] | None = None
        self._asked_at = 0.0

    async def fault(self) -> SixfoldError | None:
        """Why nobody should be sent here, None when all is well."""
        if self._asking is None or (self._asking.done() and self._clock() - self._asked_at > FRESH_S):
            self._asking = asyncio.ensure_future(self._ask())
            self._asked_at = self._clock()
        return await asyncio.shield(self._asking)

    async def _ask(self) -> SixfoldError | None:
        try:
            async with asyncio.timeout(PATIENCE_S):
                await self._store.probe()
        except TimeoutError:
            return StoreError("the store does not answer", code="store/slow")
        except SixfoldError as error:
            return error
        return None
