"""Who sat where at a table and how the game ended, computed from the table, for lists of one's own games."""

from __future__ import annotations

from collections import Counter

from sixfold.bots.strength import base
from sixfold.server import games
from sixfold.server.store import Seating
from sixfold.server.table.seats import Chair
from sixfold.server.table.table import GameTable


def seatings_of(table: GameTable) -> list[Seating]:
    """A line for each seat."""
    seats = Counter(chair.player for chair in table.chairs if chair.player)
    met: set[str] = set()
    found = []
    over = table.phase == "finished"
    unplayed = over and table.state is None
    for seat, chair in enumerate(table.chairs):
        first = bool(chair.player) and chair.player not in met
        met.add(chair.player)
        own = min(seats[chair.player], 2) if first and not unplayed else 0
        bot = base(chair.bot or ("" if chair.player else chair.stand_in))
        seating = Seating(seat, chair.player, bot, own, table.game, int(over), table.at)
        found.append(_with_end(table, seating, chair, seats[chair.player] > 1) if over else seating)
    return found


def _with_end(table: GameTable, seating: Seating, chair: Chair, shared: bool) -> Seating:
    """What came of a seat, by the score sheet (T20)."""
    count = games.of(table.ruleset).qwirkles
    turns = [entry for entry in (table.state.sheet if table.state else ()) if entry.seat == seating.seat]
    return seating._replace(
        result=_result(table, seating.seat, chair, shared),
        score=table.scores[seating.seat],
        turns=len(turns),
        best=max((entry.points for entry in turns), default=0),
        qwirkles=sum(count(entry.parts) for entry in turns),
    )


def _result(table: GameTable, seat: int, chair: Chair, shared: bool) -> str:
    if table.outcome is None:
        return "closed"
    if shared:
        return "shared"
    if chair.player and not chair.bot and not chair.stayed:
        return "left"
    winners = table.outcome[1]
    if seat not in winners:
        return "lost"
    return "won" if len(winners) == 1 else "drawn"
