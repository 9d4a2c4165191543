"""A random card player: random cards, laid in some way that works. A yardstick below the ladder, not an opponent."""

from __future__ import annotations

from sixfold.bots.cards import sight
from sixfold.bots.protocol import Bot, Budget, Choice
from sixfold.cards import Move, View
from sixfold.pieces import Pieces

TRIES = 20


class Random(Bot[View, Move]):
    """Tries random parts of its hand until one can be played."""

    game = "cards"
    name = "random"

    def choose(self, view: View, budget: Budget) -> Choice[Move]:
        rng = self.stream(view)
        only = sight.forced(view, rng)
        if only is not None:
            return only
        hand = list(view.hand)
        for _ in range(TRIES):
            part = Pieces(rng.sample(hand, rng.randint(1, len(hand))))
            turn = sight.taking_turn(view.table.counts, part, view.rules, rng, None)
            if turn is not None:
                return Choice(turn, note="by chance")
        return Choice(sight.any_turn(view, rng), note="by chance")
