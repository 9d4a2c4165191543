"""Another game with the same seats."""

from __future__ import annotations

from typing import Final

from sixfold.bots.strength import moved
from sixfold.game import Seat
from sixfold.server.table import facts as e
from sixfold.server.table import intents
from sixfold.server.table.procedure import Procedure, Procedures
from sixfold.server.table.refusals import refuse
from sixfold.server.table.seats import Chosen, Occupant, copied
from sixfold.server.table.table import GameTable

UNPLAYED: Final = ("abandoned", "closed", "left")
"""Ends that say nothing of how well anybody played."""


def next_seats(table: GameTable) -> tuple[list[Chosen], list[Occupant]]:
    """The seats of the next table, and who sits there from the start."""
    taken = [
        Occupant(seat, chair.player, chair.name, chair.age)
        for seat, chair in enumerate(table.chairs)
        # Who gave up and asks for another game sits down again like the others.
        if chair.player and (not chair.stand_in or seat in table.rematch_asked)
    ]
    return [copied(Chosen, chair, bot=_bot(table, seat)) for seat, chair in enumerate(table.chairs)], taken


def _bot(table: GameTable, seat: Seat) -> str:
    """The bot of a seat. One that keeps pace moves with the best person's margin, if the game was played."""
    bot = table.chairs[seat].bot
    people = [table.scores[other] for other, chair in enumerate(table.chairs) if chair.kind != "bot"]
    if table.outcome is None or table.outcome[0] in UNPLAYED or not people:
        return bot
    margin = max(people) - table.scores[seat]
    return moved(table.game, bot, min(0, margin) if table.outcome[0] == "resigned" else margin)


def _rematch(it: Procedure, intent: intents.Rematch) -> None:
    seat = it.seat(intent)
    if it.table.phase != "finished" or it.table.closed:
        refuse("unfinished", "a rematch can be asked for when the game is over")
    if it.table.rematch:
        return
    if seat not in it.table.rematch_asked:
        it.add(e.RematchAsked(seat=seat))
    asked = {it.table.chairs[s].player for s in it.table.rematch_asked}
    wanted = {chair.player for chair in it.table.chairs if chair.stayed}
    if wanted <= asked:
        assert it.token is not None, "whoever drives a table can make a name for the next"
        it.add(e.Rematched(table=it.token()))


DO: Final[Procedures] = {
    intents.Rematch: _rematch,
}
