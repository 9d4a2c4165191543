"""How fast the research environments step, beside PettingZoo's own games in the same run."""

from __future__ import annotations

import json
import random
import sys
import time
from typing import Any

import numpy as np
import pyspiel

import sixfold.research.openspiel  # noqa: F401, registers the games
from sixfold.kernel import tiles, using, zeros
from sixfold.kernel.tiles import games
from sixfold.research import pettingzoo
from sixfold.research.batch import TilesBatch
from sixfold.research.gymnasium import AgainstBot
from sixfold.research.vector import CardsVector, TilesVector
from sixfold.research.vector_env import OneGame
from sixfold.tiles import TILES

STEPS = 4000
BATCH = 64


def steps_per_cpu_s(env: Any, steps: int = STEPS) -> float:
    """Random play through the ordinary interface: last, choose by the mask, step."""
    rng, done, started = random.Random(1), 0, time.process_time()
    while done < steps:
        env.reset(seed=done)
        for _ in env.agent_iter():
            seen, _, ended, cut, _ = env.last()
            action = None if ended or cut else int(rng.choice(np.flatnonzero(seen["action_mask"])))
            env.step(action)
            done += 1
    return done / (time.process_time() - started)


def against_steps_per_cpu_s(bot: str, steps: int = STEPS) -> float:
    """The learner's decisions against a bot, through Gymnasium's interface."""
    env, rng, done = AgainstBot("tiles", bot=bot), random.Random(1), 0
    started = time.process_time()
    while done < steps:
        (seen, _), over = env.reset(seed=done), False
        while not over:
            seen, _, over, _, _ = env.step(np.int64(rng.choice(np.flatnonzero(seen["action_mask"]))))
            done += 1
    return done / (time.process_time() - started)


def openspiel_steps_per_cpu_s(steps: int = STEPS) -> float:
    """Players' decisions through OpenSpiel's interface, with tensor and mask; draws happen in between."""
    game, rng, done = pyspiel.load_game("sixfold_tiles"), random.Random(1), 0
    started = time.process_time()
    while done < steps:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                kinds, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(kinds, weights)[0])
                continue
            state.observation_tensor(state.current_player())
            # The mask is a list: to make an array of it takes longer than the move, and is not the environment's work.
            state.legal_actions_mask()
            state.apply_action(rng.choice(state.legal_actions()))
            done += 1
    return done / (time.process_time() - started)


def batch_steps_per_cpu_s(rounds: int = 4000) -> float:
    """Random play in a batch."""
    batch, rng = TilesBatch(BATCH), np.random.default_rng(1)
    seen = batch.reset()
    batch.step(np.zeros(BATCH, dtype=np.int64))
    started = time.process_time()
    for _ in range(rounds):
        seen, _, _ = batch.step((rng.random(BATCH) * seen.count).astype(np.int64))
    return rounds * BATCH / (time.process_time() - started)


def vector_steps_per_cpu_s(size: int, *, describe: bool = False, decisions: int = 1 << 18) -> float:
    """Random plays in observed games, board and masks included; whole games' worth of steps, as the turns differ."""
    vector, rng = TilesVector(size, describe=describe), np.random.default_rng(1)
    mask = vector.reset()["action_mask"]
    rounds = max(100, decisions // size)
    # Drawn before: chance is the player's work, not that of the environment.
    noise = iter(rng.random((rounds + 50, size)))

    def step() -> None:
        actions = (next(noise) * vector.count).astype(np.int64)
        if not vector.count.all():
            none = np.flatnonzero(vector.count == 0)
            actions[none] = vector.room + mask[none, vector.room :].argmax(axis=1)
        vector.step(actions)

    for _ in range(50):
        step()
    started = time.process_time()
    for _ in range(rounds):
        step()
    return rounds * size / (time.process_time() - started)


def cards_steps_per_cpu_s(size: int, opponent: str | None = None, decisions: int = 1 << 18) -> tuple[float, float]:
    """Random steps of card games, each drawn from its mask; and whole turns, of which these are parts."""
    vector, rng = CardsVector(size, opponent=opponent), np.random.default_rng(1)
    mask = vector.reset()["action_mask"]
    noise = rng.random((64, size, vector.actions), dtype=np.float32)
    rounds, turns = max(100, decisions // size), 0
    started = time.process_time()
    for i in range(-50, rounds):
        if i == 0:
            started, turns = time.process_time(), 0
        actions = (noise[i % 64] * mask).argmax(axis=1)
        turns += int(np.count_nonzero(actions == vector.actions - 1))
        vector.step(actions)
    spent = time.process_time() - started
    return rounds * size / spent, turns / spent


def cards() -> dict[str, float]:
    """The vector environment of cards."""
    with using("wasm"):
        shipped, _ = cards_steps_per_cpu_s(BATCH, decisions=1 << 16)
    with using("numba"):
        quick, turns = cards_steps_per_cpu_s(BATCH)
        many, _ = cards_steps_per_cpu_s(64 * BATCH)
        against, _ = cards_steps_per_cpu_s(BATCH, "greedy")
    return {
        "cards_vector_64_wasm_steps_per_cpu_s": shipped,
        "cards_vector_64_numba_steps_per_cpu_s": quick,
        "cards_vector_64_numba_turns_per_cpu_s": turns,
        "cards_vector_64_greedy_numba_steps_per_cpu_s": against,
        "cards_vector_4096_over_64": many / quick,
    }


def one_game_steps_per_cpu_s(steps: int = STEPS) -> float:
    """The learner's decisions in one game after the other against greedy, through Gymnasium's own interface."""
    env, done, started = OneGame(opponent="greedy"), 0, time.process_time()
    rng = np.random.default_rng(1)
    while done < steps:
        (seen, _), over = env.reset(seed=done), False
        while not over:
            seen, _, over, _, _ = env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
            done += 1
    return done / (time.process_time() - started)


def plain_turns_per_cpu_s(count: int = 1500) -> float:
    """The same random plays with nothing observed, one game after the other: what the moves themselves take."""
    game, plays, results = tiles.blank(TILES), zeros(2048), zeros((count, 6))
    games.play_games(game, 1, 2, zeros(2), 1, plays, results)
    started = time.process_time()
    games.play_games(game, count, 2, zeros(2), 1, plays, results)
    return float(results[:, 4].sum()) / (time.process_time() - started)


def vectors() -> dict[str, float]:
    """The vector environment on Numba, few games and many; in the shipped module, few."""
    with using("wasm"):
        few, alone = vector_steps_per_cpu_s(BATCH), one_game_steps_per_cpu_s()
    with using("numba"):
        quick, many = vector_steps_per_cpu_s(BATCH), vector_steps_per_cpu_s(64 * BATCH)
        described, plain = vector_steps_per_cpu_s(BATCH, describe=True), plain_turns_per_cpu_s()
    return {
        "one_game_against_greedy_wasm_steps_per_cpu_s": alone,
        "vector_64_wasm_steps_per_cpu_s": few,
        "vector_64_numba_steps_per_cpu_s": quick,
        "vector_64_described_numba_steps_per_cpu_s": described,
        "vector_4096_numba_steps_per_cpu_s": many,
        "vector_4096_over_64": many / quick,
        "plain_numba_turns_per_cpu_s": plain,
        "vector_64_over_plain": quick / plain,
    }


def ismcts_cpu_s(simulations: int = 100, before: int = 4, moves: int = 2) -> float:
    """CPU seconds of a move by OpenSpiel's own information set search in full tiles, after some moves by chance."""
    from open_spiel.python.algorithms import ismcts, mcts

    game, rng = pyspiel.load_game("sixfold_tiles"), np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 1.0, simulations, random_state=rng)
    state, made, spent = game.new_initial_state(), 0, 0.0
    while made < before + moves:
        if state.is_chance_node():
            kinds, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(kinds, p=weights)))
        elif made < before:
            state.apply_action(int(rng.choice(state.legal_actions())))
            made += 1
        else:
            started = time.process_time()
            action = bot.step(state)
            spent += time.process_time() - started
            state.apply_action(int(action))
            made += 1
    return spent / moves


def searches() -> dict[str, float]:
    """Searches of other libraries in our games."""
    return {"openspiel_ismcts_100_tiles_cpu_s_per_move": ismcts_cpu_s()}


def main() -> None:
    """Measure all, or what is named: `vector`, `cards`, `adapters`, `others`, `ismcts`. Prints one JSON object."""
    parts = {"vector": vectors, "cards": cards, "adapters": adapters, "others": others, "ismcts": searches}
    found: dict[str, float] = {}
    for name in sys.argv[1:] or parts:
        found |= parts[name]()
    print(json.dumps({name: round(value, 2) for name, value in found.items()}))


def whole_steps_per_cpu_s(steps: int = STEPS) -> float:
    """Whole moves of tiles through PettingZoo's interface."""
    return steps_per_cpu_s(pettingzoo.env("tiles", 2, "whole"), steps)


def adapters() -> dict[str, float]:
    """One game of tiles by whole moves through each library's interface."""
    # A first game loads the kernel.
    whole_steps_per_cpu_s(10)
    return {
        "tiles_whole_steps_per_cpu_s": whole_steps_per_cpu_s(),
        "openspiel_tiles_steps_per_cpu_s": openspiel_steps_per_cpu_s(),
        "against_greedy_steps_per_cpu_s": against_steps_per_cpu_s("greedy"),
    }


def others() -> dict[str, float]:
    """Everything else, beside PettingZoo's own games. `make bench` installs what these need."""
    from pettingzoo.classic import chess_v6, connect_four_v3

    four, chess = steps_per_cpu_s(connect_four_v3.env()), steps_per_cpu_s(chess_v6.env(), STEPS // 2)
    batch, whole = batch_steps_per_cpu_s(), whole_steps_per_cpu_s()
    factored = steps_per_cpu_s(pettingzoo.env("tiles", 2, "factored"))
    return {
        "connect_four_steps_per_cpu_s": four,
        "batch_steps_per_cpu_s": batch,
        "batch_over_connect_four": batch / four,
        "chess_steps_per_cpu_s": chess,
        "tiles_factored_steps_per_cpu_s": factored,
        "factored_over_chess": factored / chess,
        "whole_over_chess": whole / chess,
    }


if __name__ == "__main__":
    main()
