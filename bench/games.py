"""Statistics of the games themselves, for docs/report.md: length, branching, spread, and what opening is worth.

    python bench/games.py --game tiles --bot greedy --seats 2 --games 400

Every seat plays the same bot; game i is dealt from seed + i. Intervals are 95 %, bootstrapped over games. Branching of
tiles counts legal plays, and exchanges or the pass where nothing fits; of cards, distinct results of a turn. It is
counted on every fifth turn, as the lists take longer than the games.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np

from sixfold import cards, rulesets, tiles
from sixfold.arena import MeanOfDeals, estimate
from sixfold.bots import Budget, find
from sixfold.dealer import SEED_BYTES, Dealer, settle
from sixfold.research.games.results import Results

EVERY = 5


@dataclass(frozen=True)
class Told:
    """What one game told."""

    turns: int
    scores: tuple[int, ...]
    opener: float
    """What the opener won: 1, 0, or a part of a shared victory."""
    reason: str
    branching: tuple[int, ...]
    idle: int
    """Turns that laid nothing."""


def choices(state: Any) -> int:
    """How many moves the seat to move can tell apart."""
    if isinstance(state, cards.State):
        return len(Results.of(state))
    return len(state.legal_moves())


def idle(move: object) -> bool:
    """Whether nothing was laid."""
    return not isinstance(move, tiles.Place | cards.Turn)


def play(ruleset: str, bot: str, seats: int, number: int) -> Told:
    """One game, everybody by the same bot."""
    rules = rulesets.find(ruleset)
    players = [find(rules.game, bot)(4 * number + seat) for seat in range(seats)]
    state: Any
    state, _, dealer = settle(rules.start(seats), Dealer.from_seed(number.to_bytes(SEED_BYTES, "big")))
    opener, counts, asked = state.to_move, [], 0
    while state.outcome is None:
        if asked % EVERY == number % EVERY:
            counts.append(choices(state))
        asked += 1
        choice = players[state.to_move].choose(state.view(state.to_move), Budget())
        state, _, dealer = settle(state.play(choice.move), dealer)
    end = state.outcome
    won = (opener in end.winners) / len(end.winners)
    return Told(len(state.sheet), end.scores, won, end.reason, tuple(counts), sum(idle(e.move) for e in state.sheet))


def figures(games: list[Told]) -> dict[str, Any]:
    """All figures of these games."""
    branching = np.array([count for game in games for count in game.branching])
    scores = np.array([game.scores for game in games])
    ordered = np.sort(scores, axis=1)
    lead = ordered[:, -1] - ordered[:, -2]
    turns = np.array([game.turns for game in games])
    return {
        "games": len(games),
        "turns": _spread(turns) | {"shortest": int(turns.min()), "longest": int(turns.max())},
        "branching": {
            "turns": len(branching),
            "median": float(np.median(branching)),
            "mean": round(float(branching.mean()), 1),
            "95 %": float(np.quantile(branching, 0.95)),
            "most": int(branching.max()),
        },
        "score of a seat": _spread(scores.ravel(), by=[float(row.mean()) for row in scores]),
        "winner's lead": _spread(lead),
        "opener's share": _told(estimate([game.opener for game in games])),
        "fair share": round(1 / scores.shape[1], 3),
        "shared victories": round(float((lead == 0).mean()), 3),
        "turns that lay nothing": round(sum(game.idle for game in games) / int(turns.sum()), 4),
        "ends": dict(Counter(game.reason for game in games).most_common()),
    }


def _spread(values: np.ndarray, by: list[float] | None = None) -> dict[str, Any]:
    """Mean with interval, and standard deviation."""
    found = estimate([float(value) for value in values] if by is None else by)
    return _told(found) | {"deviation": round(float(values.std(ddof=1)), 2)}


def _told(found: MeanOfDeals) -> dict[str, Any]:
    return {"mean": round(found.mean, 3), "low": round(found.low, 3), "high": round(found.high, 3)}


def main() -> None:
    """Play, and print one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="tiles", help="tiles, cards, or a rule set by its name")
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--seats", type=int, default=2, choices=(2, 3, 4))
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=950000)
    asked = parser.parse_args()
    games = [play(asked.game, asked.bot, asked.seats, asked.seed + i) for i in range(asked.games)]
    print(json.dumps({"ruleset": asked.game, "bot": asked.bot, "seats": asked.seats, **figures(games)}, indent=1))


if __name__ == "__main__":
    main()
