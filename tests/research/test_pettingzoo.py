"""PettingZoo's own tests on both games and both encodings, and what they do not look at: masks, rewards, no-peek."""

import itertools
import random
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test

from sixfold.errors import IllegalMove
from sixfold.research import cards_v0, games, pettingzoo, tiles_v0

KINDS = [(game, encoding) for game in ("tiles", "cards") for encoding in ("whole", "factored")]


@pytest.fixture(autouse=True)
def _their_warnings() -> Any:
    # PettingZoo warns about dict observations, which its own masked games use as well.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize(("game", "encoding"), KINDS)
def test_their_tests_pass(game: str, encoding: str) -> None:
    api_test(pettingzoo.env(game, 3, encoding), num_cycles=60)
    seed_test(lambda: pettingzoo.env(game, 2, encoding), num_cycles=40)
    parallel_api_test(pettingzoo.parallel_env(game, 2, encoding), num_cycles=20)


def test_rendering() -> None:
    for game in ("tiles", "cards"):
        render_test(lambda render_mode=None, game=game: pettingzoo.env(game, render_mode=render_mode))


def test_frames_of_a_film_have_one_size_and_change() -> None:
    env = pettingzoo.env("tiles", render_mode="rgb_array")
    env.reset(seed=2)
    frames = [env.render()]
    for _ in range(3):
        env.step(0)
        frames.append(env.render())
    assert {frame.shape for frame in frames} == {(640, 640, 3)}
    assert all((a != b).any() for a, b in itertools.pairwise(frames))


@pytest.mark.parametrize(("game", "encoding"), KINDS)
@pytest.mark.parametrize("seats", [2, 4])
def test_games_end_with_rewards_that_sum_to_zero(game: str, encoding: str, seats: int) -> None:
    env, rng = pettingzoo.env(game, seats, encoding), random.Random(seats)
    env.reset(seed=seats)
    rewards = {}
    for agent in env.agent_iter(100_000):
        seen, reward, ended, cut, info = env.last()
        if ended or cut:
            rewards[agent] = reward
            assert max(info["scores"]) == info["scores"][info["winners"][0]]
            env.step(None)
            continue
        assert seen["action_mask"].any()
        env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    assert len(rewards) == seats
    assert sum(rewards.values()) == pytest.approx(0)
    assert max(rewards.values()) > 0 or len(set(rewards.values())) == 1


@pytest.mark.parametrize(("game", "encoding"), KINDS)
def test_an_illegal_action_raises_and_changes_nothing(game: str, encoding: str) -> None:
    env = pettingzoo.raw_env(game, 2, encoding)
    env.reset(seed=5)
    before, mask = env.state_now, env.mask.copy()
    for action in (int(np.flatnonzero(mask == 0)[-1]), -1, len(mask)):
        with pytest.raises(IllegalMove):
            env.step(action)
    assert env.state_now == before
    assert (env.mask == mask).all()


@pytest.mark.parametrize("game", ["tiles", "cards"])
def test_both_encodings_reach_the_same_moves(game: str) -> None:
    """Every whole move can be built from steps that the mask allows, and the factored mask offers nothing else."""
    env, rng = pettingzoo.raw_env(game, 2, "whole"), random.Random(3)
    env.reset(seed=3)
    for _ in range(4):
        steps = games.encoding(game, "factored")
        whole = games.encoding(game, "whole")
        whole.begin(env.state_now)
        known = {str(whole.take(int(action))) for action in np.flatnonzero(whole.mask())}
        reached: set[str] = set()
        for _ in range(30):
            steps.begin(env.state_now)
            move = None
            while move is None:
                move = steps.take(int(rng.choice(np.flatnonzero(steps.mask()))))
            reached.add(str(move))
        assert reached <= known
        assert len(reached) > 1 or len(known) == 1
        env.step(int(rng.choice(np.flatnonzero(env.mask))))


def test_an_observation_says_nothing_about_hidden_pieces() -> None:
    env = pettingzoo.raw_env("tiles", 2, "whole")
    env.reset(seed=11)
    state = env.state_now
    seat = state.to_move
    assert seat is not None
    seen = env.observe(f"seat_{seat}")
    for seed in range(5):
        env.state_now = state.view(seat).sample(random.Random(seed))
        assert env.state_now != state or seed < 4
        again = env.observe(f"seat_{seat}")
        assert all((seen[name] == again[name]).all() for name in seen)


@pytest.mark.parametrize("make", [pettingzoo.env, pettingzoo.raw_env, pettingzoo.parallel_env])
def test_a_render_mode_that_there_is_not_is_named(make: Callable[..., Any]) -> None:
    with pytest.raises(ValueError, match=r"no render_mode 'bogus': .*ansi, human, rgb_array"):
        make("tiles", render_mode="bogus")


@pytest.mark.parametrize("module", [tiles_v0, cards_v0])
def test_the_modules_are_as_pettingzoo_has_them(module: Any) -> None:
    name = module.__name__.rpartition(".")[2]
    for make in (module.env, module.raw_env, module.parallel_env):
        made = make(seats=3, encoding="factored")
        assert made.metadata["name"] == name
        assert made.possible_agents == ["seat_0", "seat_1", "seat_2"]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(module.env(), num_cycles=30)
        parallel_api_test(module.parallel_env(), num_cycles=30)
