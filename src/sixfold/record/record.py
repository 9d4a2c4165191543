"""A game written down, and a game while it is being written down. Every step goes through the rules.

A `Record` is headers and events; folding the events gives the states of the game again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from sixfold import rulesets
from sixfold.errors import NotationError
from sixfold.game import Draw, Outcome, Seat
from sixfold.pieces import Pieces
from sixfold.record.events import Anew, Announced, Drew, Ended, Event, Headers, Moved, Player, TookBack, fault
from sixfold.record.reader import FIRST_LINE, Reader
from sixfold.rulesets import AnyMove, AnyState


class Journal:
    """A game while it is played and written down: each step goes through the rules and is noted.

    >>> from sixfold.pieces import Pieces
    >>> journal = Journal(Headers("cards/1", (Player("Ada", 9), Player("Ben"))))
    >>> journal.draw(Draw(0, Pieces.parse("?" * 9)))
    >>> str(journal.record).splitlines()[-1]
    'draw 0: ?????????'
    """

    def __init__(self, headers: Headers) -> None:
        ruleset = rulesets.find(headers.ruleset)
        # "tiles" means the newest version today; a record says which one that was.
        self.headers = replace(headers, ruleset=ruleset.name)
        self.events: list[Event] = []
        self.state: AnyState = ruleset.start(len(headers.players), headers.ages)
        # Where each turn began, for take-backs: by the number of turns finished before it.
        self._turns: dict[int, AnyState] = {}

    @property
    def record(self) -> Record:
        """The game so far, as a record."""
        return Record(self.headers, tuple(self.events))

    def draw(self, draw: Draw) -> None:
        """Pieces came from the bag."""
        self._step(Drew(draw.seat, draw.pieces), self.state.draw(draw))

    def announce(self, sizes: Sequence[int]) -> None:
        """The announcements, where hands are unknown."""
        self._step(Announced(tuple(sizes)), self.state.announce(sizes))

    def anew(self, hands: Sequence[Pieces | None]) -> None:
        """What nobody had seen was dealt anew; nothing is taken back beyond this."""
        if any(isinstance(event, Anew) for event in self.events):
            raise fault("a game is dealt anew once")
        self._step(Anew(tuple(hands)), rulesets.anew(self.state, hands))
        self._turns = {len(self.state.sheet): self.state}

    def play(self, move: AnyMove) -> None:
        """The seat to move does this."""
        self._step(*self._moved(move))

    def _moved(self, move: AnyMove) -> tuple[Moved, AnyState]:
        before = self.state
        after = rulesets.play(before, move)
        assert before.to_move is not None, "nobody else can have moved"
        points = after.sheet[-1].points if len(after.sheet) > len(before.sheet) else None
        return Moved(before.to_move, move, points), after

    def take_back(self, seat: Seat, turns: int) -> None:
        """Return to where the game stood `turns` turns ago. What was drawn since stays written, as it was seen."""
        earlier = self._turns.get(len(self.state.sheet) - turns)
        if turns < 1 or earlier is None or not 0 <= seat < len(self.headers.players):
            raise NotationError(f"{turns} turns cannot be taken back by seat {seat} here", code="notation/takeback")
        self._step(TookBack(seat, turns), earlier)

    def end(self, reason: str = "", winners: Sequence[Seat] = (), by: Seat | None = None) -> None:
        """Write the result: that of the rules, or of a game that ended otherwise, such as `resigned`."""
        outcome: Outcome | None = self.state.outcome
        if outcome is not None:
            self._step(Ended(outcome.reason, outcome.winners, outcome.scores), self.state)
        else:
            self._step(Ended(reason, tuple(sorted(winners)), tuple(self.state.scores), by), self.state)

    def add(self, event: Event) -> None:
        """Note an event that has happened elsewhere; whatever it claims is checked."""
        match event:
            case Drew():
                self.draw(Draw(event.seat, event.pieces))
            case Announced():
                self.announce(event.sizes)
            case Anew():
                self.anew(event.hands)
            case Moved():
                if event.seat != self.state.to_move and self.state.to_move is not None:
                    raise fault(f"it is the turn of seat {self.state.to_move}, not of seat {event.seat}")
                moved, state = self._moved(event.move)
                if moved != event:
                    raise fault(f"the turn brings {_points(moved)}; the line says {_points(event)}")
                self._step(moved, state)
            case TookBack():
                self.take_back(event.seat, event.turns)
            case Ended():
                self._check_result(event)
                self._step(event, self.state)

    def _check_result(self, ended: Ended) -> None:
        """Scores add up; an end by the rules is the one the rules give; winners sit at the table."""
        if ended.scores != tuple(self.state.scores):
            raise fault(f"the scores are {_listed(self.state.scores)}, not {_listed(ended.scores)}")
        outcome: Outcome | None = self.state.outcome
        if outcome is not None and (ended.reason, ended.winners, ended.by) != (outcome.reason, outcome.winners, None):
            raise fault(f"the game ended by {outcome.reason}, won by seat {_listed(outcome.winners)}")
        if outcome is None and ended.by_the_rules:
            raise fault(f"the rules do not end the game here by {ended.reason}")
        seats = range(len(self.headers.players))
        named = ended.winners if ended.by is None else (*ended.winners, ended.by)
        if any(seat not in seats for seat in named) or list(ended.winners) != sorted(set(ended.winners)):
            raise fault("the winners are seats of this game, each once, in order")

    def _step(self, event: Event, state: AnyState) -> None:
        if self.events and isinstance(self.events[-1], Ended):
            raise fault("nothing comes after the result")
        self.events.append(event)
        self.state = state
        if state.to_move is not None and not state.mid_turn:
            self._turns[len(state.sheet)] = state


def _listed(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))


def _points(moved: Moved) -> str:
    return "none, as the turn goes on" if moved.points is None else f"{moved.points} points"


# The record ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Step:
    """A move that stands at the end of a record, with the states around it: a turn for reviews, pictures and data sets.

    What was taken back is none: it stays among the events, so that the shuffle can be verified, and is left out
    wherever turns are counted or shown. `at` is the place of its event; `drawn` the state after the draw that followed.
    """

    number: int
    at: int
    seat: Seat
    before: AnyState
    move: AnyMove
    points: int | None
    after: AnyState
    drawn: AnyState | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A game written down, finished or not. `parse` and `str` are each other's inverse."""

    headers: Headers
    events: tuple[Event, ...] = ()

    @classmethod
    def parse(cls, text: str | bytes) -> Record:
        """Read a record and check every line of it; RecordError names the line at fault."""
        return Reader(text, Journal).read().record

    @classmethod
    def from_game(
        cls,
        ruleset: str,
        players: Sequence[Player],
        steps: Iterable[Draw | AnyMove],
        *,
        day: date | None = None,
        tags: Mapping[str, str] | None = None,
    ) -> Record:
        """Write down a game from its draws and moves, in order; the result too, if they end it."""
        journal = Journal(Headers(ruleset, tuple(players), day, tuple(sorted((tags or {}).items()))))
        for step in steps:
            if isinstance(step, Draw):
                journal.draw(step)
            else:
                journal.play(step)
        if journal.state.outcome is not None:
            journal.end()
        return journal.record

    def states(self) -> Iterator[AnyState]:
        """The state at the start and after each event."""
        journal = Journal(self.headers)
        yield journal.state
        for event in self.events:
            journal.add(event)
            yield journal.state

    def steps(self) -> list[Step]:
        """The moves that stand, in order; `number` counts them from 0."""
        kept: list[Step] = []
        states = self.states()
        before = next(states)
        for at, (event, state) in enumerate(zip(self.events, states, strict=True)):
            match event:
                case Moved():
                    kept.append(Step(len(kept), at, event.seat, before, event.move, event.points, state))
                # What was dealt anew is luck as well: that of the last turn before it.
                case Drew() | Anew() if kept and before.opening is not None:
                    kept[-1] = replace(kept[-1], drawn=state)
                case TookBack():
                    # Those of turns that are finished still; C11's redraws go with the turn that they led to.
                    kept = [step for step in kept if len(step.before.sheet) < len(state.sheet)]
            before = state
        return kept

    @property
    def final(self) -> AnyState:
        """The state after the last event."""
        *_, last = self.states()
        return last

    @property
    def result(self) -> Ended | None:
        """How the game ended; None for a game that goes on."""
        return self.events[-1] if self.events and isinstance(self.events[-1], Ended) else None

    @property
    def took_back(self) -> int:
        """How many turns were taken back: with any, the game was not played as the rules have it."""
        return sum(event.turns for event in self.events if isinstance(event, TookBack))

    def with_tags(self, tags: Mapping[str, str]) -> Record:
        """The same game with more tags, or other values for them."""
        merged = tuple(sorted((dict(self.headers.tags) | dict(tags)).items()))
        return replace(self, headers=replace(self.headers, tags=merged))

    def __str__(self) -> str:
        headers = self.headers
        lines = [FIRST_LINE, f"ruleset: {headers.ruleset}"]
        lines += [f"date: {headers.date.isoformat()}"] if headers.date else []
        for seat, player in enumerate(headers.players):
            lines.append(f"seat {seat}: {player.name}")
            lines += [] if player.age is None else [f"age {seat}: {player.age}"]
        lines += [f"{key}: {value}" for key, value in headers.tags]
        lines += ["", *map(str, self.events)] if self.events else []
        return "\n".join(lines) + "\n"
