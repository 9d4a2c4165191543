"""A table as a value: the sum of its facts. Sans-IO: no clock, no socket, no store, no chance of its own.

`apply` adds one fact (facts.py). decide.py says which facts an intent leads to. A GameTable is never changed, so
nothing is true in memory before it is true on the disk.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

import msgspec
from msgspec.structs import replace

from sixfold import rulesets
from sixfold.dealer import DUPLICATE, TAKEN_OVER, AnyDealer
from sixfold.game import Draw, Seat
from sixfold.pieces import Pieces
from sixfold.record import Record
from sixfold.server.table.seats import Chair, Game, Phase, Terms

AnyState = Any
"""A state of the game that is played here: what all games share is all that is used where this is written."""


class WorkedOut(NamedTuple):
    """Where the game stands after a fact, for whoever has worked it out already."""

    state: AnyState
    dealer: AnyDealer | None


class Fact(Protocol):
    """Something that happened. `turning`: commands based on an earlier number are out of date after it.

    `aside`: it could go on for ever without the game going on.
    """

    @property
    def turning(self) -> bool: ...
    @property
    def aside(self) -> bool: ...

    def fold(self, table: GameTable, known: WorkedOut | None) -> GameTable:
        """The table after it, apart from number and time."""
        ...


class LogStep(NamedTuple):
    """An entry of the log since the deal: a move with its draws. Linked backward, so that tables share their past."""

    before: LogStep | None
    seat: Seat
    move: str
    draws: tuple[tuple[int, str], ...]
    finished: bool

    @staticmethod
    def back(last: LogStep | None) -> Iterator[LogStep]:
        """From the last one to the first."""
        while last is not None:
            yield last
            last = last.before


class Brought(NamedTuple):
    """A game that was begun on a device, as far as it went there."""

    record: Record
    state: AnyState

    @staticmethod
    def read(text: str) -> Brought:
        """From its record."""
        record = Record.parse(text)
        return Brought(record, record.final)


class GameTable(msgspec.Struct, frozen=True):
    """A table after fact `n`. `turn_n` is the last fact that changed the game, `turn_at` when it did (ms); of the time
    since then `waived` ms do not count.

    `mixed`: after how many steps of the log a take-back had the bag mixed, and from which number of the shuffle on.
    """

    id: str
    n: int = 0
    at: int = 0
    created_at: int = 0
    game: Game = "tiles"
    ruleset: str = ""
    terms: Terms = msgspec.field(default_factory=Terms)
    host: str = ""
    seed: str = ""
    key: str = ""
    shuffle: int = 1
    bag: str = ""
    origin: str = ""
    brought: Brought | None = None
    chairs: tuple[Chair, ...] = ()
    phase: Phase = "lobby"
    state: AnyState = None
    deal: tuple[tuple[int, str], ...] = ()
    ranks: tuple[int | None, ...] = ()
    asked: frozenset[Seat] = frozenset()
    log: LogStep | None = None
    mixed: tuple[tuple[int, int], ...] = ()
    dealer: AnyDealer | None = None
    turn_n: int = 0
    turn_at: int = 0
    waived: int = 0
    stuck: Seat | None = None
    no_way: frozenset[Seat] = frozenset()
    must_play: bool = False
    asks_back: Seat | None = None
    agreed: frozenset[Seat] = frozenset()
    taken_back: int = 0
    asides: int = 0
    outcome: tuple[str, tuple[Seat, ...]] | None = None
    rematch: str = ""
    rematch_asked: frozenset[Seat] = frozenset()
    closed: str = ""

    # ------------------------------------------------------------------------------------------------- questions

    @property
    def rules(self) -> rulesets.AnyRuleset:
        """The rule set that the log names: a newer version of the game changes no table that exists."""
        return rulesets.find(self.ruleset)

    @property
    def known(self) -> WorkedOut:
        """Where the game stands now."""
        return WorkedOut(self.state, self.dealer)

    @property
    def to_move(self) -> Seat | None:
        """Whose turn it is; nobody's while a tie for the opening is being settled."""
        return self.state.to_move if self.phase == "playing" and self.state is not None else None

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(self.state.scores) if self.state is not None else (0,) * len(self.chairs)

    @property
    def entropy(self) -> tuple[str, ...]:
        """What the seats added to the shuffle, in order of seats; empty for those that added nothing.

        Nobody adds to a duplicate bag: its other tables would be dealt something else.
        """
        return tuple("" if self.shuffle == DUPLICATE else chair.entropy for chair in self.chairs)

    @property
    def dealt_as(self) -> str:
        """The name that the shuffle is made with: the bag's where other tables play it too, else the table's own.

        A game that was over when it was brought has the name that it had on its device.
        """
        return self.bag or (self.id if self.shuffle == TAKEN_OVER else self.origin or self.id)

    def seats_of(self, player: str) -> tuple[Seat, ...]:
        """The seats that this player may act for."""
        if not player:
            return ()
        return tuple(seat for seat, chair in enumerate(self.chairs) if chair.player == player)

    def people(self) -> tuple[Seat, ...]:
        """Seats that a person plays right now."""
        return tuple(seat for seat, chair in enumerate(self.chairs) if chair.player and not chair.played_by)

    def others(self, seat: Seat) -> tuple[Seat, ...]:
        """Seats of other people than the one who plays `seat`: who shares a device is asked by word of mouth."""
        mine = self.chairs[seat].player
        return tuple(other for other in self.people() if self.chairs[other].player != mine)

    def bot_to_move(self) -> tuple[Seat, str] | None:
        """The seat and the name of the bot of ours that has to move now."""
        seat = self.to_move
        if seat is None or self.stuck is not None or self.chairs[seat].remote:
            return None
        name = self.chairs[seat].played_by
        return (seat, name) if name else None

    def best(self, able: Iterable[Seat]) -> list[Seat]:
        """Those of the seats that have the most points."""
        able = list(able)
        most = max((self.scores[seat] for seat in able), default=0)
        return [seat for seat in able if self.scores[seat] == most]

    # ------------------------------------------------------------------------------------------------------ fold

    def apply(self, fact: Fact, at: int, known: WorkedOut | None = None) -> GameTable:
        """The table after one more fact. `known`: where the game stands then; else it is worked out."""
        n = self.n + 1
        after = fact.fold(self, known)
        return replace(
            after,
            n=n,
            at=at,
            created_at=self.created_at or at,
            # A dealer that was not handed on has missed draws; shuffle.dealer_of makes one that has not.
            dealer=(known and known.dealer) if fact.turning else self.dealer,
            turn_n=n if fact.turning else self.turn_n,
            turn_at=at if fact.turning else self.turn_at,
            waived=0 if fact.turning else after.waived,
            asides=self.asides + fact.aside,
        )

    def with_people(self, places: Iterable[tuple[int, str, str, int | None]]) -> GameTable:
        """Names and ages as the store has them now."""
        chairs = list(self.chairs)
        for seat, _, name, age in places:
            if seat < len(chairs):
                chairs[seat] = replace(chairs[seat], name=name, age=age)
        return replace(self, chairs=tuple(chairs))

    def with_chair(self, seat: Seat, **changes: Any) -> GameTable:
        """One chair changed."""
        changed = replace(self.chairs[seat], **changes)
        return replace(self, chairs=(*self.chairs[:seat], changed, *self.chairs[seat + 1 :]))

    def with_spent(self, seat: Seat, ms: int) -> GameTable:
        """So much more of this seat's total clock is gone. Nobody owes time."""
        if self.terms.total is None or not ms:
            return self
        return self.with_chair(seat, spent=min(1000 * self.terms.total, self.chairs[seat].spent + ms))

    def with_nothing_pending(self, **changes: Any) -> GameTable:
        """Nobody is asked for anything any more, neither for a way (C11) nor for a take-back."""
        nobody: frozenset[Seat] = frozenset()
        return replace(self, stuck=None, no_way=nobody, must_play=False, asks_back=None, agreed=nobody, **changes)

    def with_step(self, step: LogStep, known: WorkedOut | None) -> GameTable:
        """One more move in the log, and the game as it stands after it."""
        state = known.state if known else self.stepped(self.state, step)
        return self.with_nothing_pending(state=state, log=step)

    def with_mixing(self, used: int) -> GameTable:
        """The bag was mixed here, after a take-back. Mixings in turns that are undone now do not count any more."""
        depth = sum(1 for _ in LogStep.back(self.log))
        return replace(self, mixed=(*(mix for mix in self.mixed if mix[0] <= depth), (depth, used)))

    def dealt(self, ranks: Sequence[int | None]) -> AnyState:
        """The state after the deal, with the order of ages as given; or where a game goes on that was brought."""
        if self.brought is not None:
            return self.gone_on(self.brought.state)
        return draw_all(self.rules.start(len(self.chairs), ranks), self.deal)

    def gone_on(self, state: AnyState) -> AnyState:
        """A game that was brought, with the hands that were dealt anew."""
        hands = {seat: Pieces.parse(pieces) for seat, pieces in self.deal}
        return rulesets.anew(state, [hands.get(at) for at in range(state.seats)]) if hands else state

    def stepped(self, state: AnyState, step: LogStep) -> AnyState:
        """The state after this step."""
        return draw_all(state.play(self.rules.parse_move(step.move)), step.draws)

    def replayed(self, log: LogStep | None) -> AnyState:
        """The state after these steps."""
        state = self.dealt(self.ranks)
        for step in reversed(tuple(LogStep.back(log))):
            state = self.stepped(state, step)
        return state


def draw_all(state: AnyState, draws: Iterable[tuple[int, str]]) -> AnyState:
    """Answer every need of the state from a list."""
    for seat, pieces in draws:
        state = state.draw(Draw(seat, Pieces.parse(pieces)))
    return state
