"""A whole game, turn by turn: choices, luck, the ledger, and the notes worth a sentence.

`judge_turn` is one piece of work that any process can do. `review` shares these pieces out and puts the answers
together in order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Final

from sixfold import rulesets
from sixfold.fields import Json
from sixfold.record import Record, Step
from sixfold.review import games
from sixfold.review.choices import judge
from sixfold.review.considered import Considered, Decision
from sixfold.review.estimate import NOTHING, Ends, Estimate, mean_of, worth_of
from sixfold.review.games import Note
from sixfold.review.ledger import Ledger, SeatAccount
from sixfold.review.notes import is_mistake, notes
from sixfold.review.reasons import Reason, reason, reason_to_json
from sixfold.review.worth import finished, known, worth


@dataclass(frozen=True, slots=True)
class Strength:
    """How much work a review does for each turn: samples to judge the choice, games finished to value a position.

    A game that is sure of its values with less does less.
    """

    samples: int
    finishes: int


QUICK: Final = Strength(samples=160, finishes=200)
"""A review in seconds per game: what the page shows first."""
FULL: Final = Strength(samples=1600, finishes=1200)
"""Ten times the samples of a quick review, where a game needs them."""


@dataclass(frozen=True, slots=True)
class JudgedTurn:
    """A judged turn. Values are from the side of its player; None where hands were not known."""

    number: int
    seat: int
    move: str
    points: int | None
    shares: tuple[Estimate, ...] | None
    """Every seat's chance to win before the move."""
    choice: Decision | None
    luck: Estimate | None
    share_luck: Estimate | None
    skill: Estimate | None
    share_skill: Estimate | None
    notes: tuple[Note, ...]
    reason: Reason | None = None
    """Why the better move is better, of a move that surely gave something away."""


@dataclass(frozen=True, slots=True)
class Review:
    """The judged game."""

    ruleset: str
    names: tuple[str, ...]
    turns: tuple[JudgedTurn, ...]
    ledger: Ledger | None
    scores: tuple[int, ...]
    winners: tuple[int, ...] | None
    unknown: bool
    """Whether some hands were not written down, so that only a part could be judged."""

    def given_away(self, seat: int) -> Estimate:
        """The lead that a seat's choices gave away in all, counting only what is beyond the noise."""
        total = NOTHING
        for turn in self.turns:
            if turn.seat == seat and turn.choice is not None and beyond_noise(turn.choice.made.behind):
                total = total + turn.choice.made.behind
        return total

    def to_json(self) -> Json:
        """Plain JSON values; an estimate is [mean, low, high]."""
        ledger = self.ledger
        return {
            "ruleset": self.ruleset,
            "names": list(self.names),
            "scores": list(self.scores),
            "winners": None if self.winners is None else list(self.winners),
            "unknown": self.unknown,
            "turns": [turn_to_json(turn) for turn in self.turns],
            "given_away": [_numbers(self.given_away(seat)) for seat in range(len(self.names))],
            "ledger": None
            if ledger is None
            else {
                "start": _numbers(ledger.start),
                "seats": [
                    {
                        "luck": _numbers(account.luck),
                        "skill": _numbers(account.skill),
                        "share_luck": _numbers(account.share_luck),
                        "share_skill": _numbers(account.share_skill),
                    }
                    for account in ledger.accounts
                ],
                "result": ledger.result,
                "gap": None if ledger.gap is None else _numbers(ledger.gap),
            },
        }


def beyond_noise(estimate: Estimate) -> bool:
    """Whether something is surely there: its 95 % interval lies above 0."""
    return estimate.interval[0] > 0


def judge_turn(step: Step, strength: Strength, seed: int) -> JudgedTurn:
    """Judge one turn. The result depends on no other turn."""
    # Seeds of their own for every estimate: luck and skill are never measured with the same games.
    first = 1_000_003 * (seed + 1) + 10_007 * step.number
    view = step.before.view(step.seat)
    choice = judge(view, step.move, strength.samples, first)
    shares = luck = share_luck = skill = share_skill = None
    if known(step.before):
        usual = finished(step.before, strength.finishes, first + 1)
        shares = worth_of(usual).share
        skill, share_skill = _skill(usual, finished(step.after, strength.finishes, first + 1), step.seat)
        if step.drawn is not None and known(step.drawn):
            expected = finished(step.after, strength.finishes, first + 3)
            luck, share_luck = _gain(expected, finished(step.drawn, strength.finishes, first + 4), step.seat)
    found = notes(step.before, step.move, step.points, choice, luck)
    why = None
    if choice is not None and is_mistake(choice.made, games.of(view.rules.name)):
        why = reason(view, choice, strength.samples, first)
    return JudgedTurn(
        number=step.number,
        seat=step.seat,
        move=str(step.move),
        points=step.points,
        shares=shares,
        choice=choice,
        luck=luck,
        share_luck=share_luck,
        skill=skill,
        share_skill=share_skill,
        notes=found,
        reason=why,
    )


def _gain(before: Ends, after: Ends, seat: int) -> tuple[Estimate, Estimate]:
    """What a seat gained between two positions that were played on separately."""
    one, two = worth_of(before), worth_of(after)
    return two.lead[seat] - one.lead[seat], two.share[seat] - one.share[seat]


def _skill(usual: Ends, made: Ends, seat: int) -> tuple[Estimate, Estimate]:
    """The worth of the move minus the worth of the reference player's move, with the same bags after both."""
    if len(made.leads) != len(usual.leads):
        return _gain(usual, made, seat)
    leads, shares = made.leads - usual.leads, made.shares - usual.shares
    return mean_of(leads[:, seat]), mean_of(shares[:, seat])


def turns(record: Record, strength: Strength, seed: int, pool: Executor | None = None) -> Iterator[JudgedTurn]:
    """Judge every turn, in order as they are ready; with a pool, several at once."""
    work = record.steps()
    if pool is None:
        yield from (judge_turn(step, strength, seed) for step in work)
        return
    waiting = [pool.submit(judge_turn, step, strength, seed) for step in work]
    for future in waiting:
        yield future.result()


def assemble(record: Record, judged: tuple[JudgedTurn, ...], strength: Strength, seed: int) -> Review:
    """Put judged turns together: the ledger, if every hand was known, and the result."""
    final = record.final
    result = record.result
    unknown = any(turn.shares is None for turn in judged)
    ledger = None
    if judged and not unknown:
        accounts = [SeatAccount() for _ in range(final.seats)]
        for turn in judged:
            account = accounts[turn.seat].moved(turn.skill or NOTHING, turn.share_skill or NOTHING)
            accounts[turn.seat] = account.add(turn.luck or NOTHING, turn.share_luck or NOTHING)
        start = worth(record.steps()[0].before, strength.finishes, seed + 7).lead[0]
        # Only a game that ended by the rules has a result that luck and skill could explain.
        lead = final.scores[0] - max(final.scores[1:]) if final.outcome is not None else None
        ledger = Ledger(tuple(accounts), start, lead)
    winners = result.winners if result else final.outcome.winners if final.outcome else None
    ruleset, names = rulesets.find(record.headers.ruleset).name, record.headers.names
    return Review(ruleset, names, judged, ledger, tuple(final.scores), winners, unknown)


def review(
    record: Record,
    strength: Strength = FULL,
    seed: int = 1,
    pool: Executor | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Review:
    """Judge a whole game. `progress` is called with how many turns are done, and of how many."""
    total = len(record.steps())
    done: list[JudgedTurn] = []
    for turn in turns(record, strength, seed, pool):
        done.append(turn)
        if progress is not None:
            progress(len(done), total)
    return assemble(record, tuple(done), strength, seed)


# JSON ------------------------------------------------------------------------------------------------------------


def _numbers(estimate: Estimate) -> list[float]:
    low, high = estimate.interval
    return [round(estimate.mean, 4), round(low, 4), round(high, 4)]


def _maybe(estimate: Estimate | None) -> list[float] | None:
    return None if estimate is None else _numbers(estimate)


def considered_to_json(one: Considered) -> Json:
    """A move with its values as plain JSON values."""
    return {
        "move": str(one.move),
        "lead": _numbers(one.lead),
        "share": _numbers(one.share),
        "behind": _numbers(one.behind),
        "share_behind": _numbers(one.share_behind),
    }


def turn_to_json(turn: JudgedTurn) -> Json:
    """One judged turn as plain JSON values."""
    return {
        "number": turn.number,
        "seat": turn.seat,
        "move": turn.move,
        "points": turn.points,
        "shares": None if turn.shares is None else [_numbers(share) for share in turn.shares],
        "made": None if turn.choice is None else considered_to_json(turn.choice.made),
        "best": [] if turn.choice is None else [considered_to_json(one) for one in turn.choice.considered[:5]],
        "exact": turn.choice is not None and turn.choice.exact,
        "luck": _maybe(turn.luck),
        "share_luck": _maybe(turn.share_luck),
        "skill": _maybe(turn.skill),
        "share_skill": _maybe(turn.share_skill),
        "notes": [{"code": note.code, "facts": dict(note.facts)} for note in turn.notes],
        "reason": None if turn.reason is None else reason_to_json(turn.reason),
    }
