"""What the lobby says of a table that anybody may join."""

# ruff: noqa: RUF012 - msgspec gives every message an empty list of its own.
from __future__ import annotations

import msgspec

from sixfold.bots.strength import base
from sixfold.pace import Pace
from sixfold.server.table.seats import copied
from sixfold.server.table.table import GameTable


class Listed(Pace, frozen=True, kw_only=True):
    """Its rules, its seats, how many of them are free for people, and its terms. `bots`: the levels that sit there."""

    seats: int
    free: int
    ruleset: str = ""
    rated: bool = False
    language: str = ""
    bots: list[str] = []


def listed_of(table: GameTable) -> str:
    """As the store keeps it; empty for a table that nobody may join any more."""
    free = len(free_seats(table))
    if not free:
        return ""
    bots = [base(chair.bot) for chair in table.chairs if chair.kind == "bot"]
    told = copied(Listed, table.terms, seats=len(table.chairs), free=free, ruleset=table.ruleset, bots=bots)
    return msgspec.json.encode(told).decode()


def free_seats(table: GameTable) -> list[int]:
    """The seats of a listed table that whoever comes may take."""
    if table.phase != "lobby" or not table.terms.listed or table.closed:
        return []
    return [seat for seat, chair in enumerate(table.chairs) if chair.kind == "person" and chair.free]


def read(text: str) -> Listed:
    """What `listed_of` wrote."""
    return msgspec.json.decode(text, type=Listed)
