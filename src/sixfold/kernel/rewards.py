"""What learners get for what happened since they last looked, in four ways; compiled. The same for both games.

A unit of points is what the game calls much: rewards of all kinds are then of the same size.
"""

# mypy: disable-error-code="no-any-return"
# Words of a game are Any to mypy: compiled functions are typed by the compiler.

from __future__ import annotations

from typing import Final

from sixfold.kernel.engine import Doubles, Words, at, compiled, ctpop

WIN: Final = 0
MARGIN: Final = 1
POINTS: Final = 2
SHAPED: Final = 3


@compiled
def reward_winners(scores: Words, seats: int, rewards: Doubles) -> None:
    """What every seat gets at the end: winners share 1, and all rewards sum to 0."""
    best = 0
    winners = 0
    for seat in range(seats):
        score = scores[at(seat)]
        if score > best:
            best = score
            winners = 1 << seat
        elif score == best:
            winners |= 1 << seat
    share = 1.0 / ctpop(winners)
    for seat in range(seats):
        won = share if winners >> seat & 1 else 0.0
        rewards[at(seat)] = (won * seats - 1) / (seats - 1)


@compiled
def lead(scores: Words, seats: int, seat: int) -> int:
    """How far a seat is ahead of the best of the others."""
    best = -1
    for other in range(seats):
        if other != seat:
            best = max(best, scores[at(other)])
    return scores[at(seat)] - best


@compiled
def reward(
    scores: Words, before: Words, seats: int, over: bool, kind: int, unit: float, discount: float, rewards: Doubles
) -> None:
    """What every seat gets for what happened since its points were those of `before`."""
    for seat in range(4):
        rewards[at(seat)] = 0.0
    if over and kind in (WIN, SHAPED):
        reward_winners(scores, seats, rewards)
    for seat in range(seats):
        if kind == POINTS:
            rewards[at(seat)] = (scores[at(seat)] - before[at(seat)]) / unit
        elif kind == MARGIN and over:
            rewards[at(seat)] = lead(scores, seats, seat) / unit
        elif kind == SHAPED:
            after = 0.0 if over else discount * lead(scores, seats, seat) / unit
            rewards[at(seat)] += after - lead(before, seats, seat) / unit
