"""Finishing a tile game many times from one point, all hands known, compiled: what a position is worth to a reviewer.

Every seat's first turn is played by the learned value, all later ones greedily; only the order of the bag is left to
chance. The expectation of the result under a fixed way to play changes at a draw by luck alone, and on average by
nothing.
"""

# mypy: disable-error-code="no-any-return,return-value,assignment"
# Words of a game are Any to mypy: compiled functions are typed by the compiler.

from __future__ import annotations

from sixfold.kernel.engine import DoubleRows, Floats, Words, at, compiled, entry
from sixfold.kernel.tiles.core import lift
from sixfold.kernel.tiles.games import (
    bag_count,
    below,
    next_turn,
    put_back,
    reached,
    scramble,
    simple_turn,
    stuck,
    take,
)
from sixfold.kernel.tiles.layout import (
    BAG,
    BAG_HIGH,
    BAG_LOW,
    HEAD,
    LAID_COUNT,
    MOVER,
    PLAYING,
    RANDOM,
    REACHED,
    SCORE,
    SEATS,
    STATUS,
    STUCK,
)
from sixfold.kernel.tiles.thinking.policy import thoughtful_turn
from sixfold.kernel.tiles.thinking.scratch import SAVED, Scratch

Game = Words


@compiled
def mix(g: Game) -> None:
    """Shuffle the bag."""
    low = g[BAG_LOW]
    for i in range(g[BAG_HIGH] - low - 1, 0, -1):
        j = below(g, i + 1)
        piece = g[at(BAG + low + i)]
        g[at(BAG + low + i)] = g[at(BAG + low + j)]
        g[at(BAG + low + j)] = piece


@entry
def finish(
    g: Game,
    w: Floats,
    s: Scratch,
    drawer: int,
    count: int,
    back: Words,
    thoughtful: int,
    samples: int,
    seed: int,
    results: DoubleRows,
) -> None:
    """Play on to the end `samples` times; a row of `results` for each, the final scores.

    If a draw is due, seat `drawer` first draws `count` pieces, then `back` goes into the bag. The game is left as
    it was.
    """
    tiles = g[LAID_COUNT]
    for i in range(SAVED):
        s.saved[at(i)] = g[at(HEAD + i)]
    for sample in range(samples):
        g[RANDOM] = scramble(seed + 7919 * sample)
        mix(g)
        for _ in range(count):
            g[BAG_HIGH] -= 1
            take(g, drawer, g[at(BAG + g[BAG_HIGH])])
        for i in range(back.size):
            put_back(g, back[at(i)])
        if bag_count(g) == 0 and stuck(g):
            g[STATUS] = STUCK
        elif reached(g, g[MOVER]):
            g[STATUS] = REACHED
        turns = 0
        while g[STATUS] == PLAYING:
            if turns < thoughtful:
                thoughtful_turn(g, w, s, 0.0)
                next_turn(g)
            else:
                simple_turn(g, 1, s.out)
            turns += 1
        for seat in range(g[SEATS]):
            results[sample, seat] = g[at(SCORE + seat)]
        while g[LAID_COUNT] > tiles:
            lift(g)
        for i in range(SAVED):
            g[at(HEAD + i)] = s.saved[at(i)]
