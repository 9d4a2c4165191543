"""A table in memory, with whoever is there."""

from __future__ import annotations

import asyncio
from typing import Protocol

from sixfold.rulesets import AnyMove
from sixfold.server.clock import Clock, Timer
from sixfold.server.project import Frames
from sixfold.server.rooms.attendance import Attendance
from sixfold.server.table import facts as e
from sixfold.server.table.table import GameTable
from sixfold.server.thinkers.turns import Owner


class Listener(Protocol):
    """Somebody at a table: a socket, a remote bot's stream, a test."""

    def tell(self, event: e.AnyStored, before: GameTable, after: GameTable) -> None:
        """Hear of an event."""
        ...

    def presence(self) -> None:
        """Somebody came or went."""
        ...

    def deleted(self) -> None:
        """The table is no more."""
        ...

    player: str
    network: str


class Room:
    """A table in memory, with whoever is there."""

    __slots__ = (
        "attendance",
        "bot",
        "busy",
        "done",
        "drafts",
        "failed",
        "frames",
        "gone",
        "left_at",
        "listeners",
        "lock",
        "noticed",
        "opened_at",
        "planned",
        "plans",
        "seen_at",
        "table",
        "timer",
        "timer_for",
    )

    def __init__(self, table: GameTable, done: dict[tuple[str, str], int], clock: Clock) -> None:
        self.table = table
        self.opened_at = clock.now()
        self.left_at: dict[str, int] = {}
        self.done = done
        self.listeners: list[Listener] = []
        self.lock = asyncio.Lock()
        self.drafts: dict[int, tuple[int, AnyMove]] | None = None
        self.frames = Frames()
        self.bot: asyncio.Task[None] | None = None
        self.timer: Timer | None = None
        self.timer_for: tuple[int, int | None] | None = None
        self.seen_at = clock.ticks()
        self.gone = False
        self.busy = 0
        self.failed = 0
        """How often in a row the store has not kept what happens here by itself."""
        self.planned = 0
        """The turn for which a plan was looked for."""
        self.plans: dict[int, bool] = {}
        """Whether the store may have a plan for a seat; of others this is not known yet."""
        self.noticed = True
        """Whether a notice of whose turn it is may wait to be sent."""
        self.attendance = Attendance(self, clock.call_later)

    @property
    def used(self) -> bool:
        """Whether somebody, a clock, a bot or some work needs this table in memory."""
        return bool(self.listeners or self.bot or self.timer or self.lock.locked() or self.busy)

    def rest(self) -> None:
        """One piece of work less keeps this table in memory."""
        self.busy -= 1

    def plans_are(self, left: bool) -> None:
        """The store has said, with the last event, whether somebody has left a plan at this table."""
        self.plans = {} if left else dict.fromkeys(range(len(self.table.chairs)), False)

    def disarm(self) -> None:
        """Nothing happens by itself any more."""
        if self.timer is not None:
            self.timer.cancel()
        self.timer = None
        self.timer_for = None

    def owner(self) -> Owner:
        """Whose table it is when it waits for its turn: the network that somebody looks at it from, and its host."""
        network = next((one.network for one in self.listeners if one.network), "")
        return network, self.table.host

    def online(self) -> list[bool]:
        """Who is connected, by seat; a bot of ours always is."""
        here = {listener.player for listener in self.listeners}
        return [
            chair.player in here if chair.player and not chair.stand_in else bool(chair.played_by)
            for chair in self.table.chairs
        ]

    def away(self) -> list[int | None]:
        """Since when the players of the seats have not been here (ms); None for who is, for bots and free seats."""
        return [
            None if here or not chair.player or chair.stand_in else self.left_at.get(chair.player, self.opened_at)
            for chair, here in zip(self.table.chairs, self.attendance.now()[0], strict=True)
        ]

    def keep_draft(self, seat: int, move: AnyMove) -> None:
        """The last legal draft of the seat to move is what its clock will play."""
        if self.table.to_move == seat and self.table.terms.timed:
            self.drafts = {**(self.drafts or {}), seat: (self.table.turn_n, move)}
