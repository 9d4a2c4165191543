"""OpenSpiel's own random simulation on both games, and the example that runs one of its algorithms."""

import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts

import sixfold.research.openspiel  # noqa: F401, registers the games
from examples.openspiel_mccfr import solve
from sixfold import rulesets
from sixfold.research.nodes import KernelNode, RulesNode, node


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


def dealt(game: Any, chance: np.random.RandomState) -> Any:
    """A state of the game in which a player is to move."""
    state = game.new_initial_state()
    drawn(state, chance)
    return state


def drawn(state: Any, chance: np.random.RandomState) -> None:
    while state.is_chance_node():
        kinds, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(int(chance.choice(kinds, p=weights)))


@pytest.mark.parametrize("game", ["tiles", "cards"])
@pytest.mark.parametrize("players", [2, 4])
def test_a_resampled_state_looks_the_same_to_its_player_and_plays_on(game: str, players: int) -> None:
    chance = np.random.RandomState(3)
    state = dealt(pyspiel.load_game(f"sixfold_{game}(players={players})"), chance)
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    worlds = set()
    for _ in range(6):
        player = state.current_player()
        other = state.resample_from_infostate(player, sampler)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.legal_actions() == state.legal_actions()
        worlds.add(str(other))
        before = str(state)
        other.apply_action(other.legal_actions()[0])
        assert str(state) == before, "the state itself is left alone"
        state.apply_action(state.legal_actions()[0])
        drawn(state, chance)
    assert len(worlds) == 6
    again = [str(state.resample_from_infostate(state.current_player(), lambda: 0.25)) for _ in range(2)]
    assert again[0] == again[1]


def test_a_state_in_the_middle_of_a_draw_is_not_resampled() -> None:
    state = pyspiel.load_game("sixfold_tiles").new_initial_state()
    with pytest.raises(ValueError, match="in the middle of a draw"):
        state.resample_from_infostate(0, lambda: 0.5)


@pytest.mark.parametrize(
    ("name", "simulations", "turns"),
    [
        ("sixfold_tiles(rules=tiny-tiles/1)", 20, 100),
        ("sixfold_tiles(rules=tiny-tiles/1)", 100, 3),
        ("sixfold_cards(rules=tiny-cards/1)", 20, 100),
        ("sixfold_tiles(rules=tiny-tiles/1,players=3)", 20, 100),
        ("sixfold_tiles", 2, 2),
        ("sixfold_cards", 2, 2),
    ],
)
def test_their_information_set_search_runs_unchanged(name: str, simulations: int, turns: int) -> None:
    game, chance = pyspiel.load_game(name), np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, chance)
    bot = ismcts.ISMCTSBot(game, evaluator, 1.0, simulations, random_state=chance)
    state, chosen = dealt(game, chance), 0
    while not state.is_terminal() and chosen < turns:
        action = int(bot.step(state))
        assert action in state.legal_actions()
        state.apply_action(action)
        drawn(state, chance)
        chosen += 1
    assert chosen
    assert state.is_terminal() or chosen == turns


def test_a_game_that_goes_round_is_over_as_it_stands() -> None:
    """In the tiny card game hands that fit nothing can be passed round for ever; here that ends, and adds up to 0."""
    game, cut = pyspiel.load_game("sixfold_cards(rules=tiny-cards/1)"), 0
    for seed in range(40):
        chance = np.random.RandomState(seed)
        state = dealt(game, chance)
        while not state.is_terminal():
            state.apply_action(int(chance.choice(state.legal_actions())))
            drawn(state, chance)
        assert sum(state.returns()) == pytest.approx(0)
        assert state.current_player() == pyspiel.PlayerId.TERMINAL
        if state.node.state.outcome is None:
            cut += 1
            scores = state.node.state.scores
            assert state.returns() == (
                [0.0, 0.0] if scores[0] == scores[1] else [1.0, -1.0][:: 1 if scores[0] > scores[1] else -1]
            )
    assert cut


@pytest.mark.parametrize("game", ["tiles", "cards"])
def test_their_environment_for_learners_plays(game: str) -> None:
    """What OpenSpiel's DQN and its like are given."""
    environment = rl_environment.Environment(f"sixfold_{game}")
    environment.seed(1)
    step = environment.reset()
    for _ in range(5):
        player = step.observations["current_player"]
        assert len(step.observations["info_state"][player]) == environment.observation_spec()["info_state"][0]
        step = environment.step([step.observations["legal_actions"][player][0]])
    assert not step.last()


@pytest.mark.parametrize("rules", ["tiles/1", "tiny-tiles/1"])
def test_a_node_of_the_kernel_says_what_a_node_of_the_rules_says(rules: str) -> None:
    chance = np.random.RandomState(4)
    here = node(rulesets.find(rules).start(3), ((),) * 3)
    kept = 0
    while here.outcome is None:
        if isinstance(here, KernelNode):
            kept += 1
            there = RulesNode(here.state, here.drawn, here.draws)
            assert (here.player, there.outcome) == (there.player, None)
            if here.player is None:
                assert here.left == there.left
            else:
                assert here.actions == there.actions
                last = here.actions - 1
                assert (here.move(0), here.move(last)) == (there.move(0), there.move(last))
                numbers, placed = here.tensor(here.player)
                same_numbers, same_placed = there.tensor(here.player)
                assert np.array_equal(numbers, same_numbers)
                assert np.array_equal(placed, same_placed)
        moves = range(here.actions) if here.player is not None else np.flatnonzero(here.left)
        here = here.after(int(chance.choice(moves)))
    assert kept
    assert here.outcome == here.state.outcome


@pytest.mark.parametrize("name", ["sixfold_tiles", "sixfold_cards"])
def test_masks_and_tensors_are_those_that_openspiel_makes_itself(name: str) -> None:
    state, rng = pyspiel.load_game(name).new_initial_state(), random.Random(5)
    kinds = set()
    for _ in range(24):
        kinds.add(state.is_chance_node())
        assert state.legal_actions_mask() == pyspiel.State.legal_actions_mask(state)
        for player in (0, 1):
            assert state.legal_actions_mask(player) == pyspiel.State.legal_actions_mask(state, player)
            assert state.observation_tensor(player) == pyspiel.State.observation_tensor(state, player)
        state.apply_action(rng.choice(state.legal_actions()))
    assert kinds == {True, False}
