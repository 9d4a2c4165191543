"""How long a table waits for somebody before something happens by itself. Nothing here reads a clock."""

from __future__ import annotations

from typing import Final

from sixfold.server.table.table import GameTable

WAY_MS: Final = 60_000
"""C11: how long the others may look for a way."""
MISSED_MS: Final = 1000
"""How long a remote bot that was late is waited for, until it moves in time or comes back."""


def allowed(table: GameTable) -> int | None:
    """How long the table waits before something happens by itself (ms): a clock, a remote bot, C11's minute."""
    if table.stuck is not None:
        return WAY_MS
    seat = table.to_move
    if seat is None or table.bot_to_move() is not None:
        return None
    clock = None if table.terms.clock is None else 1000 * table.terms.clock
    chair = table.chairs[seat]
    if chair.remote:
        patience = MISSED_MS if chair.missed else 1000 * table.terms.bot_s
        clock = patience if clock is None else min(clock, patience)
    return clock


def due(table: GameTable) -> int | None:
    """When something happens by itself (ms)."""
    wait = allowed(table)
    return None if wait is None else table.turn_at + wait


def left(table: GameTable, now: int) -> int | None:
    """What is left until then (ms): never more than there was, also when the time has gone back since."""
    wait = allowed(table)
    return None if wait is None else min(wait, max(0, table.turn_at + wait - now))
