"""Who is at a table, told to everybody there: at once while they are few, at most twice a second when they are many.

They are also told if a bot has to wait more than a moment for a free worker.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sixfold.server.clock import Timer
    from sixfold.server.rooms.room import Room
    from sixfold.server.table.table import GameTable

FEW: Final = 12
PAUSE_S: Final = 0.5
MOMENT_S: Final = 1.0
"""Seconds that a bot waits before anybody is told, and between two tellings."""


class Attendance:
    """The coming and going at one table."""

    __slots__ = ("_call_later", "_known", "_later", "_place", "_room", "_soon", "place")

    def __init__(self, room: Room, call_later: Callable[[float, Callable[[], None]], Timer]) -> None:
        self._room = room
        self._call_later = call_later
        self._known: tuple[GameTable, list[bool], int] | None = None
        self._later: Timer | None = None
        self._place = 0
        self._soon: Timer | None = None
        self.place = 0
        """The place in the queue of the bot to move, as people know it: 1 when it is next, 0 when it does not wait."""

    def now(self) -> tuple[list[bool], int]:
        """Which seats are connected, and how many others look on; counted once, however many ask."""
        table = self._room.table
        if self._known is None or self._known[0] is not table:
            onlookers = {one.player for one in self._room.listeners if not table.seats_of(one.player)}
            self._known = (table, self._room.online(), len(onlookers))
        return self._known[1], self._known[2]

    def changed(self) -> None:
        """Somebody came or went."""
        self._known = None
        if len(self._room.listeners) <= FEW:
            self._tell()
        elif self._later is None:
            self._later = self._call_later(PAUSE_S, self._tell)

    def _tell(self) -> None:
        if self._later is not None:
            self._later.cancel()
            self._later = None
        for listener in tuple(self._room.listeners):
            listener.presence()

    def waits(self, place: int) -> None:
        """The bot to move has this place in the queue for a worker; 0: it waits no longer."""
        self._place = place
        if not place and self.place:
            self._tell_place()
        elif place and self._soon is None:
            self._soon = self._call_later(MOMENT_S, self._tell_place)

    def _tell_place(self) -> None:
        if self._soon is not None:
            self._soon.cancel()
            self._soon = None
        if self.place != self._place:
            self.place = self._place
            self._tell()
