"""Gymnasium's own check, against a bot, in both games and encodings."""

import subprocess
import sys
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from sixfold.research.gymnasium import NAMES, AgainstBot


@pytest.mark.filterwarnings("ignore::UserWarning", "ignore::DeprecationWarning")
@pytest.mark.parametrize("game", ["tiles", "cards"])
@pytest.mark.parametrize("encoding", ["whole", "factored"])
def test_their_check_passes(game: str, encoding: str) -> None:
    check_env(AgainstBot(game, encoding=encoding), skip_render_check=True)


def test_an_illegal_action_ends_the_episode() -> None:
    env = AgainstBot("tiles")
    seen, _ = env.reset(seed=2)
    _, reward, ended, _, info = env.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))
    assert (reward, ended) == (-1.0, True)
    assert "illegal" in info


def test_a_whole_game_against_greedy() -> None:
    env = AgainstBot("tiles", bot="greedy", seats=3)
    env.reset(seed=4)
    ended = False
    while not ended:
        _, reward, ended, _, info = env.step(0)
    assert -1 <= reward <= 1
    assert len(info["scores"]) == 3


@pytest.mark.parametrize("mode", ["bogus", "", "human"])
def test_a_render_mode_that_there_is_not_is_named(mode: str) -> None:
    with pytest.raises(ValueError, match=f"no render_mode '{mode}': .*ansi, rgb_array"):
        AgainstBot("tiles", render_mode=mode)


@pytest.mark.parametrize(("name", "game"), NAMES.items())
def test_the_names_are_made_and_play(name: str, game: str) -> None:
    env = gymnasium.make(name, bot="random", seats=3)
    inner = env.unwrapped
    assert isinstance(inner, AgainstBot)
    assert (inner.table.game, inner.table.seats) == (game, 3)
    seen, _ = env.reset(seed=1)
    again, _ = env.reset(seed=1)
    assert seen.keys() == again.keys()
    assert all(np.array_equal(seen[key], again[key]) for key in seen)
    ended = False
    while not ended:
        seen, reward, ended, _, info = env.step(int(np.flatnonzero(seen["action_mask"])[0]))
    assert len(info["scores"]) == 3
    assert -1 <= float(reward) <= 1


def test_a_name_with_its_module_needs_no_import() -> None:
    code = "import gymnasium; print(gymnasium.make('sixfold.research.gymnasium:sixfold/Cards-v0').spec.id)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "sixfold/Cards-v0\n"


def test_their_check_passes_by_name() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(gymnasium.make("sixfold/Tiles-v0").unwrapped)
