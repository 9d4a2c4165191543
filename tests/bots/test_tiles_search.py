"""The searching tile bots: legal and repeatable at every turn, 2 to 4 seats."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from sixfold.bots import Bot, Budget, find
from sixfold.game import Draw
from sixfold.pieces import Pieces
from sixfold.tiles import SHORT, TARGET, TILES, TINY, Move, Rules, State, View
from tests.scale import scale
from tests.spec.files import load
from tests.spec.game import played

NAMES = ["thoughtful", "expert", "champion", "plain"]
SMALL = Budget(rollouts=60)
EXAMPLES = load("examples/tiles.json")


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
def test_what_it_cannot_think_about_is_played_like_greedy_and_said(name: str) -> None:
    state = dealt(State.start(2, rules=TINY), random.Random(4))
    assert state.to_move is not None
    view = state.view(state.to_move)
    bot, greedy = find("tiles", name)(5), find("tiles", "greedy")(5)
    choice = bot.choose(view, SMALL)
    assert choice.move == greedy.choose(view, SMALL).move
    assert choice.note.startswith("as greedy plays, because it never learned tiny-tiles/1: ")
    state = dealt(State.start(2), random.Random(4))
    assert state.to_move is not None
    view = state.view(state.to_move)
    unsure = replace(view, hand=Pieces([*list(view.hand)[1:]], 1))
    assert bot.choose(unsure, SMALL).note.startswith("as greedy plays, because not all of its hand is known: ")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("rules", [TILES, SHORT, TARGET, replace(SHORT, name="house/1", end_bonus=10)])
def test_rules_are_read_as_numbers(name: str, rules: Rules) -> None:
    """By whatever name a game goes: a level thinks as it does, and never falls back on greedy without a word."""
    rng = random.Random(4)
    state = dealt(State.start(2, rules=rules), rng)
    for _ in range(6):
        assert state.to_move is not None
        choice = find("tiles", name)(5).choose(state.view(state.to_move), SMALL)
        assert "greedy" not in choice.note
        assert choice.rollouts > 0 or name == "thoughtful" or not state.board or len(choice.alternatives) == 1
        state = dealt(state.play(choice.move), rng)


def test_the_last_turn_before_the_target_ends_the_game_is_exact() -> None:
    """Seat 0 has 120 of 100 points; seat 1 has one turn, with which T21 ends the game."""
    (case,) = (game for game in EXAMPLES["games"] if game["name"] == "Somebody has the target: the round is completed")
    state = played(case["ruleset"], case["seats"], case["steps"])
    choice = find("tiles", "champion")(1).choose(state.view(1), SMALL)
    assert (len(choice.move.pieces), choice.value) == (6, 24 + 84 - 120)


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
