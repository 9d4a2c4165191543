"""Whole games by text alone: as TextArena and Kaggle call their players."""

import re

import pytest

from sixfold.errors import SixfoldError
from sixfold.fields import Json
from sixfold.mcp.loops import TextGame, move_in, run


def reader(observation: Json, configuration: Json) -> str:
    """Takes the first move that the text lists, as a model would write it."""
    text = str(observation["text"])
    if listed := re.search(r"^(\S.*?)  = \d|^All you can do:\n(.*)", text, re.M):
        return f"I take the first one: [{listed[1] or listed[2]}]"
    hand = re.search(r"Your hand: (\w\w)", text)
    return f"swap {hand[1]}" if hand and "Or exchange tiles" in text else "pass"


def broken(observation: Json, configuration: Json) -> str:
    raise RuntimeError("no key for the model")


def test_the_move_is_in_the_last_brackets() -> None:
    assert move_in("First [0,0:Ro], no: [ 1,0:Rs ]") == "1,0:Rs"
    assert move_in(" pass\n") == "pass"
    assert move_in("") == ""


def test_two_models_play_a_game_as_text_arena_calls_them() -> None:
    def play(seed: int) -> tuple[list[tuple[int, str]], dict[int, float], Json]:
        game, done, told = TextGame("tiles", plays=2), False, []
        game.reset(num_players=2, seed=seed)
        while not done:
            player, text = game.get_observation()
            told.append((player, text))
            assert "Your hand: " in text
            done, info = game.step(reader({"text": text}, {}))
            assert info == {"player": player, "refused": False, "helped": False}
        return told, *game.close()

    told, rewards, info = play(7)
    assert {player for player, _ in told} == {0, 1}
    assert sum(rewards.values()) == pytest.approx(0)
    assert max(rewards, key=lambda player: rewards[player]) == max(info["scores"], key=lambda p: info["scores"][p])
    assert info["helped"] == {0: 0, 1: 0}
    assert play(7) == (told, rewards, info), "the same seed, the same game"


@pytest.mark.parametrize("game", ["tiles", "cards"])
def test_an_agent_that_fails_is_refused_helped_and_counted(game: str) -> None:
    """As Kaggle calls agents: functions of an observation. The broken one still ends its game by legal moves."""
    played = run([reader, broken, reader], game, seed="an evening", plays=3)
    assert sum(played["rewards"]) == pytest.approx(0)
    tries = [step for step in played["steps"] if step["player"] == 1]
    assert all(step["refused"] and "no key for the model" in step["action"] for step in tries)
    assert [step["helped"] for step in tries] == [False, False, True] * (len(tries) // 3)
    assert played["helped"] == {0: 0, 1: len(tries) // 3, 2: 0}
    assert played["helped"][1] > 0


def test_a_refusal_comes_with_the_next_text() -> None:
    game = TextGame("tiles")
    game.reset(seed=1)
    player, text = game.get_observation()
    assert "legal plays" not in text, "nothing is listed unless it was asked for"
    done, info = game.step("the red one, please")
    assert (done, info["refused"], info["helped"]) == (False, True, False)
    again, text = game.get_observation()
    assert again == player
    assert text.startswith("Not played: ")


@pytest.mark.parametrize("players", [0, 1, 5])
def test_games_that_cannot_be(players: int) -> None:
    with pytest.raises(SixfoldError):
        TextGame("tiles").reset(num_players=players)
    with pytest.raises(SixfoldError):
        TextGame("chess")
