"""Moves as numbers, in two encodings, and back. No rule: both narrow the list of legal moves that the rules give.

`Whole`: action i is the i-th move of that list. `Factored`: a turn is built from small steps (a piece on a cell, a
piece put aside, a Qwirkle taken) and then committed; a step is legal exactly when some legal move contains all steps so
far.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from sixfold import cards, tiles
from sixfold.pieces import ALL_PIECES, KINDS, Color, Shape
from sixfold.research.results import STEPS, Results
from sixfold.tiles.state import other_moves

Mask = NDArray[np.int8]
State = tiles.State | cards.State

MOST_MOVES: Final = 2048
"""Whole moves that have a number. An opening of six tiles has 1,440 plays and real games stay below 1,000; should a
list ever be longer, the plays worth least are left out, never the exchanges."""
MOST_CELLS: Final = 256
"""Cells that have a number, in reading order, among those that some legal play uses."""

_LINES: Final = (*(color.name.lower() for color in Color), *(shape.name.lower() for shape in Shape))


class Encoding(Protocol):
    """A way to say moves by numbers, for one turn at a time."""

    size: int

    def begin(self, state: State) -> None:
        """A new turn: look at the legal moves of the seat to move."""

    def mask(self) -> Mask:
        """1 for every action that may be taken now."""

    def take(self, action: int) -> Any | None:
        """Take an action; the finished move, or None when the turn goes on. The action must be one that the mask
        allows.
        """

    def pending(self) -> Sequence[str]:
        """The steps taken so far in this turn, as text."""


def listed(state: tiles.State) -> tuple[tuple[tiles.Play, ...], tuple[tiles.Move, ...]]:
    """The plays and the other legal moves of a tile game that have a number, in the rules' canonical order."""
    assert state.to_move is not None
    plays = state.plays()
    other = other_moves(state.board, state.hands[state.to_move], state.bag_count, bool(plays))
    return plays[: MOST_MOVES - len(other)], tuple(other)


class WholeTiles:
    """Action i is the i-th legal move: places with most points first, then exchanges, or the pass."""

    size = MOST_MOVES

    def begin(self, state: State) -> None:
        assert isinstance(state, tiles.State)
        self.plays, other = listed(state)
        self.moves: tuple[tiles.Move, ...] = (*(play.place for play in self.plays), *other)

    def mask(self) -> Mask:
        return _first(len(self.moves), self.size)

    def take(self, action: int) -> tiles.Move:
        return self.moves[action]

    def pending(self) -> Sequence[str]:
        return ()


class WholeCards:
    """Action i is the i-th distinct result of a turn: most Qwirkles first, then most cards, or the only move."""

    size = MOST_MOVES

    def begin(self, state: State) -> None:
        assert isinstance(state, cards.State)
        self.results = Results.of(state)

    def mask(self) -> Mask:
        return _first(min(len(self.results), self.size), self.size)

    def take(self, action: int) -> cards.Move:
        return self.results.move(action)

    def pending(self) -> Sequence[str]:
        return ()


def _first(count: int, size: int) -> Mask:
    mask = np.zeros(size, dtype=np.int8)
    mask[:count] = 1
    return mask


class FactoredTiles:
    """Steps of a tile turn.

    36 * cell + piece   lay a piece on a playable cell (cells in reading order)
    COMMIT              the turn is done; with nothing laid and nothing aside, the pass of T16
    ASIDE + piece       put a piece aside for an exchange (T14)
    """

    COMMIT: Final = MOST_CELLS * KINDS
    ASIDE: Final = COMMIT + 1
    size = ASIDE + KINDS

    def begin(self, state: State) -> None:
        assert isinstance(state, tiles.State)
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

    def take(self, action: int) -> Any | None:
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


class FactoredCards:
    """Steps of a card turn. How the rows lie does not matter (C8), so a turn is what it plays and what it takes.

    0..35    play a card of this kind
    36..41   take a Qwirkle of this colour      42..47   take a Qwirkle of this shape
    COMMIT   the turn is done; with nothing else possible, the redraw of C11 or the pass of C12
    """

    COMMIT: Final = STEPS
    size = COMMIT + 1

    def begin(self, state: State) -> None:
        assert isinstance(state, cards.State)
        self.results = Results.of(state)
        self.done = np.zeros(STEPS, dtype=np.int8)

    def mask(self) -> Mask:
        mask = np.zeros(self.size, dtype=np.int8)
        rest = self.results.steps - self.done
        possible = rest[(rest >= 0).all(axis=1)]
        mask[: self.COMMIT] = (possible > 0).any(axis=0)
        mask[self.COMMIT] = (possible == 0).all(axis=1).any()
        return mask

    def take(self, action: int) -> cards.Move | None:
        if action != self.COMMIT:
            self.done[action] += 1
            return None
        return self.results.move(int(np.flatnonzero((self.results.steps == self.done).all(axis=1))[0]))

    def pending(self) -> Sequence[str]:
        steps = np.repeat(np.arange(STEPS), self.done).tolist()
        return [str(ALL_PIECES[i]) if i < KINDS else f"take {_LINES[i - KINDS]}" for i in steps]


def encoding(game: str, name: str) -> Encoding:
    """`whole` or `factored`, for `tiles` or `cards`."""
    if name == "whole":
        return WholeTiles() if game == "tiles" else WholeCards()
    if name == "factored":
        return FactoredTiles() if game == "tiles" else FactoredCards()
    raise ValueError(f"there is no encoding {name!r}: there are whole and factored")
