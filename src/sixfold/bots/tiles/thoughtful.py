"""Thoughtful: points plus the learned value of what is left, without any search.

It weighs the plays that score most, with the experience of an early generation of training, so that there is room
between it and the levels above.
"""

from __future__ import annotations

from typing import Final

from sixfold.bots import notes
from sixfold.bots.protocol import Bot, Budget, Choice, stand_in
from sixfold.bots.tiles.greedy import Greedy
from sixfold.tiles import Move, View

SEEN: Final = 8
"""How many plays are weighed."""


class Thoughtful(Bot[View, Move]):
    """Weighs points against the tiles kept and the lines left open."""

    game = "tiles"
    name = "thoughtful"

    def choose(self, view: View, budget: Budget) -> Choice[Move]:
        from sixfold.kernel import tiles

        if not tiles.can(view.rules) or not view.hand.known:
            return stand_in(Greedy(self.seed), view, budget)
        from sixfold.bots.tiles.search import SHOWN, Search, weights

        search = Search(view, self.seed_for(view), weights("early"))
        found = search.candidates(SHOWN, seen=SEEN)
        if not found:
            return Greedy(self.seed).choose(view, budget)
        for one in found:
            one.lead = search.lead() + one.prior
        return search.answer(found, notes.LEAD_FELT)
