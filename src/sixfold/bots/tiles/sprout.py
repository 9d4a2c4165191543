"""The gentle beginner of the tile game: lays one or two tiles, and never finishes a line that somebody else worked on.

It is weak because it looks at little, not because it makes mistakes: it sees small plays, and judges each by the one
line that it lies along.
"""

from __future__ import annotations

from sixfold.bots import notes
from sixfold.bots.protocol import Bot, Budget, Choice
from sixfold.bots.tiles import sight
from sixfold.pieces import Pieces
from sixfold.tiles import Cell, Move, Play, Swap, View

MOST_TILES = 2
LONGEST = 4


class Sprout(Bot[View, Move]):
    """Sees plays of one or two tiles along a line of up to four, and takes the longest such line."""

    game = "tiles"
    name = "sprout"

    def choose(self, view: View, budget: Budget) -> Choice[Move]:
        rng = self.stream(view)
        plays = sight.plays(view)
        if not plays:
            return Choice(sight.aside(view, rng), note=notes.NOTHING_FITS)
        others = sight.laid_by_others(view)
        kind = [play for play in plays if not _finishes(play, others)]
        lines = [(play, sight.along(play.board, play.place)) for play in kind if len(play.place) <= MOST_TILES]
        seen = [(play, float(length)) for play, length in lines if length <= LONGEST]
        if seen:
            return sight.answer(rng, seen, notes.LINE)
        if kind:
            # The opening (T4), or a crowded board: the smallest play there is.
            return sight.answer(rng, [(play, float(-play.points)) for play in kind], notes.SMALL)
        if view.bag_count:
            # Rather than finish another's line it changes a tile, which the rules always allow (T14).
            return Choice(Swap(Pieces([rng.choice(list(view.hand))])), note=notes.LEFT_TO_YOU)
        return sight.answer(rng, [(play, float(-play.points)) for play in plays], notes.NOTHING_ELSE)


def _finishes(play: Play, others: set[Cell]) -> bool:
    """Whether the play completes a line that holds a tile of somebody else."""
    if not play.qwirkles:
        return False
    full = (line for line in play.lines if len(line) == play.rules.kinds)
    return any(cell in others for line in full for cell in line.cells)
