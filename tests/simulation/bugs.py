"""Bugs planted on purpose: mistakes that people make in such code. Each must be found by playing seeds.

A bug is a name, what is wrong with it, and what it puts in place of the real thing. None changes the simulation.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, NamedTuple
from unittest import mock

from sixfold.server import project
from sixfold.server.clock import StoreClock
from sixfold.server.http.session import Session
from sixfold.server.moderation.moderation import Moderation
from sixfold.server.rooms import folding
from sixfold.server.rooms.claims import Claims
from sixfold.server.rooms.clocks import Clocks
from sixfold.server.rooms.making import Maker
from sixfold.server.rooms.movers import Movers
from sixfold.server.rooms.pipeline import Pipeline
from sixfold.server.rooms.plans import Plans
from sixfold.server.rooms.room import Room
from sixfold.server.rooms.rooms import Rooms
from sixfold.server.rooms.upkeep import Upkeep
from sixfold.server.store import Taken, sql
from sixfold.server.store.sql import SqlStore
from sixfold.server.store.writer import Writer
from sixfold.server.table import due, plans
from sixfold.server.table import facts as e
from sixfold.server.table.procedure import Happening, Procedure
from sixfold.server.table.table import GameTable


class Bug(NamedTuple):
    """`owner.name` is replaced by what `wrong` makes of the real one."""

    about: str
    owner: Any
    name: str
    wrong: Callable[[Any], Any]

    @contextmanager
    def planted(self) -> Iterator[None]:
        """The bug is there."""
        real = self.owner.__dict__[self.name]
        with mock.patch.object(self.owner, self.name, self.wrong(real)):
            yield


def _nothing(real: Any) -> Any:
    async def nothing(*_: Any, **__: Any) -> None:
        return None

    return nothing


def _ack_first(real: Any) -> Any:
    async def append(self: Pipeline, *what: Any) -> None:
        asyncio.ensure_future(real(self, *what))  # noqa: RUF006

    return append


def _apply_first(real: Any) -> Any:
    async def append(self: Pipeline, table_id: str, happenings: Sequence[Happening], *rest: Any) -> None:
        room = self._rooms.get(table_id)
        for happening in happenings if room is not None else ():
            for listener in tuple(room.listeners):  # type: ignore[union-attr]
                listener.tell(happening.event, room.table, happening.after)  # type: ignore[union-attr]
        await real(self, table_id, happenings, *rest)

    return append


def _no_key(real: Any) -> Any:
    async def append(self: Pipeline, table_id: str, happenings: Any, actor: str, key: str, *rest: Any) -> None:
        await real(self, table_id, happenings, actor, "", *rest)

    return append


def _taken_is_fine(real: Any) -> Any:
    async def append(self: Pipeline, *what: Any) -> None:
        try:
            await real(self, *what)
        except Taken:
            return

    return append


def _forgets_done(real: Any) -> Any:
    def fold(*what: Any) -> tuple[GameTable, dict[tuple[str, str], int]]:
        return real(*what)[0], {}

    return fold


def _catch_up_without_keys(real: Any) -> Any:
    async def catch_up(self: Pipeline, room: Room) -> None:
        known = dict(room.done)
        await real(self, room)
        room.done = known

    return catch_up


def _catches_up_twice(real: Any) -> Any:
    async def catch_up(self: Pipeline, room: Room) -> None:
        rows = await self._store.events(room.table.id, room.table.n)
        await real(self, room)
        for row in rows[-1:]:
            self._apply(room, [Happening(e.decode(row.body), room.table.apply(e.decode(row.body), row.at))])

    return catch_up


def _any_draft(real: Any) -> Any:
    async def move(self: Clocks, room: Room) -> tuple[Any, bool]:
        for _, draft in (room.drafts or {}).values():
            return draft, True
        return await real(self, room)  # type: ignore[no-any-return]

    return move


def _not_after_a_restart(real: Any) -> Any:
    def set_clock(self: Clocks, room: Room) -> None:
        if room.listeners:
            real(self, room)

    return set_clock


def _not_on_entering(real: Any) -> Any:
    def wake(self: Movers, room: Room) -> None:
        if room.table.n > 1 and room.seen_at < self._clock.ticks():
            real(self, room)

    return wake


def _every_hand(real: Any) -> Any:
    def eyes(self: Session) -> int | None:
        mine = self.room.table.seats_of(self.player)
        return mine[0] if mine else 0

    return property(eyes)


def _shared_frames(real: Any) -> Any:
    def of(
        self: project.Frames, event: Any, before: GameTable, after: GameTable, seat: Any, player: str, at: int
    ) -> bytes:
        if self._n != after.n:
            self._n = after.n
            self.clear()
        key = (at, 0, "")
        if key not in self._kept:
            self._kept[key] = project._frame(event, before, after, seat, player, at)
        return self._kept[key]

    return of


def _one_off(real: Any) -> Any:
    async def missed(self: Session, since: int, n: int) -> Any:
        found = await real(self, max(1, since - 1), n)
        return found if not found or since < 2 else found[:-1]

    return missed


def _any_seat(real: Any) -> Any:
    def seat(self: Procedure, intent: Any) -> Any:
        return real(self, intent) if intent.seat is None else intent.seat

    return seat


def _never_stale(real: Any) -> Any:
    return lambda self, intent: None


def _time_runs_back(real: Any) -> Any:
    def add(self: Procedure, fact: Any, places: Any = (), known: Any = None) -> None:
        self.table = self.table.apply(fact, self.now, known)
        self.table = self.table.with_people(places) if places else self.table
        self.done.append(Happening(fact, self.table, tuple(places)))

    return add


def _written_over(real: str) -> str:
    return real.replace("INSERT INTO", "INSERT OR REPLACE INTO").replace(" ON CONFLICT DO NOTHING", "")


def _row_by_row(real: Any) -> Any:
    async def append(self: SqlStore, table: str, rows: Any, line: Any = None, *people: Any) -> None:
        for row in rows[:-1]:
            await real(self, table, [row])
        await real(self, table, rows[-1:], line, *people)

    return append


def _failure_is_fine(real: Any) -> Any:
    def commit(self: Writer, connection: Any, batch: Any) -> Any:
        return [(future, result, error if isinstance(error, Taken) else None) for future, result, error in
                real(self, connection, batch)]  # fmt: skip

    return commit


def _not_mixed(real: Any) -> Any:
    def with_mixing(self: GameTable, used: int) -> GameTable:
        return self

    return with_mixing


def _no_first_look(real: Any) -> Any:
    def enter(self: Rooms, room: Room, listener: Any) -> None:
        asyncio.get_running_loop().call_later(1.0, real, self, room, listener)

    return enter


def _exchange_told(real: Any) -> Any:
    def played(event: e.MoveMade, before: GameTable, after: GameTable, view: Any) -> Any:
        told = real(event, before, after, view)
        told.move = event.move
        return told

    return played


def _hint_fails(real: Any) -> Any:
    async def follow(self: Upkeep, hint: Any) -> None:
        await hint

    return follow


def _loads_twice(real: Any) -> Any:
    async def find(self: Rooms, table_id: str) -> Room | None:
        return self.get(table_id) or await self._load(table_id)

    return find


def _any_turn(real: Any) -> Any:
    return lambda table, seat: 0


def _no_look(real: Any) -> Any:
    return lambda self, room: None


def _never_ends(real: Any) -> Any:
    return lambda table, seat: 0


def _always_mine(real: Any) -> Any:
    async def claim(self: Claims, table: str, turn: int) -> bool:
        await real(self, table, turn)
        return True

    return claim


def _for_ever(real: str) -> str:
    return real.replace("OR claims.until < ?", "OR claims.until + 1000000000 < ?")


BUGS: Final[dict[str, Bug]] = {
    "acknowledge first": Bug("answers before the disk has", Pipeline, "append", _ack_first),
    "tell first": Bug("tells everybody, then writes", Pipeline, "append", _apply_first),
    "no key": Bug("the key of a command is not written", Pipeline, "append", _no_key),
    "lost race": Bug("goes on as if it had won a race that it lost", Pipeline, "append", _taken_is_fine),
    "written over": Bug("the later of two writes wins", sql, "INSERT", _written_over),
    "row by row": Bug("a command is kept row by row", SqlStore, "append", _row_by_row),
    "failed commit": Bug("a failed commit counts as kept", Writer, "_commit", _failure_is_fine),
    "keys forgotten": Bug("keys are forgotten with the table", folding, "fold", _forgets_done),
    "keys elsewhere": Bug("keys of other servers are not learned", Pipeline, "_catch_up", _catch_up_without_keys),
    "twice": Bug("what another server wrote is applied twice", Pipeline, "_catch_up", _catches_up_twice),
    "no catching up": Bug("what another server wrote is not read", Pipeline, "_catch_up", _nothing),
    "hints alone": Bug("without a hint nobody looks", Upkeep, "_poll", _nothing),
    "old draft": Bug("the clock plays a draft of another turn", Clocks, "_move", _any_draft),
    "clock stands": Bug("a clock is not set again after a restart", Clocks, "set", _not_after_a_restart),
    "own time": Bug("every server goes by its own clock", StoreClock, "follow", _nothing),
    "time runs back": Bug("a table's time follows the clock back", Procedure, "add", _time_runs_back),
    "bot sleeps": Bug("a bot is not woken by who comes in", Movers, "wake", _not_on_entering),
    "every hand": Bug("an onlooker has the eyes of a seat", Session, "eyes", _every_hand),
    "shared frames": Bug("one frame for all eyes", project.Frames, "of", _shared_frames),
    "exchange told": Bug("all are told what was given back", project, "_played", _exchange_told),
    "one off": Bug("who comes back is told from one number too early", Session, "_missed", _one_off),
    "late entry": Bug("what happens during a welcome is not told", Rooms, "enter", _no_first_look),
    "any seat": Bug("anybody moves for anybody", Procedure, "seat", _any_seat),
    "never stale": Bug("a move on what is long over is obeyed", Procedure, "fresh", _never_stale),
    "lost rematch": Bug("the table of the next game is not made", Maker, "again", _nothing),
    "not mixed": Bug("after a take-back the bag has its old order", GameTable, "with_mixing", _not_mixed),
    "hint fails": Bug("a hint while the store is away ends in a traceback", Upkeep, "follow", _hint_fails),
    "nothing claimed": Bug("every server lets the bot think", Claims, "_claim", _always_mine),
    "claimed for ever": Bug("what a dead server has claimed stays its own", sql, "_CLAIM", _for_ever),
    "plan of old": Bug("a plan for a turn that is over is played", plans, "_turns", _any_turn),
    "plan missed": Bug("nobody looks for plans", Plans, "wake", _no_look),
    "no vacation": Bug("a vacation stops no clock", due, "vacation_ends", _never_ends),
    "not apart": Bug("who was blocked sits down all the same", Moderation, "check", _nothing),
    "two rooms": Bug("two who come at once load the table twice", Rooms, "find", _loads_twice),
}
