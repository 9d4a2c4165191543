"""What happened at a table, as it is stored: past tense, complete, each with what it changes. Seats see projections.

Facts hold hidden things (the seed, drawn pieces) and never leave the server as they are. They hold no name and no age:
those are in the store's places, so that a person can be erased while the game stays.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar, Literal

import msgspec

from sixfold.fields import Json
from sixfold.server.table.seats import Assist, Chair, Chosen, Game, Terms
from sixfold.server.table.table import GameTable, LogStep, WorkedOut

Draws = list[tuple[int, str]]
"""Answers to chance, in order: seat and pieces."""


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


# ---------------------------------------------------------------------------------------------------- before the game


class Created(Stored, tag="created", frozen=True, kw_only=True):
    """`seed`: the server's part of the shuffle, hex; its commitment was public from here on. `key` makes the links.

    `shuffle`: which version of the fair shuffle deals here; tables of old, which do not say, have the first. `bag`: the
    name of the duplicate bag that is played here, which other tables play too.
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

    def fold(self, table: GameTable, known: WorkedOut | None) -> GameTable:
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
            chairs=tuple(Chair(**msgspec.structs.asdict(seat)) for seat in self.seats),
        )


class Joined(AtSeat, tag="joined", frozen=True, kw_only=True):
    player: str

    def fold(self, table: GameTable, known: WorkedOut | None) -> GameTable:
        return self.chair(table, player=self.player, stand_in="", replaced=False, freed=False)


class Readied(AtSeat, tag="readied", frozen=True, kw_only=True):
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


class Aged(AtSeat, tag="aged", frozen=True, kw_only=True):
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

    def fold(self, table: GameTable, known: WorkedOut | None) -> GameTable:
        step = LogStep(table.log, self.seat, self.move, tuple(self.draws), finished=True)
        chair = table.chairs[self.seat]
        missed = chair.missed + 1 if self.by == "clock" and chair.remote else 0
        moved = table.with_step(step, known)
        return moved if missed == chair.missed else self.chair(moved, missed=missed)


class Stuck(AtSeat, tag="stuck", frozen=True, kw_only=True):
    turning: ClassVar[bool] = True
    by: Literal["person", "bot", "clock"] = "person"

    def fold(self, table: GameTable, known: WorkedOut | None) -> GameTable:
        return replace(table, stuck=self.seat, no_way=frozenset())


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


# ------------------------------------------------------------------------------------------------------ who sits where


class Resigned(AtSeat, tag="resigned", frozen=True, kw_only=True):
    stand_in: str = ""

    def fold(self, table: GameTable, known: WorkedOut | None) -> GameTable:
        return self.chair(table, resigned=True, stand_in=self.stand_in)


class Left(AtSeat, tag="left", frozen=True, kw_only=True):
    stand_in: str = ""

    def fold(self, table: GameTable, known: WorkedOut | None) -> GameTable:
        if table.phase == "lobby" and not self.stand_in:
            return self.chair(table, player="", entropy="", name="", age=None)
        return self.chair(table, stand_in=self.stand_in)


class Replaced(AtSeat, tag="replaced", frozen=True, kw_only=True):
    """A bot plays for who has been away for long, until they are back."""

    stand_in: str

    def fold(self, table: GameTable, known: WorkedOut | None) -> GameTable:
        return self.chair(table, stand_in=self.stand_in, replaced=True)


class Returned(AtSeat, tag="returned", frozen=True, kw_only=True):
    def fold(self, table: GameTable, known: WorkedOut | None) -> GameTable:
        return self.chair(table, stand_in="", missed=0, replaced=False)


class Removed(AtSeat, tag="removed", frozen=True, kw_only=True):
    stand_in: str = ""

    def fold(self, table: GameTable, known: WorkedOut | None) -> GameTable:
        changes: Json = {"entropy": ""} if table.phase == "lobby" else {"freed": True}
        return self.chair(table, player="", name="", age=None, stand_in=self.stand_in, **changes)


class Adjusted(AtSeat, tag="adjusted", frozen=True, kw_only=True):
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
        return table.with_nothing_pending(phase="finished", outcome=(self.reason, tuple(self.winners)))


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
    | TakeBackAgreed | TakeBackRefused | TakenBack | Resigned | Left | Replaced | Returned | Removed | Adjusted | Said
    | Ended | RematchAsked | Rematched | Closed
)  # fmt: skip

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(AnyStored)


def encode(event: AnyStored) -> bytes:
    """The fact as the store keeps it."""
    return _encoder.encode(event)


def decode(body: bytes) -> AnyStored:
    """What `encode` wrote."""
    return _decoder.decode(body)  # type: ignore[no-any-return]
