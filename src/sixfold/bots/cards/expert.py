"""Expert: tries the tables that could be left against hands that the next player could hold, by the exact solver.

Among tables that give as little away he plays more cards. The last two turns of two players are exact.
"""

from __future__ import annotations

from typing import Final

from sixfold.bots import notes
from sixfold.bots.cards.greedy import Greedy
from sixfold.bots.protocol import Bot, Budget, Choice, stand_in
from sixfold.cards import Move, View

ROLLOUTS: Final = 250
"""The most imagined hands tried against tables in one move: more of them and the champion would hardly be better."""
WIDTH: Final = 128
"""How many tables start in the race,"""
STOP: Final = 8
"""how many stay to its end,"""
MOST: Final = 64
"""and none meets more hands."""
PER_CARD: Final = 0.01
"""What a card played is worth, in Qwirkles: it settles what is nearly equal."""


class Expert(Bot[View, Move]):
    """Tries his best tables against hands that you could be holding."""

    game = "cards"
    name = "expert"

    def choose(self, view: View, budget: Budget) -> Choice[Move]:
        from sixfold.kernel import cards

        if not cards.can(view.rules) or not view.hand.known:
            return stand_in(Greedy(self.seed), view, budget)
        from sixfold.bots.cards.foresight import SHOWN, Foresight, RacePlan

        deadline = budget.deadline()
        foresight = Foresight(view, self.seed_for(view))
        if not len(foresight.rows):
            return Greedy(self.seed).choose(view, budget)
        worth = foresight.taken + PER_CARD * foresight.cards_played
        if foresight.last_turn:
            return foresight.answer(foresight.ranked(worth, SHOWN), notes.LAST_TURN)
        if foresight.known:
            return foresight.answer(foresight.solved(), notes.SOLVED)
        race = RacePlan(width=WIDTH, stop=STOP, most=MOST)
        ranked = foresight.hands(worth, race, min(ROLLOUTS, budget.rollouts or ROLLOUTS), deadline)
        return foresight.answer(ranked, notes.TWO_TURNS)
