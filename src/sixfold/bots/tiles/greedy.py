"""The yardstick of the tile game, fixed for good: most points, ties by seeded choice.

Exchanges as much of its hand as the bag allows when, and only when, it cannot play. Published figures refer to it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sixfold.bots import notes
from sixfold.bots.protocol import Bot, Budget, Choice
from sixfold.bots.tiles import sight
from sixfold.tiles import Move, View

if TYPE_CHECKING:
    from sixfold.kernel.tiles import Following


class Greedy(Bot[View, Move]):
    """Always the most points on the table."""

    game = "tiles"
    name = "greedy"
    _table: Following | None = None
    """Where `reply` looked last."""

    def choose(self, view: View, budget: Budget) -> Choice[Move]:
        rng = self.stream(view)
        plays = sight.plays(view)
        if not plays:
            return Choice(sight.aside(view, rng), note=notes.NOTHING_FITS)
        return sight.answer(rng, [(play, float(play.points)) for play in plays], notes.MOST_POINTS)

    def reply(self, view: View) -> Move:
        """The same move from the kernel's list: whoever checks many games needs no other play than the best ones."""
        from sixfold.kernel import tiles as kernel
        from sixfold.kernel.engine import place

        if not kernel.holds(view.rules) or not view.hand.known:
            return super().reply(view)
        table = self._table
        if table is None or table.place != place() or table.rules != view.rules:
            self._table = table = kernel.Following(view.rules)
        best = table.highest(view.board, view.hand)
        if len(best) == 1:
            return best[0]
        rng = self.stream(view)
        return rng.choice(best) if best else sight.aside(view, rng)
