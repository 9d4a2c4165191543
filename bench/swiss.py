"""How long it takes to pair the rounds of a large Swiss tournament: `python -m bench.swiss`."""

from __future__ import annotations

import argparse
import random
from time import perf_counter

from sixfold.tournament import conduct
from sixfold.tournament import facts as f
from sixfold.tournament.standings import standings
from sixfold.tournament.tournament import Tournament


def main() -> None:
    """Play a tournament by chance, and print seconds for each pairing and each table of standings."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=199)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    rng = random.Random(asked.seed)
    opening = f.Founded(
        title="", game="tiles", system="swiss", planned=asked.rounds, lots=str(asked.seed), key="", organiser=""
    )
    now = Tournament().apply(opening)
    for number in range(asked.people):
        now = now.apply(f.Entered(who=f"p{number}"))
    strength = {who: rng.gauss(0, 1) for who in now.entrants}
    print(f"{asked.people} people\nround  paired in s  standings in s  most points apart")
    for number in range(asked.rounds):
        cards = now.cards()
        started = perf_counter()
        for fact in conduct.pair(now):
            now = now.apply(fact)
        paired = perf_counter() - started
        apart = max(abs(cards[m.first].halves - cards[m.second].halves) for m in now.rounds[-1].meetings) / 2
        for at, meeting in enumerate(now.rounds[-1].meetings):
            better = strength[meeting.first] + rng.gauss(0, 1) > strength[meeting.second]
            [fact] = conduct.correct(
                now, number, at, "first" if better else "second", (100, 90) if better else (90, 100)
            )
            now = now.apply(fact)
        started = perf_counter()
        standings(now)
        print(f"{number + 1:5}  {paired:11.2f}  {perf_counter() - started:14.3f}  {apart:17}")


if __name__ == "__main__":
    main()
