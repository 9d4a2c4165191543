"""What it costs to check a result of the daily bag: `python -m bench.daily` judges 10,000 of them, as a server does.

Bots of several levels play the person, on other days each. CPU time of the judging alone is counted.
"""

from __future__ import annotations

import argparse
import json
import os
from datetime import date, timedelta
from itertools import cycle, islice
from time import process_time

from sixfold import daily, rulesets
from tests.daily.games import played

LEVELS = ("sprout", "casual", "greedy")


def main() -> None:
    """Print CPU milliseconds for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--results", type=int, default=10_000)
    parser.add_argument("--games", type=int, default=60, help="different ones for each game; they are judged again")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    first = date(2026, 11, 16)
    told = {}
    for game in rulesets.GAMES:
        ruleset = rulesets.offered(game)[0]
        texts = [played(first + timedelta(n), ruleset, LEVELS[n % len(LEVELS)]) for n in range(asked.games)]
        daily.judge(texts[0])  # loads the kernel
        costs = []
        for text in islice(cycle(texts), asked.results // len(rulesets.GAMES)):
            began = process_time()
            daily.judge(text)
            costs.append(1000 * (process_time() - began))
        costs.sort()
        told[game] = {
            "results": len(costs),
            "mean_ms": round(sum(costs) / len(costs), 2),
            "p99_ms": round(costs[int(0.99 * len(costs))], 2),
        }
    if asked.json:
        print(json.dumps(told))
        return
    for game, line in told.items():
        print(
            f"{game}: {line['results']} results, {line['mean_ms']} ms of CPU each, 99 % below {line['p99_ms']} ms "
            f"(load {os.getloadavg()[0]:.1f})"
        )


if __name__ == "__main__":
    main()
