"""Tournaments for tests, and a check of one that reads its facts as text and shares no code with the package."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from sixfold.tournament import conduct
from sixfold.tournament import facts as f
from sixfold.tournament.tournament import System, Tournament


class Evening:
    """A tournament that is being played, with all that happened as the store would keep it."""

    def __init__(self, system: System = "swiss", planned: int = 5, people: Iterable[str] = ()) -> None:
        self.log: list[bytes] = []
        self.now = Tournament()
        opening = f.Founded(
            title="Club", game="tiles", system=system, planned=planned, lots="lots", key="key", organiser="org"
        )
        self.add([opening])
        for who in people:
            self.add(conduct.enter(self.now, who))

    def add(self, facts: Sequence[f.AnyRecorded]) -> None:
        for fact in facts:
            self.log.append(f.encode(fact))
            self.now = self.now.apply(f.decode(self.log[-1]))

    def round(self, results: Iterable[tuple[str, tuple[int, int]]] | None = None, rng: Any = None) -> None:
        """Pair, and decide every game: by these results in order, or by chance."""
        self.add(conduct.pair(self.now))
        number = len(self.now.rounds) - 1
        given = iter(results or ())
        for at, meeting in enumerate(self.now.rounds[number].meetings):
            if meeting.score is None:
                verdict, points = next(given, None) or self.by_chance(rng or random.Random(at))
                self.add(conduct.correct(self.now, number, at, verdict, points))  # type: ignore[arg-type]

    @staticmethod
    def by_chance(rng: random.Random) -> tuple[str, tuple[int, int]]:
        one, other = rng.randint(60, 160), rng.randint(60, 160)
        return ("drawn" if one == other else "first" if one > other else "second"), (one, other)


def faults(log: Iterable[bytes], *, round_robin: bool = False) -> list[str]:
    """What a referee with a pencil would object to."""
    here: set[str] = set()
    met: Counter[frozenset[str]] = Counter()
    byes: Counter[str] = Counter()
    found = []
    number = 0
    for line in log:
        fact = json.loads(line)
        if fact["e"] == "entered":
            here.add(fact["who"])
        elif fact["e"] == "withdrawn":
            here.remove(fact["who"])
        elif fact["e"] == "paired":
            number += 1
            seated = [who for pair in fact["pairs"] for who in pair] + ([fact["bye"]] if fact.get("bye") else [])
            if len(seated) != len(set(seated)):
                found.append(f"round {number}: somebody is in it twice")
            if not round_robin and set(seated) != here:
                found.append(
                    f"round {number}: {sorted(set(seated) ^ here)} are paired and gone, or here and not paired"
                )
            met.update(frozenset(pair) for pair in fact["pairs"])
            byes.update([fact["bye"]] if fact.get("bye") else [])
    found += [f"{sorted(pair)} meet {times} times" for pair, times in met.items() if times > 1]
    found += [f"{who} has {times} byes" for who, times in byes.items() if times > 1]
    return found
