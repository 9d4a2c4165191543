"""Thoughtful: Qwirkles, less what the next player is likely to make of the table, by a learned value; no search.

She does not look further than the next player.
"""

from __future__ import annotations

from sixfold.bots import notes
from sixfold.bots.cards.greedy import Greedy
from sixfold.bots.protocol import Bot, Budget, Choice, stand_in
from sixfold.cards import Move, View


class Thoughtful(Bot[View, Move]):
    """Makes Qwirkles, then leaves a table that is hard to finish."""

    game = "cards"
    name = "thoughtful"

    def choose(self, view: View, budget: Budget) -> Choice[Move]:
        from sixfold.kernel import cards

        if not cards.can(view.rules) or not view.hand.known:
            return stand_in(Greedy(self.seed), view, budget)
        from sixfold.bots.cards.foresight import SHOWN, Foresight

        foresight = Foresight(view, self.seed_for(view))
        if not len(foresight.rows):
            return Greedy(self.seed).choose(view, budget)
        worth = foresight.taken - foresight.guesses
        return foresight.answer(foresight.ranked(worth, SHOWN), notes.TWO_TURNS_FELT)
