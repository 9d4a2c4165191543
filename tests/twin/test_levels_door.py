"""The six levels of both games through the TypeScript door in Node: the same seed, view and budget, the same choice.

Moves, values, alternatives, notes and rollouts of whole games are compared with those of `sixfold.bots`.
"""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from sixfold import cards, tiles
from sixfold.bots import LADDER, Budget, find, notes
from sixfold.game import Draw
from sixfold.pieces import Pieces
from tests.scale import SOAK, scale
from tests.twin.door import Door

STARTS: dict[str, Any] = {
    **{name: partial(tiles.State.start, rules=rules) for name, rules in tiles.BY_NAME.items()},
    "cards/1": cards.State.start,
}
ROLLOUTS = None if SOAK else 200


def dealt(state: Any, rng: random.Random) -> Any:
    while state.need is not None:
        drawn = rng.sample(list(state.bag), state.need.count)
        state = state.draw(Draw(state.need.seat, Pieces(drawn)))
    return state


def told(choice: Any) -> dict[str, Any]:
    """A choice as other programs read it."""
    return {
        "move": str(choice.move),
        "value": choice.value,
        "alternatives": [{"move": str(one.move), "value": one.value} for one in choice.alternatives],
        "note": choice.note,
        "rollouts": choice.rollouts,
    }


@pytest.mark.parametrize("level", LADDER)
@pytest.mark.parametrize("name", list(STARTS))
def test_choices_are_the_same(door: Door, name: str, level: str) -> None:
    """Against greedy, with two, three and four seats; a few views of every game with another seed."""
    game = "cards" if name == "cards/1" else "tiles"
    for number in range(scale(3 if name in ("tiles/1", "cards/1") else 2, 300)):
        rng = random.Random(number)
        state = dealt(STARTS[name](2 + number % 3), rng)
        bot, rival = find(game, level)(5 + number), find(game, "greedy")(6)
        while state.outcome is None:
            view = state.view(state.to_move)
            playing = bot if state.to_move == 0 else rival
            choice = playing.choose(view, Budget(rollouts=ROLLOUTS))
            if playing is bot:
                thought = {"seed": bot.seed, "rollouts": ROLLOUTS} if ROLLOUTS else {"seed": bot.seed}
                assert door.get(f"{game}.choose", level, view.to_json(), thought) == told(choice)
            state = dealt(state.play(choice.move), rng)


@pytest.mark.parametrize("bot", ["sprout@0", "sprout@35", "casual@80", "casual@100"])
@pytest.mark.parametrize("game", ["tiles", "cards"])
def test_bots_between_two_levels_are_the_same(door: Door, game: str, bot: str) -> None:
    """Whom they play as on each turn is drawn alike."""
    rng = random.Random(3)
    state = dealt(STARTS[f"{game}/1"](2), rng)
    player = find(game, bot)(9)
    while state.outcome is None:
        view = state.view(state.to_move)
        choice = player.choose(view, Budget())
        assert door.get(f"{game}.choose", bot, view.to_json(), {"seed": 9}) == told(choice)
        state = dealt(state.play(choice.move), rng)


def test_a_champion_with_her_own_budget(door: Door) -> None:
    """The rollouts of a table, from the opening to solved endings."""
    rng = random.Random(11)
    state = dealt(tiles.State.start(2), rng)
    bot = find("tiles", "champion")(3)
    while state.outcome is None:
        view = state.view(state.to_move)
        choice = bot.choose(view, Budget())
        assert door.get("tiles.choose", "champion", view.to_json(), {"seed": 3}) == told(choice)
        state = dealt(state.play(choice.move), rng)


def test_beginners_at_a_table_without_room(door: Door) -> None:
    """Who sees no turn as the rows lie takes the table apart, and says so; such a turn has no value."""
    rng = random.Random(0)
    state = dealt(cards.State.start(2), rng)
    bot = find("cards", "sprout")(5)
    seen = set()
    while state.outcome is None:
        view = state.view(state.to_move)
        choice = bot.choose(view, Budget())
        assert door.get("cards.choose", "sprout", view.to_json(), {"seed": 5}) == told(choice)
        seen.add((choice.note, choice.value))
        state = dealt(state.play(choice.move), rng)
    assert (notes.LOOKS_AROUND, None) in seen


@pytest.mark.parametrize("level", ["thoughtful", "expert", "champion"])
def test_a_hand_that_is_not_known(door: Door, level: str) -> None:
    """A bot that cannot think as its name says plays as greedy, and its note says why."""
    state = dealt(tiles.State.start(2), random.Random(4))
    view = dealt(state.play(state.legal_moves()[0]), random.Random(5)).view(1 - state.to_move)
    half = replace(view, hand=Pieces(list(view.hand)[1:], 1))
    choice = find("tiles", level)(7).choose(half, Budget())
    assert choice.note.startswith("as greedy plays, because not all of its hand is known: ")
    assert door.get("tiles.choose", level, half.to_json(), {"seed": 7}) == told(choice)
