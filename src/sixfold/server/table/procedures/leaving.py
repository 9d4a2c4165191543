"""Resigning, leaving, being away, coming back: who plays for a player who is not there."""

from __future__ import annotations

from typing import Final

from sixfold.bots.registry import lower
from sixfold.game import Seat
from sixfold.server.table import facts as e
from sixfold.server.table import intents
from sixfold.server.table.procedure import STAND_IN, Happening, Procedure, Procedures
from sixfold.server.table.procedures import opening, stuck, take_back
from sixfold.server.table.procedures.playing import end
from sixfold.server.table.refusals import refuse
from sixfold.server.table.seats import Occupant
from sixfold.server.table.table import GameTable


def relieve(it: Procedure, seat: Seat) -> None:
    """Whatever waited for this person does not any more."""
    table = it.table
    if table.phase == "opening" and seat in table.asked:
        opening.aged(it, seat)
    elif table.stuck is not None and not stuck.seats_to_help(table):
        stuck.settle(it)
    else:
        take_back.settle(it)


def came_back(table: GameTable, player: str, now: int) -> list[Happening]:
    """Who was away is here again: a remote bot that was late has its whole time back, a person the own seat."""
    it = Procedure(table, now, player)
    for seat in table.seats_of(player):
        chair = table.chairs[seat]
        if (chair.missed or (chair.replaced and not chair.resigned)) and table.phase != "finished":
            it.add(e.Returned(seat=seat))
    return it.done


def _resign(it: Procedure, intent: intents.Resign) -> None:
    seat = it.seat(intent)
    it.phase("playing", "opening")
    if it.table.chairs[seat].resigned:
        refuse("phase", "you have resigned already")
    it.add(e.Resigned(seat=seat, stand_in=STAND_IN))
    able = [s for s, chair in enumerate(it.table.chairs) if not chair.resigned]
    if len(able) == 1:
        end(it, "resigned", able)
    elif not it.table.people():
        end(it, "abandoned")
    else:
        relieve(it, seat)


def _leave(it: Procedure, intent: intents.Leave) -> None:
    seat = it.seat(intent)
    chair = it.table.chairs[seat]
    it.unfinished()
    if it.table.phase == "lobby" and chair.kind != "bot":
        it.add(e.Left(seat=seat), [Occupant(seat, "", "", None)])
        return
    if chair.stand_in:
        refuse("phase", "a bot sits in for you already")
    if chair.kind == "bot":
        it.add(e.Left(seat=seat, stand_in=lower(it.table.game, chair.bot)))
        return
    _leave_game(it, seat)
    relieve(it, seat)


def _leave_game(it: Procedure, seat: Seat) -> None:
    """A person's chair is empty now: a bot takes over, or the game ends."""
    others = [other for other in it.table.people() if other != seat]
    if others and it.table.terms.leaving != "end":
        it.add(e.Left(seat=seat, stand_in=STAND_IN))
        return
    it.add(e.Left(seat=seat))
    able = (s for s, chair in enumerate(it.table.chairs) if s != seat and not chair.resigned)
    end(it, "left" if others else "abandoned", it.table.best(able))


def _replace(it: Procedure, intent: intents.Replace) -> None:
    """A bot for who is away: the host decides, and for an absent host anybody who plays."""
    it.phase("opening", "playing")
    it.somebody(intent.who)
    if it.table.chairs[intent.who].player != it.table.host or not it.table.seats_of(it.player):
        it.host()
    if intent.who not in it.away:
        refuse("present", "who sits there is here, or was a moment ago", seat=intent.who)
    it.add(e.Replaced(seat=intent.who, stand_in=STAND_IN))
    relieve(it, intent.who)


def _return(it: Procedure, intent: intents.Return) -> None:
    seat = it.seat(intent)
    it.phase("lobby", "opening", "playing")
    if not it.table.chairs[seat].stand_in or it.table.chairs[seat].resigned:
        refuse("phase", "this seat is not played by a bot, or was given up")
    it.add(e.Returned(seat=seat))


DO: Final[Procedures] = {
    intents.Resign: _resign,
    intents.Leave: _leave,
    intents.Replace: _replace,
    intents.Return: _return,
}
