"""What a position is worth to someone who sees all hands: the mean result of playing it to the end many times.

A `Worth` has, for every seat, the mean final lead over the best other seat and the mean share of the victory, each with
its standard error. Only the order of the bag is unknown here; what a player could not know is judged in `choices`, not
here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sixfold import cards, tiles
from sixfold.errors import PositionError
from sixfold.pieces import EMPTY

Z95: Final = 1.96


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its standard error."""

    mean: float
    error: float = 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval."""
        return self.mean - Z95 * self.error, self.mean + Z95 * self.error

    def __sub__(self, other: Estimate) -> Estimate:
        """The difference of two that were estimated apart."""
        return Estimate(self.mean - other.mean, float(np.hypot(self.error, other.error)))

    def __add__(self, other: Estimate) -> Estimate:
        return Estimate(self.mean + other.mean, float(np.hypot(self.error, other.error)))

    def __neg__(self) -> Estimate:
        return Estimate(-self.mean, self.error)


NOTHING: Final = Estimate(0.0)


@dataclass(frozen=True, slots=True)
class Worth:
    """Of one position, for every seat: the final lead in points or Qwirkles, and the share of the victory."""

    lead: tuple[Estimate, ...]
    share: tuple[Estimate, ...]


def of_scores(scores: NDArray[np.float64]) -> Worth:
    """From final scores, a row for each time the game was finished and a column for each seat."""
    seats = scores.shape[1]
    best_other = np.stack([np.delete(scores, seat, axis=1).max(axis=1) for seat in range(seats)], axis=1)
    winners = scores == scores.max(axis=1, keepdims=True)
    shares = winners / winners.sum(axis=1, keepdims=True)
    return Worth(_estimates(scores - best_other), _estimates(shares))


def _estimates(values: NDArray[np.float64]) -> tuple[Estimate, ...]:
    count = len(values)
    errors = values.std(axis=0, ddof=1) / np.sqrt(count) if count > 1 else np.zeros(values.shape[1])
    return tuple(Estimate(float(m), float(e)) for m, e in zip(values.mean(axis=0), errors, strict=True))


def worth(state: tiles.State | cards.State, samples: int, seed: int) -> Worth:
    """What a state is worth. One that is over is worth its result; hands must be known (`known` tells)."""
    return of_scores(finished(state, samples, seed))


def known(state: tiles.State | cards.State) -> bool:
    """Whether every piece of the state is known, so that it can be played on."""
    back = state.need.back if state.need else EMPTY
    return all(hand.known for hand in state.hands) and back.known


def finished(state: tiles.State | cards.State, samples: int, seed: int) -> NDArray[np.float64]:
    """Final scores of playing on `samples` times, a row each."""
    if state.outcome is not None:
        return np.array([state.outcome.scores], dtype=np.float64)
    if not known(state):
        raise PositionError("a position with unknown pieces cannot be played on", code="position/unknown")
    return _tiles(state, samples, seed) if isinstance(state, tiles.State) else _cards(state, samples, seed)


def _tiles(state: tiles.State, samples: int, seed: int) -> NDArray[np.float64]:
    from sixfold.bots.tiles.search import weights
    from sixfold.kernel import tiles as packed
    from sixfold.kernel import zeros
    from sixfold.kernel.tiles.thinking.finish import finish
    from sixfold.kernel.tiles.thinking.scratch import scratch

    need = state.need
    mover = (need.seat + 1) % state.seats if need is not None else state.to_move
    assert mover is not None
    opener = (mover - len(state.sheet)) % state.seats
    words = packed.pack(state.board, state.hands, state.scores, mover, state.rules, seed, opener).words
    back = np.array([piece.index for piece in (need.back if need else EMPTY)], dtype=np.int64)
    if len(back):
        # Pieces put aside are in no hand, so packing took them for part of the bag; they return to it after the draw.
        _take_out(words, back)
    results = zeros((samples, state.seats), np.float64)
    drawer, count = (need.seat, need.count) if need else (0, 0)
    finish(words, weights(), scratch(), drawer, count, back, state.seats, samples, seed, results)
    return results


def _take_out(words: Any, pieces: NDArray[np.int64]) -> None:
    from sixfold.kernel.tiles.layout import BAG, BAG_HIGH, BAG_LOW

    low, high = int(words[BAG_LOW]), int(words[BAG_HIGH])
    bag = words[BAG + low : BAG + high].tolist()
    for piece in pieces.tolist():
        bag.remove(piece)
    words[BAG + low : BAG + low + len(bag)] = bag
    words[BAG_HIGH] = low + len(bag)


def _cards(state: cards.State, samples: int, seed: int) -> NDArray[np.float64]:
    from sixfold.kernel import cards as packed
    from sixfold.kernel import zeros
    from sixfold.kernel.cards import games as cards_games
    from sixfold.kernel.cards.thinking import finish

    need = state.need
    back = np.array([piece.index for piece in (need.back if need else EMPTY)], dtype=np.int64)
    due = finish.NOTHING_DUE if need is None else finish.REDRAW_DUE if len(back) else finish.DRAW_DUE
    start = packed.pack_state(state if need is None else replace(state, need=None, to_move=need.seat), seed)
    if len(back):
        # As above: packing took the hand that was put aside for part of the stock.
        stock = start[cards_games.STOCK : cards_games.STOCK + int(start[cards_games.STOCK_COUNT])].tolist()
        for piece in back.tolist():
            stock.remove(piece)
        start[cards_games.STOCK : cards_games.STOCK + len(stock)] = stock
        start[cards_games.STOCK_COUNT] = len(stock)
    results = zeros((samples, state.seats), np.float64)
    rows, game, space = zeros((1, 8)), zeros(cards_games.GAME), packed.workspace(state.rules)
    finish.finish_games(game, start, space, rows, due, back, samples, seed, results)
    return results
