"""The deal, and who opens if hands are equally good: by age, or because somebody says so (T3, C3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sixfold.server.table import facts as e
from sixfold.server.table import intents, shuffle
from sixfold.server.table.names import bots_named
from sixfold.server.table.procedure import STAND_IN, Procedure, Procedures
from sixfold.server.table.refusals import refuse
from sixfold.server.table.seats import Occupant
from sixfold.server.table.table import GameTable, WorkedOut


def start(it: Procedure) -> None:
    """Deal; ask for ages where a tie between people needs them (T3, C3)."""
    table = it.table
    stand_ins = {seat: STAND_IN for seat, chair in enumerate(table.chairs) if not chair.ready or not chair.taken}
    nobody = {seat: bot for seat, bot in stand_ins.items() if not table.chairs[seat].player}
    named = bots_named(nobody, [chair.name for chair in table.chairs])
    if table.brought is not None:
        state, draws, dealer = shuffle.deal_anew(table)
        it.add(e.Started(draws=draws, ranks=list(state.ages), stand_ins=stand_ins), named, WorkedOut(state, dealer))
        return
    ranks = _ranks(table)
    state, draws, dealer = shuffle.deal(table.rules.start(len(table.chairs), ranks), shuffle.dealer_of(table))
    tied = [seat for seat in state.opening.tied if table.chairs[seat].kind != "bot" and seat not in stand_ins]
    asked = [seat for seat in tied if table.chairs[seat].age is None] if len(tied) > 1 else []
    started = e.Started(draws=draws, ranks=list(ranks), asked=asked, stand_ins=stand_ins)
    it.add(started, named, WorkedOut(state, dealer))


def aged(it: Procedure, seat: int, places: Sequence[Occupant] = ()) -> None:
    """The age of this seat is known now, or never will be; the last one that was asked for settles the tie."""
    it.add(e.Aged(seat=seat), places)
    if not it.table.asked:
        _open(it, _ranks(it.table))


def _open(it: Procedure, ranks: Sequence[int | None]) -> None:
    """The tie is settled."""
    it.add(e.Opened(ranks=list(ranks)), known=WorkedOut(it.table.dealt(ranks), it.table.dealer))


def _ranks(table: GameTable) -> tuple[int | None, ...]:
    """The order of ages without the ages: all that T3 and C3 need, and all that is kept."""
    ages = [chair.age if chair.kind != "bot" else None for chair in table.chairs]
    order = sorted({age for age in ages if age is not None})
    return tuple(None if age is None else order.index(age) + 1 for age in ages)


def _start(it: Procedure, intent: intents.Start) -> None:
    it.host()
    it.phase("lobby")
    it.unrated("a rated game begins when everybody has confirmed a seat")
    if not any(chair.player and chair.ready for chair in it.table.chairs):
        refuse("phase", "at least one person has to confirm a seat first")
    start(it)


def _age(it: Procedure, intent: intents.GiveAge) -> None:
    seat = it.asked(intent, "opening")
    if seat not in it.table.asked:
        refuse("nothing-to-answer", "your age is not needed", seat=seat)
    chair = it.table.chairs[seat]
    aged(it, seat, [Occupant(seat, chair.player, chair.name, intent.age)])


def _first(it: Procedure, intent: intents.GiveFirst) -> None:
    seat = it.asked(intent, "opening")
    tied = it.table.state.opening.tied
    if seat not in tied or intent.first not in tied or it.table.chairs[intent.first].kind == "bot":
        refuse("nothing-to-answer", "that is not among the tied players", tied=list(tied))
    # Only the order matters: the one named is older (or younger) than everyone else.
    oldest = it.table.rules.first == "oldest"
    rank = len(it.table.chairs) + 1 if oldest else 0
    others = [None if r is None else r + 1 for r in _ranks(it.table)]
    _open(it, [rank if one == intent.first else other for one, other in enumerate(others)])


DO: Final[Procedures] = {
    intents.Start: _start,
    intents.GiveAge: _age,
    intents.GiveFirst: _first,
}
