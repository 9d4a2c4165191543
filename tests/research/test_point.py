"""Tile games that the kernel follows for an environment are those of the rules: moves, their order, what is seen."""

import random
from collections.abc import Iterator

import numpy as np
import pytest

from sixfold import bots, rulesets, tiles
from sixfold.game import Draw
from sixfold.kernel import engine, using
from sixfold.pieces import ALL_PIECES, Pieces
from sixfold.research import course, games, observations
from sixfold.research.actions import MOST_MOVES
from sixfold.research.games.order import FARTHEST
from sixfold.research.games.point import Point
from sixfold.research.games.tiles import Whole, placed
from tests.scale import scale


def both(rules: str, seats: int, seed: int, *, swapping: float = 0.3) -> Iterator[tuple[tiles.State, Point]]:
    """A game of the rules, and the same in the kernel, with random moves and the same draws."""
    rng = random.Random(seed)
    state = course.settle(rulesets.find(rules).start(seats), rng)
    assert isinstance(state, tiles.State)
    point = Point.of(state)
    while True:
        yield state, point
        if state.outcome is not None:
            return
        others = point.order[point.numbered :]
        swap = len(others) and (not len(point.listed) or rng.random() < swapping)
        choice = int(rng.choice(others)) if swap else rng.randrange(len(point.listed))
        drawn = rng.sample(point.bag, point.draws(choice))
        state = state.play(point.move(choice))
        if state.need is not None:
            state = state.draw(Draw(state.need.seat, Pieces(ALL_PIECES[kind] for kind in drawn)))
        before, point = point, point.after(choice, drawn)
        assert before.made(choice, point).move == before.move(choice)


def check(state: tiles.State, point: Point) -> None:
    """The point says everything that the rules say of the state."""
    assert point.outcome == state.outcome
    assert (point.scores, point.sizes, point.bag_count) == (
        state.scores,
        tuple(map(len, state.hands)),
        state.bag_count,
    )
    assert point.bag == [piece.index for piece in state.bag]
    for seat in range(state.seats):
        view = state.view(seat)
        assert (point.vector(seat) == observations.vector(view)).all()
        assert (point.placed == placed(view)).all()
    if state.to_move is None:
        assert point.actions == 0
        return
    assert point.mover == state.to_move
    whole = Whole()
    whole.begin(state)
    assert tuple(point.move(point.choice(action)) for action in range(point.actions)) == whole.moves
    assert (point.features() == whole.features()).all()
    glance, view = point.glance(), state.view(state.to_move)
    for name in ("rules", "seat", "hand", "hand_sizes", "scores", "bag_count", "unseen"):
        assert getattr(glance, name) == getattr(view, name)
    if len(point.listed):
        best = [play.place for play in whole.plays if play.points == whole.plays[0].points]
        assert [point.move(choice) for choice in point.best()] == best
    assert [point.chosen(move) for move in whole.moves[:: max(1, len(whole.moves) // 3)]] == point.order[
        :: max(1, len(whole.moves) // 3)
    ].tolist()


@pytest.mark.parametrize("rules", ["tiles/1", "tiles-short/1", "tiles-100/1", "tiny-tiles/1"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_in_the_kernel_is_the_game_of_the_rules(rules: str, seats: int) -> None:
    for seed in range(scale(1, 40)):
        ended = False
        for turn, (state, point) in enumerate(both(rules, seats, 10 * seats + seed)):
            if turn % 4 == 0 or state.outcome is not None or not state.bag_count:
                check(state, point)
            ended = state.outcome is not None
        assert ended


def test_a_point_from_midgame_is_the_point_that_play_led_to() -> None:
    for turn, (state, point) in enumerate(both("tiles/1", 2, 5)):
        if turn % 9 == 0 or state.outcome is not None:
            again = Point.of(state)
            check(state, again)
            assert (again.placed == point.placed).all()


def test_a_list_longer_than_the_room_is_listed_again() -> None:
    rng = random.Random(3)
    for _, (state, _) in zip(range(20), both("tiles/1", 2, 8), strict=False):
        point = Point.of(state, room=16)
        check(state, point)
        if len(point.listed) >= 16:
            assert point.room > 16
        choice = rng.randrange(len(point.listed))
        drawn = rng.sample(point.bag, point.draws(choice))
        after = state.play(point.move(choice))
        assert after.need is not None
        after = after.draw(Draw(after.need.seat, Pieces(ALL_PIECES[kind] for kind in drawn)))
        check(after, point.after(choice, drawn))


def test_points_do_not_disturb_each_other() -> None:
    """Two games in turn, and one point followed twice: a point is a value."""
    one, other = both("tiles/1", 2, 1), both("tiles/1", 3, 2)
    for _, first, second in zip(range(12), one, other, strict=False):
        check(*second)
        check(*first)
    state, point = first
    drawn = point.bag[: point.draws(0)]
    assert (point.after(0, drawn).words == point.after(0, drawn).words).all()
    check(state, point)


def test_more_plays_than_numbers_leave_out_those_worth_least() -> None:
    """Six tiles of one colour beside a lone tile: thousands of plays."""
    state = next(both("tiles/1", 2, 4))[0]
    hand = Pieces.parse("RoRsRdRcRtRx")
    state = tiles.State(
        rules=state.rules,
        seats=2,
        ages=state.ages,
        hands=(hand, Pieces.parse("OoOsOdYcYtYx")),
        board=tiles.Board.parse("0,0:Bo"),
        scores=(0, 3),
        sheet=(),
        opening=state.opening,
        need=None,
        to_move=0,
        outcome=None,
    )
    point = Point.of(state)
    assert len(point.listed) > MOST_MOVES
    assert point.actions == MOST_MOVES
    check(state, point)


def test_a_board_far_from_the_beginning_is_refused() -> None:
    state = next(both("tiles/1", 2, 4))[0]
    moved = tiles.Board.of([(tiles.Cell(FARTHEST, 0), ALL_PIECES[0])])
    with pytest.raises(ValueError, match="too far"):
        Point.of(tiles.State(**{name: getattr(state, name) for name in state.__slots__} | {"board": moved}))


@pytest.mark.parametrize("name", ["greedy", "casual"])
@pytest.mark.parametrize("seats", [2, 3])
def test_a_bot_answers_by_numbers_as_it_answers_by_the_rules(name: str, seats: int) -> None:
    """The same course by the kernel and by the rules, with the same bot in every seat: every state is the same."""
    ruleset = rulesets.find("tiles")
    bot = bots.find("tiles", name)(seed=3)
    start = course.settle(ruleset.start(seats), random.Random(seats))
    quick = course.of(ruleset, "whole")
    slow = course.ByRules(games.of("tiles"), games.encoding("tiles", "whole"), whole=True)
    assert isinstance(quick, course.ByKernel)
    chances = [random.Random(1), random.Random(1)]
    both_ways: list[course.Course] = [quick, slow]
    for one in both_ways:
        one.begin(start)
    turns = 0
    while slow.outcome is None:
        for way, rng in zip(both_ways, chances, strict=True):
            way.answer(bot, bots.Budget(rollouts=1), rng)
        turns += 1
        if turns % 10 == 0:
            for seat in range(seats):
                mine, theirs = quick.see(seat), slow.see(seat)
                assert mine.keys() == theirs.keys()
                assert all((mine[key] == theirs[key]).all() and mine[key].dtype == theirs[key].dtype for key in mine)
    assert quick.state == slow.state
    assert quick.outcome == slow.outcome


def test_the_engines_agree() -> None:
    def run() -> list[np.int64]:
        return [point.words.sum() for _, point in both("tiles/1", 2, 6)]

    with using("numba" if engine() == "wasm" else "wasm"):
        theirs = run()
    assert run() == theirs
