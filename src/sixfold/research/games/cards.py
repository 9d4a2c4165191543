"""Cards for learners: turns as numbers; no cell has a place here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sixfold import cards
from sixfold.game import Outcome
from sixfold.pieces import ALL_PIECES, KINDS, Color, Shape
from sixfold.research.actions import MOST_MOVES, Mask, first
from sixfold.research.games.results import STEPS, Results
from sixfold.research.observations import BOX, MOVE, Floats
from sixfold.rulesets import Numbers

PLACES: Final = False
_LINES: Final = (*(color.name.lower() for color in Color), *(shape.name.lower() for shape in Shape))


def in_kernel(rules: Numbers) -> bool:
    return False


def placed(view: cards.View) -> NDArray[np.int16]:
    return np.full((BOX, 3), -1, dtype=np.int16)


def plays(view: cards.View) -> None:
    return None


def goes_round(state: cards.State, rounds: int) -> Outcome | None:
    last = state.sheet[-rounds * state.seats :]
    if len(last) < rounds * state.seats or not all(isinstance(entry.move, cards.Pass) for entry in last):
        return None
    return cards.scoring.outcome(state.scores, "goes round")


class Whole:
    """Action i is the i-th distinct result of a turn: most Qwirkles first, then most cards, or the only move."""

    size = MOST_MOVES

    def begin(self, state: cards.State) -> None:
        self.results = Results.of(state)

    def mask(self) -> Mask:
        return first(min(len(self.results), self.size), self.size)

    def take(self, action: int) -> cards.Move:
        return self.results.move(action)

    def pending(self) -> Sequence[str]:
        return ()

    def features(self) -> Floats:
        return _features(self.results.steps, self.size)


def _features(steps: NDArray[np.int8], room: int) -> Floats:
    """A row for each numbered result of a card turn: Qwirkles taken twice (they are the points), cards played."""
    rows = np.zeros((room, MOVE), dtype=np.float32)
    steps = steps[:room]
    rows[: len(steps), 1] = steps[:, KINDS:].sum(axis=1)
    rows[: len(steps), 0] = rows[: len(steps), 1]
    rows[: len(steps), 2] = steps[:, :KINDS].sum(axis=1)
    return rows


class Factored:
    """Steps of a card turn. How the rows lie does not matter (C8), so a turn is what it plays and what it takes.

    0..35    play a card of this kind
    36..41   take a Qwirkle of this colour      42..47   take a Qwirkle of this shape
    COMMIT   the turn is done; with nothing else possible, the redraw of C11 or the pass of C12
    """

    COMMIT: Final = STEPS
    size = COMMIT + 1

    def begin(self, state: cards.State) -> None:
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

    def features(self) -> None:
        return None
