"""Learning the value of card tables by self-play: generations of games, each followed by a fit of a small network.

Not the network itself, in `kernel.cards.thinking.value`. A run is a pure function of its plan; games and weights lie
in a folder as they are made, and a run that was interrupted goes on from there.
"""

# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bench.training import cards_fit as cards_learning
from bench.training import cards_play
from bench.training.checkpoints import Checkpoints, Floats, keep, share_and_margin
from sixfold.kernel.cards import solver as cards_solver
from sixfold.kernel.cards.thinking import value as cards_value
from sixfold.kernel.cards.thinking.scratch import scratch

CHUNK: Final = 250
"""So many games are played between two checkpoints."""
KEPT_OUT: Final = 20
"""One position in so many is not learned from, and measures the error."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run does. `seats` shares the games of a generation out among 2, 3 and 4 players."""

    seed: int = 1
    generations: int = 2
    first: int = 1000
    """Games of the first generation, which is slow: it tries every choice against imagined hands."""
    games: int = 4000
    seats: tuple[float, float, float] = (0.7, 0.15, 0.15)
    kinds: int = 6
    """In three turns of four a player looks at so many kinds of its hand only: it is quicker, and it explores."""
    samples: int = 4
    """Hands that the next seat is imagined to hold, for each choice of the first generation, which knows no value."""
    trace: float = 0.7
    """From the second generation on: how much of a target is the outcome, and not what the value expected."""
    epochs: int = 8
    batch: int = 256
    rate: float = 0.002


@dataclass(frozen=True, slots=True)
class Report:
    """One generation: positions, root mean square errors on those kept aside, win share and margin against greedy."""

    generation: int
    positions: int
    error_next: float
    error_rest: float
    share: float
    margin: float
    seconds: float


class Workshop:
    """Scratch arrays for compiled games."""

    def __init__(self) -> None:
        self.space = cards_solver.workspace()
        self.scratch = scratch(4000)

    def self_play(self, theta: Floats, plan: Plan, generation: int, chunk: int, seats: int) -> dict[str, NDArray[Any]]:
        """One chunk of games: the positions as words and facts, and the targets."""
        room = CHUNK * 60
        words = np.zeros((room, cards_value.CELLS), dtype=np.uint8)
        facts = np.zeros((room, cards_value.FACT_COUNT), dtype=np.float32)
        targets = np.zeros((room, 2), dtype=np.float32)
        seed = (plan.seed * 100 + generation) * 10 + seats
        count = cards_play.self_play(
            self.space,
            theta,
            self.scratch,
            seed,
            chunk * CHUNK,
            CHUNK,
            seats,
            plan.kinds,
            0 if generation else plan.samples,
            plan.trace if generation else 1.0,
            words,
            facts,
            targets,
        )
        return {"words": words[:count], "facts": facts[:count], "targets": targets[:count]}

    def duel(
        self, theta: Floats, samples: int, other: Floats, other_samples: int, deals: int, seed: int
    ) -> tuple[float, float]:
        """Win share and mean margin of one policy against another (-1 samples: greedy), every deal twice."""
        scores = np.zeros((2 * deals, 2), dtype=np.int64)
        cards_play.duel(self.space, self.scratch, seed, 0, deals, theta, samples, other, other_samples, scores)
        return share_and_margin(scores)


def fresh(seed: int) -> Floats:
    """Small random vectors and a last layer that knows one thing: cards kept in the hand are worth a little less."""
    chance = np.random.default_rng(seed)
    v = cards_value
    theta = np.zeros(v.WEIGHTS, dtype=np.float32)
    theta[v.EMBED : v.FACTS] = chance.normal(0, 0.3, v.WORDS * v.H)
    theta[v.MIX : v.MIX_FACTS] = chance.normal(0, (2 / v.H) ** 0.5 / 12, v.H * v.M)
    theta[v.OUT_FACTS + 2 * 10 + 1] = -0.09
    return theta


def fit(theta: Floats, data: dict[str, NDArray[Any]], plan: Plan, seed: int) -> tuple[Floats, NDArray[np.float64]]:
    """Weights fitted to positions, from where `theta` is; and the errors on the positions kept aside."""
    chance = np.random.default_rng(seed)
    theta = theta.copy()
    out = cards_value.OUT
    if not theta[out : out + 2 * cards_value.M].any():
        theta[out : out + 2 * cards_value.M] = chance.normal(0, 0.1, 2 * cards_value.M)
    aside = np.arange(len(data["words"])) % KEPT_OUT == 0
    known = np.flatnonzero(~aside)
    words, facts, targets = data["words"], data["facts"], data["targets"]
    moments = np.zeros((2, cards_value.WEIGHTS), dtype=np.float32)
    # What the next seat makes is known to a fraction of a Qwirkle, the rest of the game only to two or three.
    weights = np.array([4.0, 1.0], dtype=np.float32)
    step = 0
    for epoch in range(plan.epochs):
        rate = plan.rate * (1 - epoch / plan.epochs) ** 2 + plan.rate * 0.01
        order = chance.permutation(known)
        step, _ = cards_learning.epoch(
            theta, moments, step, order, words, facts, targets, weights, np.float32(rate), plan.batch
        )
    errors: NDArray[np.float64] = cards_learning.errors_of(theta, words[aside], facts[aside], targets[aside])
    return theta, errors


def run(plan: Plan, folder: Path, tell: Callable[[Report], None] = lambda report: None) -> Floats:
    """Carry out a plan, from what `folder` already holds of it; the last weights."""
    checkpoints = Checkpoints(folder, plan, Report)
    workshop = Workshop()
    theta = fresh(plan.seed)
    for generation in range(plan.generations):
        if (known := checkpoints.load(generation)) is not None:
            theta, report = known
            tell(report)
            continue
        began = time.perf_counter()
        data = _games(plan, generation, theta, workshop, folder)
        if generation > 1:
            # Two generations that both had a value to lean on are alike enough to be learned from together.
            before = _games(plan, generation - 1, theta, workshop, folder)
            data = {name: np.concatenate([before[name], data[name]]) for name in data}
        theta, errors = fit(theta, data, plan, plan.seed * 1000 + generation)
        report = Report(
            generation,
            len(data["words"]),
            float(errors[0]) ** 0.5,
            float(errors[1]) ** 0.5,
            *workshop.duel(theta, 0, theta, -1, 200, 10_000_000 + plan.seed),
            time.perf_counter() - began,
        )
        checkpoints.save(generation, theta, report)
        tell(report)
    return theta


def _games(plan: Plan, generation: int, theta: Floats, workshop: Workshop, folder: Path) -> dict[str, NDArray[Any]]:
    """The games of one generation, chunk by chunk; chunks that lie in the folder are not played again."""
    parts: list[dict[str, NDArray[Any]]] = []
    for seats, share in zip((2, 3, 4), plan.seats, strict=True):
        games = plan.games if generation else plan.first
        for chunk in range(round(games * share / CHUNK)):
            saved = folder / f"games{generation}-{seats}-{chunk}.npz"
            if not saved.exists():
                keep(saved, **workshop.self_play(theta, plan, generation, chunk, seats))
            with np.load(saved) as kept:
                parts.append(dict(kept))
    return {name: np.concatenate([part[name] for part in parts]) for name in ("words", "facts", "targets")}
