"""A casual tile player: counts points well, but looks only where something has just happened.

Not a weaker greedy by chance: it misses exactly the plays that touch nothing of the last few turns.
"""

from __future__ import annotations

from sixfold.bots import notes
from sixfold.bots.protocol import Bot, Budget, Choice
from sixfold.bots.tiles import sight
from sixfold.tiles import Move, View

REMEMBERED = 6
"""How many plays back it looks."""


class Casual(Bot[View, Move]):
    """Most points beside the tiles of the last six plays, ties by seeded choice; elsewhere only if nothing fits."""

    game = "tiles"
    name = "casual"

    def choose(self, view: View, budget: Budget) -> Choice[Move]:
        rng = self.stream(view)
        plays = sight.plays(view)
        if not plays:
            return Choice(sight.aside(view, rng), note=notes.NOTHING_FITS)
        recent = sight.latest(view, REMEMBERED)
        seen = [play for play in plays if sight.touches(play.place, recent)] or plays
        return sight.answer(rng, [(play, float(play.points)) for play in seen], notes.MOST_SEEN)
