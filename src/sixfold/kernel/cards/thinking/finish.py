"""Finishing a card game many times from one point, all hands known, compiled: what a position is worth to a reviewer.

Everyone plays greedily; only the order of the stock is left to chance. Not a search and not a policy of its own.
"""

# mypy: disable-error-code="no-untyped-def,no-untyped-call"

from __future__ import annotations

from typing import Final

from sixfold.kernel.cards.games import (
    GAME,
    GREEDY,
    HAND_SIZE,
    MOVER,
    RANDOM,
    SCORES,
    SEATS,
    STOCK,
    STOCK_COUNT,
    draw,
    over,
    pass_on,
    shuffle,
    turn,
)
from sixfold.kernel.cards.random import seeded
from sixfold.kernel.engine import DoubleRows, Rows, Words, entry

NOTHING_DUE: Final = 0
DRAW_DUE: Final = 1  # C13: the mover has played and draws up
REDRAW_DUE: Final = 2  # C11: the mover has put the hand aside and draws a new one, then goes on


@entry
def finish_games(
    g: Words, start: Words, w: Words, rows: Rows, due: int, back: Words, samples: int, seed: int, results: DoubleRows
) -> None:
    """Play on from `start` `samples` times, in `g`; a row of `results` for each, the Qwirkles of every seat."""
    for sample in range(samples):
        for k in range(GAME):
            g[k] = start[k]
        g[RANDOM] = seeded(seed, sample)
        shuffle(g)
        if due == DRAW_DUE:
            pass_on(g)
        elif due == REDRAW_DUE:
            draw(g, g[MOVER], g[HAND_SIZE])
            for index in range(len(back)):
                g[STOCK + g[STOCK_COUNT]] = back[index]
                g[STOCK_COUNT] += 1
            shuffle(g)
        while not over(g):
            turn(g, w, rows, GREEDY)
        for seat in range(g[SEATS]):
            results[sample, seat] = g[SCORES + seat]
