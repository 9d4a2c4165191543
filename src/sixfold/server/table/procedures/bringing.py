"""A game comes from somebody's device: to continue here, or to be kept as it ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from sixfold.record import Record
from sixfold.server.table import facts as e
from sixfold.server.table.names import bots_named
from sixfold.server.table.procedure import Happening, Procedure
from sixfold.server.table.refusals import refuse
from sixfold.server.table.seats import Occupant
from sixfold.server.table.table import GameTable

DEVICE: Final = "~"
"""How the names of tables begin that a device made."""


def check(record: Record, ruleset: str, seats: int) -> None:
    """Refuse what cannot be brought; that its shuffle is the promised one is checked elsewhere (archive.verify)."""
    name = record.headers.tag("table") or ""
    if not name.startswith(DEVICE) or record.headers.ruleset != ruleset or len(record.headers.players) != seats:
        refuse("not-brought", "that is no game of a device with these rules and seats")
    if record.result is None and (record.final.to_move is None or not record.final.sheet):
        refuse("not-begun", "nobody has played a turn: make a new table instead")


def bring(
    table_id: str, created: e.Created, taken: Sequence[Occupant], added: Mapping[int, str], now: int
) -> list[Happening]:
    """The table of a game that is over: who sat on the device sits here, and it ends as it did."""
    it = Procedure(GameTable(table_id), now)
    known = {place.seat: place.name for place in taken}
    bots = {at: seat.bot for at, seat in enumerate(created.seats) if seat.kind == "bot" and at not in known}
    it.add(created, bots_named(bots, known.values()))
    for place in taken:
        it.add(e.Joined(seat=place.seat, player=place.player), [place])
    for seat, entropy in added.items():
        it.add(e.Readied(seat=seat, entropy=entropy))
    assert it.table.brought is not None, "what is over was played"
    result = it.table.brought.record.result
    assert result is not None, "what is over has a result"
    it.add(e.Ended(reason=result.reason, winners=list(result.winners)))
    return it.done
