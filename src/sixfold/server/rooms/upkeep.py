"""Keeps the tables in order: regular looks at the store, hints from it, closing, deleting, vacating."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from typing import Final

from sixfold.errors import SixfoldError, StoreError
from sixfold.server.clock import StoreClock
from sixfold.server.rooms import folding
from sixfold.server.rooms.pipeline import Pipeline
from sixfold.server.rooms.room import Room
from sixfold.server.rooms.rooms import Rooms
from sixfold.server.rooms.seatings import seatings_of
from sixfold.server.rooms.tasks import Tasks
from sixfold.server.settings import Settings
from sixfold.server.store import Store
from sixfold.server.table.procedures import hosting, vacation

log = logging.getLogger(__name__)
DAY: Final = 86_400_000
NEW: Final = 5
"""The most events that the making of a table leads to: itself, and whoever sits down at once."""
TIDY_BEATS: Final = 720
FEW: Final = 100
"""How many lobbies are deleted, and old tables listed, at a time."""
SEEN: Final = "servers_seen"
"""The setting that says when a server was last there (ms)."""
FOREVER: Final = 2**62
FILLED: Final = "seatings_filled"
"""The setting of a store that has the seatings of all its tables."""


class Upkeep:
    """The keeper of a server's tables."""

    def __init__(
        self,
        store: Store,
        rooms: Rooms,
        pipeline: Pipeline,
        settings: Settings,
        clock: StoreClock,
        tasks: Tasks,
        aside: folding.Aside,
        made_elsewhere: Callable[[], Coroutine[object, object, None]],
        keep_tournaments: Callable[[int], Coroutine[object, object, None]],
    ) -> None:
        self._store = store
        self._rooms = rooms
        self._pipeline = pipeline
        self._settings = settings
        self._clock = clock
        self._tasks = tasks
        self._aside = aside
        self._made_elsewhere = made_elsewhere
        self._keep_tournaments = keep_tournaments

    # ------------------------------------------------------------------------------------------------- other servers

    def heard(self, table_id: str, n: int) -> None:
        """A hint from the store that another server has appended; without a table, that hints may have been lost."""
        room = self._rooms.get(table_id)
        if not table_id:
            self._pipeline.store_is_back()
            for one in self._rooms.values():
                self._tasks.start(self.follow(self._pipeline.wake(one)))
            self._tasks.start(self.follow(self._made_elsewhere()))
        elif room is None:
            if 0 < n <= NEW:
                self._tasks.start(self.follow(self._made_elsewhere()))
        elif n < 0:
            self._rooms.forget(room)
        elif n > room.table.n:
            self._tasks.start(self.follow(self._pipeline.wake(room)))

    async def follow(self, hint: Coroutine[object, object, None]) -> None:
        """A hint that comes while the store is away is no mistake: the next beat looks at all tables."""
        try:
            await hint
        except StoreError as error:
            log.warning("a hint waits for the store", extra={"code": error.code})

    async def _poll(self) -> None:
        """For whoever missed a hint: compare numbers."""
        watched = [room for room in self._rooms.values() if room.listeners]
        latest = await self._store.latest([room.table.id for room in watched])
        for room in watched:
            n = latest.get(room.table.id)
            if n is None:
                self._rooms.forget(room)
            elif n > room.table.n:
                await self._pipeline.wake(room)

    # ------------------------------------------------------------------------------------------------- from now on

    async def keep(self) -> None:
        """Look after everything, beat by beat, for ever."""
        beat, away = 0, False
        while True:
            await self._clock.sleep(self._settings.beat_s)
            beat += 1
            self.evict()
            try:
                await self._clock.follow(self._store.now)
                if await self._store.touched():
                    await self._poll()
                await (self.answer_for_absence() if away else self.note_presence())
                for line in await self._store.due(self._clock.now() + 2000 * int(self._settings.beat_s + 1)):
                    room = await self._rooms.find(line.table)
                    if room is not None:
                        self._rooms.stir(room)
                if beat % TIDY_BEATS == 1:
                    await self.tidy()
                if away:
                    away = False
                    self._pipeline.store_is_back()
            except StoreError as error:
                log.warning("housekeeping waits for the store", extra={"code": error.code})
                away = True

    async def answer_for_absence(self) -> None:
        """Clocks that ran while no server was there, or none reached the store, have stood still."""
        now, seen = self._clock.now(), int(await self._store.setting(SEEN) or 0)
        if now - seen > 2000 * self._settings.beat_s:
            for line in await self._store.due(FOREVER):
                room = await self._rooms.find(line.table)
                if room is not None:
                    await self._pipeline.do(room, lambda table: vacation.waive(table, seen, now))
        await self.note_presence()

    async def note_presence(self) -> None:
        """A server is there; it says so while that concerns a clock."""
        if await self._store.clocks_run():
            await self._store.set_setting(SEEN, str(self._clock.now()))

    def evict(self) -> None:
        """Forget tables that nobody looks at."""
        self._rooms.evict(self._settings.idle_s)

    async def tidy(self) -> None:
        """Close games that were abandoned long ago, delete what was to be kept only for a time."""
        now = self._clock.now()
        abandoned = now - self._settings.abandon_days * DAY
        await self._clear_lobbies(now - self._settings.lobby_days * DAY, hosted=True)
        # Nobody made these but for people who are awaited there: in a tournament by letter that takes its time.
        await self._clear_lobbies(abandoned, hosted=False)
        for phase in ("opening", "playing"):
            for line in await self._store.lines(phase=phase, before=abandoned):
                # Whoever is on vacation, or has weeks for a move, has not abandoned anything.
                if line.due is None or line.due < now:
                    await self.close_table(line.table, "abandoned")
        await self._keep_tournaments(abandoned)
        await self._store.delete_tournaments(abandoned, over=False)
        kept = await self._store.setting("keep_days")
        if kept:
            for line in await self._store.lines(phase="finished", before=now - int(kept) * DAY):
                await self.delete_table(line.table)
            await self._store.delete_tournaments(now - int(kept) * DAY, over=True)

    async def _clear_lobbies(self, before: int, *, hosted: bool) -> None:
        """Delete tables at which nobody ever played, a few to a commit."""
        while True:
            lines = await self._store.lines(phase="lobby", before=before, limit=FEW, hosted=hosted)
            unused = [line.table for line in lines if not self._rooms.watched(line.table)]
            await asyncio.gather(*(self.delete_table(table) for table in unused))
            if not unused:
                return

    async def fill_in(self) -> None:
        """Tables from before there were seatings get theirs, a few at a time, once in the life of a store."""
        try:
            if await self._store.setting(FILLED):
                return
            done = ""
            while found := await self._store.unseated(done, FEW):
                for table_id in found:
                    await self._seat(table_id)
                done = found[-1]
            await self._store.set_setting(FILLED, "1")
        except StoreError as error:
            # What is missing is looked for again at the next start.
            log.warning("old games wait for the store", extra={"code": error.code})

    async def _seat(self, table_id: str) -> None:
        rows, places = await asyncio.gather(self._store.events(table_id), self._store.places(table_id))
        try:
            table, _ = await self._aside.do(folding.size(rows), lambda: folding.fold(table_id, rows, places))
        except (SixfoldError, ValueError) as error:
            log.warning("a table cannot be listed", extra={"table": table_id, "error": type(error).__name__})
            return
        await self._store.fill_in(table_id, seatings_of(table))

    # -------------------------------------------------------------------------------------------------- by the host

    async def close_table(self, table_id: str, reason: str) -> bool:
        """End a table for everyone; its shuffle is revealed."""
        room = await self._rooms.find(table_id)
        if room is None:
            return False
        await self._pipeline.do(room, lambda table: hosting.close_down(table, reason, self._clock.now()))
        return True

    async def delete_table(self, table_id: str) -> bool:
        """Forget a table for good."""
        found = await self._store.delete_table(table_id)
        room = self._rooms.get(table_id)
        if room is not None:
            self._rooms.forget(room)
        return found

    async def change_seat(self, room: Room, seat: int, name: str | None) -> None:
        """Give the player of a seat another name; without one, remove the player."""
        now = self._clock.now()
        if name is None:
            await self._pipeline.do(room, lambda table: hosting.remove(table, seat, now))
        else:
            await self._pipeline.do(room, lambda table: hosting.rename(table, seat, name, now))

    async def vacate(self, player: str) -> None:
        """Bots take over wherever this player sits."""
        for table_id, place in await self._store.places_of(player):
            room = await self._rooms.find(table_id)
            if room is not None and room.table.phase != "finished":
                with contextlib.suppress(SixfoldError):
                    await self.change_seat(room, place.seat, None)
