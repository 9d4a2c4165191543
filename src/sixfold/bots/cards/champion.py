"""Champion: the learned value of the whole rest of the game, corrected by imagined worlds in which the others answer.

Counts every card. Near the end she plays every world to its end, and with two players the last two turns are exact.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sixfold.bots import notes
from sixfold.bots.cards.foreseeing import Foreseeing
from sixfold.bots.protocol import Choice, Deadline
from sixfold.cards import Move

if TYPE_CHECKING:
    from sixfold.bots.cards.foresight import Foresight

ROLLOUTS: Final = 480
"""Without a budget: worlds played for all candidates in one move. docs/strength.md measures the champion with these."""

WIDTH: Final = 16
"""How many tables start in the race,"""
STOP: Final = 4
"""how many stay to its end,"""
MOST: Final = 2_000
"""and none is followed through more worlds."""


class Champion(Foreseeing):
    """Plays through many futures of every table, counts every card, and plays the last turns exactly."""

    name = "champion"

    def raced(self, foresight: Foresight, rollouts: int | None, deadline: Deadline) -> Choice[Move]:
        from sixfold.bots.cards.foresight import RacePlan

        race = RacePlan(width=WIDTH, stop=STOP, most=MOST)
        return foresight.answer(foresight.futures(race, rollouts or ROLLOUTS, deadline), notes.AHEAD)
