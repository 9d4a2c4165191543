"""Tables folded from their rows: outside the event loop, if it takes more than a moment."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Final, Protocol, TypeVar

from sixfold.server.store import EventRow, Occupant
from sixfold.server.table import facts as e
from sixfold.server.table.table import GameTable
from sixfold.server.thinkers.turns import NOBODY, Owner, Turns

T = TypeVar("T")
Steps = list[tuple[e.AnyStored, GameTable, GameTable]]
"""Events, each with the table before it and after it."""
FEW: Final = 16
"""Events that are folded on the spot: a millisecond or so each. A thread lets others have their turns in between."""


class Elsewhere(Protocol):
    """Does work elsewhere, such as in a thread."""

    def __call__(self, work: Callable[[], T], /) -> Awaitable[T]: ...


class Aside:
    """One thread's worth of such work at a time, so that the loop never competes with more; owners take turns."""

    def __init__(self, ticks: Callable[[], float], run: Elsewhere = asyncio.to_thread) -> None:
        self._turns = Turns(1, clock=ticks)
        self.run = run
        """Where work is done that would keep the loop too long: in a thread."""

    async def do(self, size: int, work: Callable[[], T], owner: Owner = NOBODY) -> T:
        """Do work that grows with the number of a table's events."""
        if size <= FEW:
            return work()
        with await self._turns.take(owner):
            return await self.run(work)


def size(rows: Sequence[EventRow]) -> int:
    """How much there is to fold, in events: one that holds a game which was begun elsewhere counts by its length."""
    return sum(1 + len(row.body) // 1000 for row in rows)


def fold(
    table_id: str, rows: Iterable[EventRow], places: Iterable[Occupant]
) -> tuple[GameTable, dict[tuple[str, str], int]]:
    """The table, and the number that every keyed command led to."""
    table = GameTable(table_id)
    done: dict[tuple[str, str], int] = {}
    for row in rows:
        table = table.apply(e.decode(row.body), row.at)
        if row.key:
            done[row.actor, row.key] = row.n
    return table.with_people(places), done


def steps(table_id: str, rows: Iterable[EventRow], since: int, places: Sequence[Occupant]) -> Steps:
    """The events after `since`, with the tables around them."""
    table = GameTable(table_id)
    found: Steps = []
    for row in rows:
        event = e.decode(row.body)
        before, table = table, table.apply(event, row.at)
        if row.n > since:
            found.append((event, before.with_people(places), table.with_people(places)))
    return found
