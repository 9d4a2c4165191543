"""The lobby of a server: it seats people at open tables, and pairs those who wait for an opponent.

Whoever asks for a game by letter does not have to wait: the wish stays when they go.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from sixfold.errors import Refused, SixfoldError, StoreError
from sixfold.server.clock import Clock
from sixfold.server.lobby.pairing import SEATS, Seeker, Sought, Wish, pairs
from sixfold.server.ratings.model import Kind, Rating
from sixfold.server.store import ListedTable, Store, Taken

log = logging.getLogger(__name__)
BEAT_S: Final = 1.0
"""How often people are paired."""
GONE_MS: Final = 15_000
"""How long after their last question somebody still waits."""
SHOWN_MS: Final = 2 * 3_600_000
"""How long an open table stays in the list."""
MOST: Final = 100
STANDS_MS: Final = 7 * 86_400_000
"""How long the wish for a game by letter stands."""
TOLD_MS: Final = 86_400_000
"""How long the lobby says where that game is. It stands among one's own games all the time."""
LOST_MS: Final = 10_000
"""After so long without its table, a promise is kept by whichever server is there."""
Seat = Callable[[str, Sought, dict[str, str]], Awaitable[object]]
"""Makes a table of this name for these players, by their names."""


class Lobby:
    """Where people find each other. `host_open`, `host_pairs`: whether the host of the server has it so."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        seat: Seat,
        new_id: Callable[[], str],
        host_open: bool = True,
        host_pairs: bool = True,
    ) -> None:
        self._store = store
        self._clock = clock
        self._seat = seat
        self._new_id = new_id
        self.host_open = host_open
        self.host_pairs = host_pairs

    async def tables(self) -> list[ListedTable]:
        """Open tables, the newest first."""
        if not self.host_open:
            return []
        return await self._store.listed(self._clock.now() - SHOWN_MS, MOST)

    async def seek(self, player: str, sought: Sought) -> None:
        """Somebody waits for an opponent from now on, or wants one for a game by letter."""
        if not self.host_pairs:
            raise Refused("this server does not pair people", code="lobby/off")
        now = self._clock.now()
        if sought.pace.by_letter:
            await self._store.wish(player, sought, now, now + STANDS_MS)
            return
        known = await self._store.ratings_of(player)
        points = known.get(Kind(sought.game, SEATS), Rating()).points
        await self._store.seek(Seeker(player, sought, now, points), now)

    async def found(self, player: str) -> tuple[Seeker, str] | None:
        """How it goes for somebody who waits; with the table, once there is one."""
        found = await self._store.seen_seeking(player, self._clock.now())
        # They are promised to each other a moment before there is a table.
        if found is not None and found[1] and await self._store.line(found[1]) is None:
            return found[0], ""
        return found

    async def pair(self) -> int:
        """Seat together whoever fits; how many pairs. Of two servers one has each pair."""
        return await self._pair_present() + await self._pair_by_letter()

    async def _pair_present(self) -> int:
        now = self._clock.now()
        waiting = await self._store.seekers(now - GONE_MS)
        apart = await self._store.apart({one.player for one in waiting}) if len(waiting) > 1 else ()
        found = {self._new_id(): pair for pair in pairs(waiting, now, apart)}
        if not found:
            return 0
        asked = {table: [one.player for one in pair] for table, pair in found.items()}
        seated = await self._store.seat_together(asked)
        # They come to the disk in a few commits, as many as wait for one.
        await asyncio.gather(*(self._seat(table, found[table][0].sought, seated[table]) for table in seated))
        return len(seated)

    async def _pair_by_letter(self) -> int:
        """The same for those who need not be there; also whatever a server promised before it stopped."""
        now = self._clock.now()
        kept = await self._store.wishes(now)
        standing = {(wish.seeker.player, wish.seeker.sought.game): wish for wish in kept if not wish.table}
        apart = await self._store.apart({player for player, _ in standing}) if len(standing) > 1 else ()
        found = {self._new_id(): pair for pair in pairs((wish.seeker for wish in standing.values()), now, apart)}
        promised = await self._store.promise_tables(found, now) if found else set[str]()
        to_make: dict[str, list[Wish]] = {
            table: [standing[one.player, one.sought.game] for one in found[table]] for table in promised
        }
        lost = defaultdict[str, list[Wish]](list)
        for wish in kept:
            # A promise from the future was made before the time went back.
            if wish.table and not 0 <= now - wish.promised < LOST_MS:
                lost[wish.table].append(wish)
        await asyncio.gather(*(self._make(table, wishes) for table, wishes in (to_make | lost).items()))
        return len(promised)

    async def _make(self, table: str, wishes: Sequence[Wish]) -> None:
        """The table that these were promised, unless it is there. It has one name, so nobody makes it twice."""
        if len(wishes) == SEATS:
            with contextlib.suppress(Taken):
                await self._seat(table, wishes[0].seeker.sought, {wish.seeker.player: wish.name for wish in wishes})
        elif await self._store.line(table) is None:
            await self._store.break_promise(table)  # the other one was erased
            return
        await self._store.keep_promise(table, self._clock.now() + TOLD_MS)

    async def watch(self) -> None:
        """Pair people, again and again, for ever."""
        while self.host_pairs:
            try:
                await self.pair()
            except StoreError as error:
                log.warning("pairing waits for the store", extra={"code": error.code})
            except SixfoldError as error:
                log.warning("a pair could not be seated", extra={"code": error.code})
            await self._clock.sleep(BEAT_S)
