"""Learning the value of tile positions by self-play: generations of games, each followed by a fit of a small network.

Not the network itself, in `kernel.tiles.thinking.value`. A run is a pure function of its plan; after every generation a
checkpoint is written, and a run that was interrupted goes on from the last one.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from bench.training import tiles_play
from bench.training.checkpoints import Checkpoints, Floats, share_and_margin
from sixfold.kernel import tiles
from sixfold.kernel.tiles.thinking import value as tiles_value
from sixfold.kernel.tiles.thinking.scratch import scratch

SCALE: Final = 10.0
"""The fit works in units of ten points."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run does. `seats` shares the games of a generation out among 2, 3 and 4 players."""

    seed: int = 1
    generations: int = 6
    games: int = 14000
    seats: tuple[float, float, float] = (0.76, 0.12, 0.12)
    explore: float = 0.12
    trace: float = 0.75
    epochs: int = 6
    batch: int = 2048
    rate: float = 0.0015
    decay: float = 1e-5
    pairs: int = 500
    """Deals against greedy after each generation."""
    replay: int = 2
    """A generation is fitted on its own games and those of so many before it, less one."""


@dataclass(frozen=True, slots=True)
class Report:
    """One generation: rows learned from, error before and after the fit, strength against greedy."""

    generation: int
    rows: int
    error: float
    share: float
    margin: float
    seconds: float


class Workshop:
    """Scratch arrays for compiled games."""

    def __init__(self) -> None:
        self.game = tiles.blank()
        self.scratch = scratch()

    def match(self, weights: Floats, pairs: int, seed: int) -> tuple[float, float]:
        """Win share and mean margin of the learned policy against greedy over mirrored deals."""
        rows = np.zeros((2 * pairs, 2), dtype=np.int64)
        tiles_play.match(self.game, weights, self.scratch, pairs, seed, rows)
        return share_and_margin(rows)

    def self_play(
        self, weights: Floats, games: int, seats: int, seed: int, explore: float, trace: float
    ) -> tuple[Floats, Floats]:
        """Positions and targets of games that the policy plays against itself."""
        inputs = np.zeros((games * 75, tiles_value.FEATURES), dtype=np.float32)
        targets = np.zeros(len(inputs), dtype=np.float32)
        turns = 1200
        rows = tiles_play.self_play(
            self.game,
            weights,
            self.scratch,
            games,
            seats,
            seed,
            explore,
            trace,
            inputs,
            targets,
            np.zeros(turns),
            np.zeros(turns),
            np.zeros(turns, dtype=np.int64),
        )
        return inputs[:rows], targets[:rows]


def split(weights: Floats) -> list[Floats]:
    """The layers of a flat array of weights, as views of it."""
    shapes = (
        (tiles_value.FEATURES, tiles_value.FIRST),
        (tiles_value.FIRST,),
        (tiles_value.FIRST, tiles_value.SECOND),
        (tiles_value.SECOND,),
        (tiles_value.SECOND,),
        (1,),
    )
    layers: list[Floats] = []
    at = 0
    for shape in shapes:
        size = int(np.prod(shape))
        layers.append(weights[at : at + size].reshape(shape))
        at += size
    # The bias of the second layer lies before the last layer, as the kernel reads them.
    return layers


def fresh(seed: int) -> Floats:
    """Small random weights with a last layer of zero: the first generation plays greedily."""
    chance = np.random.default_rng(seed)
    weights = np.zeros(tiles_value.WEIGHTS, dtype=np.float32)
    first, _, second, _, _, _ = split(weights)
    first[:] = chance.normal(0, (2 / 40) ** 0.5, first.shape)
    second[:] = chance.normal(0, (2 / tiles_value.FIRST) ** 0.5, second.shape)
    return weights


class Fit:
    """Adam on mean squared error, in plain numpy."""

    def __init__(self, weights: Floats, plan: Plan) -> None:
        self.weights = weights.copy()
        self.plan = plan
        last = split(self.weights)
        if not last[4].any():
            last[4][:] = np.random.default_rng(plan.seed + 77).normal(0, 0.1, last[4].shape)
        # Inside the fit the output is in tens of points.
        last[4][:] /= SCALE
        last[5][:] /= SCALE
        self.mean = np.zeros_like(self.weights)
        self.spread = np.zeros_like(self.weights)
        self.steps = 0

    def _gradient(self, x: Floats, y: Floats) -> tuple[Floats, float]:
        a, a0, b, b0, c, d = split(self.weights)
        z1 = x @ a + a0
        h1 = np.maximum(z1, 0)
        z2 = h1 @ b + b0
        h2 = np.maximum(z2, 0)
        error = h2 @ c + d[0] - y
        gradient = np.zeros_like(self.weights)
        ga, ga0, gb, gb0, gc, gd = split(gradient)
        e = (error / len(y)).astype(np.float32)
        gd[0] = e.sum()
        gc[:] = h2.T @ e
        e2 = np.outer(e, c) * (z2 > 0)
        gb0[:] = e2.sum(0)
        gb[:] = h1.T @ e2
        e1 = (e2 @ b.T) * (z1 > 0)
        ga0[:] = e1.sum(0)
        ga[:] = x.T @ e1
        return gradient, float((error**2).mean())

    def step(self, x: Floats, y: Floats, rate: float) -> float:
        """One step on a batch; its mean squared error."""
        gradient, loss = self._gradient(x, y)
        self.steps += 1
        self.mean += 0.1 * (gradient - self.mean)
        self.spread += 0.001 * (gradient**2 - self.spread)
        mean = self.mean / (1 - 0.9**self.steps)
        spread = self.spread / (1 - 0.999**self.steps)
        self.weights -= rate * (mean / (np.sqrt(spread) + 1e-8) + self.plan.decay * self.weights)
        return loss

    def run(self, x: Floats, y: Floats, seed: int) -> float:
        """All epochs, with a falling rate; the root mean squared error of the last one, in points."""
        chance = np.random.default_rng(seed)
        plan = self.plan
        batches = len(x) // plan.batch
        total = plan.epochs * batches
        losses: list[float] = []
        for epoch in range(plan.epochs):
            order = chance.permutation(len(x))
            losses = []
            for i in range(batches):
                rows = order[i * plan.batch : (i + 1) * plan.batch]
                rate = plan.rate * (1 - (epoch * batches + i) / total) + plan.rate * 0.02
                losses.append(self.step(x[rows], y[rows] / SCALE, rate))
        return float(SCALE * np.sqrt(np.mean(losses)))

    def result(self) -> Floats:
        """The weights as the kernel reads them, in points."""
        weights = self.weights.copy()
        layers = split(weights)
        layers[4][:] *= SCALE
        layers[5][:] *= SCALE
        return weights


def run(plan: Plan, folder: Path, tell: Callable[[Report], None] = lambda report: None) -> Floats:
    """Carry out a plan, from the last checkpoint in `folder` if there is one; the last weights."""
    checkpoints = Checkpoints(folder, plan, Report)
    workshop = Workshop()
    weights = fresh(plan.seed)
    players: list[Floats] = []
    history: list[tuple[Floats, Floats]] = []
    for generation in range(plan.generations):
        players.append(weights)
        if (known := checkpoints.load(generation)) is not None:
            weights, report = known
            tell(report)
            continue
        began = time.perf_counter()
        # After an interruption the games that the last generations would have left behind are played again.
        first = max(0, generation - plan.replay + 1)
        for past in range(first + len(history), generation):
            history.append(_games(plan, past, players[past], workshop))
        played = _games(plan, generation, weights, workshop)
        history = [*history, played][-plan.replay :]
        fit = Fit(weights, plan)
        error = fit.run(
            np.concatenate([x for x, _ in history]),
            np.concatenate([y for _, y in history]),
            plan.seed * 1000 + generation,
        )
        weights = fit.result()
        share, margin = workshop.match(weights, plan.pairs, 10_000_000 + plan.seed)
        report = Report(generation, len(played[0]), error, share, margin, time.perf_counter() - began)
        checkpoints.save(generation, weights, report)
        tell(report)
        history = history[1:] if len(history) == plan.replay else history
    return weights


def _games(plan: Plan, generation: int, weights: Floats, workshop: Workshop) -> tuple[Floats, Floats]:
    """The games of one generation. The first has no value to lean on: its targets are plain outcomes."""
    trace = 1.0 if generation == 0 else plan.trace
    parts = [
        workshop.self_play(
            weights,
            max(1, int(plan.games * part)),
            seats,
            (plan.seed * 100 + generation) * 10_000_000 + seats * 1_000_000,
            plan.explore if generation else 2 * plan.explore,
            trace,
        )
        for seats, part in zip((2, 3, 4), plan.seats, strict=True)
        if part > 0
    ]
    return np.concatenate([x for x, _ in parts]), np.concatenate([y for _, y in parts])


def shipped(folder: Path, weights: Floats) -> dict[str, Floats]:
    """What the package ships: the last generation, and the second one, which `thoughtful` plays by."""
    early = folder / "generation1.npz"
    return {"weights": weights, "early": np.load(early)["weights"] if early.exists() else weights}
