"""The only way in which a table changes: decide, append, wait for the disk, and only then apply and tell.

So everything that anybody was told is on the disk, and the store decides a race between servers. Not here: what may be
decided (table/), who asks (house.py), what follows by itself (clocks.py, movers.py).
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from sixfold.errors import Refused, SixfoldError, StoreError
from sixfold.server.clock import Clock
from sixfold.server.lobby.listing import listed_of
from sixfold.server.metrics import Metrics
from sixfold.server.notices.occasions import Event, occasions, seated
from sixfold.server.ratings.model import Kind, RatedGame
from sixfold.server.ratings.standings import standings_of
from sixfold.server.rooms.room import Room
from sixfold.server.rooms.rooms import Rooms
from sixfold.server.rooms.seatings import seatings_of
from sixfold.server.store import EventRow, Occasion, Store, TableLine, Taken
from sixfold.server.table import due
from sixfold.server.table import facts as e
from sixfold.server.table.procedure import Happening
from sixfold.server.table.shuffle import followed
from sixfold.server.table.table import GameTable

log = logging.getLogger(__name__)
Decide = Callable[[GameTable], list[Happening]]
_PERSONAL: Final = (e.Joined, e.Started, e.Left, e.Removed, e.Adjusted, e.Aged)
"""Events that come with names or ages in the store's places."""
_LINED: Final = (e.Created, e.Started, e.Ended, e.Closed)
"""Events after which the table's line in lists changes."""
_SEATED: Final = (e.Created, e.Joined, e.Left, e.Removed, e.Ended, e.Closed)
"""Events after which somebody's own games are other ones."""
AGAIN_S: Final = 1.0
MOST_S: Final = 30.0
"""Seconds after which what the store did not keep is tried again: twice as many each time, up to the most."""


class Pipeline:
    """How the tables of a server change."""

    def __init__(self, store: Store, rooms: Rooms, clock: Clock, metrics: Metrics, patience_s: float) -> None:
        self._store = store
        self._patience_ms = int(1000 * patience_s)
        self._rooms = rooms
        self._clock = clock
        self._metrics = metrics
        self._back = asyncio.Event()
        self.stopping = False
        self.followed: Callable[[Room], None] = lambda room: None
        """What follows when another server has changed a table, and a notice of it waits to be sent."""

    async def do(
        self,
        room: Room,
        decide: Decide,
        actor: str = "",
        key: str = "",
        first: Callable[[Sequence[Happening]], Awaitable[None]] | None = None,
    ) -> int:
        """The number of the last event. `first` is what must be done before anything of it is kept.

        The same key again gives the same answer. A race that is lost is decided again on what won.
        """
        room = self._rooms.living(room)
        self._rooms.touch(room)
        async with room.lock:
            while True:
                self._must_be_open(room)
                if key and (known := room.done.get((actor, key))) is not None:
                    return known
                happenings = decide(room.table)
                if not happenings:
                    return room.table.n
                if first is not None:
                    await first(happenings)
                try:
                    told = self._occasions(room, happenings[-1].after)
                    planned = await self.append(room.table.id, happenings, actor, key, told)
                except Taken:
                    self._metrics.count("races")
                    await self._catch_up(room)
                    continue
                if told is not None:
                    room.noticed = bool(told)
                if self._store.shared:
                    room.plans_are(planned)
                self._apply(room, happenings)
                if key:
                    room.done[actor, key] = room.table.n
                return room.table.n

    async def by_itself(self, room: Room, turn: int, decide: Decide) -> None:
        """What the server does may be overtaken by somebody's command; then there is nothing to do."""
        try:
            await self.do(room, lambda table: decide(table) if table.turn_n == turn else [])
            room.failed = 0
        except StoreError as error:
            await self.wait_for_store(room, error)
        except SixfoldError as error:
            self._metrics.count("refusals", "house")
            log.warning("a move of the house was refused", extra={"table": room.table.id, "code": error.code})
        self._rooms.stir(room)

    async def wait_for_store(self, room: Room, error: StoreError) -> None:
        """Pause what happens at a table by itself: longer each time, but no longer than until the store is back."""
        log.warning("the store did not keep a move of the house", extra={"table": room.table.id, "code": error.code})
        pause_s = min(MOST_S, AGAIN_S * 2**room.failed)
        room.failed += 1
        waits = [asyncio.ensure_future(self._clock.sleep(pause_s)), asyncio.ensure_future(self._back.wait())]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for one in waits:
                one.cancel()

    def store_is_back(self) -> None:
        """Whatever waits for it tries again now."""
        self._back.set()
        self._back = asyncio.Event()

    def _occasions(self, room: Room, after: GameTable) -> list[Occasion] | None:
        present = {listener.player for listener in room.listeners}
        told = occasions(room.table, after, present, self._patience_ms)
        # Where nobody else writes and nothing waits to be sent, the store has nothing to forget.
        return told if told or room.noticed or self._store.shared else None

    async def make(self, table_id: str, happenings: Sequence[Happening], host: str, why: Event | None = None) -> None:
        """Keep a new table. `why`: what those are told of it who are awaited there."""
        told = seated(happenings[-1].after, why, self._patience_ms) if why else None
        await self.append(table_id, happenings, host, "", told)

    async def append(
        self,
        table_id: str,
        happenings: Sequence[Happening],
        actor: str,
        key: str,
        told: Sequence[Occasion] | None = None,
    ) -> bool:
        """Keep what was decided; Taken when another server was faster. Whether there may be a plan for the table."""
        last = happenings[-1].after
        # The key goes to the last row: a command is done when all of it is.
        rows = [
            EventRow(h.after.n, h.after.at, actor, key if h is happenings[-1] else "", e.encode(h.event))
            for h in happenings
        ]
        places = [place for h in happenings for place in h.places]
        timed = last.terms.timed or any(chair.remote for chair in last.chairs)
        lined = timed or any(isinstance(h.event, _LINED) for h in happenings)
        seated = any(isinstance(h.event, _SEATED) for h in happenings)
        lined = lined or (seated and last.terms.listed)
        seatings = seatings_of(last) if seated else ()
        ended = any(isinstance(h.event, e.Ended) for h in happenings)
        rated = rated_of(last) if ended else None
        line = line_of(last) if lined else None
        planned = await self._store.append(table_id, rows, line, places, seatings, rated, told)
        self._metrics.count("events", by=len(rows))
        return planned

    async def wake(self, room: Room) -> None:
        """Another server may have appended: read and tell what it wrote."""
        async with room.lock:
            await self._catch_up(room)

    def _must_be_open(self, room: Room) -> None:
        if self.stopping:
            raise StoreError("the server is restarting: come back in a moment", code="store/closed")
        if room.gone:
            raise Refused("this table was deleted", code="table/unknown")

    def _apply(self, room: Room, happenings: Sequence[Happening]) -> None:
        """What is on the disk becomes what everybody sees."""
        for happening in happenings:
            before, room.table = room.table, happening.after
            for listener in tuple(room.listeners):
                listener.tell(happening.event, before, room.table)
        self._rooms.stir(room)

    async def _catch_up(self, room: Room) -> None:
        news = await self._store.news(room.table.id, room.table.n)
        decoded = [(row, e.decode(row.body)) for row in news.events]
        if news.events:
            room.noticed = True
            room.plans_are(news.planned)
        personal = any(isinstance(event, _PERSONAL) for _, event in decoded)
        places = await self._store.places(room.table.id) if personal else []
        for row, event in decoded:
            after = room.table.apply(event, row.at, followed(room.table, event))
            if personal:
                after = after.with_people(places)
            if row.key:
                room.done[row.actor, row.key] = row.n
            self._apply(room, [Happening(event, after)])
        if news.told:
            self.followed(room)


def rated_of(table: GameTable) -> RatedGame | None:
    """A game that has just ended, as it counts for ratings; its number is the store's to give."""
    standings = standings_of(table)
    return RatedGame(0, table.id, Kind(table.game, len(table.chairs)), table.at, standings) if standings else None


def line_of(table: GameTable) -> TableLine:
    """What lists say about a table without folding it."""
    result = ""
    if table.phase == "finished":
        winners = list(table.outcome[1]) if table.outcome else []
        reason = table.outcome[0] if table.outcome else table.closed
        result = json.dumps({"scores": list(table.scores), "winners": winners, "reason": reason})
    times = (table.created_at, table.at, due.due(table))
    return TableLine(table.id, table.game, table.phase, table.host, *times, result, listed_of(table))
