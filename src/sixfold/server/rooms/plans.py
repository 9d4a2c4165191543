"""Plays the moves that people have planned, as soon as it is their turn, even if they are away."""

from __future__ import annotations

from sixfold.errors import StoreError
from sixfold.server.clock import Clock
from sixfold.server.rooms.pipeline import Pipeline
from sixfold.server.rooms.room import Room
from sixfold.server.rooms.tasks import Tasks
from sixfold.server.store import Store
from sixfold.server.table.plans import GivenPlan, wanted
from sixfold.server.table.procedures import driven


class Plans:
    """The plans of people at the tables of a server."""

    def __init__(self, store: Store, pipeline: Pipeline, clock: Clock, tasks: Tasks) -> None:
        self._store = store
        self._pipeline = pipeline
        self._clock = clock
        self._tasks = tasks

    async def keep(self, room: Room, plan: GivenPlan) -> None:
        """Keep it, and look at once: the turn may have come while it was written."""
        room.busy += 1  # kept in memory meanwhile: another room would not know that there may be a plan
        room.plans[plan.seat] = True
        try:
            await self._store.keep_plan(plan)
        finally:
            room.rest()
        room.plans[plan.seat] = True  # what the store has said meanwhile is older
        room.planned = 0
        self.wake(room)

    def wake(self, room: Room) -> None:
        """Look once in a turn of somebody who has company: alone against bots nobody leaves a plan."""
        table, seat = room.table, room.table.to_move
        if self._pipeline.stopping or seat is None or room.planned == table.turn_n or table.chairs[seat].played_by:
            return
        if room.plans.get(seat, True) and table.others(seat):
            room.planned = table.turn_n
            room.busy += 1
            self._tasks.start(self._play(room, seat, table.turn_n)).add_done_callback(lambda _: room.rest())

    async def _play(self, room: Room, seat: int, turn: int) -> None:
        try:
            plan = await self._store.plan(room.table.id, seat)
            if plan is None:
                if not self._store.shared:
                    room.plans.setdefault(seat, False)  # nobody else can give one: it is not asked for again
                return
            move = wanted(room.table, plan) if room.table.turn_n == turn else None
            if move is not None:
                chosen = move
                await self._pipeline.by_itself(
                    room, turn, lambda table: driven.planned_move(table, chosen, self._clock.now())
                )
            await self._store.drop_plan(room.table.id, seat, plan.turn)
        except StoreError as error:
            # Nothing else may happen at this table before the plan is played.
            await self._pipeline.wait_for_store(room, error)
            room.planned = 0
            self.wake(room)
