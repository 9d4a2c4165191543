"""Every bot against every other, and the ratings that fit the results best. The matches are ordinary matches."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from sixfold.arena.contest import MatchTally
from sixfold.arena.contestant import Contestant
from sixfold.arena.figures import estimate
from sixfold.arena.ratings import intervals, rate


class RoundRobin:
    """The pairings of a round robin and their results so far."""

    def __init__(self, contestants: Sequence[Contestant]) -> None:
        self.contestants = tuple(contestants)
        self.pairings = tuple(combinations(range(len(self.contestants)), 2))
        self._tallies: dict[tuple[int, int], MatchTally] = {}

    def add(self, a: int, b: int, tally: MatchTally) -> None:
        """The match of contestants `a` (first) and `b`."""
        self._tallies[a, b] = tally

    def report(self) -> dict[str, object]:
        """Ratings with intervals, every bot's share over all its games, and every match."""
        size = len(self.contestants)
        wins = [[0.0] * size for _ in range(size)]
        for (a, b), tally in self._tallies.items():
            for game in tally.games:
                wins[a][b] += game.shares[0]
                wins[b][a] += game.shares[1]
        ratings = rate(wins)
        spans = intervals({pair: tally.shares() for pair, tally in self._tallies.items()}, size)
        return {
            "games": sum(len(tally.games) for tally in self._tallies.values()),
            "seed": next((tally.match.seed for tally in self._tallies.values()), None),
            "bots": [
                self._bot(index)
                | {"rating": round(ratings[index], 1), "rating_low": round(spans[index][0], 1)}
                | {"rating_high": round(spans[index][1], 1)}
                for index in range(size)
            ],
            "matches": [
                {"first": str(self.contestants[a]), "second": str(self.contestants[b])} | tally.report()
                for (a, b), tally in self._tallies.items()
            ],
            "interrupted": any(tally.interrupted for tally in self._tallies.values()),
        }

    def _bot(self, index: int) -> dict[str, object]:
        shares: list[float] = []
        cpu = 0.0
        moves = faults = 0
        for pair, tally in self._tallies.items():
            if index in pair:
                side = pair.index(index)
                shares += tally.shares(side)
                cpu += sum(game.cpu_s[side] for game in tally.games)
                moves += sum(game.moves[side] for game in tally.games)
                faults += sum(fault.contestant == side for _, fault in tally.faults())
        share = estimate(shares)
        return {
            "bot": str(self.contestants[index]),
            "share": round(share.mean, 6) if shares else None,
            "low": round(share.low, 6) if shares else None,
            "high": round(share.high, 6) if shares else None,
            "cpu_s_per_move": round(cpu / moves, 6) if moves else None,
            "faults": faults,
        }
