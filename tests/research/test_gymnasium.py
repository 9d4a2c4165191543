"""Gymnasium's own check, against a bot, in both games and encodings."""

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from sixfold.research.gymnasium import AgainstBot


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
