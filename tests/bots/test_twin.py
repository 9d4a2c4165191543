"""The light card bots choose the same with the kernel and without it."""

import random

import pytest

from sixfold import cards
from sixfold.bots import Budget, find
from sixfold.bots.cards import sight
from sixfold.game import Draw
from sixfold.kernel import cards as kernel
from sixfold.pieces import Pieces
from tests.scale import scale


@pytest.mark.parametrize("name", ["greedy", "casual"])
def test_a_choice_does_not_depend_on_the_kernel(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    bot = find("cards", name)(3)
    turns = 0
    for number in range(scale(2, 50)):
        rng = random.Random(number)
        state = cards.State.start(2 + number % 3)
        while state.outcome is None:
            if state.need is not None:
                drawn = rng.sample(list(state.bag), state.need.count)
                state = state.draw(Draw(state.need.seat, Pieces(drawn)))
                continue
            assert state.to_move is not None
            view = state.view(state.to_move)
            choices = []
            for twin in (kernel, None):
                monkeypatch.setattr(sight, "_kernel", lambda twin=twin: twin)
                choices.append(bot.choose(view, Budget()))
            assert choices[0] == choices[1], view.to_json()
            state = state.play(choices[0].move)
            turns += 1
    assert turns > 20
