"""Tiles for learners: moves as numbers, and the board as an array."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sixfold import tiles
from sixfold.game import Outcome
from sixfold.kernel import tiles as kernel
from sixfold.pieces import ALL_PIECES, KINDS
from sixfold.research.actions import MOST_MOVES, Mask, first
from sixfold.research.observations import BOX, MOVE, Floats
from sixfold.rulesets import Numbers
from sixfold.tiles.exchange import other_moves

PLACES: Final = True
MOST_CELLS: Final = 256
"""Cells that have a number, in reading order, among those that some legal play uses."""


def in_kernel(rules: Numbers) -> bool:
    return isinstance(rules, tiles.Rules) and kernel.holds(rules)


def placed(view: tiles.View) -> NDArray[np.int16]:
    """The tiles on the board, a row each: x and y from the middle of the board, and the kind; -1 for none."""
    rows = np.full((BOX, 3), -1, dtype=np.int16)
    if count := len(view.board):
        cells = np.fromiter(chain.from_iterable(view.board.tiles), np.int64, 2 * count).reshape(count, 2)
        rows[:count, :2] = cells - (cells.min(axis=0) + cells.max(axis=0)) // 2
        rows[:count, 2] = [piece.index for piece in view.board.tiles.values()]
    return rows


def plays(view: tiles.View) -> tuple[tiles.Play, ...] | None:
    return view.plays()


def goes_round(state: tiles.State, rounds: int) -> Outcome | None:
    # Whoever passes ends the game of tiles at last (T17, T18).
    return None


def listed(state: tiles.State) -> tuple[tuple[tiles.Play, ...], tuple[tiles.Move, ...]]:
    """The plays and the other legal moves of a tile game that have a number, in the rules' canonical order."""
    assert state.to_move is not None
    plays = state.plays()
    other = other_moves(state.board, state.hands[state.to_move], state.bag_count, bool(plays))
    return plays[: MOST_MOVES - len(other)], tuple(other)


class Whole:
    """Action i is the i-th legal move: places with most points first, then exchanges, or the pass."""

    size = MOST_MOVES

    def begin(self, state: tiles.State) -> None:
        self.plays, other = listed(state)
        self.moves: tuple[tiles.Move, ...] = (*(play.place for play in self.plays), *other)

    def mask(self) -> Mask:
        return first(len(self.moves), self.size)

    def take(self, action: int) -> tiles.Move:
        return self.moves[action]

    def pending(self) -> Sequence[str]:
        return ()

    def features(self) -> Floats:
        return _features(self.plays, self.moves[len(self.plays) :], self.size)


def _features(plays: tuple[tiles.Play, ...], other: tuple[tiles.Move, ...], room: int) -> Floats:
    """A row for each numbered move of a tile game: points, Qwirkles, tiles laid, tiles exchanged, pass."""
    rows = np.zeros((room, MOVE), dtype=np.float32)
    if plays:
        rows[: len(plays), :3] = [(play.points, play.qwirkles, len(play.place)) for play in plays]
    if other:
        swapped = [(len(move.pieces), 0) if isinstance(move, tiles.Swap) else (0, 1) for move in other]
        rows[len(plays) : len(plays) + len(other), 3:5] = swapped
    return rows


class Factored:
    """Steps of a tile turn.

    36 * cell + piece   lay a piece on a playable cell (cells in reading order)
    COMMIT              the turn is done; with nothing laid and nothing aside, the pass of T16
    ASIDE + piece       put a piece aside for an exchange (T14)
    """

    COMMIT: Final = MOST_CELLS * KINDS
    ASIDE: Final = COMMIT + 1
    size = ASIDE + KINDS

    def begin(self, state: tiles.State) -> None:
        plays, other = listed(state)
        self.places = [(frozenset(play.place.placements), play.place) for play in plays]
        self.swaps = [(move.pieces.counts, move) for move in other if isinstance(move, tiles.Swap)]
        self.passes = [move for move in other if isinstance(move, tiles.Pass)]
        used = {cell for placements, _ in self.places for cell, _ in placements}
        self.cells = sorted(used, key=lambda cell: (cell.y, cell.x))[:MOST_CELLS]
        self.number = {cell: i for i, cell in enumerate(self.cells)}
        self.laid: frozenset[tiles.Placement] = frozenset()
        self.aside = [0] * KINDS

    def mask(self) -> Mask:
        mask = np.zeros(self.size, dtype=np.int8)
        putting = any(self.aside)
        if not putting:
            for placements, _ in self.places:
                for cell, piece in placements - self.laid:
                    if cell in self.number:
                        mask[KINDS * self.number[cell] + piece.index] = 1
                if placements == self.laid:
                    mask[self.COMMIT] = 1
        if not self.laid:
            for counts, _ in self.swaps:
                spare = [n - m for n, m in zip(counts, self.aside, strict=True)]
                if min(spare) < 0:
                    continue
                if not any(spare):
                    mask[self.COMMIT] = 1
                for index, n in enumerate(spare):
                    if n:
                        mask[self.ASIDE + index] = 1
        if self.passes:
            mask[self.COMMIT] = 1
        return mask

    def take(self, action: int) -> tiles.Move | None:
        if action < self.COMMIT:
            cell, piece = divmod(action, KINDS)
            self.laid |= {tiles.Placement(self.cells[cell], ALL_PIECES[piece])}
            self.places = [(placements, move) for placements, move in self.places if self.laid <= placements]
            return None
        if action >= self.ASIDE:
            self.aside[action - self.ASIDE] += 1
            return None
        if self.laid:
            return next(move for placements, move in self.places if placements == self.laid)
        if any(self.aside):
            return next(move for counts, move in self.swaps if list(counts) == self.aside)
        return self.passes[0]

    def pending(self) -> Sequence[str]:
        aside = [f"aside {ALL_PIECES[index]}" for index, n in enumerate(self.aside) for _ in range(n)]
        return [str(placement) for placement in sorted(self.laid)] + aside

    def features(self) -> None:
        return None
