"""Where tables are kept: a SQLite file by default, PostgreSQL by URL. `make_store(where)` finds the right one."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from sixfold.errors import StoreError
from sixfold.server.notices.values import Channel, Notice, Occasion
from sixfold.server.store.challenge_rows import Challenge
from sixfold.server.store.daily_rows import CHAMPION, DailyRow
from sixfold.server.store.protocol import (
    EventRow,
    Found,
    Guest,
    ListedTable,
    Met,
    News,
    Occupant,
    Rank,
    Seating,
    Store,
    Sum,
    TableLine,
    Taken,
    Token,
    Wanted,
)
from sixfold.server.store.tournament_rows import FactRow, Participant, TournamentLine

__all__ = [
    "CHAMPION",
    "Challenge",
    "Channel",
    "DailyRow",
    "EventRow",
    "FactRow",
    "Found",
    "Guest",
    "ListedTable",
    "Met",
    "News",
    "Notice",
    "Occasion",
    "Occupant",
    "Participant",
    "Rank",
    "Seating",
    "Store",
    "Sum",
    "TableLine",
    "Taken",
    "Token",
    "TournamentLine",
    "Wanted",
    "make_store",
]  # fmt: skip


def make_store(where: str | Path) -> Store:
    """A store that is not open yet: `postgresql://...` or the path of a SQLite file."""
    if isinstance(where, str) and where.startswith(("postgresql://", "postgres://")):
        if importlib.util.find_spec("psycopg") is None:
            raise StoreError("PostgreSQL needs its driver: pip install 'sixfold[postgres]'", code="store/driver")
        from sixfold.server.store.postgres import PostgresStore

        return PostgresStore(where)
    from sixfold.server.store.sqlite import SqliteStore

    return SqliteStore(Path(where))
