"""Train a masked policy on the PettingZoo environment, in plain numpy, until it beats random play.

    python examples/train_policy.py --episodes 40

The policy is a softmax over the moves that the mask allows, with one weight per move feature; REINFORCE with the result
of the game does the rest. About a minute; the learned weights say that points are good and exchanging is not.
"""

from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import NDArray

from sixfold.research import pettingzoo
from sixfold.research.observations import MOVE

Weights = NDArray[np.float64]


def choose(weights: Weights, seen: dict[str, NDArray[np.float32]], rng: np.random.Generator) -> tuple[int, Weights]:
    """An action drawn from the policy, and the gradient of its log probability."""
    legal = np.flatnonzero(seen["action_mask"])
    moves = seen["moves"][legal].astype(float)
    scores = moves @ weights
    chances = np.exp(scores - scores.max())
    chances /= chances.sum()
    picked = int(rng.choice(len(legal), p=chances))
    return int(legal[picked]), moves[picked] - chances @ moves


def play(weights: Weights, seed: int, learner: int, rng: np.random.Generator) -> tuple[float, Weights]:
    """One game of the learner against random: the reward, and the summed gradient of the learner's choices."""
    env = pettingzoo.env("tiles", seats=2, encoding="whole")
    env.reset(seed=seed)
    gradient, result = np.zeros(MOVE), 0.0
    for agent in env.agent_iter():
        seen, reward, ended, cut, _ = env.last()
        mine = agent == f"seat_{learner}"
        if ended or cut:
            result = reward if mine else result
            env.step(None)
            continue
        action, step = choose(weights if mine else np.zeros(MOVE), seen, rng)
        gradient += step if mine else 0.0
        env.step(action)
    return result, gradient


def train(episodes: int, seed: int = 1, rate: float = 0.01) -> Weights:
    """REINFORCE: after a win do more of what was done, after a loss less."""
    rng = np.random.default_rng(seed)
    weights = np.zeros(MOVE)
    for episode in range(episodes):
        reward, gradient = play(weights, seed + episode, episode % 2, rng)
        weights += rate * reward * np.clip(gradient, -20, 20)
    return weights


def win_share(weights: Weights, games: int, seed: int) -> float:
    """How often the policy beats random, a tie counting half."""
    rng = np.random.default_rng(seed)
    return float(np.mean([(play(weights, seed + i, i % 2, rng)[0] + 1) / 2 for i in range(games)]))


def main() -> None:
    """Train, then measure on other deals."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--episodes", type=int, default=40)
    parser.add_argument("--games", type=int, default=40)
    told = parser.parse_args()
    weights = train(told.episodes)
    print("weights of points, Qwirkles, tiles, tiles exchanged, pass:", np.round(weights, 2))
    print(f"beats random in {win_share(weights, told.games, 10_000):.0%} of {told.games} games")


if __name__ == "__main__":
    main()
