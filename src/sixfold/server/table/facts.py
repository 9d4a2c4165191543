"""What happened at a table, as it is stored: in the past tense, complete, each with what it changes.

Seats see only projections of facts. Facts hold hidden things (the seed, drawn pieces) and never leave the server as
they are. They hold no name and no age: these are in the store's table `places`, so that a person can be erased while
the game stays.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import msgspec
from msgspec.structs import replace

from sixfold.fields import Json
from sixfold.server.table.seats import Assist, Chair, Chosen, Game, Terms
from sixfold.server.table.table import Brought, GameTable, LogStep, WorkedOut

Draws = list[tuple[int, str]]
"""Answers to chance, in order: seat and pieces."""
Why = Literal[
    "joined", "ready", "left", "replaced", "returned", "removed", "adjusted", "resigned", "aged", "vacation", "back"
]
"""What changed a seat, in a word."""


class Stored(msgspec.Struct, tag_field="e", omit_defaults=True, frozen=True, kw_only=True):
    """One numbered fact; see table.Fact for `turning` and `aside`."""

    turning: ClassVar[bool] = False
    aside: ClassVar[bool] = False

    def fold(self, table: GameTable, known: WorkedOut | None) -> GameTable:
        """The table after it, apart from number and time."""
        return table


class AtSeat(Stored, frozen=True, kw_only=True):
    """Something that happened at one seat."""

    seat: int

    def chair(self, table: GameTable, **changes: Any) -> GameTable:
        """The table with this seat changed."""
        return table.with_chair(self.seat, **changes)


class SeatChange(AtSeat, frozen=True, kw_only=True):
    """The seat itself changed: everybody is told how it is now, and why."""

    why: ClassVar[Why]


# ---------------------------------------------------------------------------------------------------- before the game


class Created(Stored, tag="created", frozen=True, kw_only=True):
    """`seed`: the server's part of the shuffle, hex; its commitment was public from here on. `key` makes the links.

    `shuffle`: which version of the fair shuffle deals here; tables of old, which do not say, have the first. `bag`: the
    name of the duplicate bag that is played here, which other tables play too. `brought`: the record, without names, of
    a game that was begun on a device (`origin` is its name there). One that is over stays dealt by that device.
    """

    game: Game
    ruleset: str
    seats: list[Chosen]
    terms: Terms
    host: str
    seed: str
    key: str
    after: str = ""
    shuffle: int = 1
    bag: str = ""
    origin: str = ""
    brought: str = ""

    def fold(self, table: GameTable, known: WorkedOut | None) -> GameTable:
        brought = Brought.read(self.brought) if self.brought else None
        return replace(
            table,
            game=self.game,
            ruleset=self.ruleset,
            terms=self.terms,
            host=self.host,
            seed=self.seed,
            key=self.key,
            shuffle=self.shuffle,
            bag=self.bag,
            origin=self.origin,
            brought=brought,
            ranks=brought.state.ages if brought else (),
            chairs=tuple(Chair(**msgspec.structs.asdict(seat)) for seat in self.seats),
        )


class Joined(SeatChange, tag="joined", frozen=True, kw_only=True):
    why = "joined"
    player: str

    def fold(self, table: GameTable, known: WorkedOut | None) -> GameTable:
        return self.chair(table, player=self.player, stand_in="", replaced=False, freed=False)


class Readied(SeatChange, tag="readied", frozen=True, kw_only=True):
    why = "ready"
    entropy: str

    def fold(self, table: GameTable, known: WorkedOut | None) -> GameTable:
        return self.chair(table, entropy=self.entropy)


class Started(Stored, tag="started", frozen=True, kw_only=True):
    """`ranks` order the seats by age, older is more, null for unknown. `asked`: tied people whose age has to be known.

    `stand_ins` are bots for seats that nobody has confirmed.
    """

    turning: ClassVar[bool] = True
    draws: Draws
    ranks: list[int | None]
    asked: list[int] = []
    stand_ins: dict[int, str] = {}

    def fold(self, table: GameTable, known: WorkedOut | None) -> GameTable:
        for seat, bot in self.stand_ins.items():
            table = table.with_chair(seat, stand_in=bot)
        table = replace(table, deal=tuple(self.draws), ranks=tuple(self.ranks), asked=frozenset(self.asked))
        state = known.state if known else table.dealt(table.ranks)
        return replace(table, state=state, phase="opening" if self.asked else "playing")


class Aged(SeatChange, tag="aged", frozen=True, kw_only=True):
    why = "aged"

    def fold(self, table: GameTable, known: WorkedOut | None) -> GameTable:
        return replace(table, asked=table.asked - {self.seat})


class Opened(Stored, tag="opened", frozen=True, kw_only=True):
    turning: ClassVar[bool] = True
    ranks: list[int | None]

    def fold(self, table: GameTable, known: WorkedOut | None) -> GameTable:
        ranks = tuple(self.ranks)
        state = known.state if known else table.dealt(ranks)
        return replace(table, ranks=ranks, state=state, phase="playing", asked=frozenset())


# -------------------------------------------------------------------------------------------------------- in the game


class MoveMade(AtSeat, tag="played", frozen=True, kw_only=True):
    """`by` the clock: time was up for the seat, and its draft or the least there is was played."""

    turning: ClassVar[bool] = True
    move: str
    draws: Draws = []
    by: Literal["person", "bot", "clock", "way"] = "person"
    way_by: int | None = None
    drafted: bool = False
    """By the clock: what lay on the table as a legal draft."""
    took: int = 0
    """What it took of the seat's total clock (ms)."""

    def fold(self, table: GameTable, known: WorkedOut | None) -> GameTable:
        step = LogStep(table.log, self.seat, self.move, tuple(self.draws), finished=True)
        chair = table.chairs[self.seat]
        missed = chair.missed + 1 if self.by == "clock" and chair.remote else 0
        moved = table.with_step(step, known).with_spent(self.seat, self.took)
        moved = moved.with_spent(self.seat, -1000 * table.terms.increment)
        return moved if missed == chair.missed else self.chair(moved, missed=missed)


class Stuck(AtSeat, tag="stuck", frozen=True, kw_only=True):
    turning: ClassVar[bool] = True
    by: Literal["person", "bot", "clock"] = "person"
    took: int = 0
    """What it took of the seat's total clock (ms)."""

    def fold(self, table: GameTable, known: WorkedOut | None) -> GameTable:
        return replace(table.with_spent(self.seat, self.took), stuck=self.seat, no_way=frozenset())


class NoWay(AtSeat, tag="no_way", frozen=True, kw_only=True):
    def fold(self, table: GameTable, known: WorkedOut | None) -> GameTable:
        return replace(table, no_way=table.no_way | {self.seat})


class Settled(AtSeat, tag="settled", frozen=True, kw_only=True):
    """C11 decided: a way exists, or the hand was redrawn."""

    turning: ClassVar[bool] = True
    exists: bool
    draws: Draws = []

    def fold(self, table: GameTable, known: WorkedOut | None) -> GameTable:
        if self.exists:
            return replace(table, stuck=None, no_way=frozenset(), must_play=True)
        step = LogStep(table.log, self.seat, str(table.rules.gives_up[0]), tuple(self.draws), finished=False)
        return table.with_step(step, known)


class TakeBackAsked(AtSeat, tag="take_back_asked", frozen=True, kw_only=True):
    aside: ClassVar[bool] = True

    def fold(self, table: GameTable, known: WorkedOut | None) -> GameTable:
        return replace(table, asks_back=self.seat, agreed=frozenset())


class TakeBackAgreed(AtSeat, tag="take_back_agreed", frozen=True, kw_only=True):
    by: int

    def fold(self, table: GameTable, known: WorkedOut | None) -> GameTable:
        return replace(table, agreed=table.agreed | {self.by})


class TakeBackRefused(AtSeat, tag="take_back_refused", frozen=True, kw_only=True):
    by: int

    def fold(self, table: GameTable, known: WorkedOut | None) -> GameTable:
        return replace(table, asks_back=None, agreed=frozenset())


class TakenBack(AtSeat, tag="taken_back", frozen=True, kw_only=True):
    """`steps`: how many entries of the table's log are undone; `turns`: how many finished turns those were.

    `used`: how many numbers of the shuffle were used up then. From there on the bag is mixed again; not told by tables
    of the first shuffle, whose bag goes back to the order it had.
    """

    turning: ClassVar[bool] = True
    steps: int
    turns: int
    used: int | None = None

    def fold(self, table: GameTable, known: WorkedOut | None) -> GameTable:
        log = table.log
        for _ in range(self.steps):
            assert log is not None, "a take-back goes no further than the opening"
            log = log.before
        state = known.state if known else table.replayed(log)
        table = table.with_nothing_pending(log=log, state=state, taken_back=table.taken_back + 1)
        return table if self.used is None else table.with_mixing(self.used)


# --------------------------------------------------------------------------------------------- clocks that stand still


class WentOnVacation(SeatChange, tag="vacation", frozen=True, kw_only=True):
    """Since when (ms): until its player is back, or the days are used up, the clock of this seat stands still."""

    why = "vacation"
    aside: ClassVar[bool] = True
    since: int

    def fold(self, table: GameTable, known: WorkedOut | None) -> GameTable:
        return self.chair(table, vacation_at=self.since)


class CameFromVacation(SeatChange, tag="vacation_over", frozen=True, kw_only=True):
    """`took`: so much of the table's days (ms). `stood`: so much of it in the seat's own turn, which is running."""

    why = "back"
    took: int
    stood: int = 0

    def fold(self, table: GameTable, known: WorkedOut | None) -> GameTable:
        chair = table.chairs[self.seat]
        back = self.chair(table, vacation_at=0, vacation_ms=chair.vacation_ms + self.took)
        return replace(back, waived=back.waived + self.stood)


class Waived(Stored, tag="waived", frozen=True, kw_only=True):
    """No server was there for so long (ms): nobody could move, and nobody's time runs."""

    ms: int

    def fold(self, table: GameTable, known: WorkedOut | None) -> GameTable:
        return replace(table, waived=table.waived + self.ms)


# ------------------------------------------------------------------------------------------------------ who sits where


class Resigned(SeatChange, tag="resigned", frozen=True, kw_only=True):
    why = "resigned"
    stand_in: str = ""

    def fold(self, table: GameTable, known: WorkedOut | None) -> GameTable:
        return self.chair(table, resigned=True, stand_in=self.stand_in)


class Left(SeatChange, tag="left", frozen=True, kw_only=True):
    why = "left"
    stand_in: str = ""

    def fold(self, table: GameTable, known: WorkedOut | None) -> GameTable:
        if table.phase == "lobby" and not self.stand_in:
            return self.chair(table, player="", entropy="", name="", age=None)
        return self.chair(table, stand_in=self.stand_in)


class Replaced(SeatChange, tag="replaced", frozen=True, kw_only=True):
    """A bot plays for who has been away for long, until they are back."""

    why = "replaced"
    stand_in: str

    def fold(self, table: GameTable, known: WorkedOut | None) -> GameTable:
        return self.chair(table, stand_in=self.stand_in, replaced=True)


class Returned(SeatChange, tag="returned", frozen=True, kw_only=True):
    why = "returned"

    def fold(self, table: GameTable, known: WorkedOut | None) -> GameTable:
        return self.chair(table, stand_in="", missed=0, replaced=False)


class Removed(SeatChange, tag="removed", frozen=True, kw_only=True):
    why = "removed"
    stand_in: str = ""

    def fold(self, table: GameTable, known: WorkedOut | None) -> GameTable:
        changes: Json = {"entropy": ""} if table.phase == "lobby" else {"freed": True}
        return self.chair(table, player="", name="", age=None, stand_in=self.stand_in, **changes)


class Adjusted(SeatChange, tag="adjusted", frozen=True, kw_only=True):
    why = "adjusted"
    aside: ClassVar[bool] = True
    assist: Assist | None = None
    open: bool | None = None

    def fold(self, table: GameTable, known: WorkedOut | None) -> GameTable:
        changes = {"assist": self.assist, "open": self.open}
        return self.chair(table, **{name: value for name, value in changes.items() if value is not None})


class Said(AtSeat, tag="said", frozen=True, kw_only=True):
    aside: ClassVar[bool] = True
    word: str


# ------------------------------------------------------------------------------------------------------------- the end


class Ended(Stored, tag="ended", frozen=True, kw_only=True):
    turning: ClassVar[bool] = True
    reason: str
    winners: list[int]

    def fold(self, table: GameTable, known: WorkedOut | None) -> GameTable:
        # A game that was brought when it was over stands as it ended there.
        state = table.brought.state if table.state is None and table.brought else table.state
        return table.with_nothing_pending(phase="finished", state=state, outcome=(self.reason, tuple(self.winners)))


class RematchAsked(AtSeat, tag="rematch_asked", frozen=True, kw_only=True):
    def fold(self, table: GameTable, known: WorkedOut | None) -> GameTable:
        return replace(table, rematch_asked=table.rematch_asked | {self.seat})


class Rematched(Stored, tag="rematched", frozen=True, kw_only=True):
    table: str

    def fold(self, table: GameTable, known: WorkedOut | None) -> GameTable:
        return replace(table, rematch=self.table)


class Closed(Stored, tag="closed", frozen=True, kw_only=True):
    reason: str

    def fold(self, table: GameTable, known: WorkedOut | None) -> GameTable:
        return replace(table, phase="finished", closed=self.reason)


AnyStored = (
    Created | Joined | Readied | Started | Aged | Opened | MoveMade | Stuck | NoWay | Settled | TakeBackAsked
    | TakeBackAgreed | TakeBackRefused | TakenBack | WentOnVacation | CameFromVacation | Waived | Resigned | Left
    | Replaced | Returned | Removed | Adjusted | Said | Ended | RematchAsked | Rematched | Closed
)  # fmt: skip

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(AnyStored)


def encode(event: AnyStored) -> bytes:
    """The fact as the store keeps it."""
    return _encoder.encode(event)


def decode(body: bytes) -> AnyStored:
    """What `encode` wrote."""
    return _decoder.decode(body)  # type: ignore[no-any-return]
