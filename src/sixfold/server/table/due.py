"""How long a table waits for somebody before it does something by itself. Nothing here reads a clock."""

from __future__ import annotations

from typing import Final

from sixfold.game import Seat
from sixfold.pace import DAY_S
from sixfold.server.table.table import GameTable

WAY_MS: Final = 60_000
"""C11: how long the others may look for a way."""
MISSED_MS: Final = 1000
"""How long a remote bot that was late is waited for, until it moves in time or comes back."""
LAST_MS: Final = 10_000
"""What a seat has for a move at the least when its total clock has run out."""


def total_left(table: GameTable, seat: Seat) -> int:
    """What the moves of a seat have left of its total clock (ms)."""
    return max(0, 1000 * (table.terms.total or 0) - table.chairs[seat].spent)


def days_left(table: GameTable, seat: Seat) -> int:
    """What is left of the vacation of a seat, where its player is not on one (ms)."""
    return max(0, 1000 * DAY_S * table.terms.vacation - table.chairs[seat].vacation_ms)


def allowed(table: GameTable) -> int | None:
    """How long the table waits before something happens by itself (ms): a clock, a remote bot, C11's minute."""
    if table.stuck is not None:
        return WAY_MS
    seat, terms = table.to_move, table.terms
    if seat is None:
        return None
    chair = table.chairs[seat]
    # Most tables have no clock, and are asked often: they are done with here.
    if not (chair.remote or terms.timed) or table.bot_to_move() is not None:
        return None
    clock = None if terms.clock is None else 1000 * terms.clock
    if terms.total is not None:
        clock = max(LAST_MS, total_left(table, seat))
    if chair.remote:
        patience = MISSED_MS if chair.missed else 1000 * terms.bot_s
        clock = patience if clock is None else min(clock, patience)
    return clock


def vacation_ends(table: GameTable, seat: Seat) -> int:
    """When the vacation that a seat is on uses up its days (ms); 0 when it is on none."""
    began = table.chairs[seat].vacation_at
    return began + days_left(table, seat) if began else 0


def stood(table: GameTable, seat: Seat, until: int) -> int:
    """For how long the clock of the running turn has stood still for a vacation of this seat, until then (ms)."""
    if table.to_move != seat or table.stuck is not None:
        return 0
    began = max(table.chairs[seat].vacation_at, table.turn_at)
    return max(0, min(until, vacation_ends(table, seat)) - began)


def due(table: GameTable) -> int | None:
    """When something happens by itself (ms)."""
    wait, seat = allowed(table), table.to_move
    if wait is None or seat is None:
        return None
    return table.turn_at + table.waived + stood(table, seat, vacation_ends(table, seat)) + wait


def left(table: GameTable, now: int) -> int | None:
    """What is left of the time (ms): never more than there was, also when the time has gone back since."""
    wait = allowed(table)
    until = None if wait is None else due(table)
    if wait is None or until is None:
        return None
    return min(wait, max(0, until - max(now, _stands_until(table))))


def wakes_in(table: GameTable, now: int) -> int | None:
    """In how many ms something happens by itself: what is left, after the clock has stood still."""
    rest = left(table, now)
    return None if rest is None else rest + max(0, _stands_until(table) - now)


def took(table: GameTable, now: int) -> int:
    """What the running turn takes of the total clock of whoever moves, if it ends now (ms)."""
    if table.terms.total is None or table.stuck is not None:
        return 0
    rest, wait = left(table, now), allowed(table)
    return 0 if rest is None or wait is None else wait - rest


def clocks(table: GameTable, now: int) -> list[int]:
    """What each seat has left of its total clock (ms); nothing where there is none."""
    if table.terms.total is None:
        return []
    spent = took(table, now)
    return [
        max(0, total_left(table, seat) - (spent if seat == table.to_move else 0)) for seat in range(len(table.chairs))
    ]


def _stands_until(table: GameTable) -> int:
    """Until when the clock that runs stands still for a vacation (ms); 0 if it does not."""
    seat = table.to_move
    if seat is None or table.stuck is not None:
        return 0
    ends = vacation_ends(table, seat)
    return ends if ends > table.turn_at else 0
