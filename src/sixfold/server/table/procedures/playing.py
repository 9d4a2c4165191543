"""Moves, and the end that they lead to. The table's rule set says which moves there are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Literal

from sixfold.game import Seat
from sixfold.rulesets import AnyMove
from sixfold.server.table import due, intents, shuffle
from sixfold.server.table import facts as e
from sixfold.server.table.procedure import Procedure, Procedures
from sixfold.server.table.procedures import vacation
from sixfold.server.table.refusals import refuse
from sixfold.server.table.table import WorkedOut

MOST_TURNS: Final = 500
"""A position may be dead: no tile that is left fits anywhere, and T15 has everybody exchange for ever. Then the game
ends as it stands. Real games have fewer than two hundred turns, and a record holds a thousand."""

By = Literal["person", "bot", "clock", "way"]


def play(it: Procedure, move: AnyMove, by: By = "person", way_by: Seat | None = None, drafted: bool = False) -> None:
    """The seat to move makes this move; chance is answered; the end is noted."""
    seat = it.table.to_move
    assert seat is not None, "somebody is to move"
    vacation.come_back(it, seat)
    table = it.table
    state, draws, dealer = shuffle.deal(table.state.play(move), shuffle.dealer_of(table))
    played = e.MoveMade(
        seat=seat, move=str(move), draws=draws, by=by, way_by=way_by, drafted=drafted, took=due.took(table, it.at)
    )
    it.add(played, known=WorkedOut(state, dealer))
    if state.outcome is not None:
        end(it, state.outcome.reason)
    elif len(state.sheet) >= MOST_TURNS:
        end(it, "endless")


def end(it: Procedure, reason: str, winners: Sequence[Seat] | None = None) -> None:
    """The game is over; who resigned cannot win."""
    if winners is None:
        winners = it.table.best(seat for seat, chair in enumerate(it.table.chairs) if not chair.resigned)
    it.add(e.Ended(reason=reason, winners=list(winners)))


def reader(it: Procedure, intent: intents.Move) -> Callable[..., Any]:
    """What reads such a move in the game of this table."""
    found = it.table.rules.moves.get(intent.kind)
    if found is None:
        refuse("game", intent.elsewhere)
    return found


def _move(it: Procedure, intent: intents.Move) -> None:
    it.mover(intent)
    read = reader(it, intent)
    if it.table.stuck is not None:
        refuse("waiting", "the others are looking for a way for you (C11)")
    play(it, read(*intent.parts()))


DO: Final[Procedures] = {
    intents.LayTiles: _move,
    intents.Exchange: _move,
    intents.PassTurn: _move,
    intents.LayRows: _move,
}
