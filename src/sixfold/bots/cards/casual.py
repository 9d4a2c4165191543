"""A casual card player: regroups well, but only three rows at a time; everything else stays as it lies.

It misses exactly the Qwirkles for which more of the table has to be taken apart.
"""

from __future__ import annotations

from itertools import combinations

from sixfold.bots import notes
from sixfold.bots.cards import sight
from sixfold.bots.protocol import Bot, Budget, Choice
from sixfold.cards import Move, Table, Turn, View

AT_ONCE = 3
"""How many rows it takes apart."""


class Casual(Bot[View, Move]):
    """Most Qwirkles, then most cards, of all turns that change at most three rows; ties by seeded choice."""

    game = "cards"
    name = "casual"

    def choose(self, view: View, budget: Budget) -> Choice[Move]:
        rng = self.stream(view)
        only = sight.forced(view, rng)
        if only is not None:
            return only
        rows = view.table.rows
        size = min(AT_ONCE, len(rows))
        parts = list(combinations(range(len(rows)), size))
        found = [(some, sight.value(_counts(view, some), view.hand, view.rules)) for some in parts]
        seen = [(worth, some) for some, worth in found if worth is not None]
        if not seen:
            return Choice(sight.any_turn(view, rng), note=notes.TAKES_APART)
        highest = max(worth for worth, _ in seen)
        some = rng.choice([some for worth, some in seen if worth == highest])
        part = sight.best_turn(_counts(view, some), view.hand, view.rules, rng)
        assert part is not None, "it was just found"
        rest = tuple(row for at, row in enumerate(rows) if at not in some)
        turn = Turn((*part.rows, *rest), part.taken)
        return Choice(turn, float(len(turn.taken)), note=notes.REGROUPED.format(len(turn.taken)))


def _counts(view: View, some: tuple[int, ...]) -> tuple[int, ...]:
    return Table(view.table.rows[at] for at in some).counts
