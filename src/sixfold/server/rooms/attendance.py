"""Who is at a table, told to all who are: at once while they are few, at most twice a second when they are many."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sixfold.server.rooms.house import Room
    from sixfold.server.table.table import Table

FEW: Final = 12
PAUSE_S: Final = 0.5


class Attendance:
    """The coming and going at one table."""

    __slots__ = ("_known", "_later", "_room")

    def __init__(self, room: Room) -> None:
        self._room = room
        self._known: tuple[Table, list[bool], int] | None = None
        self._later: asyncio.TimerHandle | None = None

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
            self._later = asyncio.get_running_loop().call_later(PAUSE_S, self._tell)

    def _tell(self) -> None:
        if self._later is not None:
            self._later.cancel()
            self._later = None
        for listener in tuple(self._room.listeners):
            listener.presence()
