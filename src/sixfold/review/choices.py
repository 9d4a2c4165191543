"""What a move gave away, judged by what its player could know: the moves there were, each with its value and interval.

The hidden pieces are sampled, and every move is tried on the same samples, so that a difference between two moves has a
much smaller error than either value. With two players and an empty bag nothing is hidden and the answer is exact.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sixfold import bots, cards, tiles
from sixfold.review.worth import NOTHING, Estimate, finished

BATCHES: Final = 20
"""Samples are taken in so many batches; how the batch means vary gives the errors."""


@dataclass(frozen=True, slots=True)
class Considered:
    """A move with its value for its player: expected final lead, chance to win, and how far the best move is ahead."""

    move: Any
    lead: Estimate
    share: Estimate
    behind: Estimate
    """How much more lead the best move promises; 0 for the best itself."""
    share_behind: Estimate


@dataclass(frozen=True, slots=True)
class Choice:
    """A decision: the move made, and the moves considered, best first. `exact` when nothing was left to chance."""

    made: Considered
    considered: tuple[Considered, ...]
    exact: bool = False

    @property
    def best(self) -> Considered:
        return self.considered[0]


def judge(view: tiles.View | cards.View, made: Any, samples: int, seed: int, width: int = 10) -> Choice | None:
    """Judge a move against the others of its view; None where the hand is not known or there was no choice."""
    if not view.hand.known:
        return None
    # The kernel counts on from a seed in 64 bits: any whole number becomes one that leaves it room.
    seed %= 2**62
    if isinstance(view, tiles.View):
        return _tiles(view, made, samples, seed, width)
    return _cards(view, made, samples, seed, width)


def _choice(
    moves: list[Any], made: Any, leads: NDArray[np.float64], shares: NDArray[np.float64], apart: bool = False
) -> Choice:
    """From batch means, a row for each batch and a column for each move.

    `apart`: moves are measured against what looks best in the other half of the batches. Where values are noisy, the
    one that looks best in some samples looks too good in them, and every other move like a mistake.
    """
    values = leads if shares.std() < 1e-9 else shares
    best = int(np.argmax(values.mean(axis=0)))
    rival = np.full(len(values), best)
    if apart:
        for half in (0, 1):
            rival[half::2] = np.argmax(values[1 - half :: 2].mean(axis=0))
    rows = np.arange(len(values))
    ahead, share_ahead = leads[rows, rival], shares[rows, rival]
    found = [
        Considered(
            move,
            _estimate(leads[:, i]),
            _estimate(shares[:, i]),
            _estimate(ahead - leads[:, i]) if i != best else NOTHING,
            _estimate(share_ahead - shares[:, i]) if i != best else NOTHING,
        )
        for i, move in enumerate(moves)
    ]
    ranked = sorted(found, key=lambda one: (-one.share.mean, -one.lead.mean))
    ranked.insert(0, ranked.pop(ranked.index(found[best])))
    return Choice(found[moves.index(made)], tuple(ranked))


def _estimate(batches: NDArray[np.float64]) -> Estimate:
    return Estimate(float(batches.mean()), float(batches.std(ddof=1) / np.sqrt(len(batches))))


# Tiles -----------------------------------------------------------------------------------------------------------


def _tiles(view: tiles.View, made: tiles.Move, samples: int, seed: int, width: int) -> Choice | None:
    from sixfold.bots.tiles.search import Search, weights

    search = Search(view, seed, weights())
    if view.board:
        moves = {one.packed: search.move(one.packed) for one in search.candidates(width)}
    else:
        moves = _openings(search, made)
    if made not in moves.values():
        packed = _packed(search, made)
        if packed is None:
            return None
        moves[packed] = made
    if len(moves) < 2:
        return None
    if view.seats == 2 and not view.bag_count:
        exact = _ending(view, made, search)
        if exact is not None:
            return exact
    numbers = list(moves)
    each = max(2, samples // BATCHES)
    leads, shares = np.zeros((BATCHES, len(numbers))), np.zeros((BATCHES, len(numbers)))
    for batch in range(BATCHES):
        chances, totals = search.tried(numbers, batch * each, (batch + 1) * each)
        leads[batch], shares[batch] = totals / each, chances / each
    return _choice(list(moves.values()), made, leads, shares)


def _openings(search: Any, made: tiles.Move) -> dict[int, tiles.Move]:
    """One opening for each set of tiles, the one made among them: in what order and which way they lie is no choice."""
    from sixfold.kernel.tiles import list_plays, planes

    found: dict[Any, tuple[int, tiles.Move]] = {}
    for packed in list_plays(search.words, planes(search.view.hand)[0]).tolist():
        move = search.packed.place(packed)
        if move == made or move.pieces not in found:
            found[move.pieces] = (int(packed), move)
    return dict(found.values())


def _packed(search: Any, made: tiles.Move) -> int | None:
    """The kernel's number of a move that was not among the candidates."""
    from sixfold.kernel.tiles import list_plays, planes
    from sixfold.kernel.tiles.layout import PIECES_BIT

    if isinstance(made, tiles.Place):
        for packed in list_plays(search.words, planes(search.view.hand)[0]).tolist():
            if search.packed.place(packed) == made:
                return int(packed)
        return None
    if isinstance(made, tiles.Swap):
        left, bits = list(made.pieces), 0
        for i, piece in enumerate(search.view.hand):
            if piece in left:
                left.remove(piece)
                bits |= 1 << i
        return bits << PIECES_BIT
    return None


def _ending(view: tiles.View, made: tiles.Move, search: Any) -> Choice | None:
    """Nothing is hidden: the exact final lead of the best play and of the one made."""
    from sixfold.bots.tiles.search import Search, weights

    nodes = 2_000_000
    solved = search.ending(nodes)
    if solved is None:
        return None
    best, lead = search.move(solved[0]), solved[1]
    after = view.sample(random.Random(0)).play(made)
    if after.outcome is not None:
        mine = after.outcome.scores[search.me] - after.outcome.scores[1 - search.me]
    else:
        assert after.to_move is not None
        answer = Search(after.view(after.to_move), 0, weights()).ending(nodes)
        if answer is None:
            return None
        mine = answer[1] if after.to_move == search.me else -answer[1]
    first = _exact(best, lead, 0.0, 0.0)
    if lead == mine:
        same = _exact(made, lead, 0.0, 0.0)
        return Choice(same, (same,), exact=True)
    own = _exact(made, mine, lead - mine, _won(lead) - _won(mine))
    return Choice(own, (first, own), exact=True)


def _exact(move: Any, lead: float, behind: float, share_behind: float) -> Considered:
    return Considered(move, Estimate(lead), Estimate(_won(lead)), Estimate(behind), Estimate(share_behind))


def _won(lead: float) -> float:
    return 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0


# Cards -----------------------------------------------------------------------------------------------------------


def _cards(view: cards.View, made: cards.Move, samples: int, seed: int, width: int) -> Choice | None:
    """Candidates from the thoughtful bot; each is played out in the same sampled worlds."""
    if not isinstance(made, cards.Turn):
        return None
    asked = bots.find("cards", "thoughtful")(seed).choose(view, bots.Budget(rollouts=2000))
    moves: list[Any] = [one.move for one in asked.alternatives[: width - 1]]
    if asked.move not in moves:
        moves.append(asked.move)
    same = next((move for move in moves if _result(move) == _result(made)), None)
    if same is not None:
        moves[moves.index(same)] = made
    else:
        moves.append(made)
    if len(moves) < 2:
        return None
    rng = random.Random(seed)
    each = max(4, samples // (BATCHES * 4))
    leads, shares = np.zeros((BATCHES, len(moves))), np.zeros((BATCHES, len(moves)))
    for batch in range(BATCHES):
        for number in range(each):
            world = view.sample(rng)
            for at, move in enumerate(moves):
                scores = finished(world.play(move), 4, seed + 1000 * batch + number)
                assert view.seat is not None
                best = np.delete(scores, view.seat, axis=1).max(axis=1)
                lead = scores[:, view.seat] - best
                leads[batch, at] += lead.mean() / each
                shares[batch, at] += ((lead > 0) + 0.5 * (lead == 0)).mean() / each
    return _choice(moves, made, leads, shares, apart=True)


def _result(turn: Any) -> Any:
    """What a turn comes to, however its rows lie (C8)."""
    return (turn.pieces, turn.taken) if isinstance(turn, cards.Turn) else turn
