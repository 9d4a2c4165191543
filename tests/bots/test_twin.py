"""The light bots choose the same with the kernel and without it."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

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


LIGHT = """
import json, random, sys
from sixfold import cards, tiles
from sixfold.bots import Budget
from sixfold.game import Draw
from sixfold.pieces import Pieces

def dealt(state, rng):
    while state.need is not None:
        state = state.draw(Draw(state.need.seat, Pieces(rng.sample(list(state.bag), state.need.count))))
    return state

def moves():
    from sixfold.bots.cards import casual as c2, greedy as c3, sprout as c1
    from sixfold.bots.tiles import casual as t2, greedy as t3, sprout as t1
    ladders = {tiles: (t1.Sprout, t2.Casual, t3.Greedy), cards: (c1.Sprout, c2.Casual, c3.Greedy)}
    for game, ladder in ladders.items():
        rng = random.Random(4)
        state = dealt(game.State.start(2), rng)
        for turn in range(9):
            choice = ladder[turn % 3](5).choose(state.view(state.to_move), Budget())
            yield str(choice.move)
            state = dealt(state.play(choice.move), rng)
"""


def test_the_light_bots_need_nothing_but_python_and_choose_the_same() -> None:
    """A Python that has no package at all plays sprout, casual and greedy, move by move as one that has the kernel."""
    code = LIGHT + "print(json.dumps([list(moves()), 'numpy' in sys.modules]))"
    environment = {**os.environ, "PYTHONPATH": str(Path(cards.__file__).parents[2])}
    said = subprocess.run(
        [sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True, env=environment
    ).stdout
    scope: dict[str, Any] = {}
    exec(LIGHT, scope)
    assert json.loads(said) == [list(scope["moves"]()), False]
