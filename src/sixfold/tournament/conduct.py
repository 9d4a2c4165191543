"""What may be done in a tournament, and which facts follow. A refusal is a sentence, and then nothing has happened.

Entering, leaving and taking over may be repeated: the second time they lead to no facts.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final, NoReturn

from sixfold.errors import Refused
from sixfold.tournament import facts as f
from sixfold.tournament.pairing import paired
from sixfold.tournament.tournament import Ruling, Tournament, Verdict

MOST: Final = {"swiss": 400, "round_robin": 24}
"""Entrants."""
MOST_ROUNDS: Final = 20
MOST_POINTS: Final = 2000
"""No game of two has ever had more, by far."""


def refuse(code: str, message: str, **told: object) -> NoReturn:
    """Say no, for a reason that is the tournament's."""
    raise Refused(message, code=f"tournament/{code}", facts=told)


def enter(tournament: Tournament, who: str, player: bool = True) -> list[f.AnyRecorded]:
    """Somebody takes part from the next round on."""
    if who in tournament.present:
        return []
    _not_over(tournament)
    if tournament.system == "round_robin" and tournament.rounds:
        refuse("begun", "a round robin takes nobody any more once it has begun")
    if len(tournament.rounds) >= tournament.all_rounds > 0 and tournament.rounds:
        refuse("begun", "the last round has begun")
    most = MOST[tournament.system]
    if who not in tournament.gone and len(tournament.entrants) >= most:
        refuse("full", f"this tournament takes {most} people at the most", most=most)
    return [f.Entered(who=who, player=player)]


def withdraw(tournament: Tournament, who: str) -> list[f.AnyRecorded]:
    """Somebody takes part no longer; a game that is not over goes to the other one."""
    _known(tournament, who)
    if who in tournament.gone:
        return []
    _not_over(tournament)
    done: list[f.AnyRecorded] = [f.Withdrawn(who=who)]
    if tournament.rounds:
        last = len(tournament.rounds) - 1
        at = tournament.rounds[last].find(who)
        if at is not None and tournament.rounds[last].meetings[at].score is None:
            meeting = tournament.rounds[last].meetings[at]
            verdict = _absent(tournament.gone | {who}, meeting.first, meeting.second)
            done.append(f.Decided(round=last, meeting=at, verdict=verdict, source="absent"))
    return done


def pair(
    tournament: Tournament,
    new_table: Callable[[], str] = lambda: "",
    new_seed: Callable[[], str] = lambda: "",
    apart: Collection[frozenset[str]] = (),
) -> list[f.AnyRecorded]:
    """The next round begins. `new_table` names a table for two who play at one; `apart`: who had better not meet."""
    _not_over(tournament)
    _all_decided(tournament)
    number = len(tournament.rounds)
    if number and number >= tournament.all_rounds:
        refuse("last", f"all {number} rounds are played: end the tournament", rounds=number)
    if len(tournament.present) < 2:
        refuse("few", "a round needs two people at least")
    found = paired(tournament, apart)
    if found is None:
        refuse("no-pairing", "there is no round left in which nobody meets the same person again")
    gone = tournament.gone
    at_tables = [not gone & {*both} and {*both} <= tournament.players for both in found.pairs]
    tables = [new_table() if seated else "" for seated in at_tables]
    done: list[f.AnyRecorded] = [
        f.Paired(pairs=list(found.pairs), tables=tables, bye=found.bye, seed=new_seed() if any(at_tables) else "")
    ]
    for at, (first, second) in enumerate(found.pairs):
        if gone & {first, second}:
            verdict = _absent(gone, first, second)
            done.append(f.Decided(round=number, meeting=at, verdict=verdict, source="absent"))
    return done


def report(tournament: Tournament, table: str, winners: Sequence[int], points: Sequence[int]) -> list[f.AnyRecorded]:
    """A table says how its game went. Only a table of this round may, and only once."""
    places = [
        (number, at, meeting)
        for number, one in enumerate(tournament.rounds)
        for at, meeting in enumerate(one.meetings)
        if table and meeting.table == table
    ]
    if not places:
        refuse("foreign", "no game of this tournament is played at that table", table=table)
    [(number, at, meeting)] = places
    if meeting.score is not None:
        refuse("decided", "the result of that game is known already: an organiser can correct it", table=table)
    _not_over(tournament)
    score = _score(winners, points)
    return [f.Decided(round=number, meeting=at, verdict=score.verdict, points=score.points)]


def correct(
    tournament: Tournament, number: int, at: int, verdict: Verdict, points: tuple[int, int] = (0, 0)
) -> list[f.AnyRecorded]:
    """An organiser says how a game went, for the first time or otherwise than before. Rounds that were paired stay."""
    if not 0 <= number < len(tournament.rounds) or not 0 <= at < len(tournament.rounds[number].meetings):
        refuse("foreign", "there is no such game in this tournament", round=number + 1, game=at + 1)
    if not all(0 <= one <= MOST_POINTS for one in points):
        refuse("points", f"a game has between 0 and {MOST_POINTS} points", most=MOST_POINTS)
    if tournament.rounds[number].meetings[at].score == Ruling(verdict, points, "organiser"):
        return []
    return [f.Decided(round=number, meeting=at, verdict=verdict, points=points, source="organiser")]


def take_over(tournament: Tournament, who: str, key: str) -> list[f.AnyRecorded]:
    """Somebody organises from now on: with the link, or because nobody does any more and they take part."""
    if who in tournament.organisers:
        return []
    orphaned = not tournament.organisers and who in tournament.present
    if key != tournament.key and not orphaned:
        refuse("not-organiser", "only its organisers can do that: ask them for the link")
    return [f.TookOver(who=who)]


def step_down(tournament: Tournament, who: str) -> list[f.AnyRecorded]:
    """Somebody organises no longer."""
    return [f.SteppedDown(who=who)] if who in tournament.organisers else []


def conclude(tournament: Tournament) -> list[f.AnyRecorded]:
    """It is over: the standings are final, but for corrections."""
    if tournament.over:
        return []
    _all_decided(tournament)
    return [f.Concluded()]


def _score(winners: Sequence[int], points: Sequence[int]) -> Ruling:
    one, other = points
    verdict: Verdict = "neither"
    if len(winners) == 1:
        verdict = "first" if winners[0] == 0 else "second"
    elif winners:
        verdict = "drawn"
    return Ruling(verdict, (one, other))


def _absent(gone: frozenset[str], first: str, second: str) -> Verdict:
    if first in gone:
        return "neither" if second in gone else "second"
    return "first"


def _known(tournament: Tournament, who: str) -> None:
    if who not in tournament.entrants:
        refuse("not-entered", "nobody of that name takes part in this tournament")


def _not_over(tournament: Tournament) -> None:
    if tournament.over:
        refuse("over", "this tournament is over")


def _all_decided(tournament: Tournament) -> None:
    missing = tournament.rounds[-1].open if tournament.rounds else 0
    if missing:
        refuse("unfinished", f"{missing} games of this round have no result yet", games=missing)
