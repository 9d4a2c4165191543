"""The tables in memory: loaded when somebody comes, shared by everybody there, and dropped when nobody is there.

A table that was dropped is folded again from its events. Not here: how a table changes (pipeline.py).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from sixfold.server.clock import Clock
from sixfold.server.rooms import folding
from sixfold.server.rooms.room import Listener, Room
from sixfold.server.store import Store
from sixfold.server.table.table import GameTable


class Rooms(dict[str, Room]):
    """The rooms of one server, by table."""

    def __init__(self, store: Store, clock: Clock, aside: folding.Aside) -> None:
        super().__init__()
        self._store = store
        self._clock = clock
        self._aside = aside
        self._loading: dict[str, asyncio.Future[Room | None]] = {}
        self.then: list[Callable[[Room], None]] = []
        """What follows when a table is here, has changed or is looked at: its clock is set, its bots are woken."""

    def stir(self, room: Room) -> None:
        """Something about this room is new."""
        if not room.gone:
            for follow in self.then:
                follow(room)

    def touch(self, room: Room) -> None:
        """Somebody needs this room: it is not forgotten for a while."""
        room.seen_at = self._clock.ticks()

    # ------------------------------------------------------------------------------------------- loading and sharing

    async def find(self, table_id: str) -> Room | None:
        """The table, from memory or folded from its events; None when there is none."""
        known = self.get(table_id)
        if known is not None:
            self.touch(known)
            return known
        loading = self._loading.get(table_id)
        if loading is None:
            loading = self._loading[table_id] = asyncio.ensure_future(self._load(table_id))
            loading.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(loading)

    async def _load(self, table_id: str) -> Room | None:
        rows, places = await asyncio.gather(self._store.events(table_id), self._store.places(table_id))
        if not rows:
            return None
        table, done = await self._aside.do(folding.size(rows), lambda: folding.fold(table_id, rows, places))
        room = self.take_in(table, done)
        self.stir(room)
        return room

    def take_in(self, table: GameTable, done: dict[tuple[str, str], int]) -> Room:
        """A room for a table that the store has."""
        room = self[table.id] = Room(table, done, self._clock)
        return room

    def living(self, room: Room) -> Room:
        """There is one room for a table: this one, or the one that took its place while it was forgotten."""
        return room if room.gone else self.setdefault(room.table.id, room)

    def watched(self, table_id: str) -> bool:
        """Whether somebody looks at this table."""
        room = self.get(table_id)
        return room is not None and bool(room.listeners)

    # ---------------------------------------------------------------------------------------------- coming and going

    def enter(self, room: Room, listener: Listener) -> None:
        """Somebody is at the table from now on."""
        room.listeners.append(listener)
        room.left_at.pop(listener.player, None)
        self.touch(room)
        room.attendance.changed()
        self.stir(room)

    def leave(self, room: Room, listener: Listener) -> None:
        """A listener left."""
        if listener in room.listeners:
            room.listeners.remove(listener)
            room.left_at[listener.player] = self._clock.now()
        self.touch(room)
        room.attendance.changed()

    async def know_anew(self, player: str | None = None) -> None:
        """This player was erased, or anybody elsewhere: tables in memory know people only as the store does."""
        for room in list(self.values()):
            if player is not None and player not in (room.table.host, *(c.player for c in room.table.chairs)):
                continue
            async with room.lock:
                room.table = room.table.with_people(await self._store.places(room.table.id))
                room.frames.clear()

    # ---------------------------------------------------------------------------------------------------- forgetting

    def evict(self, idle_s: float) -> None:
        """Forget tables that nobody has looked at for so long; a running clock or a thinking bot keeps one."""
        limit = self._clock.ticks() - idle_s
        for table_id, room in list(self.items()):
            if not room.used and room.seen_at < limit:
                del self[table_id]

    def forget(self, room: Room) -> None:
        """The table was deleted."""
        room.gone = True
        self.pop(room.table.id, None)
        room.disarm()
        for listener in tuple(room.listeners):
            listener.deleted()
