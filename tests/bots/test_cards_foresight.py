"""The strong card bots: legal and repeatable at every turn, 2 to 4 seats, exact at the end."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from sixfold.bots import Bot, Budget, find
from sixfold.bots.cards import foresight
from sixfold.cards import CARDS, TINY, Entry, Move, State, Table, Turn, View, solver
from sixfold.game import Draw, Opening
from sixfold.kernel.cards.thinking import value as cards_value
from sixfold.pieces import Pieces
from sixfold.testing import check_bot
from tests.scale import scale

NAMES = ["thoughtful", "expert", "champion"]
SMALL = Budget(rollouts=40)


def dealt(state: State, rng: random.Random) -> State:
    while state.need is not None:
        drawn = rng.sample(list(state.stock), state.need.count)
        state = state.draw(Draw(state.need.seat, Pieces(drawn)))
    return state


@pytest.mark.parametrize("name", NAMES)
def test_the_promises_of_a_bot(name: str) -> None:
    assert check_bot(find("cards", name), games=scale(1, 5), budget=SMALL) > 20


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("name", NAMES)
def test_a_whole_game(name: str, seats: int) -> None:
    """Every move is legal, told with its value, within its rollouts, and the same when asked again."""
    for number in range(scale(1, 10)):
        rng = random.Random(number)
        bot: Bot[View, Move] = find("cards", name)(7)
        rival: Bot[View, Move] = find("cards", "greedy")(8)
        state = dealt(State.start(seats), rng)
        while state.outcome is None:
            assert state.to_move is not None
            view = state.view(state.to_move)
            mine = state.to_move == 0
            choice = (bot if mine else rival).choose(view, SMALL)
            if mine and isinstance(choice.move, Turn):
                assert choice.rollouts <= 40
                assert choice.move == choice.alternatives[0].move
                assert find("cards", name)(7).choose(view, SMALL) == choice
            state = dealt(state.play(choice.move), rng)


class LastTurns(View):
    """Two players, an empty stock, two turns to go: what is unseen is the other hand, all other cards are taken."""

    @property
    def unseen(self) -> Pieces:
        return OTHER

    @property
    def bag_count(self) -> int:
        return 0


TABLE = Table.parse("RoRdRt RsRcRx OdYdBd OxYxGx GoGsGd")
OTHER = Pieces.parse("PdPoYoBtBxBc")


@pytest.mark.parametrize("hand", ["OxYxGxBxPd", "RdOoYsGtBt", "GcGtGxOxYx"])
@pytest.mark.parametrize("name", ["expert", "champion"])
def test_the_last_two_turns_are_exact(name: str, hand: str) -> None:
    """Own Qwirkles minus the other's best answer, over all afterstates of the reference."""
    table = TABLE
    mine = Pieces.parse(hand)
    view = LastTurns(
        rules=CARDS,
        seat=0,
        seats=2,
        ages=(None, None),
        hand=mine,
        hand_sizes=(len(mine), len(OTHER)),
        table=table,
        stacks=((), ()),
        sheet=(Entry(1, Turn(table.rows), 0),),
        opening=Opening((3, 3), (1,), 1),
        need=None,
        to_move=0,
        outcome=None,
        shown=(),
        last_turns=2,
    )
    choice = find("cards", name)(3).choose(view, Budget())
    best = max(
        len(after.taken) - (solver.most_qwirkles(after.left, OTHER) or 0) for after in solver.afterstates(table, mine)
    )
    assert choice.value == best


def test_what_they_cannot_think_about_is_played_like_greedy_and_said() -> None:
    state = dealt(State.start(2, rules=TINY), random.Random(3))
    assert state.to_move is not None
    view = state.view(state.to_move)
    for name in NAMES:
        choice = find("cards", name)(5).choose(view, SMALL)
        assert choice.move in view.turns()
        assert choice.note.startswith("as greedy plays, because it never learned tiny-cards/1: ")


def test_rules_are_read_as_numbers() -> None:
    """The game of the box under another name is the game of the box."""
    state = dealt(State.start(2, rules=replace(CARDS, name="house-cards/1")), random.Random(3))
    assert state.to_move is not None
    for name in NAMES:
        assert "greedy" not in find("cards", name)(5).choose(state.view(state.to_move), SMALL).note


def test_the_shipped_weights_fit_the_network() -> None:
    theta = foresight.weights()
    assert theta.shape == (cards_value.WEIGHTS,)
    assert np.isfinite(theta).all()
