"""What the host of a table, or the server, may do with it: free a seat, rename a player, close it."""

from __future__ import annotations

from typing import Final

from sixfold.game import Seat
from sixfold.server.table import facts as e
from sixfold.server.table import intents
from sixfold.server.table.names import bots_named
from sixfold.server.table.procedure import STAND_IN, Happening, Procedure, Procedures
from sixfold.server.table.procedures.leaving import relieve
from sixfold.server.table.procedures.playing import end
from sixfold.server.table.procedures.seating import renamed
from sixfold.server.table.refusals import refuse
from sixfold.server.table.seats import Occupant
from sixfold.server.table.table import GameTable


def close_down(table: GameTable, reason: str, now: int) -> list[Happening]:
    """The server closes a table."""
    it = Procedure(table, now)
    close(it, reason)
    return it.done


def remove(table: GameTable, seat: Seat, now: int) -> list[Happening]:
    """The server removes a player."""
    it = Procedure(table, now)
    it.somebody(seat)
    _free(it, seat)
    return it.done


def rename(table: GameTable, seat: Seat, name: str, now: int) -> list[Happening]:
    """The server gives a player another name."""
    it = Procedure(table, now)
    it.add(e.Adjusted(seat=seat), [renamed(table, seat, name)])
    return it.done


def close(it: Procedure, reason: str) -> None:
    """End the table, whatever it is doing; a running game is revealed."""
    if it.table.closed:
        refuse("closed", "this table is closed")
    if it.table.phase in ("opening", "playing"):
        end(it, reason, [])
    it.add(e.Closed(reason=reason))


def _free(it: Procedure, seat: Seat) -> None:
    """Free a chair; in a game a bot takes it over, to the end."""
    it.unfinished()
    stand_in = "" if it.table.phase == "lobby" and it.table.chairs[seat].kind != "bot" else STAND_IN
    others = [chair.name for other, chair in enumerate(it.table.chairs) if other != seat]
    places = bots_named({seat: stand_in}, others) if stand_in else [Occupant(seat, "", "", None)]
    it.add(e.Removed(seat=seat, stand_in=stand_in), places)
    if stand_in:
        relieve(it, seat)


def _remove(it: Procedure, intent: intents.Remove) -> None:
    it.host()
    it.somebody(intent.who)
    if it.table.phase != "lobby":
        it.unrated("nobody is removed from a rated game")
    if it.table.chairs[intent.who].player == it.table.host:
        refuse("phase", "the host cannot be removed: close the table instead")
    _free(it, intent.who)


def _close(it: Procedure, intent: intents.Close) -> None:
    it.host()
    if it.table.phase in ("opening", "playing"):
        it.unrated("a rated game is played to its end: resign if you want to give up")
    close(it, "closed")


DO: Final[Procedures] = {
    intents.Remove: _remove,
    intents.Close: _close,
}
