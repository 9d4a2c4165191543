"""Making a table, sitting down, confirming a seat, changing it, and a word to the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sixfold.game import Seat
from sixfold.server.table import facts as e
from sixfold.server.table import intents
from sixfold.server.table.names import bots_named, clean, imitates
from sixfold.server.table.procedure import Happening, Procedure, Procedures
from sixfold.server.table.procedures import opening
from sixfold.server.table.refusals import refuse
from sixfold.server.table.seats import Assist, Occupant
from sixfold.server.table.table import GameTable


def create(table_id: str, created: e.Created, taken: Sequence[Occupant], now: int) -> list[Happening]:
    """A new table; the seats on the host's device are taken at once, those of a rematch by their players.

    Where bots sit alone, nobody is left to confirm: the game begins at once.
    """
    it = Procedure(GameTable(table_id), now)
    known = {place.seat: place.name for place in taken}
    bots = {at: seat.bot for at, seat in enumerate(created.seats) if seat.kind == "bot" and at not in known}
    it.add(created, bots_named(bots, known.values()))
    for place in taken:
        it.add(e.Joined(seat=place.seat, player=place.player), [place])
    if all(chair.kind == "bot" for chair in it.table.chairs):
        opening.start(it)
    return it.done


def join(
    table: GameTable, seat: Seat | None, player: str, name: str, age: int | None, assist: Assist, now: int
) -> list[Happening]:
    """Somebody follows the link to a seat, or to the table (None): then they get the first free one."""
    it = Procedure(table, now, player)
    if seat is None:
        if table.seats_of(player):
            return []
        it.unfinished()
        seat = next((at for at, chair in enumerate(table.chairs) if chair.free), None)
        if seat is None:
            refuse("seat-taken", "all seats are taken")
    chair = table.chairs[seat]
    if chair.player == player:
        return []
    it.unfinished()
    if chair.freed:
        refuse("seat-taken", "a bot plays this seat to the end: its player was removed", seat=seat)
    if not chair.free:
        refuse("seat-taken", "somebody sits there already", seat=seat)
    it.add(e.Joined(seat=seat, player=player), [_called(table, Occupant(seat, player, clean(name), age))])
    if assist != chair.assist and not table.terms.counts:
        it.add(e.Adjusted(seat=seat, assist=assist))
    return it.done


def _ready(it: Procedure, intent: intents.Ready) -> None:
    seat = it.seat(intent)
    it.phase("lobby")
    if it.table.chairs[seat].ready:
        refuse("phase", f"seat {seat} has confirmed already", seat=seat)
    it.add(e.Readied(seat=seat, entropy=intent.entropy))
    if all(chair.taken and chair.ready for chair in it.table.chairs):
        opening.start(it)


def _adjust(it: Procedure, intent: intents.Adjust) -> None:
    seat = it.seat(intent)
    if intent.assist not in (None, "off") or intent.open:
        it.unrated("nobody is helped in a rated game, and all hands are hidden")
    places = [] if intent.name is None else [renamed(it.table, seat, intent.name)]
    it.add(e.Adjusted(seat=seat, assist=intent.assist, open=intent.open), places)


def renamed(table: GameTable, seat: Seat, name: str) -> Occupant:
    """The place with another name."""
    chair = table.chairs[seat]
    return _called(table, Occupant(seat, chair.player, clean(name), chair.age))


def _called(table: GameTable, place: Occupant) -> Occupant:
    """Refuse a name that passes for that of somebody else there. The same name is no disguise."""
    for seat, chair in enumerate(table.chairs):
        if seat != place.seat and chair.name and imitates(place.name, chair.name):
            refuse("name", f"this name looks like that of seat {seat}: choose one that can be told apart", seat=seat)
    return place


def _say(it: Procedure, intent: intents.Say) -> None:
    it.add(e.Said(seat=it.seat(intent), word=intent.word))


DO: Final[Procedures] = {
    intents.Ready: _ready,
    intents.Adjust: _adjust,
    intents.Say: _say,
}
