"""Bots between two levels: whom they play as, which names there are, and how they keep pace with a player."""

from __future__ import annotations

import random
from typing import Any

import pytest

from sixfold import cards, rulesets, tiles
from sixfold.bots import Budget, find, free_name, is_ours, level, lower
from sixfold.bots.strength import MOST, RUNGS, STEP, moved, strength_of
from sixfold.dealer import Dealer, settle
from sixfold.errors import BotError

STARTS: dict[str, Any] = {"tiles": tiles.State.start, "cards": cards.State.start}


def views(game: str, seed: int = 3) -> list[Any]:
    """What the players of a game of two saw."""
    bots = [find(game, "greedy")(1), find(game, "casual")(2)]
    state, _, dealer = settle(STARTS[game](2), Dealer.from_seed(random.Random(seed).randbytes(64)))
    found = []
    while state.outcome is None:
        found.append(state.view(state.to_move))
        move = bots[state.to_move].choose(found[-1], Budget()).move
        state, _, dealer = settle(state.play(move), dealer)
    return found


@pytest.mark.parametrize("game", rulesets.GAMES)
@pytest.mark.parametrize("rung", ["sprout", "casual", "greedy", "thoughtful"])
def test_where_a_level_stands_the_bot_plays_as_it_does(game: str, rung: str) -> None:
    bot = find(game, f"sprout@{RUNGS[game][rung]}")(7)
    as_level = find(game, rung)(7)
    for view in views(game)[::4]:
        assert bot.choose(view, Budget()) == as_level.choose(view, Budget())


@pytest.mark.parametrize("game", rulesets.GAMES)
def test_between_two_levels_each_turn_is_one_of_theirs(game: str) -> None:
    """A quarter of the way up, a quarter of the turns are the higher level's."""
    height = RUNGS[game]["casual"] // 4
    bot, low, high = (find(game, name)(7) for name in (f"casual@{height}", "sprout", "casual"))
    higher = 0
    met = [view for seed in range(6) for view in views(game, seed)]
    told = 0
    for view in met:
        choice, gentle, strong = (one.choose(view, Budget()) for one in (bot, low, high))
        assert choice in (gentle, strong)
        assert choice == bot.choose(view, Budget()), "the same seed, view and strength, the same choice"
        if gentle != strong:
            told += 1
            higher += choice == strong
    assert told > 50
    assert 0.1 < higher / told < 0.4


@pytest.mark.parametrize("name", ["sprout@", "sprout@101", "sprout@-1", "sprout@07", "sprout@4.5", "greedy@4", "@4"])
def test_no_other_bot_has_a_strength(name: str) -> None:
    with pytest.raises(BotError, match="play at a strength, from 0 to 100, such as sprout@50") as refused:
        find("tiles", name)
    assert refused.value.code == "bot/unknown"
    assert not is_ours("tiles", name)
    assert strength_of(name) is None


def test_it_has_the_name_and_the_place_of_its_level() -> None:
    assert find("cards", "casual@12").name == "casual@12"
    assert is_ours("cards", "casual@12")
    assert free_name("sprout@35", ["Pip"]) == "Bud"
    assert level("tiles", "casual@80") == level("tiles", "casual")
    # Whoever fails is followed by the level that it stands on or above.
    assert lower("tiles", "sprout@80") == "casual"
    assert lower("tiles", "sprout@3") == "sprout"


@pytest.mark.parametrize("game", rulesets.GAMES)
def test_it_moves_with_the_margin_and_no_further_than_a_step(game: str) -> None:
    for margin in range(-200, 201):
        after = strength_of(moved(game, "casual@50", margin))
        against = strength_of(moved(game, "casual@50", -margin))
        assert after is not None
        assert against is not None
        assert abs(after - 50) <= STEP
        assert after >= 50 if margin > 0 else after <= 50
        assert abs((after - 50) + (against - 50)) <= 1, "as far up as down, but for half a step"
    assert moved(game, "sprout@0", -300) == "sprout@0"
    assert moved(game, f"sprout@{MOST}", 300) == f"sprout@{MOST}"
    assert moved(game, "greedy", 30) == "greedy"
