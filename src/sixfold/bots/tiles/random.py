"""A random tile player: any legal play, all equally likely. A yardstick below the ladder, not an opponent."""

from __future__ import annotations

from sixfold.bots.protocol import Bot, Budget, Choice
from sixfold.bots.tiles import sight
from sixfold.tiles import Move, View


class Random(Bot[View, Move]):
    """Plays when it can, else exchanges all it may, else passes."""

    game = "tiles"
    name = "random"

    def choose(self, view: View, budget: Budget) -> Choice[Move]:
        rng = self.stream(view)
        plays = sight.plays(view)
        if not plays:
            return Choice(sight.aside(view, rng))
        return Choice(rng.choice(plays).place, note=f"one of {len(plays)} plays, by chance")
