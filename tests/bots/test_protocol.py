"""What a bot is: budgets, choices, and randomness that depends on nothing but seed and position."""

import pickle
import random

import pytest

from sixfold import tiles
from sixfold.bots import Alternative, Budget, Choice, find
from sixfold.errors import NotationError
from sixfold.game import Draw
from sixfold.pieces import Pieces


def opening_view(seed: int = 1) -> tiles.View:
    rng = random.Random(seed)
    state = tiles.State.start(2)
    while state.need is not None:
        state = state.draw(Draw(state.need.seat, Pieces(rng.sample(list(state.bag), state.need.count))))
    assert state.to_move is not None
    return state.view(state.to_move)


@pytest.mark.parametrize("text", ["", "rollouts=400", "ms=1500", "rollouts=1,ms=2"])
def test_a_budget_is_read_back_as_written(text: str) -> None:
    assert str(Budget.parse(text)) == text


@pytest.mark.parametrize(
    "text", ["400", "rollouts", "rollouts=", "rollouts=-1", "rollouts=0", "ms=1,ms=2", "s=1", "ms=²"]
)
def test_a_budget_that_cannot_be_read_is_refused_with_its_text(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        Budget.parse(text)
    assert caught.value.code == "notation/budget"
    assert caught.value.text in text


def test_a_deadline_passes_only_when_there_is_one() -> None:
    assert not Budget(rollouts=5).deadline().passed
    assert Budget(rollouts=5).deadline().left_s == float("inf")
    deadline = Budget(ms=1).deadline()
    while not deadline.passed:
        pass
    assert deadline.left_s == 0.0


def test_a_choice_travels_between_processes() -> None:
    move = tiles.parse_move("0,0:Rs")
    choice = Choice[tiles.Move](move, 3.0, (Alternative[tiles.Move](move, 3.0),), "why", 7)
    assert pickle.loads(pickle.dumps(choice)) == choice


def test_the_random_stream_depends_on_seed_position_and_salt_alone() -> None:
    view = opening_view()
    bot = find("tiles", "greedy")(7)
    same = find("tiles", "greedy")(7)
    first = bot.stream(view).random()
    bot.stream(view).random()
    assert same.stream(view).random() == first
    others = {
        find("tiles", "greedy")(8).stream(view).random(),
        find("tiles", "random")(7).stream(view).random(),
        bot.stream(view, "salt").random(),
        bot.stream(opening_view(2)).random(),
    }
    assert first not in others
    assert len(others) == 4
