"""Games as a device writes them down: with their proof, over or not."""

from __future__ import annotations

import functools

from sixfold.record import Moved, Record
from sixfold.server import archive
from tests.server.test_archive import game

ADA = {"kind": "here", "name": "Ada"}


@functools.cache
def whole(kind: str, seed: int = 1, seats: int = 2, take_backs: bool = False) -> str:
    """The record of a game that was played to its end on a device."""
    table, log = game(kind, seats, seed, take_backs=take_backs, table_id=f"~{seed:022x}")
    return str(archive.record_of(table, log))


@functools.cache
def begun(kind: str, turns: int = 9, seed: int = 1, seats: int = 2, take_backs: bool = False) -> str:
    """The same game when so many moves had been made."""
    record = Record.parse(whole(kind, seed, seats, take_backs))
    moves = [at for at, event in enumerate(record.events) if isinstance(event, Moved)]
    return str(Record(record.headers, record.events[: moves[turns]]))
