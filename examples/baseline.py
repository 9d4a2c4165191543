"""A learner in plain numpy for both games: a small network scores every legal action, policy gradients do the rest.

    python examples/baseline.py tiles --seed 1 --to tiles.npz
    python examples/baseline.py cards --seed 1 --to cards.npz

It plays many games at once on the kernel against the bot `greedy`, knows only what the environment shows, and is paid
by the change of its lead. Each line that it prints is one JSON object: CPU minutes, decisions, shares of won games.
docs/tutorials/learner.md begins with less.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sixfold.kernel.tiles import describing as d
from sixfold.research.vector import CardsVector, GamesVector, Observation, TilesVector

Array = NDArray[Any]
Options = tuple[Array, Array, Array]
"""All legal actions of all games in one list: the game of each, its number there, and its features."""
GAMES: Final = 64
HIDDEN: Final = 32
COLOR, SHAPE = np.divmod(np.arange(36), 6)
LINES: Final = np.hstack([COLOR[:, None] == np.arange(6), SHAPE[:, None] == np.arange(6)]).astype(np.float32)
"""Which of the 36 kinds belong to which of the six colours and six shapes."""


def rows(*columns: Array) -> Array:
    """Features beside each other, a row for each action."""
    return np.stack(columns, axis=1).astype(np.float32)


def tile_options(seen: Observation) -> Options:
    """A play by its points, lines and tiles, by what it keeps in the hand, and by how full the bag is."""
    game, action = np.nonzero(seen["action_mask"])
    room = seen["moves"].shape[1]
    play = action < room
    row = seen["moves"][game, np.where(play, action, 0)] * play[:, None]
    kept = seen["hand"][game].astype(np.float32)
    kinds, laid = row[:, d.KIND : d.OFFSET], np.arange(6) < row[:, [d.COUNT]]
    np.subtract.at(kept, (np.nonzero(laid)[0], kinds[laid]), 1)
    bag, size = seen["bag"][game, 0], seen["hand_sizes"][game, 0]
    aside = np.where(play, 0, [bin(bits).count("1") for bits in (action - room) * ~play])
    made = row[:, [d.WORTH, d.COMPLETED, d.OPENED, d.LINES, d.COUNT]] / (10, 1, 1, 4, 6)
    keeps = (kept > 1).sum(axis=1) / 3, np.square(kept @ LINES).sum(axis=1) / 36
    late = bag / 108, (bag == 0) * row[:, d.COUNT] / 6, (bag == 0) & (size == row[:, d.COUNT])
    opened = row[:, d.OPENED] * np.minimum(bag, 30) / 30
    lead = (seen["scores"][game, 0] - seen["scores"][game, 1:].max(axis=1)) / 50
    return game, action, rows(*made.T, aside / 6, play, *keeps, *late, opened, lead)


def card_options(seen: Observation) -> Options:
    """A step by its kind, the lines that its card belongs to, what it lets the next player do, and the turn so far."""
    mask = seen["action_mask"]
    game, action = np.nonzero(mask)
    table = seen["lying"] + seen["played"]
    on_table, in_reach = (table > 0) @ LINES, (table + seen["hand"] > 0) @ LINES
    cards = seen["played"].sum(axis=1)
    card, take, end = action < 36, (action >= 36) & (action < 48), action == 48
    kind = np.where(card, action, 0)
    one, other = COLOR[kind], 6 + SHAPE[kind]
    # Of both lines of a card: how much of them lies, or is in reach, the fuller one first.
    lies = np.sort(np.stack([on_table[game, one], on_table[game, other]]) * card, axis=0)[::-1]
    reach = np.sort(np.stack([in_reach[game, one], in_reach[game, other]]) * card, axis=0)[::-1]
    # The chance that the next hand holds a kind, and by it the chance that it fills up a line.
    unseen = seen["unseen"] / np.maximum(seen["unseen"].sum(axis=1, keepdims=True), 1)
    holds = np.clip(1 - (1 - unseen) ** seen["hand_sizes"][:, [1]], 0.01, 1)
    fills = np.exp(np.where(table > 0, 0, np.log(holds)) @ LINES)
    new = card & (table[game, kind] == 0)
    gift = new * (1 / holds[game, kind] - 1) * (fills[game, one] + fills[game, other])
    lines = *lies / 6, *reach / 6, (lies == 4).sum(axis=0)
    copies = card * seen["hand"][game, kind] / 3, card * seen["unseen"][game, kind] / 3
    ready = mask[game, 36:48].any(axis=1), (on_table[game] >= 5).sum(axis=1) / 4
    ends = end * fills[game].sum(axis=1) / 4, end * cards[game] / 9, end * ready[0], end * ready[1]
    turn = seen["taken"][game].sum(axis=1) / 2, cards[game] / 9
    late = seen["stock"][game, 0] / 90, seen["last_turns"][game, 0] >= 0, seen["lying"][game].sum(axis=1) / 60
    return game, action, rows(gift, ends[0], card, take, end, *lines, *copies, *ends[1:], *turn, *late)


GAME: Final[dict[str, tuple[Callable[..., GamesVector], Callable[[Observation], Options], float, int]]] = {
    # environment, features, discount of a decision, decisions of a round
    "tiles": (TilesVector, tile_options, 0.7, 32),
    "cards": (CardsVector, card_options, 0.93, 48),
}


class Policy:
    """Scores actions by one hidden layer; the chance of an action is the softmax of its score. Learns by Adam."""

    def __init__(self, features: int, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        first = self.rng.normal(0, 1 / np.sqrt(features), (features + 1, HIDDEN))
        self.weights: list[Array] = [first.astype(np.float32), np.zeros((HIDDEN, 1), np.float32)]
        self.moments = [[np.zeros_like(w), np.zeros_like(w)] for w in self.weights]
        self.steps = 0

    def score(self, features: Array) -> tuple[Array, Array]:
        """The hidden layer and the score of every action."""
        hidden = np.tanh(features @ self.weights[0][:-1] + self.weights[0][-1])
        return hidden, (hidden @ self.weights[1])[:, 0]

    def choose(self, options: Options, best: bool = False) -> tuple[Array, Array]:
        """For every game that goes on the place of its action in the list, drawn by chance; and all chances."""
        game, _, features = options
        score = self.score(features)[1]
        starts = np.flatnonzero(np.diff(game, prepend=-1))
        sizes = np.diff(starts, append=len(game))
        chances = np.exp(score - np.repeat(np.maximum.reduceat(score, starts), sizes))
        chances /= np.repeat(np.add.reduceat(chances, starts), sizes)
        # The largest of score plus Gumbel noise is a draw from the softmax.
        noisy = score if best else score - np.log(-np.log(self.rng.random(len(score)) + 1e-12) + 1e-12)
        order = np.lexsort((noisy, game))
        return order[starts + sizes - 1], chances

    def act(self, options: Options, size: int, best: bool = False) -> tuple[Array, Array, Array]:
        """An action for each of `size` games; and what `choose` gives."""
        picked, chances = self.choose(options, best)
        actions = np.zeros(size, np.int64)
        actions[options[0][picked]] = options[1][picked]
        return actions, picked, chances

    def learn(self, features: Array, push: Array, rate: float) -> None:
        """Move scores in the direction of `push`, one number for every action."""
        hidden, _ = self.score(features)
        inner = push[:, None] * self.weights[1].T * (1 - hidden * hidden)
        ones = np.ones((len(features), 1), np.float32)
        slopes = [np.hstack([features, ones]).T @ inner, hidden.T @ push[:, None]]
        self.steps += 1
        for weight, slope, (mean, square) in zip(self.weights, slopes, self.moments, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.01 * (slope * slope - square)
            fair = [mean / (1 - 0.9**self.steps), square / (1 - 0.99**self.steps)]
            weight += rate * fair[0] / (np.sqrt(fair[1]) + 1e-8)


def paid(vector: GamesVector, seat: Array) -> Array:
    """How much the lead of the learner grew by the last step."""
    own = np.arange(vector.rewards.shape[1]) == seat[:, None]
    lead: Array = vector.rewards[own] - np.where(own, -np.inf, vector.rewards).max(axis=1)
    return lead


def pushed(known: list[tuple[tuple[Options, Array, Array], Array]]) -> tuple[Array, Array]:
    """The features of all actions that were there, and for each how much better things went than they do from there.

    How they go from a position is a linear function of what the policy does there on average, fitted to this round.
    """
    means = [np.stack([np.bincount(o[0], c * f, GAMES) for f in o[2].T], axis=1) for (o, _, c), _ in known]
    going = np.concatenate([np.bincount(o[0], minlength=GAMES) > 0 for (o, _, _), _ in known])
    here = np.hstack([np.concatenate(means), np.ones((len(going), 1))])
    gains = np.concatenate([gain for _, gain in known])
    slopes = here[going].T @ here[going] + 0.1 * np.eye(here.shape[1])
    better = (gains - here @ np.linalg.solve(slopes, here[going].T @ gains[going])).reshape(len(known), GAMES)
    better /= better.reshape(-1)[going].std() + 1e-6
    push = [
        more[o[0]] * (np.isin(np.arange(len(o[0])), picked) - chances)
        for ((o, picked, chances), _), more in zip(known, better, strict=True)
    ]
    return np.concatenate([o[2] for (o, _, _), _ in known]), np.concatenate(push).astype(np.float32)


def train(game: str, seed: int) -> Iterator[tuple[Policy, int]]:
    """The policy after each round of play, and how many decisions it has made."""
    kind, options_of, discount, rounds = GAME[game]
    vector = kind(GAMES, seed=seed << 32, opponent="greedy", reward="points")
    seen = vector.reset()
    policy = Policy(options_of(seen)[2].shape[1], seed)
    decisions = 0
    while True:
        history, gains, ends = [], [], []
        for _ in range(rounds):
            options = options_of(seen)
            actions, picked, chances = policy.act(options, GAMES)
            over, seat = vector.ended, seen["seat"][:, 0].copy()
            history.append((options, picked, chances))
            seen, _, ended, _ = vector.step(actions)
            gains.append(np.where(over, 0, paid(vector, seat)))
            ends.append(ended | over)
        total, returns = np.zeros(GAMES), []
        for gain, end in zip(reversed(gains), reversed(ends), strict=True):
            total = gain + discount * total * ~end
            returns.append(total)
        # What comes after the last steps of a round is not known: they are played and not learned from.
        known = list(zip(history, reversed(returns), strict=True))[: rounds - rounds // 6]
        policy.learn(*pushed(known), rate=0.003)
        decisions += GAMES * rounds
        yield policy, decisions


def share(game: str, policy: Policy, opponent: str, games: int, seed: int) -> float:
    """The part of games that the policy wins by its best actions, a shared victory counting as half.

    They are dealt from other seeds than those it learned from.
    """
    kind, options_of, _, _ = GAME[game]
    vector = kind(games, seed=seed, opponent=opponent)
    seen, won = vector.reset(), np.full(games, np.nan)
    while np.isnan(won).any():
        actions, _, _ = policy.act(options_of(seen), games, best=True)
        over = vector.ended
        seen, reward, ended, cut = vector.step(actions)
        won = np.where(np.isnan(won) & (ended | cut) & ~over, (reward + 1) / 2, won)
    return float(won.mean())


def told(game: str, seed: int, minutes: float, decisions: int, games: int) -> Iterator[tuple[Policy, dict[str, Any]]]:
    """Train until one of both is used up; the policy now and then, with what it cost and the shares of won games.

    It is measured by decisions, at every doubling: a CPU minute is another amount of play on every machine.
    """
    spent, due, started = 0.0, 0, time.process_time()
    for policy, made in train(game, seed):
        spent += time.process_time() - started
        done = spent >= 60 * minutes or made >= decisions
        if made >= due or done:
            found = {bot: round(share(game, policy, bot, games, 10**9), 3) for bot in ("random", "greedy")}
            yield policy, {"game": game, "seed": seed, "minutes": round(spent / 60, 2), "decisions": made} | found
            due = max(1 << 15, 2 * due)
        if done:
            return
        started = time.process_time()


def main() -> None:
    """Train for a while, tell how it goes, keep the weights."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", choices=list(GAME))
    parser.add_argument("--minutes", type=float, default=15.0, help="CPU minutes to train for, at most")
    parser.add_argument("--decisions", type=int, default=1 << 19, help="decisions to learn from, at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=1000, help="games of each measurement")
    parser.add_argument("--to", type=Path, help="where to keep the weights")
    asked = parser.parse_args()
    for policy, line in told(asked.game, asked.seed, asked.minutes, asked.decisions, asked.games):
        print(json.dumps(line), flush=True)
        if asked.to:
            np.savez(asked.to, first=policy.weights[0], second=policy.weights[1])


if __name__ == "__main__":
    main()
