"""What a table does by itself when somebody's time is up: play the last draft, let a bot move for a bot, or the least
move.
"""

from __future__ import annotations

import logging
from typing import Final

from sixfold.errors import StoreError
from sixfold.rulesets import AnyMove
from sixfold.server.clock import Clock
from sixfold.server.metrics import Metrics
from sixfold.server.rooms.claims import Claims
from sixfold.server.rooms.folding import Aside
from sixfold.server.rooms.movers import Movers
from sixfold.server.rooms.pipeline import Pipeline
from sixfold.server.rooms.room import Room
from sixfold.server.rooms.tasks import Tasks
from sixfold.server.table import due
from sixfold.server.table.procedure import Happening
from sixfold.server.table.procedures import driven, stuck
from sixfold.server.table.table import GameTable

log = logging.getLogger(__name__)
LATE: Final = "greedy"
"""The bot that moves for a remote bot whose time is up."""
FAR_MS: Final = 600_000
"""No timer is set for longer than this; upkeep looks at what is due far more often."""
WaitsFor = tuple[int, int | None]
"""The turn that a timer is set for, and when it ends."""


class Clocks:
    """A timer for every table at which something happens by itself."""

    def __init__(
        self,
        pipeline: Pipeline,
        movers: Movers,
        clock: Clock,
        tasks: Tasks,
        aside: Aside,
        metrics: Metrics,
        claims: Claims,
    ) -> None:
        self._pipeline = pipeline
        self._movers = movers
        self._clock = clock
        self._tasks = tasks
        self._aside = aside
        self._metrics = metrics
        self._claims = claims

    def set(self, room: Room) -> None:
        """Set the timer for what this table waits for now."""
        if self._pipeline.stopping:
            return
        wait, waits_for = due.wakes_in(room.table, self._clock.now()), _waits_for(room.table)
        if wait is not None and waits_for == room.timer_for:
            return
        room.disarm()
        # For days no table is kept in memory: upkeep finds it when its time comes.
        if wait is not None and wait <= FAR_MS:
            room.timer_for = waits_for
            room.timer = self._clock.call_later(wait / 1000, lambda: self._up(room))

    def _up(self, room: Room) -> None:
        waited_for = room.timer_for
        room.timer = None
        room.timer_for = None
        if waited_for is not None and not self._pipeline.stopping and not room.gone:
            # From this instant on: without its timer it would look as if nobody needed it.
            room.busy += 1
            self._tasks.start(self._over(room, waited_for)).add_done_callback(lambda _: room.rest())

    async def _over(self, room: Room, waited_for: WaitsFor) -> None:
        now = self._clock.now()
        # A turn that began in the future, by a clock that has gone back since, has been waited for in full.
        if waited_for != _waits_for(room.table) or (due.wakes_in(room.table, now) and room.table.turn_at <= now):
            self.set(room)
            return
        turn = room.table.turn_n
        if self._claims.shared and not _here(room):
            # Whoever is late may be at another server, and their draft with them: it goes first.
            await self._claims.wait()
        try:
            async with self._claims.held(room.table.id, turn) as mine:
                if mine and _waits_for(room.table) == waited_for:
                    await self._end_turn(room, waited_for)
            if not mine:
                await self._claims.wait()
        except StoreError as error:
            await self._pipeline.wait_for_store(room, error)
        self.set(room)

    async def _end_turn(self, room: Room, waited_for: WaitsFor) -> None:
        turn = waited_for[0]
        if room.table.stuck is not None:
            await self._pipeline.by_itself(room, turn, lambda table: stuck.way_is_over(table, self._clock.now()))
            return
        move, drafted = await self._move(room)

        def end(table: GameTable) -> list[Happening]:
            # Time may have been given back while a move was looked for: to a vacation, or for a server that was away.
            if _waits_for(table) != waited_for:
                return []
            return driven.clock_move(table, move, self._clock.now(), drafted)

        await self._pipeline.by_itself(room, turn, end)

    async def _move(self, room: Room) -> tuple[AnyMove, bool]:
        """The move of whoever is late, and whether it is their own draft."""
        table = room.table
        seat = table.to_move
        assert seat is not None, "a clock runs for somebody"
        draft = (room.drafts or {}).get(seat)
        if draft is not None and draft[0] == table.turn_n:
            return draft[1], True
        if table.chairs[seat].remote:
            self._metrics.count("bot_failures")
            log.warning("a remote bot was late", extra={"table": table.id, "bot": table.chairs[seat].bot})
            return await self._movers.think(table, LATE, room.owner()), False
        return await self._aside.run(table.state.view(seat).least), False


def _here(room: Room) -> bool:
    """Whether the player whose turn it is looks at the table through this server."""
    seat = room.table.to_move
    return seat is not None and any(one.player == room.table.chairs[seat].player for one in room.listeners)


def _waits_for(table: GameTable) -> WaitsFor:
    return table.turn_n, due.due(table)
