"""How a game of tiles is reviewed: the kernel plays it on, moves are tried in a search, puzzles are found."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from sixfold import bots, tiles
from sixfold.pieces import ALL_PIECES, EMPTY, Pieces
from sixfold.review.considered import BATCHES, Considered, Decision, compared
from sixfold.review.estimate import Ends, Estimate
from sixfold.review.games.played import before_moves
from sixfold.review.games.seam import Answered, Answers, Fact, Mined, Note, PuzzleAnswer, Shown, Where
from sixfold.tiles.moves import check

if TYPE_CHECKING:
    from sixfold.bots.tiles.search import Search

LEAD_MATTERS: Final = 2.0
MUCH_LUCK: Final = 6.0
GENTLE: Final = 3
EXPLAINS: Final = 0.25
TURNS: Final = 12
"""This many turns are played on; then the learned value stands for the rest. With fewer turns, luck that shows late
looks like skill. With more, the luck of all later draws hides that of one (docs/review.md has the figures).
"""
OFTEN: Final = 3
"""A game of tiles is played on this many times as often as asked for, because greedy turns take microseconds."""
ENOUGH: Final = 1500
"""No position is played on more often: luck and skill of a whole game are then sure to less than 4 points."""
TRIED: Final = 1000
"""No move is tried on more samples: what it gave away is then sure to half a point, and two points matter."""
EXPERT_CLOSE: Final = 0.55

# Playing on ------------------------------------------------------------------------------------------------------


def finish(state: tiles.State, samples: int, seed: int) -> Ends:
    from sixfold.bots.tiles.search import weights
    from sixfold.kernel import tiles as packed
    from sixfold.kernel import zeros
    from sixfold.kernel.tiles.layout import MAX_TURNS
    from sixfold.kernel.tiles.thinking import finish as kernel
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
    samples = min(OFTEN * samples, ENOUGH)
    results = zeros((samples, 2 * state.seats), np.float64)
    drawer, count = (need.seat, need.count) if need else (0, 0)
    # What was learned is about the real game: others are played to their end.
    turns = TURNS if packed.can(state.rules) else MAX_TURNS
    kernel.finish(words, weights(), scratch(), drawer, count, back, turns, samples, seed, results)
    return Ends(results[:, : state.seats], results[:, state.seats :])


def _take_out(words: NDArray[np.int64], pieces: NDArray[np.int64]) -> None:
    from sixfold.kernel.tiles.layout import BAG, BAG_HIGH, BAG_LOW

    low, high = int(words[BAG_LOW]), int(words[BAG_HIGH])
    bag = words[BAG + low : BAG + high].tolist()
    for piece in pieces.tolist():
        bag.remove(piece)
    words[BAG + low : BAG + low + len(bag)] = bag
    words[BAG_HIGH] = low + len(bag)


# The moves there were --------------------------------------------------------------------------------------------


def judge(view: tiles.View, made: tiles.Move, samples: int, seed: int, width: int) -> Decision | None:
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
    each = max(2, min(samples, TRIED) // BATCHES)
    leads, shares = np.zeros((BATCHES, len(numbers))), np.zeros((BATCHES, len(numbers)))
    for batch in range(BATCHES):
        chances, totals = search.tried(numbers, batch * each, (batch + 1) * each)
        leads[batch], shares[batch] = totals / each, chances / each
    return compared(list(moves.values()), made, leads, shares)


def _openings(search: Search, made: tiles.Move) -> dict[int, tiles.Move]:
    """One opening for each set of tiles, among them the one made. Order and direction of the tiles are no choice."""
    from sixfold.kernel.tiles import list_plays, planes

    found: dict[Pieces, tuple[int, tiles.Move]] = {}
    for packed in list_plays(search.words, planes(search.view.hand)[0]).tolist():
        move = search.packed.place(packed)
        if move == made or move.pieces not in found:
            found[move.pieces] = (int(packed), move)
    return dict(found.values())


def _packed(search: Search, made: tiles.Move) -> int | None:
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


def _ending(view: tiles.View, made: tiles.Move, search: Search) -> Decision | None:
    """Nothing is hidden: the exact final lead of the best play and of the one made."""
    from sixfold.bots.tiles.search import Search, weights

    nodes = 2_000_000
    solved = search.ending(nodes)
    if solved is None:
        return None
    best, lead = search.move(solved[0]), solved[1]
    after = view.sample(random.Random(0)).play(made)
    if after.outcome is not None:
        mine: float = after.outcome.scores[search.me] - after.outcome.scores[1 - search.me]
    else:
        assert after.to_move is not None
        answer = Search(after.view(after.to_move), 0, weights()).ending(nodes)
        if answer is None:
            return None
        mine = answer[1] if after.to_move == search.me else -answer[1]
    first = _exact(best, lead, 0.0, 0.0)
    if lead == mine:
        same = _exact(made, lead, 0.0, 0.0)
        return Decision(same, (same,), exact=True)
    own = _exact(made, mine, lead - mine, _won(lead) - _won(mine))
    return Decision(own, (first, own), exact=True)


def _exact(move: tiles.Move, lead: float, behind: float, share_behind: float) -> Considered:
    return Considered(move, Estimate(lead), Estimate(_won(lead)), Estimate(behind), Estimate(share_behind))


def _won(lead: float) -> float:
    return 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0


# What came after them --------------------------------------------------------------------------------------------


def answers(view: tiles.View, move: tiles.Move, samples: int, seed: int) -> list[Answered]:
    from sixfold.bots.tiles.search import Search, weights
    from sixfold.kernel.tiles.layout import POINTS_BIT

    search = Search(view, seed, weights())
    packed = _packed(search, move)
    if packed is None:
        return []
    board = view.board.lay(move.placements) if isinstance(move, tiles.Place) else view.board
    answered = search.answered(packed, samples)
    plays = search.replies(packed, {reply for reply, _ in answered if reply})
    lines = {0: None} | {reply: _added_to(board, play, view.rules) for reply, play in plays.items()}
    return [
        Answered(reply >> POINTS_BIT, lines[reply], lines[reply] is not None, later >> POINTS_BIT)
        for reply, later in answered
    ]


def _added_to(board: tiles.Board, play: tiles.Place, rules: tiles.Rules) -> Where | None:
    """What lay there already of the longest line of a play; None if it is all new."""
    line = check(board, play, None, rules).lines[0]
    lying = tuple(str(cell) for cell in line.cells if cell in board)
    one, other = line.pieces[:2]
    return Where(str(one)[0] if one.color == other.color else str(one)[1], lying) if lying else None


def about(view: tiles.View, made: tiles.Move, better: tiles.Move, where: Where | None) -> tuple[bool, bool]:
    cells = set(where.cells if where else ())
    laid = {str(one.cell) for one in made.placements} if isinstance(made, tiles.Place) else set()
    lines = check(view.board, better, None, view.rules).lines if isinstance(better, tiles.Place) else ()
    opened = not cells.isdisjoint(laid)
    return opened, not opened and any(cells <= {str(cell) for cell in line.cells} for line in lines)


# What to say -----------------------------------------------------------------------------------------------------


def mistake(before: tiles.State, move: tiles.Move, points: int, better: tiles.Move, lead: float) -> Note:
    return next(_mistakes(before, move, points, better, lead))


def _mistakes(before: tiles.State, move: tiles.Move, points: int, better: tiles.Move, lead: float) -> Iterator[Note]:
    facts: dict[str, Fact] = {"best": str(better), "made": points, "lead": round(lead, 1)}
    if isinstance(better, tiles.Swap):
        yield Note("better-exchange", facts | {"pieces": str(better.pieces)})
        return
    if isinstance(better, tiles.Place):
        worth = check(before.board, better, before.hands[before.to_move or 0], before.rules)
        facts |= {"points": worth.points, "lines": len(worth.lines), "cell": str(better.placements[0].cell)}
        if worth.qwirkles and not _qwirkles(before, move):
            yield Note("missed-qwirkle", facts)
        if worth.points > points and len(worth.lines) > max(1, _lines(before, move)):
            yield Note("missed-lines", facts)
        if worth.points > points:
            yield Note("missed-points", facts)
    five = _fives(before, move)
    if five and len(five) > len(_fives(before, better)):
        line, finishing = five[0]
        yield Note("left-five", facts | {"line": line, "pieces": str(finishing), "count": len(finishing)})
    yield Note("better-kept", facts)


def _qwirkles(before: tiles.State, move: tiles.Move) -> int:
    return check(before.board, move, None, before.rules).qwirkles if isinstance(move, tiles.Place) else 0


def _lines(before: tiles.State, move: tiles.Move) -> int:
    return len(check(before.board, move, None, before.rules).lines) if isinstance(move, tiles.Place) else 0


def _fives(before: tiles.State, move: tiles.Move) -> list[tuple[str, Pieces]]:
    """Lines one short of a Qwirkle after a move, with the unseen tiles that would finish each."""
    if not isinstance(move, tiles.Place):
        return []
    seat = before.to_move or 0
    board = before.board.lay(move.placements)
    kept = before.hands[seat] - move.pieces
    unseen = before.rules.box - board.pieces - kept
    found = []
    for cell, slot in sorted(board.slots.items(), key=lambda one: (one[0][1], one[0][0])):
        for runs in (slot.sides[:2], slot.sides[2:]):
            if sum(run.length for run in runs) != before.rules.kinds - 1:
                continue
            finishing = Pieces(
                piece for piece in ALL_PIECES if slot.accepts >> piece.index & 1 for _ in range(unseen.count(piece))
            )
            if finishing:
                found.append((str(tiles.Cell(*cell)), finishing))
    return found


def comes_to(move: tiles.Move) -> object:
    return move


def most(before: tiles.State) -> tuple[tiles.Move | None, int]:
    plays = before.plays()
    return (plays[0].place, plays[0].points) if plays else (None, 0)


# Puzzles ---------------------------------------------------------------------------------------------------------


def solves(position: Shown, answers: Answers, words: str) -> PuzzleAnswer:
    board = tiles.Board.parse(str(position["board"]))
    place = tiles.Place.parse(words)
    worth = tiles.check(board, place, Pieces.parse(str(position["hand"])))
    known = dict(answers)
    behind = answers[0][1] - known[str(place)] if str(place) in known else None
    return {"legal": True, "points": worth.points, "right": behind is not None and behind < 0.5, "behind": behind}


def mine(seed: int) -> Iterator[Mined]:
    """Positions where the best play is at least four points of lead ahead of the next."""
    champion = bots.find("tiles", "champion")(seed)
    for turn, state in enumerate(before_moves(tiles.State.start(2), bots.find("tiles", "thoughtful")(seed), seed)):
        if turn < 6 or turn % 4 or not state.bag_count:
            continue
        view = state.view(state.to_move)
        assert view.seat is not None
        best = champion.choose(view, bots.Budget(rollouts=6000))
        ranked = [one for one in best.alternatives if isinstance(one.move, tiles.Place)]
        if len(ranked) < 3 or ranked[0].move != best.move or ranked[0].value - ranked[1].value < 4:
            continue
        position = {
            "board": str(view.board),
            "hand": str(view.hand),
            "scores": [view.scores[view.seat], view.scores[1 - view.seat]],
            "bag": view.bag_count,
        }
        yield {"position": position, "answers": [[str(one.move), round(one.value, 1)] for one in ranked]}
