"""Stores opened for a moment, and looked at from outside."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from pathlib import Path
from typing import Any

from sixfold.server.store import make_store


def opened(where: Path | str) -> None:
    """Open and close a store."""

    async def run() -> None:
        store = make_store(where)
        await store.open()
        await store.close()

    asyncio.run(run())


def sql(path: Path, *statements: str) -> list[Any]:
    """What the last of these statements gives."""
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        return [connection.execute(statement).fetchall() for statement in statements][-1]
