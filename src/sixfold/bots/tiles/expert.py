"""Expert: a few good plays, tried against hands that the others may hold; a short search that ends in the learned
value.

Has the experience of an early generation of training, like thoughtful, and does not solve endings.
"""

from __future__ import annotations

from typing import Final

from sixfold.bots import notes
from sixfold.bots.protocol import Bot, Budget, Choice, stand_in
from sixfold.bots.tiles.greedy import Greedy
from sixfold.tiles import Move, View

CANDIDATES: Final = 4
ROLLOUTS: Final = 100


class Expert(Bot[View, Move]):
    """Imagines the answers to a few good plays before choosing."""

    game = "tiles"
    name = "expert"

    def choose(self, view: View, budget: Budget) -> Choice[Move]:
        from sixfold.kernel import tiles

        if not tiles.can(view.rules) or not view.hand.known:
            return stand_in(Greedy(self.seed), view, budget)
        from sixfold.bots.tiles.search import Search, weights

        deadline = budget.deadline()
        search = Search(view, self.seed_for(view), weights("early"))
        rollouts = min(ROLLOUTS, budget.rollouts or ROLLOUTS)
        found = search.candidates(max(1, min(CANDIDATES, rollouts // 2)))
        if not found:
            return Greedy(self.seed).choose(view, budget)
        ranked = search.halving(found, rollouts, deadline, chances=False)
        return search.answer(ranked, notes.LEAD)
