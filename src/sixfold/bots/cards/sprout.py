"""The gentle beginner of the card game: adds a few cards to the rows as they lie, and finishes nothing just built.

A row may be finished only if it has lain there unchanged since the beginner's own last turn: everyone had the chance.
"""

from __future__ import annotations

import random

from sixfold.bots import notes
from sixfold.bots.cards import sight
from sixfold.bots.protocol import Bot, Budget, Choice
from sixfold.cards import Move, Row, Turn, View

MOST_CARDS = 3


class Sprout(Bot[View, Move]):
    """Sees up to three cards that fit rows as they lie, else a new row of three from the hand."""

    game = "cards"
    name = "sprout"

    def choose(self, view: View, budget: Budget) -> Choice[Move]:
        rng = self.stream(view)
        only = sight.forced(view, rng)
        if only is not None:
            return only
        draft = sight.Additions(view)
        left_alone = _left_alone(view)
        for at in rng.sample(range(len(draft.rows)), len(draft.rows)):
            row = draft.rows[at]
            fitting = [p for p in sight.missing(row, view.rules) if p in draft.hand]
            longest = view.rules.kinds if row in left_alone else view.rules.kinds - 1
            room = min(MOST_CARDS - draft.played, longest - len(row), len(fitting))
            if room > 0:
                draft.add(at, tuple(rng.sample(fitting, room)))
        if not draft.played and not _begin(draft, rng):
            return Choice(sight.any_turn(view, rng), note=notes.LOOKS_AROUND)
        turn = draft.turn()
        return Choice(turn, float(len(turn.taken)), note=notes.ADDS.format(draft.played))


def _begin(draft: sight.Additions, rng: random.Random) -> bool:
    """A new row of the shortest length from the hand, if there is one."""
    size = draft.rules.min_row
    starts = [group for group in sight.groups(draft.hand) if len(group) >= size]
    if not starts or size == draft.rules.kinds:
        return False
    draft.add(len(draft.rows), tuple(rng.sample(rng.choice(starts), size)))
    return True


def _left_alone(view: View) -> frozenset[Row]:
    """The rows that the own last turn left and that nobody has touched since."""
    own = [entry.move for entry in view.sheet if entry.seat == view.seat and isinstance(entry.move, Turn)]
    return frozenset(own[-1].rows if own else ()) & frozenset(view.table)
