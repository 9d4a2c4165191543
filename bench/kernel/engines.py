"""The two engines beside each other, in one run: rollouts of the champion and whole greedy games per CPU-second."""

from __future__ import annotations

import random
import time
from typing import Any

import numpy as np

from sixfold import kernel
from sixfold.bots.protocol import NEVER
from sixfold.game import Draw
from sixfold.pieces import Pieces
from sixfold.tiles import State, View

ROUNDS = 3


def opened(turns: int = 8, seed: int = 6) -> View:
    """A position of a game in progress: some greedy turns after the opening."""
    rng = random.Random(seed)
    state = State.start(2)
    for _ in range(turns + 1):
        while state.need is not None:
            state = state.draw(Draw(state.need.seat, Pieces(rng.sample(list(state.bag), state.need.count))))
        if _ < turns:
            state = state.play(state.plays()[0].place)
    assert state.to_move is not None
    return state.view(state.to_move)


def rollouts_per_cpu_s(rollouts: int = 20_000) -> tuple[float, list[float]]:
    """Rollouts of the champion's search in a CPU-second, and the leads it found."""
    from sixfold.bots.tiles.search import Search, weights

    search = Search(opened(), 7, weights())
    found = search.candidates(16)
    search.halving(found, 64, NEVER, chances=True)
    search.rollouts = 0
    began = time.thread_time()
    search.halving(found, rollouts, NEVER, chances=True)
    return search.rollouts / (time.thread_time() - began), [one.lead for one in found]


def games_per_cpu_s(games: int = 1000, seed: int = 5_000_000) -> tuple[float, bytes]:
    """Whole greedy two-player games in a CPU-second, and their results."""
    from sixfold.kernel import tiles
    from sixfold.kernel.tiles.games import play_games

    words, out, results = tiles.blank(), kernel.zeros(tiles.ROOM), kernel.zeros((games, 6))
    policies = np.ones(4, dtype=np.int64)
    play_games(words, 1, 2, policies, seed, out, results)
    began = time.thread_time()
    play_games(words, games, 2, policies, seed, out, results)
    return games / (time.thread_time() - began), results.tobytes()


def measure() -> dict[str, Any]:
    """Both engines, in turns; the best of a few rounds each, and their ratio. Unequal answers raise."""
    figures: dict[str, Any] = {}
    for name, measured in (("rollouts", rollouts_per_cpu_s), ("games", games_per_cpu_s)):
        best = dict.fromkeys(("wasm", "numba"), 0.0)
        answers = set()
        for _ in range(ROUNDS):
            for engine in best:
                with kernel.using(engine):
                    rate, answer = measured()
                best[engine] = max(best[engine], rate)
                answers.add(str(answer))
        if len(answers) != 1:
            raise RuntimeError(f"the engines differ in {name}")
        figures |= {f"engine_{engine}_{name}_per_cpu_s": rate for engine, rate in best.items()}
        figures[f"engine_ratio_{name}"] = best["wasm"] / best["numba"]
    return figures
