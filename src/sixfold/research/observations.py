"""A view as arrays. Only what the seat may know goes in; the seats are turned so that one's own comes first.

`vector` is the same for both games:

    0..35 own hand   36..71 not yet seen   72..107 on the table   108..111 scores / 100   112..115 hand sizes   116
    bag / 108
"""

from __future__ import annotations

from io import BytesIO
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sixfold.pieces import KINDS
from sixfold.rulesets import AnyState, AnyView

Floats = NDArray[np.float32]

SEATS: Final = 4
VECTOR: Final = 3 * KINDS + 2 * SEATS + 1
BOX: Final = 108
MOVE: Final = 5


def vector(view: AnyView) -> Floats:
    """The numbers of a view."""
    seat = view.seat or 0
    turned = [(seat + i) % view.seats for i in range(view.seats)]
    lying = view.lying.pieces
    found = np.zeros(VECTOR, dtype=np.float32)
    found[:KINDS] = view.hand.counts
    found[KINDS : 2 * KINDS] = view.unseen.counts
    found[2 * KINDS : 3 * KINDS] = lying.counts
    at = 3 * KINDS
    found[at : at + view.seats] = [view.scores[i] / 100 for i in turned]
    found[at + SEATS : at + SEATS + view.seats] = [view.hand_sizes[i] for i in turned]
    found[-1] = view.bag_count / BOX
    return found


def picture(state: AnyState, size: int = 640) -> NDArray[np.uint8]:
    """The table for people, in the middle of a square that is always as large, so that frames make a film."""
    # Imported here: who trains does not draw.
    from PIL import Image

    from sixfold.pictures import png

    drawn = Image.open(BytesIO(png(state, width=size))).convert("RGB")
    drawn.thumbnail((size, size))
    page = Image.new("RGB", (size, size), drawn.getpixel((0, 0)))
    page.paste(drawn, ((size - drawn.width) // 2, (size - drawn.height) // 2))
    return np.asarray(page)
