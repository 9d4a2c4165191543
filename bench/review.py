"""Figures of the review: does luck plus skill explain results, is luck 0 on average, who gives away how much, how fast.

python bench/review.py --games 20 --quick
"""

from __future__ import annotations

import argparse
import json
import os
import random
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import track

from sixfold import bots, tiles
from sixfold.dealer import Dealer
from sixfold.record import Player, Record
from sixfold.review import FULL, QUICK, Review, review


def played(names: tuple[str, str], seed: int) -> Record:
    """A game between two bots."""
    rng = random.Random(seed)
    players = [bots.find("tiles", name)(seed) for name in names]
    state, dealer = tiles.State.start(2), Dealer.from_seed(rng.randbytes(64))
    steps: list[Any] = []
    while state.outcome is None:
        if state.need is not None:
            step, dealer = dealer.deal(state.need, state.rules.box)
            state = state.draw(step)
        else:
            assert state.to_move is not None
            step = players[state.to_move].choose(state.view(state.to_move), bots.Budget(rollouts=2000)).move
            state = state.play(step)
        steps.append(step)
    return Record.from_game("tiles/1", [Player(name) for name in names], steps)


def main() -> None:
    """Review games of each kind and print one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=20, help="games of each pairing")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--seed", type=int, default=700_000)
    told = parser.parse_args()
    os.environ.setdefault("SIXFOLD_KERNEL", "required")
    strength = QUICK if told.quick else FULL
    console = Console(stderr=True)
    judged: list[tuple[tuple[str, str], Review]] = []
    seconds: list[float] = []
    pairings = (("champion", "champion"), ("greedy", "greedy"), ("random", "random"))
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        for names in pairings:
            for number in track(range(told.games), f"{names[0]} games", console=console, transient=True):
                record = played(names, told.seed + number)
                started = time.perf_counter()
                judged.append((names, review(record, strength, number, pool)))
                seconds.append(time.perf_counter() - started)
    ledgers = [one.ledger for _, one in judged if one.ledger is not None]
    gaps = [ledger.gap for ledger in ledgers if ledger.gap is not None]
    luck = np.array([account.luck.mean for ledger in ledgers for account in ledger.accounts])
    given = {
        name: float(
            np.mean([one.given_away(seat).mean for names, one in judged if names[0] == name for seat in (0, 1)])
        )
        for name, _ in pairings
    }
    print(
        json.dumps(
            {
                "games": len(judged),
                "gap_within_interval": round(
                    float(np.mean([gap.interval[0] <= 0 <= gap.interval[1] for gap in gaps])), 3
                ),
                "mean_gap": round(float(np.mean([gap.mean for gap in gaps])), 2),
                "mean_luck": round(float(luck.mean()), 2),
                "mean_luck_interval": [
                    round(float(luck.mean() + z * luck.std(ddof=1) / np.sqrt(len(luck))), 2) for z in (-1.96, 1.96)
                ],
                "given_away_per_game": {name: round(value, 1) for name, value in given.items()},
                "seconds_median": round(float(np.median(seconds)), 1),
                "seconds_max": round(float(np.max(seconds)), 1),
            }
        )
    )


if __name__ == "__main__":
    main()
