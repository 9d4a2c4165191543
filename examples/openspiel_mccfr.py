"""Run one of OpenSpiel's own algorithms, outcome-sampling MCCFR, on the tiny tile game.

python examples/openspiel_mccfr.py --iterations 300
"""

from __future__ import annotations

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms.outcome_sampling_mccfr import OutcomeSamplingSolver

import sixfold.research.openspiel  # noqa: F401, registers the games


def solve(iterations: int, seed: int = 1) -> tuple[int, float]:
    """How many information states were met, and the mean return of the average policy's first seat against itself."""
    np.random.seed(seed)
    game = pyspiel.load_game("sixfold_tiles(rules=tiny-tiles/1)")
    solver = OutcomeSamplingSolver(game)
    for _ in range(iterations):
        solver.iteration()
    policy, rng, total, games = solver.average_policy(), np.random.default_rng(seed), 0.0, 50
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            chances = state.chance_outcomes() if state.is_chance_node() else policy.action_probabilities(state).items()
            actions, weights = zip(*chances, strict=True)
            state.apply_action(int(rng.choice(actions, p=np.array(weights) / sum(weights))))
        total += state.returns()[0]
    return len(solver._infostates), total / games


def main() -> None:
    """Solve for a while and say what came out."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--iterations", type=int, default=300)
    states, value = solve(parser.parse_args().iterations)
    print(f"{states} information states met; seat 0 wins {value:+.2f} on average against the same policy")


if __name__ == "__main__":
    main()
