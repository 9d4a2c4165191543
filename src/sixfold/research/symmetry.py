"""The same game under other names: colours renamed, shapes renamed, both exchanged, the board mirrored or transposed.

The rules treat all colours and shapes alike. So a learner may see any of 6! * 6! * 2 * 8 forms of a position. The
numbered plays keep their numbers. Exchanges are numbered by the sorted hand, so `Symmetry.actions` renumbers their part
of the mask. `CardsSymmetry` does the same for cards, which have no board.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from sixfold.kernel.tiles import describing as d
from sixfold.kernel.tiles.seeing import NOTHING, SWAPS
from sixfold.pieces import KINDS
from sixfold.research.vector import Array, Observation


@dataclass(frozen=True)
class Symmetry:
    """`kinds[old]` is the new kind. Then x and y are mirrored, and finally exchanged."""

    kinds: Array = field(default_factory=lambda: np.arange(KINDS))
    mirror_x: bool = False
    mirror_y: bool = False
    transpose: bool = False

    @classmethod
    def named(cls, colors: Array, shapes: Array, exchanged: bool = False, **board: bool) -> Symmetry:
        """Colour c is called colors[c], shape s is called shapes[s]; then colours may become shapes."""
        return cls(renamed(colors, shapes, exchanged), **board)

    @classmethod
    def drawn(cls, rng: np.random.Generator) -> Symmetry:
        """One of all symmetries, at random."""
        exchanged, x, y, turn = rng.random(4) < 0.5
        return cls.named(
            rng.permutation(6), rng.permutation(6), bool(exchanged), mirror_x=bool(x), mirror_y=bool(y), transpose=turn
        )

    def observation(self, seen: Observation) -> Observation:
        """The same position under the new names. Arrays may have any number of games in front."""
        found = dict(seen)
        for name in ("hand", "unseen", "lying"):
            found[name] = _placed(seen[name], self.kinds)
        found["tiles"] = np.concatenate([self._moved(seen["tiles"]), self._named(seen["tiles"][..., 2:])], axis=-1)
        found["cells"] = self._moved(seen["cells"])
        found["fits"] = sum((seen["fits"] >> old & 1) << new for old, new in enumerate(self.kinds.tolist()))
        if "moves" in seen:
            found["moves"] = self._plays(seen["moves"])
        found["action_mask"] = np.empty_like(seen["action_mask"])
        np.put_along_axis(found["action_mask"], self.actions(seen), seen["action_mask"], axis=-1)
        return found

    def actions(self, seen: Observation) -> Array:
        """The new number of every old action, as an array like the mask."""
        mask = seen["action_mask"]
        room = mask.shape[-1] - SWAPS
        order = np.broadcast_to(np.arange(mask.shape[-1]), mask.shape).copy()
        for game in np.ndindex(mask.shape[:-1]):
            hand = np.repeat(np.arange(KINDS), seen["hand"][game])
            # Where each tile of the sorted hand goes; of equal tiles the first stay first.
            moved = np.argsort(np.argsort(self.kinds[hand], kind="stable"), kind="stable")
            places = np.concatenate([moved, np.arange(len(hand), 6)])
            subsets = np.arange(SWAPS)
            order[game][room:] = room + sum((subsets >> old & 1) << int(new) for old, new in enumerate(places))
        return order

    def _named(self, kinds: Array) -> Array:
        return np.where(kinds >= 0, self.kinds[np.maximum(kinds, 0)], kinds).astype(kinds.dtype)

    def _moved(self, cells: Array) -> Array:
        used = cells[..., 0] != NOTHING
        x, y = (-1 if self.mirror_x else 1) * cells[..., 0], (-1 if self.mirror_y else 1) * cells[..., 1]
        pair = np.stack([y, x] if self.transpose else [x, y], axis=-1)
        return np.where(used[..., None], pair, NOTHING).astype(cells.dtype)

    def _plays(self, moves: Array) -> Array:
        """A play runs rightward or downward, so a mirror along its line reads it from the other end."""
        found = moves.copy()
        count, row = moves[..., d.COUNT], moves[..., d.AXIS] == 0
        used = count > 0
        turned = np.where(row, self.mirror_x, self.mirror_y) & used
        last = np.take_along_axis(moves[..., d.OFFSET :], np.maximum(count - 1, 0)[..., None], axis=-1)[..., 0]
        place = np.arange(6)
        from_end = np.where(turned[..., None] & (place < count[..., None]), count[..., None] - 1 - place, place)
        kinds = np.take_along_axis(moves[..., d.KIND : d.OFFSET], from_end, axis=-1)
        offsets = np.take_along_axis(moves[..., d.OFFSET : d.WORTH], from_end, axis=-1)
        mirrored = turned[..., None] & (offsets >= 0)
        found[..., d.KIND : d.OFFSET] = np.where(used[..., None], self._named(kinds), 0)
        found[..., d.OFFSET : d.WORTH] = np.where(mirrored, last[..., None] - offsets, offsets)
        x = moves[..., d.X] + np.where(turned & row, last, 0)
        y = moves[..., d.Y] + np.where(turned & ~row, last, 0)
        x, y = (-x if self.mirror_x else x), (-y if self.mirror_y else y)
        found[..., d.X], found[..., d.Y] = (y, x) if self.transpose else (x, y)
        if self.transpose:
            # A single tile has no direction: its axis is 0.
            found[..., d.AXIS] = np.where(count > 1, 1 - moves[..., d.AXIS], 0)
        return found


@dataclass(frozen=True)
class CardsSymmetry:
    """`kinds[old]` is the new kind of a card, and `lines[old]` the new line: six colours, then six shapes."""

    kinds: Array
    lines: Array

    @classmethod
    def named(cls, colors: Array, shapes: Array, exchanged: bool = False) -> CardsSymmetry:
        """Colour c is called colors[c], shape s is called shapes[s]; then colours may become shapes."""
        lines = np.concatenate([np.asarray(colors), 6 + np.asarray(shapes)])
        return cls(renamed(colors, shapes, exchanged), (lines + 6) % 12 if exchanged else lines)

    @classmethod
    def drawn(cls, rng: np.random.Generator) -> CardsSymmetry:
        """One of all symmetries, at random."""
        return cls.named(rng.permutation(6), rng.permutation(6), bool(rng.random() < 0.5))

    @property
    def actions(self) -> Array:
        """The new number of every old action."""
        return np.concatenate([self.kinds, KINDS + self.lines, [KINDS + len(self.lines)]])

    def observation(self, seen: Observation) -> Observation:
        """The same position under the new names. Arrays may have any number of games in front."""
        found = {name: _placed(seen[name], self.kinds) for name in ("hand", "unseen", "lying", "played")}
        return (
            seen
            | found
            | {
                "taken": _placed(seen["taken"], self.lines),
                "action_mask": _placed(seen["action_mask"], self.actions),
            }
        )


def renamed(colors: Array, shapes: Array, exchanged: bool) -> Array:
    """The new number of every kind."""
    color, shape = np.divmod(np.arange(KINDS), 6)
    color, shape = np.asarray(colors)[color], np.asarray(shapes)[shape]
    return 6 * shape + color if exchanged else 6 * color + shape


def _placed(array: Array, places: Array) -> Array:
    found = np.empty_like(array)
    found[..., places] = array
    return found


def planes(seen: Observation, size: int = 25) -> Array:
    """The board as planes around its centre of mass: six of colours, six of shapes; (games, 12, size, size).

    Tiles further than half of `size` from the centre are not in the picture.
    """
    tiles = seen["tiles"].astype(np.int64)
    used = tiles[..., 2] >= 0
    found = np.zeros((len(tiles), 12, size, size), dtype=np.float32)
    number = np.maximum(used.sum(axis=1), 1)[:, None]
    centre = np.rint(np.where(used[..., None], tiles[..., :2], 0).sum(axis=1) / number).astype(np.int64)
    cells = tiles[..., :2] - centre[:, None] + size // 2
    game, tile = np.nonzero(used & (cells >= 0).all(axis=-1) & (cells < size).all(axis=-1))
    x, y = cells[game, tile].T
    color, shape = np.divmod(tiles[game, tile, 2], 6)
    found[game, color, y, x] = 1
    found[game, 6 + shape, y, x] = 1
    return found
