"""Plain simulation, an opponent for measurement only: twelve plays, forty rollouts each, everyone greedy, two plies.

It has no learned value, no halving and no endings: what a careful programmer would write in an afternoon.
"""

from __future__ import annotations

from typing import Final

from sixfold.bots.protocol import Bot, Budget, Choice, stand_in
from sixfold.bots.tiles.greedy import Greedy
from sixfold.tiles import Move, View

CANDIDATES: Final = 12
ROLLOUTS: Final = 12 * 40


class Plain(Bot[View, Move]):
    """Two plies of greedy play on sampled hands, points counted."""

    game = "tiles"
    name = "plain"

    def choose(self, view: View, budget: Budget) -> Choice[Move]:
        from sixfold.kernel import tiles

        if not tiles.can(view.rules) or not view.hand.known:
            return stand_in(Greedy(self.seed), view, budget)
        from sixfold.bots.tiles.search import Search, no_weights

        deadline = budget.deadline()
        search = Search(view, self.seed_for(view), no_weights())
        found = search.candidates(min(CANDIDATES, budget.rollouts or CANDIDATES), by_points=True)
        if not found or len(view.board) == 0:
            return Greedy(self.seed).choose(view, budget)
        rollouts = min(ROLLOUTS * len(found) // CANDIDATES, budget.rollouts or ROLLOUTS)
        ranked = search.halving(found, rollouts, deadline, chances=False, halve=False)
        return search.answer(ranked, "ahead by {:+.0f} after two plies")
