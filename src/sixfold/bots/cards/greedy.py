"""The yardstick of the card game, fixed for good: most Qwirkles, then most cards, ties by seeded choice.

It takes the whole table apart to find them, exactly; it never asks what is left for the next player.
"""

from __future__ import annotations

from sixfold.bots import notes
from sixfold.bots.cards import sight
from sixfold.bots.protocol import Bot, Budget, Choice
from sixfold.cards import Move, View


class Greedy(Bot[View, Move]):
    """Every Qwirkle there is, then every card that can go."""

    game = "cards"
    name = "greedy"

    def choose(self, view: View, budget: Budget) -> Choice[Move]:
        rng = self.stream(view)
        only = sight.forced(view, rng)
        if only is not None:
            return only
        turn = sight.best_turn(view.table.counts, view.hand, view.rules, rng)
        assert turn is not None, "whoever cannot play has been sent to redraw or pass"
        return Choice(turn, float(len(turn.taken)), note=notes.MOST_QWIRKLES.format(len(turn.taken)))
