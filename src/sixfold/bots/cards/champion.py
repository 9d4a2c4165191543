"""Champion: the learned value of the whole rest of the game, corrected by imagined worlds in which the others answer.

Counts every card. Near the end she plays every world to its end, and with two players the last two turns are exact.
"""

from __future__ import annotations

from typing import Final

from sixfold.bots import notes
from sixfold.bots.cards.greedy import Greedy
from sixfold.bots.protocol import Bot, Budget, Choice, stand_in
from sixfold.cards import Move, View

ROLLOUTS: Final = 480
"""Without a budget: worlds played for all candidates in one move. docs/strength.md measures the champion with these."""

WIDTH: Final = 16
"""How many tables start in the race,"""
STOP: Final = 4
"""how many stay to its end,"""
MOST: Final = 2_000
"""and none is followed through more worlds."""


class Champion(Bot[View, Move]):
    """Plays through many futures of every table, counts every card, and plays the last turns exactly."""

    game = "cards"
    name = "champion"

    def choose(self, view: View, budget: Budget) -> Choice[Move]:
        from sixfold.kernel import cards

        if not cards.can(view.rules) or not view.hand.known:
            return stand_in(Greedy(self.seed), view, budget)
        from sixfold.bots.cards.foresight import SHOWN, Foresight, RacePlan

        deadline = budget.deadline()
        foresight = Foresight(view, self.seed_for(view))
        if not len(foresight.rows):
            return Greedy(self.seed).choose(view, budget)
        if foresight.last_turn:
            return foresight.answer(foresight.ranked(foresight.taken, SHOWN), notes.LAST_TURN)
        if foresight.known:
            return foresight.answer(foresight.solved(), notes.SOLVED)
        rollouts = budget.rollouts or ROLLOUTS
        ranked = foresight.futures(RacePlan(width=WIDTH, stop=STOP, most=MOST), rollouts, deadline)
        return foresight.answer(ranked, notes.AHEAD)
