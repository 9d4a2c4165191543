"""The room that thinking about tiles needs, as one object: compiled functions allocate nothing."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sixfold.kernel.engine import Doubles, Floats, Words, zeros
from sixfold.kernel.tiles.layout import BAG, BOX, HEAD
from sixfold.kernel.tiles.packing import ROOM
from sixfold.kernel.tiles.thinking.value import FEATURES, FIRST, SECOND

MOST = 40
"""The most plays weighed in one turn."""
SAVED = BAG + BOX - HEAD
"""Words that describe hands, bag and scores: what a rollout changes besides the table."""


class Scratch(NamedTuple):
    """What one thought overwrites; nothing in it means anything between two calls, except where a function says so."""

    plays: Words
    """A list of plays."""
    out: Words
    """A second one, for whoever is asked while the first is in use."""
    pieces: Words
    """The pieces of a hand, one by one."""
    values: Doubles
    """The values of the first plays of the list."""
    x: Floats
    """The features of a position."""
    h: Floats
    """The hidden layers of the network."""
    saved: Words
    """Hands, bag and scores before a rollout."""


def scratch() -> Scratch:
    """New room."""
    return Scratch(
        plays=zeros(ROOM),
        out=zeros(ROOM),
        pieces=zeros(8),
        values=zeros(MOST, np.float64),
        x=zeros(FEATURES, np.float32),
        h=zeros(FIRST + SECOND, np.float32),
        saved=zeros(SAVED),
    )
