"""The speed of the card kernel, measured on tables of whole games: the cards_* figures of `python -m bench.kernel`.

All times are CPU time of this thread. Reference and CP-SAT answer the same positions in the same run, and answers that
differ are an error, not a figure.
"""

# mypy: disable-error-code="no-untyped-def,no-untyped-call"

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bench.kernel import oracle as cards_oracle
from sixfold.cards import solver
from sixfold.kernel import cards, zeros
from sixfold.kernel.cards import games as cards_games
from sixfold.kernel.cards.games import CARELESS, GREEDY
from sixfold.kernel.cards.solver import solve_any, solve_full, solve_most
from sixfold.kernel.engine import compiled
from sixfold.pieces import Pieces

MIX: Final = (
    (400, 2, (GREEDY, GREEDY, GREEDY, GREEDY)),
    (100, 3, (GREEDY, GREEDY, GREEDY, GREEDY)),
    (100, 4, (GREEDY, GREEDY, GREEDY, GREEDY)),
    (200, 2, (GREEDY, CARELESS, GREEDY, CARELESS)),
    (100, 4, (GREEDY, CARELESS, GREEDY, CARELESS)),
    (100, 3, (CARELESS, CARELESS, CARELESS, CARELESS)),
)
"""1,000 games of mixed strength: number, seats, who plays. Careless players leave crowded tables."""


@compiled
def repeat(w, which, p, times):
    """Answer one position so many times: 0 any play, 1 most Qwirkles, 2 most Qwirkles and then most cards."""
    answer = 0
    for _ in range(times):
        if which == 0:
            answer = 1 if solve_any(w, p[0], p[1], p[2], p[3], p[4], p[5]) else 0
        elif which == 1:
            answer = solve_most(w, p[0], p[1], p[2], p[3], p[4], p[5])
        else:
            answer = solve_full(w, p[0], p[1], p[2], p[3], p[4], p[5])
    return answer


def positions(limit: int = 10_000, seed: int = 2026) -> NDArray[np.int64]:
    """Tables and hands of 1,000 seeded games, six planes each; with more than `limit` an even part of them."""
    rows = np.zeros((8192, 8), dtype=np.int64)
    found: list[NDArray[np.int64]] = []
    for place, (games, seats, policies) in enumerate(MIX):
        room = np.zeros((games * 60, 6), dtype=np.int64)
        w = cards.workspace()
        order, game = np.array(policies, dtype=np.int64), zeros(cards_games.GAME)
        count = cards_games.harvest(game, games, seats, seed + place, order, w, rows, room)
        found.append(room[:count])
    together = np.concatenate(found)
    return together[np.linspace(0, len(together) - 1, min(limit, len(together))).astype(np.int64)]


def fingerprint(tables: NDArray[np.int64]) -> str:
    """A hash of positions, so that two runs can be compared."""
    return hashlib.sha256(tables.tobytes()).hexdigest()[:16]


def _times_us(tables: NDArray[np.int64], which: int, times: int) -> NDArray[np.float64]:
    """CPU microseconds for each position."""
    w = cards.workspace()
    repeat(w, which, tables[0], 1)
    took = np.zeros(len(tables))
    for index in range(len(tables)):
        began = time.thread_time_ns()
        repeat(w, which, tables[index], times)
        took[index] = (time.thread_time_ns() - began) / times / 1000
    return took


def games_per_cpu_s(games: int = 2000, seed: int = 99) -> float:
    """Whole greedy two-player games in a CPU-second."""
    cards.play_games(1, 2, seed)
    began = time.thread_time()
    cards.play_games(games, 2, seed)
    return games / (time.thread_time() - began)


def compare(tables: NDArray[np.int64], *, part: int = 60) -> dict[str, float]:
    """Kernel, reference and CP-SAT on an even part of the positions: median times and ratios; unequal answers raise."""
    chosen = tables[np.linspace(0, len(tables) - 1, part).astype(np.int64)].tolist()
    asked = [(cards.counts(row[:3]), Pieces.from_counts(cards.counts(row[3:]))) for row in chosen]

    def reference(table: tuple[int, ...], hand: Pieces) -> tuple[int, int] | None:
        found = solver.best(table, hand)
        return None if found is None else (found.qwirkles, len(found.played))

    def constraint(table: tuple[int, ...], hand: Pieces) -> tuple[int, int] | None:
        return cards_oracle.cp_sat(table, hand.counts, cards_too=True)

    rivals: dict[str, Callable[[tuple[int, ...], Pieces], tuple[int, int] | None]] = {"reference": reference}
    if cards_oracle.available():
        rivals["cp_sat"] = constraint
    kernel = float(np.median(_times_us(np.array(chosen, dtype=np.int64), 2, 20)))
    figures: dict[str, float] = {"cards_compared": part, "cards_compared_kernel_us_median": kernel}
    for name, rival in rivals.items():
        took: list[float] = []
        for table, hand in asked:
            began = time.thread_time_ns()
            answer = rival(table, hand)
            took.append((time.thread_time_ns() - began) / 1000)
            if answer != cards.value(table, hand):
                raise RuntimeError(f"kernel and {name} differ on table {table} with {hand}: {answer}")
        figures[f"cards_{name}_us_median"] = float(np.median(took))
        figures[f"cards_{name}_ratio"] = float(np.median(took)) / kernel
    return figures


def measure(limit: int = 10_000, games: int = 2000) -> dict[str, Any]:
    """Every cards_* figure of `python -m bench.kernel`."""
    tables = positions(limit)
    any_us = _times_us(tables, 0, 20)
    most_us = _times_us(tables, 1, 5)
    full_us = _times_us(tables, 2, 5)
    return {
        "cards_positions": len(tables),
        "cards_positions_hash": fingerprint(tables),
        "cards_games_per_cpu_s": games_per_cpu_s(games),
        "cards_any_us_median": float(np.median(any_us)),
        "cards_solve_us_median": float(np.median(most_us)),
        "cards_solve_us_p99": float(np.percentile(most_us, 99)),
        "cards_solve_us_max": float(most_us.max()),
        "cards_solve_full_us_median": float(np.median(full_us)),
        "cards_solve_full_us_p99": float(np.percentile(full_us, 99)),
        "cards_solve_full_us_max": float(full_us.max()),
        **compare(tables),
    }


__all__ = ["compare", "fingerprint", "games_per_cpu_s", "measure", "positions"]
