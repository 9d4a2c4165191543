"""OpenSpiel's own random simulation on both games, and the example that runs one of its algorithms."""

import pyspiel
import pytest

import sixfold.research.openspiel  # noqa: F401, registers the games
from examples.openspiel_mccfr import solve


@pytest.mark.parametrize("game", ["tiles", "cards"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_simulation(game: str, players: int) -> None:
    loaded = pyspiel.load_game(f"sixfold_{game}(players={players})")
    pyspiel.random_sim_test(loaded, num_sims=1, serialize=False, verbose=False)


def test_random_simulation_of_the_tiny_game_with_serialisation() -> None:
    loaded = pyspiel.load_game("sixfold_tiles(rules=tiny-tiles/1)")
    pyspiel.random_sim_test(loaded, num_sims=10, serialize=True, verbose=False)


def test_information_states_hide_what_the_seat_does_not_know() -> None:
    game = pyspiel.load_game("sixfold_tiles(rules=tiny-tiles/1)")
    texts = set()
    for last in (0, 1, 6, 7):
        state = game.new_initial_state()
        for kind in (0, 1, 6):
            state.apply_action(kind)
        legal = [action for action, _ in state.chance_outcomes()]
        if last in legal:
            state.apply_action(last)
            texts.add((state.information_state_string(0), state.current_player()))
    # Seat 0 holds the same tiles each time; its text may tell the other hand only through the announcement (T2).
    assert len(texts) <= 2


def test_the_example_learns_something() -> None:
    states, value = solve(iterations=20)
    assert states > 20
    assert -1 <= value <= 1
