"""All distinct results of a turn of cards, as one array, for environments to choose from. How rows lie does not count
(C8).

A result is 48 numbers: how many cards of each of the 36 kinds are played, and how many Qwirkles are taken of each
colour and of each shape. The kernel lists them in a millisecond.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sixfold import cards
from sixfold.kernel import cards as kernel
from sixfold.pieces import ALL_PIECES, KINDS, Pieces

STEPS: Final = KINDS + 12


@dataclass(frozen=True)
class Results:
    """The results of one turn, most Qwirkles first, then most cards; or the moves of a turn with few (C5, C11, C12)."""

    state: cards.State
    steps: NDArray[np.int8]
    only: tuple[cards.Move, ...]

    @classmethod
    def of(cls, state: cards.State) -> Results:
        """What the seat to move can bring about."""
        only = state.forced_moves()
        if only:
            rows = [_steps_of(state, move) for move in only]
            return cls(state, np.array(rows, dtype=np.int8).reshape(-1, STEPS), only)
        assert state.to_move is not None
        hand = state.hands[state.to_move]
        steps = _compiled(state.table, hand, state.rules)
        # Last key first: Qwirkles, then cards, then the numbers themselves, so that the order never depends
        # on who listed.
        keys = (*steps.T[::-1], -steps[:, :KINDS].sum(axis=1), -steps[:, KINDS:].sum(axis=1))
        return cls(state, steps[np.lexsort(keys)], ())

    def __len__(self) -> int:
        return len(self.steps)

    def move(self, index: int) -> cards.Move:
        """A move that has this result."""
        if self.only:
            return self.only[index]
        steps = self.steps[index]
        taken = taken_rows(steps[KINDS:].tolist(), self.state.rules)
        after = (
            np.array(self.state.table.counts) + steps[:KINDS] - np.array(Pieces(p for row in taken for p in row).counts)
        )
        rows = kernel.arrange(tuple(after.tolist()), self.state.rules)
        assert rows is not None, "results are listed only where the rest can be arranged"
        return cards.Turn(rows, taken)


def taken_rows(lines: list[int], rules: cards.Rules) -> tuple[cards.Row, ...]:
    """The Qwirkles of a result: six numbers by colour, then six by shape."""
    kinds = range(rules.kinds)
    rows = [cards.Row(ALL_PIECES[6 * c + s] for s in kinds) for c in kinds for _ in range(lines[c])]
    rows += [cards.Row(ALL_PIECES[6 * c + s] for c in kinds) for s in kinds for _ in range(lines[6 + s])]
    return tuple(rows)


def _lines_of(taken: tuple[cards.Row, ...]) -> list[int]:
    lines = [0] * 12
    for row in taken:
        first, second, *_ = row
        lines[first.color if first.color == second.color else 6 + first.shape] += 1
    return lines


def _steps_of(state: cards.State, move: cards.Move) -> list[int]:
    if not isinstance(move, cards.Turn):
        return [0] * STEPS
    played = [n - lying for n, lying in zip(move.pieces.counts, state.table.counts, strict=True)]
    return played + _lines_of(move.taken)


def _compiled(table: cards.Table, hand: Pieces, rules: cards.Rules) -> NDArray[np.int8]:
    """The kernel's list, unpacked: bit planes of the cards and two bits a line (drawn in kernel.cards.listing)."""
    rows = kernel.afterstate_rows(kernel.planes(table.counts), kernel.planes(hand.counts), rules)
    bits = np.arange(KINDS)
    played = sum((rows[:, [plane]] >> bits & 1 for plane in range(3)), start=np.zeros((len(rows), KINDS), np.int64))
    return np.hstack([played, rows[:, [7]] >> 2 * np.arange(12) & 3]).astype(np.int8)
