"""Players found by their secret, remembered for a moment, so that not every request has to ask the store.

When somebody is erased on one server, all others forget them as soon as that moment has passed (`watch`).
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Final

from sixfold.errors import StoreError
from sixfold.server.store import Guest, Store

log = logging.getLogger(__name__)
FRESH_S: Final = 2.0
"""How long what the store said is believed, and how often it is asked whether anybody was erased."""
MOST: Final = 5000


class Guests:
    """Whose secret is whose."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._store = store
        self._clock = clock
        self._sleep = sleep
        self._known: OrderedDict[bytes, tuple[Guest, float]] = OrderedDict()

    async def player_of(self, secret: bytes) -> Guest | None:
        """The player with this secret."""
        known = self._known.get(secret)
        if known is not None and self._clock() < known[1]:
            return known[0]
        asked_at = self._clock()
        player = await self._store.player_of(secret)
        self._known.pop(secret, None)
        if player is not None:
            self._known[secret] = (player, asked_at + FRESH_S)
            if len(self._known) > MOST:
                self._known.popitem(last=False)
        return player

    def forget(self, player: str) -> None:
        """Look this player up again the next time."""
        for secret in [secret for secret, (known, _) in self._known.items() if known.id == player]:
            del self._known[secret]

    async def watch(self, erased: Callable[[], Awaitable[None]]) -> None:
        """Call `erased` whenever somebody was erased, on whichever server."""
        last: str | None = None
        while True:
            try:
                found = await self._store.setting("erased") or ""
                if last is not None and found != last:
                    self._known.clear()
                    await erased()
                last = found
            except StoreError as error:
                log.warning("looking for erased players waits for the store", extra={"code": error.code})
            await self._sleep(FRESH_S)
