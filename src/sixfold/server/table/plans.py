"""Moves that people want to be made for them when their turn comes. Stored beside the log, so that nobody else sees
them.
"""

from __future__ import annotations

from typing import NamedTuple

from sixfold.errors import SixfoldError
from sixfold.game import Seat
from sixfold.rulesets import AnyMove
from sixfold.server.table.procedure import Procedure
from sixfold.server.table.refusals import refuse
from sixfold.server.table.table import GameTable, LogStep


class GivenPlan(NamedTuple):
    """What is to be played for a seat. `turn`: how many turns it had played by then; the plan is for the next one."""

    table: str
    seat: int
    player: str
    turn: int
    move: str


def plan_of(table: GameTable, player: str, seat: Seat, text: str) -> GivenPlan:
    """A move that this player asks for. It need not be legal yet, but has to be a move."""
    if seat not in table.seats_of(player):
        refuse("not-your-seat", "that is not your seat", seat=seat)
    Procedure(table, table.at, player).phase("playing")
    if table.to_move == seat or table.chairs[seat].stand_in:
        refuse("phase", "a plan is for a turn that is still to come", phase=table.phase)
    return GivenPlan(table.id, seat, player, _turns(table, seat), str(table.rules.parse_move(text)))


def wanted(table: GameTable, plan: GivenPlan) -> AnyMove | None:
    """The move, if it is this seat's turn, of the same player, and the plan is still legal."""
    seat = plan.seat
    if table.to_move != seat or table.stuck is not None or _turns(table, seat) != plan.turn:
        return None
    chair = table.chairs[seat]
    move = table.rules.parse_move(plan.move)
    if chair.player != plan.player or chair.played_by or move in table.rules.gives_up:
        return None
    try:
        table.state.play(move)
    except SixfoldError:
        return None
    return move


def _turns(table: GameTable, seat: Seat) -> int:
    return sum(step.seat == seat and step.finished for step in LogStep.back(table.log))
