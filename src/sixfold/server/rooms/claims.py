"""When a table waits for something that a server does by itself, a claim says which server does it.

If that server is gone, another one takes over. A claim is for one turn, and lasts a moment unless it is renewed. It
saves work and decides nothing: the unique number of an event decides. If two servers believe in the same claim, that
costs some thinking, never a move.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from typing import Final

from sixfold.errors import StoreError
from sixfold.server.clock import Clock
from sixfold.server.store import Store

log = logging.getLogger(__name__)
LEASE_S: Final = 1.2
"""Seconds after which the claim of a server that is gone counts no more."""
RENEW_S: Final = 0.4
"""Seconds after which a claim is renewed, and one of another server is asked about again: both fit into two seconds."""


class Claims:
    """The claims of one server."""

    def __init__(self, store: Store, clock: Clock, server: str) -> None:
        self._store = store
        self._clock = clock
        self._server = server
        self.shared = store.shared
        """Whether there can be other servers."""

    @contextlib.asynccontextmanager
    async def held(self, table: str, turn: int) -> AsyncIterator[bool]:
        """Whether this server does it; the claim is renewed until the block ends. Raises StoreError."""
        if not self.shared:
            yield True
            return
        mine = await self._claim(table, turn)
        renewing = asyncio.ensure_future(self._renew(table, turn)) if mine else None
        try:
            yield mine
        finally:
            if renewing is not None:
                renewing.cancel()

    async def wait(self) -> None:
        """Until it is worth asking again whether the one who has claimed it is still there."""
        await self._clock.sleep(RENEW_S)

    async def _claim(self, table: str, turn: int) -> bool:
        return await self._store.claim(table, turn, self._server, self._clock.now(), int(1000 * LEASE_S))

    async def _renew(self, table: str, turn: int) -> None:
        while True:
            await self._clock.sleep(RENEW_S)
            try:
                await self._claim(table, turn)
            except StoreError as error:
                log.warning("a claim waits for the store", extra={"table": table, "code": error.code})
