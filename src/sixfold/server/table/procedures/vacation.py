"""Clocks that stand still: for a player on vacation, and for everybody while no server was there."""

from __future__ import annotations

from typing import Final

from sixfold.game import Seat
from sixfold.server.table import due, intents
from sixfold.server.table import facts as e
from sixfold.server.table.procedure import Happening, Procedure, Procedures
from sixfold.server.table.refusals import refuse
from sixfold.server.table.table import GameTable

SHORT_MS: Final = 1000
"""Nobody notices so short an absence."""


def come_back(it: Procedure, seat: Seat) -> None:
    """Whoever moves is on vacation no more."""
    began = it.table.chairs[seat].vacation_at
    if began:
        took = min(it.at - began, due.days_left(it.table, seat))
        it.add(e.CameFromVacation(seat=seat, took=took, stood=due.stood(it.table, seat, it.at)))


def waive(table: GameTable, since: int, now: int) -> list[Happening]:
    """No server was there since then: of the running turn that time does not count.

    Whatever has happened at the table since, another server has waived what was before.
    """
    it = Procedure(table, now)
    lost = now - max(since, table.at)
    if lost >= SHORT_MS and due.allowed(table) is not None:
        it.add(e.Waived(ms=lost))
    return it.done


def _vacation(it: Procedure, intent: intents.Vacation) -> None:
    seat = it.seat(intent)
    it.phase("opening", "playing")
    chair = it.table.chairs[seat]
    if not intent.on:
        if not chair.vacation_at:
            refuse("phase", "you are not on vacation")
        come_back(it, seat)
        return
    if not it.table.terms.vacation or chair.kind == "bot":
        refuse("no-vacation", "there is no vacation at this table")
    if chair.vacation_at:
        refuse("phase", "you are on vacation already")
    if not due.days_left(it.table, seat):
        refuse("no-vacation", "your days of vacation are used up")
    it.add(e.WentOnVacation(seat=seat, since=it.at))


DO: Final[Procedures] = {intents.Vacation: _vacation}
