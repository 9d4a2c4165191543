"""A view as arrays. Only what the seat may know goes in; the seats are turned so that one's own comes first.

`vector` is the same for both games:

    0..35 own hand   36..71 not yet seen   72..107 on the table   108..111 scores / 100   112..115 hand sizes   116
    bag / 108
"""

from __future__ import annotations

from io import BytesIO
from itertools import chain
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sixfold import cards, tiles
from sixfold.pieces import KINDS

View = tiles.View | cards.View
Floats = NDArray[np.float32]

SEATS: Final = 4
VECTOR: Final = 3 * KINDS + 2 * SEATS + 1
BOX: Final = 108
MOVE: Final = 5


def vector(view: View) -> Floats:
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


def placed(view: View) -> NDArray[np.int16]:
    """The tiles on the board, a row each: x and y from the middle of the board, and the kind; -1 for none."""
    rows = np.full((BOX, 3), -1, dtype=np.int16)
    if isinstance(view, tiles.View) and (count := len(view.board)):
        cells = np.fromiter(chain.from_iterable(view.board.tiles), np.int64, 2 * count).reshape(count, 2)
        rows[:count, :2] = cells - (cells.min(axis=0) + cells.max(axis=0)) // 2
        rows[:count, 2] = [piece.index for piece in view.board.tiles.values()]
    return rows


def picture(state: tiles.State | cards.State, size: int = 640) -> NDArray[np.uint8]:
    """The table for people, in the middle of a square that is always as large, so that frames make a film."""
    # Imported here: who trains does not draw.
    from PIL import Image

    from sixfold.pictures import png

    drawn = Image.open(BytesIO(png(state, width=size))).convert("RGB")
    drawn.thumbnail((size, size))
    page = Image.new("RGB", (size, size), drawn.getpixel((0, 0)))
    page.paste(drawn, ((size - drawn.width) // 2, (size - drawn.height) // 2))
    return np.asarray(page)


def features(plays: tuple[tiles.Play, ...], other: tuple[tiles.Move, ...], room: int) -> Floats:
    """A row for each numbered move of a tile game: points, Qwirkles, tiles laid, tiles exchanged, pass."""
    rows = np.zeros((room, MOVE), dtype=np.float32)
    if plays:
        rows[: len(plays), :3] = [(play.points, play.qwirkles, len(play.place)) for play in plays]
    if other:
        swapped = [(len(move.pieces), 0) if isinstance(move, tiles.Swap) else (0, 1) for move in other]
        rows[len(plays) : len(plays) + len(other), 3:5] = swapped
    return rows


def card_features(steps: NDArray[np.int8], room: int) -> Floats:
    """A row for each numbered result of a card turn: Qwirkles taken twice (they are the points), cards played."""
    rows = np.zeros((room, MOVE), dtype=np.float32)
    steps = steps[:room]
    rows[: len(steps), 1] = steps[:, KINDS:].sum(axis=1)
    rows[: len(steps), 0] = rows[: len(steps), 1]
    rows[: len(steps), 2] = steps[:, :KINDS].sum(axis=1)
    return rows
