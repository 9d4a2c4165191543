"""Every state of a tiny game: the laws without exception, by going everywhere."""

from dataclasses import replace

import pytest

from sixfold.pieces import Pieces
from sixfold.tiles import TINY, Board, Rules, State, plays
from tests.scale import SOAK
from tests.spec.perft import nexts
from tests.tiles import brute

ONE = Rules("one", kinds=2, copies=1, hand=1, qwirkle_bonus=2, end_bonus=2)
"""Even smaller than TINY: four tiles and hands of one, so that exchanges can be followed everywhere too."""


def everywhere(rules: Rules, seats: int) -> set[State]:
    """Every state that can be reached, points and the sheet left aside: with them exchanges would go on for ever."""
    start = State.start(seats, rules=rules)
    seen, waiting = {start}, [start]
    while waiting:
        state = waiting.pop()
        following = list(nexts(state))
        assert bool(following) == (state.outcome is None)
        for _, after in following:
            assert accounted(after) == rules.box
            after = replace(after, sheet=(), scores=(0,) * seats)
            if after.outcome:
                after = replace(after, outcome=replace(after.outcome, scores=(), winners=()))
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return seen


def accounted(state: State) -> Pieces:
    total = state.board.pieces + state.bag
    for pieces in (*state.hands, *((state.need.back,) if state.need else ())):
        total = total + pieces
    return total


SMALL = [(ONE, 2, 573), (ONE, 3, 193), (ONE, 4, 89), (TINY, 4, 6839)]
LARGE = [(TINY, 3, 139_929), (TINY, 2, 210_963)]


@pytest.mark.parametrize(("rules", "seats", "count"), SMALL + LARGE if SOAK else SMALL)
def test_every_state(rules: Rules, seats: int, count: int) -> None:
    states = everywhere(rules, seats)
    assert len(states) == count
    reasons = {state.outcome.reason for state in states if state.outcome}
    assert reasons <= {"T17", "T18"}
    for state in states:
        # T9, T10: the slots are exactly the empty cells beside tiles, and a board read again says the same.
        again = Board.parse(str(state.board), rules)
        assert again.slots == state.board.slots


def test_every_play_of_every_tiny_board() -> None:
    """All boards that plays of two tiles can reach, with every hand: listed is what brute force finds."""
    hands = [Pieces(p) for p in {tuple(sorted((a, b))) for a in TINY.box.distinct() for b in TINY.box.distinct()}]
    seen, waiting = {Board()}, [Board()]
    while waiting and len(seen) < 1500:
        board = waiting.pop()
        left = TINY.box - board.pieces
        for hand in hands:
            if not left.covers(hand):
                continue
            found = plays(board, hand, TINY)
            if board:
                # Brute force counts by the real bonus: compare the plays, and the points without any.
                listed = {str(play.place) for play in found}
                tried = {text for _, _, text in brute.all_plays(str(board), str(hand)) if fits(board, text)}
                assert listed == tried
            for play in found:
                after = board.lay(play.place.placements)
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)


def fits(board: Board, text: str) -> bool:
    """Whether the lines of a play are not longer than two, which with two colours and two shapes they cannot be."""
    return all(len(line) <= 2 for line in _lines(board, text))


def _lines(board: Board, text: str) -> list[list[tuple[int, int]]]:
    laid = brute.read(text)
    tiles = {**brute.read(str(board)), **laid}
    return [brute.line(tiles, cell, dx, dy) for cell in laid for dx, dy in ((1, 0), (0, 1))]
