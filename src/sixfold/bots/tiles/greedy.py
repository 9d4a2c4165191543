"""The yardstick of the tile game, fixed for good: most points, ties by seeded choice.

Exchanges as much of its hand as the bag allows when, and only when, it cannot play. Published figures refer to it.
"""

from __future__ import annotations

from sixfold.bots import notes
from sixfold.bots.protocol import Bot, Budget, Choice
from sixfold.bots.tiles import sight
from sixfold.tiles import Move, View


class Greedy(Bot[View, Move]):
    """Always the most points on the table."""

    game = "tiles"
    name = "greedy"

    def choose(self, view: View, budget: Budget) -> Choice[Move]:
        rng = self.stream(view)
        plays = sight.plays(view)
        if not plays:
            return Choice(sight.aside(view, rng), note=notes.NOTHING_FITS)
        return sight.answer(rng, [(play, float(play.points)) for play in plays], notes.MOST_POINTS)
