"""What an intent leads to at a table: facts, or a refusal. Without memory: everything is in the GameTable.

The order of play is the rules'; the procedures are what is around it. Nothing here knows who may see what.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

from sixfold.game import Seat
from sixfold.server.table import intents
from sixfold.server.table.procedure import Happening, Procedure, Procedures
from sixfold.server.table.procedures import (
    hosting,
    leaving,
    opening,
    playing,
    rematch,
    seating,
    stuck,
    take_back,
    vacation,
)
from sixfold.server.table.refusals import refuse
from sixfold.server.table.table import GameTable

PROCEDURES: Final[Procedures] = {
    **seating.DO,
    **opening.DO,
    **playing.DO,
    **stuck.DO,
    **take_back.DO,
    **leaving.DO,
    **vacation.DO,
    **rematch.DO,
    **hosting.DO,
}
"""Every intent with its procedure."""
MOST_ASIDES: Final = 500
"""Words, adjustments, vacations and questions for a take-back at one table: they are numbered and kept like turns."""


def decide(
    table: GameTable,
    intent: intents.Command,
    player: str,
    now: int,
    token: Callable[[], str] | None = None,
    away: Collection[Seat] = (),
) -> list[Happening]:
    """What the intent leads to. Raises Refused, IllegalMove or NotationError, and then nothing has happened."""
    if intent.base > table.n:
        refuse("ahead", f"the table is at event {table.n}, not at {intent.base}", n=table.n)
    if table.closed and not isinstance(intent, intents.Rematch):
        refuse("closed", "this table is closed")
    if table.asides >= MOST_ASIDES and isinstance(
        intent, intents.Say | intents.Adjust | intents.TakeBack | intents.Vacation
    ):
        refuse("enough", "enough has been said and asked for at this table", most=MOST_ASIDES)
    it = Procedure(table, now, player, token, away)
    PROCEDURES[type(intent)](it, intent)
    return it.done
