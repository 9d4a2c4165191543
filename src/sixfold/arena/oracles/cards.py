"""What every turn of cards is worth: all turns are tried in the same imagined worlds. How rows lie does not matter
(C8).

Everyone answers by the learned value, as the champion does. Before the stock runs out, there is one answer and then the
value; near the end all turns are played. The last turn of the game is exact, and with two players the last two are.
"""

from __future__ import annotations

import random
from typing import Final

import numpy as np

from sixfold import cards
from sixfold.arena.oracles.seam import BATCHES, Values, halves
from sixfold.pieces import Pieces

UNIT: Final = "Qwirkles"
SAMPLES: Final = 20
MOST: Final = 500
"""Positions with more different results than this are left out, because each result has to be tried."""


def open_to(view: cards.View) -> bool:
    return not view.forced_moves()


def named(view: cards.View, move: cards.Move) -> str:
    """The cards played, and the cards taken."""
    if not isinstance(move, cards.Turn):
        return str(move)
    return _name(move.pieces - view.table.pieces, Pieces(piece for row in move.taken for piece in row))


def _name(played: Pieces, taken: Pieces) -> str:
    return f"{played} / {taken}" if taken else str(played)


def values(view: cards.View, samples: int, rng: random.Random) -> Values | None:
    from sixfold.bots.cards.foresight import Foresight
    from sixfold.kernel.cards import counts

    foresight = Foresight(view, rng.randrange(2**62))
    if len(foresight.rows) > MOST:
        return None
    names = []
    for row in foresight.rows.tolist():
        played = Pieces.from_counts(counts(row[:3]))
        left = Pieces.from_counts(counts(row[3:6]))
        names.append(_name(played, view.table.pieces + played - left))
    if foresight.last_turn or foresight.known:
        margins = foresight.taken if foresight.last_turn else foresight.taken - foresight.replies()
        return {name: (margin, margin, 0.0) for name, margin in zip(names, margins.tolist(), strict=True)}
    each = max(1, samples // BATCHES)
    means = np.stack([foresight.tried(batch * each, (batch + 1) * each) / each for batch in range(BATCHES)])
    return halves(names, means, 2)
