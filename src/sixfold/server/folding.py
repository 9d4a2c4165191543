"""Tables folded from their rows, aside from the event loop where it takes more than a moment."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import Final, ParamSpec, TypeVar

from sixfold.server import events as e
from sixfold.server.store import Place, Row
from sixfold.server.table import Table

P = ParamSpec("P")
T = TypeVar("T")
FEW: Final = 16
"""Rows that are folded on the spot: a millisecond or so each. A thread lets others have their turns in between."""


async def aside(rows: Sequence[Row], work: Callable[P, T], *arguments: P.args, **options: P.kwargs) -> T:
    """Do work that grows with the rows of a table."""
    if len(rows) <= FEW:
        return work(*arguments, **options)
    return await asyncio.to_thread(work, *arguments, **options)


def fold(table_id: str, rows: Iterable[Row], places: Iterable[Place]) -> tuple[Table, dict[tuple[str, str], int]]:
    """The table, and the number that every keyed command led to."""
    table = Table(table_id)
    done: dict[tuple[str, str], int] = {}
    for row in rows:
        table = table.apply(e.decode(row.body), row.at)
        if row.key:
            done[row.actor, row.key] = row.n
    return table.with_people(places), done


def steps(
    table_id: str, rows: Iterable[Row], since: int, places: Sequence[Place]
) -> list[tuple[e.AnyStored, Table, Table]]:
    """The events after `since`, with the tables around them."""
    table = Table(table_id)
    found: list[tuple[e.AnyStored, Table, Table]] = []
    for row in rows:
        event = e.decode(row.body)
        before, table = table, table.apply(event, row.at)
        if row.n > since:
            found.append((event, before.with_people(places), table.with_people(places)))
    return found
