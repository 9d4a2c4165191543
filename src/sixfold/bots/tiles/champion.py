"""Champion: many candidates, sampled hands and bags, rollouts shared out by halving, exact endings.

Plays for the chance to win rather than for points. With two players and the bag empty it solves the game; with one or
two tiles in the bag it goes through every way they could lie.
"""

from __future__ import annotations

from typing import Final

from sixfold.bots import notes
from sixfold.bots.protocol import Bot, Budget, Choice, stand_in
from sixfold.bots.tiles.greedy import Greedy
from sixfold.tiles import Move, View

CANDIDATES: Final = 16
ROLLOUTS: Final = 5_000
"""Without a budget: some hundredths of a second a move. docs/strength.md measures the champion with these."""
NODES: Final = 100
"""Positions of an ending that may be visited for each rollout of the budget: endings are few, three or four a game."""
LEAST_NODES: Final = 400_000
"""However small the budget."""
MOST_NODES: Final = 2_500_000
"""About a second. Nineteen endings of twenty are solved within it."""


class Champion(Bot[View, Move]):
    """Plays through thousands of futures, counts every tile, and solves the end of the game exactly."""

    game = "tiles"
    name = "champion"

    def choose(self, view: View, budget: Budget) -> Choice[Move]:
        from sixfold.kernel import tiles

        if not tiles.can(view.rules) or not view.hand.known:
            return stand_in(Greedy(self.seed), view, budget)
        from sixfold.bots.tiles.search import Candidate, Search, weights

        deadline = budget.deadline()
        search = Search(view, self.seed_for(view), weights())
        rollouts = budget.rollouts or ROLLOUTS
        nodes = min(MOST_NODES, max(LEAST_NODES, NODES * rollouts))
        found = search.candidates(max(1, min(CANDIDATES, rollouts // 2)))
        if not found:
            return Greedy(self.seed).choose(view, budget)
        if len(found) == 1:
            found[0].lead = search.lead() + found[0].prior
            return search.answer(found, notes.ONLY_MOVE)
        solved = search.ending(nodes, deadline)
        if solved is not None:
            best, lead = solved
            return search.answer([Candidate(best, lead, lead)], notes.SOLVED)
        ranked = search.halving(found, rollouts, deadline, chances=True)
        return search.answer(ranked, notes.LEAD)
