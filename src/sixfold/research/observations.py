"""A view as arrays. Only what the seat may know goes in; the seats are turned so that one's own comes first.

`vector` is the same for both games:

    0..35 own hand   36..71 not yet seen   72..107 on the table   108..111 scores / 100   112..115 hand sizes   116
    bag / 108
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sixfold.pieces import KINDS
from sixfold.rulesets import AnyState, AnyView

Floats = NDArray[np.float32]

SEATS: Final = 4
VECTOR: Final = 3 * KINDS + 2 * SEATS + 1
BOX: Final = 108
MOVE: Final = 5


def vector(view: AnyView) -> Floats:
    """The numbers of a view."""
    hand, unseen, lying = view.hand, view.unseen, view.lying.pieces
    counts = (hand.counts, unseen.counts, lying.counts)
    return numbers(view.seat or 0, counts, view.scores, view.hand_sizes, view.bag_count)


def numbers(
    seat: int, counts: Sequence[ArrayLike], scores: tuple[int, ...], sizes: tuple[int, ...], bag_count: int
) -> Floats:
    """The same from its parts: own hand, pieces not yet seen and pieces on the table by kind; scores and hand sizes."""
    found = np.zeros(VECTOR, dtype=np.float32)
    for i, by_kind in enumerate(counts):
        found[i * KINDS : (i + 1) * KINDS] = by_kind
    at, seats = 3 * KINDS, len(scores)
    found[at : at + seats] = [points / 100 for points in scores[seat:] + scores[:seat]]
    found[at + SEATS : at + SEATS + seats] = sizes[seat:] + sizes[:seat]
    found[-1] = bag_count / BOX
    return found


def picture(state: AnyState, size: int = 640) -> NDArray[np.uint8]:
    """The table for people, in the middle of a square of constant size, so that frames make a film."""
    # Imported here: who trains does not draw.
    from PIL import Image

    from sixfold.pictures import png

    drawn = Image.open(BytesIO(png(state, width=size))).convert("RGB")
    drawn.thumbnail((size, size))
    page = Image.new("RGB", (size, size), drawn.getpixel((0, 0)))
    page.paste(drawn, ((size - drawn.width) // 2, (size - drawn.height) // 2))
    return np.asarray(page)
