"""A table as a value: what its events add up to. Sans-IO: no clock, no socket, no store, no chance of its own.

`apply` folds one stored event; conduct.py decides which events a command leads to; seen.py says who may see what.
A Table is never changed, so that nothing is true in memory before it is true on the disk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, NamedTuple

from sixfold import rulesets
from sixfold.dealer import Dealer
from sixfold.game import Draw, Seat
from sixfold.pieces import Pieces
from sixfold.server.table import facts as e

Phase = Literal["lobby", "opening", "playing", "finished"]
AnyState = Any
"""`tiles.State` or `cards.State`: what both share is all that is used where this is written."""


@dataclass(frozen=True, slots=True)
class Chair:
    """One seat as it is now. `player` is empty while nobody sits there; `stand_in` is a bot that plays for who does.

    A remote bot is a bot's chair with a player: the program that holds its token. `missed` counts the moves in a row
    that it did not make in time. `replaced`: others had the bot sit in, and who comes back has the seat again.
    """

    kind: Literal["person", "here", "bot"]
    bot: str = ""
    player: str = ""
    entropy: str = ""
    stand_in: str = ""
    assist: Literal["off", "places", "points", "best"] = "places"
    open: bool = False
    resigned: bool = False
    name: str = ""
    age: int | None = None
    missed: int = 0
    replaced: bool = False

    @property
    def taken(self) -> bool:
        return bool(self.player) or self.kind == "bot"

    @property
    def ready(self) -> bool:
        return bool(self.entropy) or self.kind == "bot"

    @property
    def stayed(self) -> bool:
        """Whether a person sits here to the end, one who resigned included."""
        return self.kind != "bot" and bool(self.player) and (self.resigned or not self.stand_in)

    @property
    def played_by(self) -> str:
        """The bot that moves for this seat, empty when a person does."""
        return self.stand_in or self.bot

    @property
    def remote(self) -> bool:
        """Whether a program elsewhere moves for this seat."""
        return self.kind == "bot" and bool(self.player) and not self.stand_in


class Step(NamedTuple):
    """An entry of the log since the deal: a move with its draws. Linked backward, so that tables share their past."""

    before: Step | None
    seat: Seat
    move: str
    draws: tuple[tuple[int, str], ...]
    finished: bool

    @staticmethod
    def back(last: Step | None) -> Iterator[Step]:
        """From the last one to the first."""
        while last is not None:
            yield last
            last = last.before


@dataclass(frozen=True, slots=True)
class Table:
    """A table after event `n`. `turn_n` is the last event that changed the game, `turn_at` when it did (ms)."""

    id: str
    n: int = 0
    at: int = 0
    created_at: int = 0
    game: Literal["tiles", "cards"] = "tiles"
    ruleset: str = ""
    terms: e.Terms = field(default_factory=e.Terms)
    host: str = ""
    seed: str = ""
    key: str = ""
    chairs: tuple[Chair, ...] = ()
    phase: Phase = "lobby"
    state: AnyState = None
    deal: tuple[tuple[int, str], ...] = ()
    ranks: tuple[int | None, ...] = ()
    asked: frozenset[Seat] = frozenset()
    log: Step | None = None
    dealer: Dealer | None = None
    ahead: AnyState = None
    turn_n: int = 0
    turn_at: int = 0
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
    def to_move(self) -> Seat | None:
        """Whose turn it is; nobody's while a tie for the opening is being settled."""
        return self.state.to_move if self.phase == "playing" and self.state is not None else None

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(self.state.scores) if self.state is not None else (0,) * len(self.chairs)

    @property
    def entropy(self) -> tuple[str, ...]:
        """What the seats added to the shuffle, in order of seats; empty for those that added nothing."""
        return tuple(chair.entropy for chair in self.chairs)

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

    # ------------------------------------------------------------------------------------------------------ fold

    def apply(self, event: e.AnyStored, at: int, state: AnyState = None, dealer: Dealer | None = None) -> Table:
        """The table after one more event. `state` and `dealer`: where the game stands then, if known already."""
        changed = _FOLD[type(event)](self if state is None else replace(self, ahead=state), event)
        turned = type(event) in _TURNING
        return replace(
            changed,
            n=self.n + 1,
            at=at,
            created_at=self.created_at or at,
            ahead=None,
            # A dealer that was not handed on has missed draws; shuffle.dealer_of makes one that has not.
            dealer=dealer if turned else self.dealer,
            turn_n=self.n + 1 if turned else self.turn_n,
            turn_at=at if turned else self.turn_at,
            asides=self.asides + (type(event) in _ASIDES),
        )

    def with_people(self, places: Iterable[tuple[int, str, str, int | None]]) -> Table:
        """Names and ages as the store has them now."""
        chairs = list(self.chairs)
        for seat, _, name, age in places:
            if seat < len(chairs):
                chairs[seat] = replace(chairs[seat], name=name, age=age)
        return replace(self, chairs=tuple(chairs))

    def with_chair(self, seat: Seat, **changes: Any) -> Table:
        """One chair changed."""
        chairs = (*self.chairs[:seat], replace(self.chairs[seat], **changes), *self.chairs[seat + 1 :])
        return replace(self, chairs=chairs)

    def dealt(self, ranks: Sequence[int | None]) -> AnyState:
        """The state after the deal, with the order of ages as given."""
        return draw_all(self.rules.start(len(self.chairs), ranks), self.deal)

    def replayed(self, log: Step | None) -> AnyState:
        """The state after these steps."""
        state = self.dealt(self.ranks)
        for step in reversed(tuple(Step.back(log))):
            state = draw_all(state.play(self.rules.parse_move(step.move)), step.draws)
        return state


def draw_all(state: AnyState, draws: Iterable[tuple[int, str]]) -> AnyState:
    """Answer every need of the state from a list."""
    for seat, pieces in draws:
        state = state.draw(Draw(seat, Pieces.parse(pieces)))
    return state


def _created(table: Table, event: e.Created) -> Table:
    chairs = tuple(Chair(s.kind, bot=s.bot, assist=s.assist, open=s.open) for s in event.seats)
    return replace(
        table,
        game=event.game,
        ruleset=event.ruleset,
        terms=event.terms,
        host=event.host,
        seed=event.seed,
        key=event.key,
        chairs=chairs,
    )


def _joined(table: Table, event: e.Joined) -> Table:
    return table.with_chair(event.seat, player=event.player, stand_in="", replaced=False)


def _readied(table: Table, event: e.Readied) -> Table:
    return table.with_chair(event.seat, entropy=event.entropy)


def _started(table: Table, event: e.Started) -> Table:
    for seat, bot in event.stand_ins.items():
        table = table.with_chair(seat, stand_in=bot)
    table = replace(table, deal=tuple(event.draws), ranks=tuple(event.ranks), asked=frozenset(event.asked))
    return replace(table, state=table.ahead or table.dealt(table.ranks), phase="opening" if event.asked else "playing")


def _aged(table: Table, event: e.Aged) -> Table:
    return replace(table, asked=table.asked - {event.seat})


def _opened(table: Table, event: e.Opened) -> Table:
    ranks = tuple(event.ranks)
    return replace(table, ranks=ranks, state=table.dealt(ranks), phase="playing", asked=frozenset())


_NOTHING_PENDING: Final[dict[str, Any]] = {
    "stuck": None,
    "no_way": frozenset(),
    "must_play": False,
    "asks_back": None,
    "agreed": frozenset(),
}


def _moved(table: Table, seat: Seat, move: str, draws: Sequence[tuple[int, str]], finished: bool) -> Table:
    state = table.ahead or draw_all(table.state.play(table.rules.parse_move(move)), draws)
    step = Step(table.log, seat, move, tuple(draws), finished)
    return replace(
        table,
        state=state,
        log=step,
        stuck=None,
        no_way=frozenset(),
        must_play=False,
        asks_back=None,
        agreed=frozenset(),
    )


def _played(table: Table, event: e.Played) -> Table:
    moved = _moved(table, event.seat, event.move, event.draws, finished=True)
    chair = table.chairs[event.seat]
    missed = chair.missed + 1 if event.by == "clock" and chair.remote else 0
    return moved if missed == chair.missed else moved.with_chair(event.seat, missed=missed)


def _went_stuck(table: Table, event: e.Stuck) -> Table:
    return replace(table, stuck=event.seat, no_way=frozenset())


def _saw_no_way(table: Table, event: e.NoWay) -> Table:
    return replace(table, no_way=table.no_way | {event.seat})


def _settled(table: Table, event: e.Settled) -> Table:
    if event.exists:
        return replace(table, stuck=None, no_way=frozenset(), must_play=True)
    return _moved(table, event.seat, "redraw", event.draws, finished=False)


def _asked_back(table: Table, event: e.TakeBackAsked) -> Table:
    return replace(table, asks_back=event.seat, agreed=frozenset())


def _agreed_back(table: Table, event: e.TakeBackAgreed) -> Table:
    return replace(table, agreed=table.agreed | {event.by})


def _refused_back(table: Table, event: e.TakeBackRefused) -> Table:
    return replace(table, asks_back=None, agreed=frozenset())


def _taken_back(table: Table, event: e.TakenBack) -> Table:
    log = table.log
    for _ in range(event.steps):
        assert log is not None, "a take-back goes no further than the opening"
        log = log.before
    return replace(table, log=log, state=table.replayed(log), taken_back=table.taken_back + 1, **_NOTHING_PENDING)


def _resigned(table: Table, event: e.Resigned) -> Table:
    return table.with_chair(event.seat, resigned=True, stand_in=event.stand_in)


def _left(table: Table, event: e.Left) -> Table:
    if table.phase == "lobby" and not event.stand_in:
        return table.with_chair(event.seat, player="", entropy="", name="", age=None)
    return table.with_chair(event.seat, stand_in=event.stand_in)


def _replaced(table: Table, event: e.Replaced) -> Table:
    return table.with_chair(event.seat, stand_in=event.stand_in, replaced=True)


def _returned(table: Table, event: e.Returned) -> Table:
    return table.with_chair(event.seat, stand_in="", missed=0, replaced=False)


def _removed(table: Table, event: e.Removed) -> Table:
    freed = table.with_chair(event.seat, player="", name="", age=None, stand_in=event.stand_in)
    return freed.with_chair(event.seat, entropy="") if table.phase == "lobby" else freed


def _adjusted(table: Table, event: e.Adjusted) -> Table:
    if event.assist is not None:
        table = table.with_chair(event.seat, assist=event.assist)
    if event.open is not None:
        table = table.with_chair(event.seat, open=event.open)
    return table


def _said(table: Table, event: e.Said) -> Table:
    return table


def _ended(table: Table, event: e.Ended) -> Table:
    return replace(
        table,
        phase="finished",
        outcome=(event.reason, tuple(event.winners)),
        stuck=None,
        asks_back=None,
        must_play=False,
    )


def _rematch_asked(table: Table, event: e.RematchAsked) -> Table:
    return replace(table, rematch_asked=table.rematch_asked | {event.seat})


def _rematched(table: Table, event: e.Rematched) -> Table:
    return replace(table, rematch=event.table)


def _closed(table: Table, event: e.Closed) -> Table:
    return replace(table, phase="finished", closed=event.reason)


_FOLD: Final[dict[type, Callable[[Table, Any], Table]]] = {
    e.Created: _created,
    e.Joined: _joined,
    e.Readied: _readied,
    e.Started: _started,
    e.Aged: _aged,
    e.Opened: _opened,
    e.Played: _played,
    e.Stuck: _went_stuck,
    e.NoWay: _saw_no_way,
    e.Settled: _settled,
    e.TakeBackAsked: _asked_back,
    e.TakeBackAgreed: _agreed_back,
    e.TakeBackRefused: _refused_back,
    e.TakenBack: _taken_back,
    e.Resigned: _resigned,
    e.Left: _left,
    e.Replaced: _replaced,
    e.Returned: _returned,
    e.Removed: _removed,
    e.Adjusted: _adjusted,
    e.Said: _said,
    e.Ended: _ended,
    e.RematchAsked: _rematch_asked,
    e.Rematched: _rematched,
    e.Closed: _closed,
}
_ASIDES: Final = frozenset({e.Said, e.Adjusted, e.TakeBackAsked})
"""Events that could go on for ever without the game going on."""
_TURNING: Final = frozenset({e.Started, e.Opened, e.Played, e.Stuck, e.Settled, e.TakenBack, e.Ended})
"""Events after which a command based on an earlier number is out of date."""
