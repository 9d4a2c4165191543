"""The room that thinking about cards needs, as one object: compiled functions allocate nothing."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from sixfold.kernel.cards.games import GAME
from sixfold.kernel.cards.listing import ROW
from sixfold.kernel.cards.thinking.value import CELLS, FACT_COUNT, H, M
from sixfold.kernel.engine import Doubles, FloatRows, Floats, Rows, Words, zeros

# The numbers of a decision, one int64 array:
#   0 seats   1 stock   2 turns of the last round after this one, -1 before   3 cards in the other hands
#   4..6 the own hand   7..9 the unseen cards   10 cards in the next hand   11 in the one after   12 in the fourth
ASK: Final = 13
ROOM: Final = 2048
"""Afterstates that an imagined turn looks at, at most."""
SAMPLES: Final = 64
"""Hands that an imagined turn is tried against, at most."""


class Scratch(NamedTuple):
    """What one thought overwrites; nothing in it means anything between two calls, except where a function says so."""

    game: Words
    """An imagined game."""
    ask: Words
    """What the seat to move in it knows."""
    rows: Rows
    """Its afterstates."""
    values: Doubles
    """Their values."""
    guesses: Doubles
    """What the next seat is expected to make of them."""
    pool: Words
    """Unseen cards, mixed."""
    hands: Rows
    """Imagined hands."""
    stream: Words
    """A random stream."""
    cells: Words
    """What the network reads of a table."""
    facts: Floats
    """What it reads of the stage of the game."""
    lines: FloatRows
    """Its first layer, line by line."""
    hidden: Floats
    outputs: Floats


def scratch(room: int = ROOM) -> Scratch:
    """New room, for so many afterstates."""
    return Scratch(
        game=zeros(GAME),
        ask=zeros(ASK),
        rows=zeros((room, ROW)),
        values=zeros(room, np.float64),
        guesses=zeros(room, np.float64),
        pool=zeros(108),
        hands=zeros((SAMPLES, 3)),
        stream=zeros(1),
        cells=zeros(CELLS),
        facts=zeros(FACT_COUNT, np.float32),
        lines=zeros((14, H), np.float32),
        hidden=zeros(M, np.float32),
        outputs=zeros(2, np.float32),
    )
