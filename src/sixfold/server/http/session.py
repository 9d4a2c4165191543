"""One socket at a table: it reads frames, asks the house, and sends what this device may see.

A frame that cannot be read is refused, and then forgotten. A flood, a slow reader and a silent guest are disconnected
with a close code. Nothing that a client sends can raise an error beyond this module.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Final

import msgspec

from sixfold.errors import Refused, SixfoldError
from sixfold.server import games, judge, project, wire
from sixfold.server.house import House
from sixfold.server.limits import Bucket
from sixfold.server.rooms.folding import Steps
from sixfold.server.rooms.room import Room
from sixfold.server.table import facts as e
from sixfold.server.table.behind import is_behind, may_be_seen
from sixfold.server.table.refusals import refuse
from sixfold.server.table.shuffle import proof_of
from sixfold.server.table.table import GameTable, LogStep

log = logging.getLogger(__name__)
_decoder: Final = msgspec.json.Decoder(wire.Message)
_encoder: Final = msgspec.json.Encoder()
MISSED: Final = 32
"""How many missed events are told one by one; after more than that a new view says it shorter."""
OTHER_VERSION: Final = 4426
"""The close code for a client that was written for another version of the wire."""

Push = Callable[[bytes], bool]
"""Hands a text frame to the socket; False when the reader is too slow or gone."""


class Session:
    """A device at a table."""

    def __init__(
        self, house: House, room: Room, player: str, push: Push, close: Callable[[int], None], network: str = ""
    ) -> None:
        self.house = house
        self.network = network
        self.room = room
        self.player = player
        self._push = push
        self._close = close
        self._bucket = Bucket(house.settings.messages, house.settings.message_window_s)
        self.greeted = False
        self.closed = False
        self._plays = False
        self._table_only = False
        self._looking: int | None = None
        self._presence: tuple[object, ...] = ()
        self._shown: GameTable | None = None
        """The table as somebody knows it who is behind; None for who is not."""
        self._held: Steps = []
        """What they will be told later."""

    # -------------------------------------------------------------------------------------------------------- out

    def send(self, frame: wire.Frame) -> None:
        """Send a frame, unless this socket is on its way out."""
        if not self.closed:
            self.send_bytes(_encoder.encode(frame))

    def send_bytes(self, text: bytes) -> None:
        if not self.closed and not self._push(text):
            self.end(1013)

    def end(self, code: int) -> None:
        """Show the door."""
        if not self.closed:
            self.closed = True
            self.house.metrics.count("closes", str(code))
            self._close(code)

    @property
    def eyes(self) -> int | None:
        """Whose eyes this device has: its only seat's, the one it looks through, or the table's."""
        if self._table_only:
            return None
        mine = self.room.table.seats_of(self.player)
        if len(mine) == 1:
            return mine[0]
        return self._looking if self._looking in mine else None

    @property
    def _table(self) -> GameTable:
        """The table as far as this device may know it."""
        return self.room.table if self._shown is None else self._shown

    def tell(self, event: e.AnyStored, before: GameTable, after: GameTable) -> None:
        """An event, as this device may see it."""
        if not self.greeted or self.closed:
            return
        if self._shown is not None:
            self._tell_late(self._shown, event, before, after)
            return
        self.send_bytes(self.room.frames.of(event, before, after, self.eyes, self.player, after.at))
        self._lower_curtain(after)
        if self._plays and after.turn_n == after.n:
            self._send_plays(after)

    def _tell_late(self, shown: GameTable, event: e.AnyStored, before: GameTable, after: GameTable) -> None:
        """Keep an event until who is behind may know of it, and tell what has become old enough."""
        # What another server wrote may have been read before it is told.
        if after.n > (self._held[-1][2] if self._held else shown).n:
            self._held.append((event, before, after))
        behind = is_behind(after, self.player)
        while self._held and (not behind or may_be_seen(self._held[0][2], after)):
            then = self._held.pop(0)
            self._shown = then[2]
            self.send_bytes(self.room.frames.of(*then, self.eyes, self.player, then[2].at))
        if not behind:
            self._shown = None

    def _lower_curtain(self, table: GameTable) -> None:
        """Hot seat: when the turn goes to another seat of this device, nobody's hand is shown until asked for."""
        mine = table.seats_of(self.player)
        if self._looking is None or len(mine) < 2 or table.to_move in (None, self._looking):
            return
        if table.to_move in mine:
            self._looking = None
            self._send_view(None)

    def _send_view(self, key: str | None) -> None:
        table = self._table
        view = project.view_of(table, self.eyes, self.house.clock.now())
        if view is not None:
            self.send(wire.Looked(n=table.n, view=view, id=key))

    def _send_plays(self, table: GameTable, key: str | None = None) -> None:
        eyes = self.eyes
        if eyes is None or table.to_move != eyes or table.stuck is not None:
            return
        assist = table.chairs[eyes].assist
        if assist == "off" and not key:
            return
        plays = games.of(table.ruleset).plays(table.state.view(eyes), assist)
        if plays is not None:
            self.send(wire.Plays(n=table.n, seat=eyes, plays=plays, id=key))

    def presence(self) -> None:
        """Who is connected, if that has changed."""
        if not self.greeted or self.closed:
            return
        online, watchers = self.room.attendance.now()
        place = self.room.attendance.place
        now = (online, watchers, place)
        if now != self._presence:
            self._presence = now
            away = self.house.bot_may_sit_in(self.room)
            told = [] if away == [None] * len(away) else away
            self.send(wire.Presence(online=online, watchers=watchers, away=told, queue=place))

    def deleted(self) -> None:
        """The table is no more."""
        self.end(4410)

    # --------------------------------------------------------------------------------------------------------- in

    async def read(self, text: str | bytes) -> None:
        """One frame from the client."""
        if not self._bucket.take():
            self.end(1008)
            return
        key: str | None = None
        try:
            message = _decoder.decode(text)
            key = getattr(message, "id", None)
            if isinstance(message, wire.Ping):
                self.send(wire.Pong())
            elif isinstance(message, wire.Hello):
                if self._understands(message):
                    await self._hello(message)
            elif not self.greeted:
                raise Refused("say hello first", code="request/first")
            elif isinstance(message, wire.Command):
                n = await self.house.command(self.room, message, self.player)
                self.send(wire.Ack(id=message.id, n=n))
            else:
                await self._answer(message)
        except msgspec.ValidationError as error:
            self._refuse(_key_of(text), wire.Refusal(code="request/field", message=str(error)))
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            self._refuse(key, wire.Refusal(code="request/json", message=f"this is not JSON: {type(error).__name__}"))
        except SixfoldError as error:
            self._refuse(key, judge.refusal(error))
        except asyncio.CancelledError:
            raise
        except Exception:
            self.house.metrics.count("mistakes")
            log.exception("a frame could not be handled", extra={"table": self.room.table.id})
            self.end(1011)

    def _refuse(self, key: str | None, refusal: wire.Refusal) -> None:
        self.send(wire.Declined(refusal=refusal, n=self._table.n, id=key))

    def _understands(self, hello: wire.Hello) -> bool:
        """Whether a client knows today's frames. One of another time would misread them: it is told to load anew."""
        if hello.version == wire.VERSION:
            return True
        message = f"this server speaks version {wire.VERSION} of the wire, not {hello.version}: load the page again"
        facts = {"version": wire.VERSION}
        self._refuse(None, wire.Refusal(code="request/version", message=message, facts=facts))
        self.end(OTHER_VERSION)
        return False

    async def _hello(self, hello: wire.Hello) -> None:
        self.room = self.house.rooms.living(self.room)
        self.room.busy += 1
        try:
            await self._greet(hello)
        finally:
            self.room.rest()

    async def _greet(self, hello: wire.Hello) -> None:
        self._plays = hello.plays
        self._table_only = hello.show == "table"
        since = hello.since
        if since is not None and since > self.room.table.n:
            # Another server has told them more than this one knows: nobody is shown less than they have seen.
            await self.house.pipeline.wake(self.room)
        self._shown, self._held = None, []
        if is_behind(self.room.table, self.player):
            self._shown, self._held = await self.house.as_onlookers_see(self.room, (self.network, self.player))
            since = None
        table = self._table
        now = self.house.clock.now()
        mine = () if self._table_only else table.seats_of(self.player)
        # Only who comes back is told what was missed: whoever is here already has heard it.
        missed = None if since is None or since > table.n or self.greeted else await self._missed(since, table.n)
        table = self._table
        resumed = missed is not None and since is not None and since + len(missed) == table.n
        self.send(
            wire.Welcome(
                version=wire.VERSION,
                n=table.n,
                info=project.table_info(table, self.player, self.room.online()),
                seats=list(mine),
                view=None if resumed else project.view_of(table, self.eyes, now),
                proof=proof_of(table) if table.phase == "finished" and not table.terms.tournament else None,
                resumed=resumed,
            )
        )
        if resumed:
            for event, before, after in missed or ():
                self.send_bytes(self.room.frames.of(event, before, after, self.eyes, self.player, now))
        first = not self.greeted
        self.greeted = True
        if first:
            self.house.rooms.enter(self.room, self)
            await self.house.post.seen(self.player, table.id)
            if any(table.chairs[seat].replaced for seat in mine):
                await self.house.welcome_back(self.room, self.player)
        if self._plays:
            self._send_plays(table)

    async def _missed(self, since: int, n: int) -> Steps | None:
        """The events after `since` with the tables around them; None when a new view is the shorter answer."""
        if since == n:
            return []
        if n - since > MISSED or since < 1:
            return None
        return await self.house.steps(self.room, since, (self.network, self.player))

    # -------------------------------------------------------------------------------------------------- questions

    async def _answer(self, query: Any) -> None:
        table = self.room.table
        if isinstance(query, wire.Look):
            self._look(query)
            return
        seat = self._own_seat(query)
        if isinstance(query, wire.AskMissed):
            await self._missed_by(table, seat, query)
            return
        if table.state is None or table.phase not in ("playing", "opening"):
            refuse("phase", "there is no game to ask about right now", phase=table.phase)
        if isinstance(query, wire.Check):
            self._check(table, seat, query)
        elif isinstance(query, wire.AskFits):
            fits = games.of(table.ruleset).fits(table.state.view(seat), query, table.chairs[seat].assist)
            self.send(wire.Fits(id=query.id, fits=fits))
        elif isinstance(query, wire.AskPlays):
            if table.to_move != seat:
                refuse("not-your-turn", f"it is the turn of seat {table.to_move}", to_move=table.to_move)
            self._send_plays(table, query.id)
        else:
            await self._hint(table, seat, query)

    def _own_seat(self, query: wire.Query) -> int:
        mine = () if self._table_only else self.room.table.seats_of(self.player)
        seat = query.seat if query.seat is not None else (self.eyes if self.eyes is not None else None)
        if seat is None or seat not in mine:
            refuse("not-your-seat", "that is not your seat", seat=seat)
        return seat

    def _look(self, query: wire.Look) -> None:
        mine = self.room.table.seats_of(self.player)
        if query.seat is not None and (query.seat not in mine or self._table_only):
            refuse("not-your-seat", f"seat {query.seat} is not yours", seat=query.seat)
        self._looking = query.seat
        if self._table.state is None:
            refuse("phase", "there is no game to look at yet", phase=self._table.phase)
        self._send_view(query.id)
        if self._plays:
            self._send_plays(self.room.table)

    def _check(self, table: GameTable, seat: int, query: wire.Check) -> None:
        told, move = judge.judge(table.state.view(seat), query)
        if move is not None:
            self.room.keep_draft(seat, move)
        self.send(told)

    async def _hint(self, table: GameTable, seat: int, query: wire.Hint) -> None:
        if not table.terms.hints:
            refuse("hints-off", "hints are off at this table")
        if table.to_move != seat:
            refuse("not-your-turn", f"it is the turn of seat {table.to_move}", to_move=table.to_move)
        move = await self.house.movers.advice(table, seat, (self.network, self.player))
        self.send(games.of(table.ruleset).hint(table.state.view(seat), move, query))

    async def _missed_by(self, table: GameTable, seat: int, query: wire.AskMissed) -> None:
        if not table.terms.hints:
            refuse("hints-off", "hints are off at this table")
        last = next((step for step in LogStep.back(table.log) if step.seat == seat and step.finished), None)
        if last is None:
            refuse("phase", "there is no turn of yours to look back at", phase=table.phase)
        self.send(await self.house.missed(table, last, query.id, (self.network, self.player)))


class _Keyed(msgspec.Struct):
    id: str | None = None


_keyed: Final = msgspec.json.Decoder(_Keyed)


def _key_of(text: str | bytes) -> str | None:
    """The key of a message that is wrong otherwise, so that its sender knows which one."""
    try:
        key = _keyed.decode(text).id
    except msgspec.DecodeError:
        return None
    return key if key is not None and len(key) <= 64 else None
