"""C11: a player who cannot play says so, the others look for a way, and in the end the rules decide."""

from __future__ import annotations

from typing import Final, Literal

from sixfold.game import Seat
from sixfold.server.table import due, intents, shuffle
from sixfold.server.table import facts as e
from sixfold.server.table.procedure import Happening, Procedure, Procedures
from sixfold.server.table.procedures import vacation
from sixfold.server.table.procedures.playing import play, reader
from sixfold.server.table.refusals import refuse
from sixfold.server.table.table import GameTable, WorkedOut


def seats_to_help(table: GameTable) -> tuple[Seat, ...]:
    """C11: who may still show a way."""
    if table.stuck is None:
        return ()
    return tuple(seat for seat in table.others(table.stuck) if seat not in table.no_way)


def show_hand(it: Procedure, seat: Seat, by: Literal["person", "bot", "clock"] = "person") -> None:
    """The seat says that it cannot play."""
    vacation.come_back(it, seat)
    it.add(e.Stuck(seat=seat, by=by, took=due.took(it.table, it.at)), known=it.table.known)


def settle(it: Procedure, by: Literal["person", "bot", "clock"] | None = None) -> None:
    """C11: nobody has shown a way. The solver says whether there is one."""
    table = it.table
    seat = table.stuck
    assert seat is not None, "somebody is stuck"
    view = table.state.view(seat)
    if view.can_play():
        it.add(e.Settled(seat=seat, exists=True), known=table.known)
        return
    move = view.legal_moves()[0]
    if move == table.rules.gives_up[0]:
        state, draws, dealer = shuffle.deal(table.state.play(move), shuffle.dealer_of(table))
        it.add(e.Settled(seat=seat, exists=False, draws=draws), known=WorkedOut(state, dealer))
    else:
        play(it, move, by=by or ("bot" if table.chairs[seat].played_by else "person"))


def way_is_over(table: GameTable, now: int) -> list[Happening]:
    """C11's minute is over."""
    it = Procedure(table, now)
    settle(it)
    return it.done


def _stuck(it: Procedure, intent: intents.Stuck) -> None:
    seat = it.mover(intent)
    table = it.table
    if not table.rules.gives_up:
        refuse("game", intent.elsewhere)
    if table.stuck is not None:
        refuse("waiting", "the others are already looking for a way for you (C11)")
    if table.must_play or table.state.opens:
        # The rules say why: C11 has found a way, C5 wants a set laid.
        table.state.play(table.rules.gives_up[0])
    show_hand(it, seat)
    # Without anybody who could show a way it is decided at once.
    if not it.table.others(seat):
        settle(it)


def _way(it: Procedure, intent: intents.ShowWay) -> None:
    seat = _helper(it, intent)
    play(it, reader(it, intent)(*intent.parts()), by="way", way_by=seat)


def _no_way(it: Procedure, intent: intents.NoWay) -> None:
    it.add(e.NoWay(seat=_helper(it, intent)))
    if not seats_to_help(it.table):
        settle(it)


def _helper(it: Procedure, intent: intents.Command) -> Seat:
    seat = it.asked(intent, "playing")
    if seat not in seats_to_help(it.table):
        refuse("nothing-to-answer", "nobody asks this seat for a way (C11)")
    return seat


DO: Final[Procedures] = {
    intents.Stuck: _stuck,
    intents.ShowWay: _way,
    intents.NoWay: _no_way,
}
