"""The vector environment as Gymnasium has it: spaces, seeds, and all three ways to begin again."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import sixfold.research.gymnasium  # noqa: F401  registers the names
from sixfold.research.vector_env import ManyCardGames, ManyGames, OneCardGame, OneGame
from sixfold.tiles import SHORT

SMALL: Any = {"rules": SHORT, "opponent": "greedy"}


def allowed(seen: Any) -> Any:
    """The first action of every mask; games that are over take any."""
    return seen["action_mask"].argmax(axis=1)


@pytest.mark.filterwarnings("ignore::UserWarning", "ignore::DeprecationWarning")
@pytest.mark.parametrize("one", [OneGame, OneCardGame])
def test_their_check_passes_for_one_game(one: type[OneGame]) -> None:
    check_env(one(opponent="random"), skip_render_check=True)


def test_the_name_makes_one_game_and_many() -> None:
    one = gymnasium.make("sixfold/TilesBoard-v0", opponent="greedy")
    many = gymnasium.make_vec("sixfold/TilesBoard-v0", num_envs=3, opponent="greedy", describe=False)
    assert isinstance(many.unwrapped, ManyGames)
    seen, _ = many.reset(seed=4)
    assert many.observation_space.contains(seen)
    assert "moves" not in seen
    assert "moves" in one.reset(seed=4)[0]
    assert many.single_action_space == one.action_space


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_games_begin_again_in_every_mode(mode: AutoresetMode) -> None:
    env = ManyGames(4, autoreset_mode=mode, **SMALL)
    assert env.metadata["autoreset_mode"] == mode
    seen, _ = env.reset(seed=1)
    finished = 0
    while finished < 6:
        seen, reward, ended, cut, info = env.step(allowed(seen))
        over = ended | cut
        assert (reward[~over] == 0).all()
        assert info["rewards"].shape == (4, 2)
        finished += int(over.sum())
        if not over.any():
            assert "final_obs" not in info
            continue
        game = int(np.flatnonzero(over)[0])
        if mode == AutoresetMode.SAME_STEP:
            assert info["_final_obs"].tolist() == over.tolist()
            assert not info["final_obs"][game]["action_mask"].any()
            assert env.single_observation_space.contains(info["final_obs"][game])
            assert seen["turn"][game, 0] <= 1 < info["final_obs"][game]["turn"][0]
            continue
        assert not seen["action_mask"][game].any()
        if mode == AutoresetMode.DISABLED:
            with pytest.raises(ValueError, match="a game is over: reset it first"):
                env.step(allowed(seen))
            seen, _ = env.reset(options={"reset_mask": over})
        else:
            seen, reward, ended, cut, _ = env.step(allowed(seen))
            assert (reward[game], ended[game], cut[game]) == (0, False, False)
            finished += int((ended | cut).sum())
        assert seen["turn"][game, 0] <= 1


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_card_games_begin_again_in_every_mode(mode: AutoresetMode) -> None:
    env = ManyCardGames(4, autoreset_mode=mode, opponent="greedy", reward="points")
    seen, _ = env.reset(seed=1)
    assert env.observation_space.contains(seen)
    finished = 0
    while finished < 6:
        seen, _, ended, cut, info = env.step(allowed(seen))
        assert env.observation_space.contains(seen)
        over = ended | cut
        finished += int(over.sum())
        if not over.any():
            continue
        if mode == AutoresetMode.SAME_STEP:
            last = info["final_obs"][int(np.flatnonzero(over)[0])]
            assert env.single_observation_space.contains(last)
            assert last["last_turns"][0] == 0
        elif mode == AutoresetMode.DISABLED:
            seen, _ = env.reset(options={"reset_mask": over})
        else:
            seen, reward, *_ = env.step(allowed(seen))
            assert (reward[over] == 0).all()
        assert (seen["last_turns"][over] == -1).all()


def test_the_names_of_cards_make_one_game_and_many() -> None:
    one = gymnasium.make("sixfold/CardsTable-v0", opponent="greedy")
    many = gymnasium.make_vec("sixfold/CardsTable-v0", num_envs=3, opponent="greedy")
    assert isinstance(many.unwrapped, ManyCardGames)
    assert many.single_action_space == one.action_space
    assert set(one.reset(seed=4)[0]) == set(many.reset(seed=4)[0])


def test_the_seed_decides_all_and_a_copy_stays() -> None:
    runs = []
    for _ in range(2):
        env = ManyGames(3, **SMALL)
        seen, _ = env.reset(seed=8)
        later, *_ = env.step(allowed(seen))
        assert (seen["turn"] < later["turn"]).all()
        runs.append(later)
    assert all((runs[0][name] == runs[1][name]).all() for name in runs[0])
    bare = ManyGames(3, copy=False, **SMALL)
    seen, _ = bare.reset(seed=8)
    assert bare.step(allowed(seen))[0] is seen


@pytest.mark.parametrize("mask", [[True, False], np.array([1, 0]), np.array([True]), np.array([False, False])])
def test_a_reset_mask_that_is_none_is_named(mask: Any) -> None:
    with pytest.raises(ValueError, match="reset_mask is an array of 2 truths"):
        ManyGames(2, autoreset_mode="Disabled", **SMALL).reset(options={"reset_mask": mask})
