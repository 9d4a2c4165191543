"""A tournament as a value: the sum of its facts (facts.py). People are ids without a meaning here."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, Protocol

from sixfold.pace import UNTIMED, Pace

System = Literal["swiss", "round_robin"]
Verdict = Literal["first", "second", "drawn", "neither"]
"""Who won a meeting; neither: nobody came."""
Source = Literal["table", "organiser", "absent"]
"""Who said so: the table itself, an organiser, or that the other one is not there any more."""
Stage = Literal["open", "round", "between", "over"]
"""Before the first round; in a round with games that are not over; after one; after the last."""
WIN, DRAW = 2, 1
"""Half points, so that all sums are whole."""


class Ruling(NamedTuple):
    """How a meeting went: who won, and with how many points of the game on either side."""

    verdict: Verdict
    points: tuple[int, int] = (0, 0)
    source: Source = "table"

    def halves(self, side: int) -> int:
        """Half points of the tournament for this side."""
        if self.verdict == "drawn":
            return DRAW
        return WIN if self.verdict == ("first", "second")[side] else 0

    @property
    def played(self) -> bool:
        """Whether both sat at the table."""
        return self.source != "absent" and self.verdict != "neither"


class Meeting(NamedTuple):
    """Two who meet in a round, by the seats they have. `table`: where, if they play at a table of a server."""

    first: str
    second: str
    table: str = ""
    score: Ruling | None = None

    def side(self, who: str) -> int | None:
        return 0 if who == self.first else 1 if who == self.second else None


class Bout(NamedTuple):
    """A meeting as one of the two sees it: on which side, against whom."""

    side: int
    other: str
    score: Ruling | None

    @property
    def halves(self) -> int:
        """Half points of the tournament, so far."""
        return 0 if self.score is None else self.score.halves(self.side)

    @property
    def margin(self) -> int:
        return 0 if self.score is None else self.score.points[self.side] - self.score.points[1 - self.side]

    @property
    def scored(self) -> int:
        return 0 if self.score is None else self.score.points[self.side]


class Scorecard(NamedTuple):
    """All games of somebody, their byes, and their half points."""

    games: tuple[Bout, ...]
    byes: int
    halves: int

    @property
    def played(self) -> tuple[Bout, ...]:
        """Games that were decided by playing."""
        return tuple(game for game in self.games if game.score is not None and game.score.played)


class Round(NamedTuple):
    """A round. `bye`: who has nobody to meet, empty for nobody. `seed`: the bag that all of its tables play, hex."""

    meetings: tuple[Meeting, ...]
    bye: str = ""
    seed: str = ""

    @property
    def open(self) -> int:
        """How many games are not decided."""
        return sum(meeting.score is None for meeting in self.meetings)

    def find(self, who: str) -> int | None:
        """The meeting of somebody, by its place."""
        return next((at for at, meeting in enumerate(self.meetings) if meeting.side(who) is not None), None)


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament after fact `n`. `entrants`: in the order in which they came; `gone`: those of them who left.

    `since`: after how many rounds somebody came. `lots`: what decides between equals. `players`: those who sit at
    tables of the server; the others play with a box of their own.
    """

    n: int = 0
    title: str = ""
    game: str = ""
    system: System = "swiss"
    planned: int = 0
    pace: Pace = UNTIMED
    lots: str = ""
    key: str = ""
    organisers: tuple[str, ...] = ()
    entrants: tuple[str, ...] = ()
    players: frozenset[str] = frozenset()
    since: tuple[tuple[str, int], ...] = ()
    gone: frozenset[str] = frozenset()
    rounds: tuple[Round, ...] = ()
    over: bool = False

    @property
    def stage(self) -> Stage:
        if self.over:
            return "over"
        if not self.rounds:
            return "open"
        return "round" if self.rounds[-1].open else "between"

    @property
    def present(self) -> tuple[str, ...]:
        """Who is paired in the next round."""
        return tuple(who for who in self.entrants if who not in self.gone)

    @property
    def all_rounds(self) -> int:
        """How many there are to be: a round robin knows when it begins."""
        if self.system == "swiss":
            return self.planned
        count = len(self.rounds[0].meetings) * 2 + bool(self.rounds[0].bye) if self.rounds else len(self.present)
        return max(0, count - 1 + count % 2)

    def met(self) -> set[frozenset[str]]:
        """Every pair that has met, or was to."""
        return {frozenset((m.first, m.second)) for one in self.rounds for m in one.meetings}

    def cards(self) -> dict[str, Scorecard]:
        """The card of everybody who ever entered."""
        games: defaultdict[str, list[Bout]] = defaultdict(list)
        byes: defaultdict[str, int] = defaultdict(int)
        for one in self.rounds:
            byes[one.bye] += 1
            for meeting in one.meetings:
                games[meeting.first].append(Bout(0, meeting.second, meeting.score))
                games[meeting.second].append(Bout(1, meeting.first, meeting.score))
        # Where rounds are paired by points a bye counts as a win; in a round robin everybody has one, or nobody.
        worth = WIN if self.system == "swiss" else 0
        return {
            who: Scorecard(tuple(games[who]), byes[who], sum(g.halves for g in games[who]) + worth * byes[who])
            for who in self.entrants
        }

    def with_score(self, number: int, at: int, score: Ruling) -> Tournament:
        """One meeting decided, or decided anew."""
        one = self.rounds[number]
        decided = one.meetings[at]._replace(score=score)
        changed = one._replace(meetings=(*one.meetings[:at], decided, *one.meetings[at + 1 :]))
        return replace(self, rounds=(*self.rounds[:number], changed, *self.rounds[number + 1 :]))

    def apply(self, fact: TournamentFact) -> Tournament:
        """The tournament after one more fact."""
        return replace(fact.fold(self), n=self.n + 1)


class TournamentFact(Protocol):
    """Something that happened in a tournament."""

    def fold(self, tournament: Tournament) -> Tournament:
        """The tournament after it, apart from its number."""
        ...
