"""The searching tile bots: legal and repeatable at every turn, 2 to 4 seats."""

from __future__ import annotations

import random

import pytest

from sixfold.bots import Bot, Budget, find
from sixfold.game import Draw
from sixfold.pieces import Pieces
from sixfold.tiles import TINY, Move, State, View
from tests.scale import scale

NAMES = ["thoughtful", "expert", "champion", "plain"]
SMALL = Budget(rollouts=60)


def dealt(state: State, rng: random.Random) -> State:
    while state.need is not None:
        drawn = rng.sample(list(state.bag), state.need.count)
        state = state.draw(Draw(state.need.seat, Pieces(drawn)))
    return state


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("name", NAMES)
def test_a_whole_game(name: str, seats: int) -> None:
    for number in range(scale(1, 10)):
        rng = random.Random(number)
        bot: Bot[View, Move] = find("tiles", name)(7)
        rival: Bot[View, Move] = find("tiles", "greedy")(8)
        state = dealt(State.start(seats), rng)
        turns = 0
        while state.outcome is None:
            assert state.to_move is not None
            view = state.view(state.to_move)
            if state.to_move == 0:
                choice = bot.choose(view, SMALL)
                assert choice.move in view.legal_moves()
                assert choice.rollouts <= 60
                assert choice.alternatives[0].move == choice.move or choice.value is None or not choice.alternatives
            else:
                choice = rival.choose(view, SMALL)
            state = dealt(state.play(choice.move), rng)
            turns += 1
        assert turns > 10


@pytest.mark.parametrize("name", NAMES)
def test_the_same_view_gives_the_same_choice(name: str) -> None:
    rng = random.Random(3)
    state = dealt(State.start(2), rng)
    for _ in range(12):
        assert state.to_move is not None
        view = state.view(state.to_move)
        first = find("tiles", name)(5).choose(view, SMALL)
        again = find("tiles", name)(5).choose(View.from_json(view.to_json()), SMALL)
        assert first == again
        hidden = view.sample(rng).view(state.to_move)
        assert find("tiles", name)(5).choose(hidden, SMALL) == first
        state = dealt(state.play(first.move), rng)


@pytest.mark.parametrize("name", NAMES)
def test_a_smaller_game_is_played_like_greedy(name: str) -> None:
    state = dealt(State.start(2, rules=TINY), random.Random(4))
    assert state.to_move is not None
    view = state.view(state.to_move)
    assert find("tiles", name)(5).choose(view, SMALL).move in view.legal_moves()


def test_a_budget_of_rollouts_is_used_up() -> None:
    """Most of the rollouts allowed are spent: rounding may leave a few, a clock that is not there may not stop it."""
    state = dealt(State.start(2), random.Random(6))
    state = dealt(state.play(state.plays()[0].place), random.Random(6))
    assert state.to_move is not None
    choice = find("tiles", "champion")(1).choose(state.view(state.to_move), Budget(rollouts=4000))
    assert 3500 <= choice.rollouts <= 4000


def test_time_is_a_limit_too() -> None:
    """A budget in milliseconds ends the search early: fewer rollouts than time alone would suggest, but some."""
    state = dealt(State.start(2), random.Random(6))
    state = dealt(state.play(state.plays()[0].place), random.Random(6))
    assert state.to_move is not None
    choice = find("tiles", "champion")(1).choose(state.view(state.to_move), Budget(rollouts=10**9, ms=30))
    assert 0 < choice.rollouts < 10**7


def test_an_empty_bag_is_solved() -> None:
    """With two players and no bag the champion's value is exact: playing it out gives that lead."""
    enough = Budget(rollouts=100_000)
    greedy: Bot[View, Move] = find("tiles", "greedy")(1)
    champion: Bot[View, Move] = find("tiles", "champion")(1)
    rng = random.Random(11)
    state = dealt(State.start(2), rng)
    # Two greedy turns into the ending, so that it is a small one.
    turns = 0
    while state.bag_count or turns < 2:
        assert state.to_move is not None
        turns += not state.bag_count
        state = dealt(state.play(greedy.choose(state.view(state.to_move), SMALL).move), rng)
    assert state.to_move is not None
    me = state.to_move
    promised = champion.choose(state.view(me), enough)
    assert promised.note.startswith("solved")
    while state.outcome is None:
        assert state.to_move is not None
        state = state.play(champion.choose(state.view(state.to_move), enough).move)
    assert promised.value == state.scores[me] - state.scores[1 - me]
