"""How a game of cards is reviewed: the kernel plays it to the end, turns are tried in sampled worlds, puzzles are
found.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Final

import numpy as np

from sixfold import bots, cards
from sixfold.errors import NotationError
from sixfold.pieces import ALL_PIECES, EMPTY, Piece, Pieces
from sixfold.review.considered import BATCHES, Decision, compared
from sixfold.review.estimate import Ends, ended
from sixfold.review.games.played import before_moves
from sixfold.review.games.seam import NO_ANSWER, Answered, Answers, Fact, Mined, Note, PuzzleAnswer, Shown, Where

LEAD_MATTERS: Final = 0.4
MUCH_LUCK: Final = 0.8
GENTLE: Final = 1
EXPLAINS: Final = 0.08
"""A turn of cards is judged by the whole rest of the game, and the next turn is a small part of it."""
EXPERT_CLOSE: Final = 0.3

# Playing on ------------------------------------------------------------------------------------------------------


def finish(state: cards.State, samples: int, seed: int) -> Ends:
    from sixfold.kernel import cards as packed
    from sixfold.kernel import zeros
    from sixfold.kernel.cards import games as cards_games
    from sixfold.kernel.cards.thinking import finish as kernel

    need = state.need
    back = np.array([piece.index for piece in (need.back if need else EMPTY)], dtype=np.int64)
    due = kernel.NOTHING_DUE if need is None else kernel.REDRAW_DUE if len(back) else kernel.DRAW_DUE
    start = packed.pack_state(state if need is None else replace(state, need=None, to_move=need.seat), seed)
    if len(back):
        # Packing took the hand that was put aside for part of the stock.
        stock = start[cards_games.STOCK : cards_games.STOCK + int(start[cards_games.STOCK_COUNT])].tolist()
        for piece in back.tolist():
            stock.remove(piece)
        start[cards_games.STOCK : cards_games.STOCK + len(stock)] = stock
        start[cards_games.STOCK_COUNT] = len(stock)
    results = zeros((samples, state.seats), np.float64)
    rows, game, space = zeros((1, 8)), zeros(cards_games.GAME), packed.workspace(state.rules)
    kernel.finish_games(game, start, space, rows, due, back, samples, seed, results)
    return ended(results)


# The turns there were --------------------------------------------------------------------------------------------


def judge(view: cards.View, made: cards.Move, samples: int, seed: int, width: int) -> Decision | None:
    """Candidates from the thoughtful bot; each is played out in the same sampled worlds."""
    if not isinstance(made, cards.Turn):
        return None
    asked = bots.find("cards", "thoughtful")(seed).choose(view, bots.Budget(rollouts=2000))
    moves: list[cards.Move] = [one.move for one in asked.alternatives[: width - 1]]
    if asked.move not in moves:
        moves.append(asked.move)
    same = next((move for move in moves if comes_to(move) == comes_to(made)), None)
    if same is not None:
        moves[moves.index(same)] = made
    else:
        moves.append(made)
    if len(moves) < 2:
        return None
    assert view.seat is not None
    rng = random.Random(seed)
    each = _worlds(samples)
    leads, shares = np.zeros((BATCHES, len(moves))), np.zeros((BATCHES, len(moves)))
    for batch in range(BATCHES):
        for number in range(each):
            world = view.sample(rng)
            for at, move in enumerate(moves):
                lead = _finished(world.play(move), 4, seed + 1000 * batch + number).leads[:, view.seat]
                leads[batch, at] += lead.mean() / each
                shares[batch, at] += ((lead > 0) + 0.5 * (lead == 0)).mean() / each
    return compared(moves, made, leads, shares, apart=True)


def _worlds(samples: int) -> int:
    """How many worlds a batch has."""
    return max(4, samples // (BATCHES * 4))


def _finished(state: cards.State, samples: int, seed: int) -> Ends:
    """As `finish`, also where the game is over."""
    if state.outcome is not None:
        return ended(np.array([state.outcome.scores], dtype=np.float64))
    return finish(state, samples, seed)


def comes_to(move: cards.Move) -> object:
    """However its rows lie (C8)."""
    return (move.pieces, move.taken) if isinstance(move, cards.Turn) else move


# What came after them --------------------------------------------------------------------------------------------


def answers(view: cards.View, move: cards.Move, samples: int, seed: int) -> list[Answered]:
    """The Qwirkles that the next player can take in each world; what comes later would need cards to be drawn."""
    from sixfold.kernel import cards as packed

    if not isinstance(move, cards.Turn) or view.seat is None:
        return []
    rng, table = random.Random(seed), cards.Table(move.rows).counts
    found: list[Answered] = []
    for _ in range(BATCHES * _worlds(samples)):
        world = view.sample(rng)
        if not found and world.play(move).outcome is not None:
            return []
        most = packed.value(table, world.hands[(view.seat + 1) % view.seats], view.rules)
        taken = most[0] if most else 0
        found.append(NO_ANSWER._replace(points=taken, told=taken > 0))
    return found


def about(view: cards.View, made: cards.Move, better: cards.Move, where: Where | None) -> tuple[bool, bool]:
    return False, False


# What to say -----------------------------------------------------------------------------------------------------


def mistake(before: cards.State, move: cards.Move, points: int, better: cards.Move, lead: float) -> Note:
    return next(_mistakes(move, points, better, lead))


def _mistakes(move: cards.Move, points: int, better: cards.Move, lead: float) -> Iterator[Note]:
    taken = len(better.taken) if isinstance(better, cards.Turn) else 0
    facts: dict[str, Fact] = {"best": str(better), "made": points, "points": taken, "lead": round(lead, 2)}
    if taken > points:
        yield Note("missed-qwirkles", facts)
    if _lying(move) > _lying(better):
        yield Note("gave-qwirkle", facts)
    yield Note("other-rest", facts)


def _lying(move: cards.Move) -> int:
    """How many cards a turn leaves on the table."""
    return sum(map(len, move.rows)) if isinstance(move, cards.Turn) else 0


def most(before: cards.State) -> tuple[cards.Move | None, int]:
    assert before.to_move is not None
    solved = None if not before.sheet else cards.best(before.table, before.hands[before.to_move], before.rules)
    return (None, 0) if solved is None else (cards.Turn(solved.rows, solved.taken), solved.qwirkles)


# Puzzles ---------------------------------------------------------------------------------------------------------


def solves(position: Shown, answers: Answers, words: str) -> PuzzleAnswer:
    turn = cards.parse_move(words)
    if not isinstance(turn, cards.Turn):
        raise NotationError("a puzzle wants a turn: rows and Qwirkles", code="notation/move")
    rows, wanted = position["rows"], position["qwirkles"]
    # Puzzles are shipped so.
    assert isinstance(rows, list)
    assert isinstance(wanted, int)
    played = cards.check(cards.Table.parse(rows), Pieces.parse(str(position["hand"])), turn)
    return {"legal": True, "points": played.qwirkles, "right": played.qwirkles >= wanted}


def mine(seed: int) -> Iterator[Mined]:
    """Tables where Qwirkles can be taken only by regrouping: no row on the table needs just cards of the hand."""
    for turn, state in enumerate(before_moves(cards.State.start(2), bots.find("cards", "greedy")(seed), seed)):
        if turn < 4:
            continue
        view = state.view(state.to_move)
        solved = cards.best(view.table, view.hand)
        if solved is None or solved.qwirkles == 0 or _simple(view):
            continue
        position = {
            "rows": [str(row) for row in view.table],
            "hand": str(view.hand),
            "qwirkles": solved.qwirkles,
            "bag": view.bag_count,
        }
        yield {"position": position, "answers": [[str(cards.Turn(solved.rows, solved.taken)), solved.qwirkles]]}


def _simple(view: cards.View) -> bool:
    """Whether some row can be completed from the hand alone, or the hand holds a Qwirkle."""
    held = set(view.hand.distinct())
    for row in (*view.table, ()):
        lying = set(row)
        for line in _lines():
            if lying <= line and line - lying <= held:
                return True
    return False


@cache
def _lines() -> tuple[frozenset[Piece], ...]:
    by_color = [frozenset(p for p in ALL_PIECES if p.color == n) for n in range(6)]
    return (*by_color, *(frozenset(p for p in ALL_PIECES if p.shape == n) for n in range(6)))
