"""All tables of a server: loads them, obeys commands in the one safe order, wakes bots and clocks, tells the sockets.

The order is: validate, append, wait for the disk, and only then apply, acknowledge and send. A table that nobody looks
at is forgotten and folded again from its events when somebody comes back.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from sixfold import rulesets
from sixfold.bots.registry import lower
from sixfold.errors import BotError, Refused, SixfoldError, StoreError
from sixfold.server import archive, people, wire
from sixfold.server.clock import Clock, StoreClock, Timer, WallClock
from sixfold.server.guests import Guests
from sixfold.server.http.study import Study
from sixfold.server.metrics import Metrics
from sixfold.server.remote import Remote
from sixfold.server.rooms import folding
from sixfold.server.rooms.attendance import Attendance
from sixfold.server.settings import Settings
from sixfold.server.store import Line, Place, Player, Row, Store, Taken
from sixfold.server.table import due, shuffle
from sixfold.server.table import facts as e
from sixfold.server.table.decide import decide
from sixfold.server.table.names import clean
from sixfold.server.table.procedure import Happening
from sixfold.server.table.procedures import driven, hosting, leaving, rematch, seating, stuck
from sixfold.server.table.refusals import refuse
from sixfold.server.table.seats import Assist, Chosen, Terms, copied
from sixfold.server.table.table import Step, Table
from sixfold.server.thinkers.crew import Crew
from sixfold.server.thinkers.turns import NOBODY, Owner

log = logging.getLogger(__name__)
_PERSONAL = (e.Joined, e.Started, e.Left, e.Removed, e.Adjusted, e.Aged)
"""Events that come with names or ages in the store's places."""
_LINED = (e.Created, e.Started, e.Ended, e.Closed)
"""Events after which the table's line in lists changes."""


_NEW = 5
"""The making of a table is so many events at most: itself, and whoever sits down at once."""


class Listener(Protocol):
    """Somebody at a table: a socket, a remote bot's stream, a test."""

    def tell(self, event: e.AnyStored, before: Table, after: Table) -> None:
        """This happened."""
        ...

    def presence(self) -> None:
        """Somebody came or went."""
        ...

    def deleted(self) -> None:
        """The table is no more."""
        ...

    player: str
    network: str


class Room:
    """A table in memory, with whoever is there."""

    __slots__ = (
        "attendance",
        "bot",
        "busy",
        "done",
        "drafts",
        "frames",
        "gone",
        "left_at",
        "listeners",
        "lock",
        "opened_at",
        "seen_at",
        "table",
        "timer",
        "timer_for",
    )

    def __init__(self, table: Table, done: dict[tuple[str, str], int], opened_at: int) -> None:
        self.table = table
        self.opened_at = opened_at
        self.left_at: dict[str, int] = {}
        self.done = done
        self.listeners: list[Listener] = []
        self.lock = asyncio.Lock()
        self.drafts: dict[int, tuple[int, Any]] | None = None
        self.frames: dict[Any, bytes] = {}
        self.bot: asyncio.Task[None] | None = None
        self.timer: Timer | None = None
        self.timer_for: tuple[int, int | None] | None = None
        self.seen_at = time.monotonic()
        self.gone = False
        self.busy = 0
        self.attendance = Attendance(self)

    def rest(self) -> None:
        """One piece of work less keeps this table in memory."""
        self.busy -= 1

    def owner(self) -> Owner:
        """Whose table it is when it waits for its turn: the network that somebody looks at it from, and its host."""
        network = next((one.network for one in self.listeners if one.network), "")
        return network, self.table.host

    def online(self) -> list[bool]:
        """Who is connected, by seat; a bot of ours always is."""
        here = {listener.player for listener in self.listeners}
        return [
            chair.player in here if chair.player and not chair.stand_in else bool(chair.played_by)
            for chair in self.table.chairs
        ]

    def away(self) -> list[int | None]:
        """Since when the players of the seats have not been here (ms); None for who is, for bots and free seats."""
        return [
            None if here or not chair.player or chair.stand_in else self.left_at.get(chair.player, self.opened_at)
            for chair, here in zip(self.table.chairs, self.attendance.now()[0], strict=True)
        ]


class House:
    """The tables of one server process."""

    def __init__(
        self,
        store: Store,
        settings: Settings | None = None,
        *,
        crew: Crew | None = None,
        clock: Clock | None = None,
        metrics: Metrics | None = None,
        new_id: Callable[[], str] = people.new_id,
        new_seed: Callable[[], str] = people.new_seed,
    ) -> None:
        self.store = store
        self.settings = settings or Settings()
        self.crew = crew or Crew(self.settings.workers, memory=self.settings.bot_memory)
        self.study = Study()
        self.remote = Remote(self)
        self.aside = folding.Aside()
        self.clock = StoreClock(clock or WallClock())
        self.metrics = metrics or Metrics()
        self.new_id = new_id
        self.new_seed = new_seed
        self.rooms: dict[str, Room] = {}
        self.guests = Guests(store)
        self._loading: dict[str, asyncio.Future[Room | None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self.stopping = False

    # ------------------------------------------------------------------------------------------------ opening hours

    async def open(self) -> None:
        """Open the store, find tables whose clock is running, keep house from now on."""
        await self.store.open(self._changed_elsewhere)
        await self.clock.follow(self.store.now)
        self.metrics.gauge("tables_in_memory", "Tables held in memory.", lambda: len(self.rooms))
        self.metrics.gauge(
            "listeners", "Sockets at tables.", lambda: sum(len(r.listeners) for r in self.rooms.values())
        )
        self._spawn(self._keep_house())
        self._spawn(self.guests.watch(self._people_erased))
        self._spawn(self.remote.watch())
        if self.settings.warm_bots:
            self._spawn(self.crew.warm())
            self._spawn(self.study.open())

    async def close(self) -> None:
        """Stop: no new command is taken, those on their way to the disk are finished."""
        self.stopping = True
        self.remote.stop()
        for room in self.rooms.values():
            if room.timer is not None:
                room.timer.cancel()
            if room.bot is not None:
                room.bot.cancel()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.crew.close()
        self.study.close()
        await self.store.close()

    def _spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None and not self.stopping:
            self.metrics.count("mistakes")
            log.error("a task of the house failed", exc_info=error)

    # ------------------------------------------------------------------------------------------------------ tables

    async def room(self, table_id: str) -> Room | None:
        """The table, from memory or folded from its events; None when there is none."""
        known = self.rooms.get(table_id)
        if known is not None:
            known.seen_at = time.monotonic()
            return known
        loading = self._loading.get(table_id)
        if loading is None:
            loading = self._loading[table_id] = asyncio.ensure_future(self._load(table_id))
            loading.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(loading)

    def living(self, room: Room) -> Room:
        """There is one room for a table: this one, or the one that took its place while it was forgotten."""
        return room if room.gone else self.rooms.setdefault(room.table.id, room)

    async def _load(self, table_id: str) -> Room | None:
        rows, places = await asyncio.gather(self.store.events(table_id), self.store.places(table_id))
        if not rows:
            return None
        table, done = await self.aside.do(len(rows), lambda: folding.fold(table_id, rows, places))
        room = Room(table, done, self.clock.now())
        self.rooms[table_id] = room
        self._arm(room)
        return room

    async def make(self, body: wire.NewTable, player: str, name: str) -> Table:
        """A new table; its host's own seats and those of remote bots are taken at once."""
        most = self.settings.tables_per_player
        if await self.store.hosting(player) >= most:
            refuse("too-many", f"you have {most} tables that are not over: close one first", most=most)
        remote = await self.remote.asked(body)
        seats = [
            copied(
                Chosen,
                s,
                bot=(s.bot or "casual") if s.kind == "bot" else "",
                assist="best" if at in remote else s.assist,
            )
            for at, s in enumerate(body.seats)
        ]
        people_count = sum(seat.kind != "bot" for seat in seats)
        options = body.options
        hints = people_count <= 1 if options.hints is None else options.hints
        terms = copied(Terms, options, hints=hints, bot_s=self.settings.bot_s)
        here = [
            Place(at, player, clean(s.name or name or "?"), s.age)
            for at, s in enumerate(body.seats)
            if s.kind == "here"
        ]
        invited = [Place(at, token.player, token.name, None) for at, token in remote.items()]
        return await self._make(self.new_id(), body.game, seats, terms, player, [*here, *invited])

    async def _make(
        self,
        table_id: str,
        game: Any,
        seats: list[Chosen],
        terms: Terms,
        host: str,
        taken: list[Place],
        after: str = "",
    ) -> Table:
        from secrets import token_hex

        created = e.Created(
            game=game,
            ruleset=rulesets.find(game).name,
            seats=seats,
            terms=terms,
            host=host,
            seed=self.new_seed(),
            key=token_hex(16),
            after=after,
            shuffle=shuffle.VERSION,
        )
        happenings = seating.create(table_id, created, taken, self.clock.now())
        await self._append(table_id, happenings, host, "")
        room = Room(happenings[-1].after, {}, self.clock.now())
        self.rooms[table_id] = room
        self.remote.seated(room)
        return room.table

    async def join(self, room: Room, seat: int, player: str, name: str, age: int | None, assist: Assist) -> None:
        """Somebody follows the link to a seat."""
        await self._do(
            room, player, "", lambda table: seating.join(table, seat, player, name, age, assist, self.clock.now())
        )

    async def command(self, room: Room, command: wire.Command, player: str) -> int:
        """Obey; the number of the last event of the command. The same key again gives the same answer."""
        started = time.perf_counter()

        def leads_to(table: Table) -> list[Happening]:
            away = [seat for seat, ms in enumerate(self.bot_may_sit_in(room)) if ms == 0]
            return decide(table, command, player, self.clock.now(), self.new_id, away)

        try:
            n = await self._do(room, player, command.id, leads_to)
        except SixfoldError as error:
            self.metrics.count("refusals", error.code.partition("/")[0])
            raise
        self.metrics.count("commands")
        self.metrics.observe(time.perf_counter() - started)
        return n

    async def remote_move(self, room: Room, player: str, move: str, base: int | None) -> int:
        """A remote bot's move, by its text form."""

        def leads_to(table: Table) -> list[Happening]:
            known = table.turn_n if base is None else base
            return driven.remote_move(table, player, move, known, self.clock.now())

        n = await self._do(room, player, "", leads_to)
        self.metrics.count("bot_moves")
        return n

    async def welcome_back(self, room: Room, player: str) -> None:
        """Somebody who was away looks at the table again."""
        await self._do(room, player, "", lambda table: leaving.came_back(table, player, self.clock.now()))

    def bot_may_sit_in(self, room: Room) -> list[int | None]:
        """In how many ms a bot may play for who is away, by seat; None for who is not."""
        now, patience = self.clock.now(), int(1000 * self.settings.away_s)
        return [None if since is None else max(0, since + patience - now) for since in room.away()]

    async def _do(self, room: Room, actor: str, key: str, decide: Callable[[Table], list[Happening]]) -> int:
        """Validate, append, wait for the disk; then apply and tell. A race that is lost is run again on what won."""
        room = self.living(room)
        room.seen_at = time.monotonic()
        async with room.lock:
            while True:
                if self.stopping:
                    raise StoreError("the server is restarting: come back in a moment", code="store/closed")
                if room.gone:
                    raise Refused("this table was deleted", code="table/unknown")
                if key and (known := room.done.get((actor, key))) is not None:
                    return known
                happenings = decide(room.table)
                if not happenings:
                    return room.table.n
                await self._before(room, happenings)
                try:
                    await self._append(room.table.id, happenings, actor, key)
                except Taken:
                    self.metrics.count("races")
                    await self._catch_up(room)
                    continue
                self._apply(room, happenings)
                if key:
                    room.done[actor, key] = room.table.n
                return room.table.n

    async def _before(self, room: Room, happenings: list[Happening]) -> None:
        """A rematch needs its table before anybody is sent there."""
        for happening in happenings:
            if not isinstance(happening.event, e.Rematched):
                continue
            table = happening.after
            chosen, taken = rematch.next_seats(table)
            next_id = happening.event.table
            await self._make(next_id, table.game, chosen, table.terms, table.host, taken, after=table.id)

    async def _append(self, table_id: str, happenings: list[Happening], actor: str, key: str) -> None:
        last = happenings[-1].after
        # The key goes to the last row: a command is done when all of it is.
        rows = [
            Row(h.after.n, h.after.at, actor, key if h is happenings[-1] else "", e.encode(h.event)) for h in happenings
        ]
        places = [place for h in happenings for place in h.places]
        timed = last.terms.clock is not None or any(chair.remote for chair in last.chairs)
        lined = timed or any(isinstance(h.event, _LINED) for h in happenings)
        await self.store.append(table_id, rows, line_of(last) if lined else None, places)
        self.metrics.count("events", by=len(rows))

    def _apply(self, room: Room, happenings: list[Happening]) -> None:
        """What is on the disk becomes what everybody sees."""
        for happening in happenings:
            before, room.table = room.table, happening.after
            for listener in tuple(room.listeners):
                listener.tell(happening.event, before, room.table)
        # Near its end: those who watch it to the end will look back at it.
        if (
            self.settings.warm_bots
            and room.listeners
            and room.table.to_move is not None
            and not room.table.state.bag_count
        ):
            self.study.warm()
        self._arm(room)

    async def _catch_up(self, room: Room) -> None:
        """Other processes have appended: read and tell what they wrote."""
        rows = await self.store.events(room.table.id, room.table.n)
        decoded = [(row, e.decode(row.body)) for row in rows]
        places = await self.store.places(room.table.id) if any(isinstance(x, _PERSONAL) for _, x in decoded) else []
        for row, event in decoded:
            after = room.table.apply(event, row.at).with_people(places)
            if row.key:
                room.done[row.actor, row.key] = row.n
            self._apply(room, [Happening(event, after)])

    def _changed_elsewhere(self, table_id: str, n: int) -> None:
        """A hint from the store that another process has appended."""
        if not table_id:
            for room in self.rooms.values():
                self._spawn(self._wake(room))
            self._spawn(self.remote.look())
            return
        found = self.rooms.get(table_id)
        if found is None:
            if 0 < n <= _NEW:
                self._spawn(self.remote.look())
            return
        if n < 0:
            self._forget(found)
        elif n > found.table.n:
            self._spawn(self._wake(found))

    async def _wake(self, room: Room) -> None:
        async with room.lock:
            await self._catch_up(room)

    def _forget(self, room: Room) -> None:
        """The table was deleted."""
        room.gone = True
        self.rooms.pop(room.table.id, None)
        self._disarm(room)
        for listener in tuple(room.listeners):
            listener.deleted()

    # ----------------------------------------------------------------------------------------------- bots and clocks

    def _arm(self, room: Room) -> None:
        """Wake a bot whose turn it is; set the clock for whatever happens by itself."""
        if self.stopping or room.gone:
            return
        # A table that nobody looks at pauses: its bots go on when somebody comes back.
        if room.bot is None and room.listeners and room.table.bot_to_move() is not None:
            room.bot = self._spawn(self._bots_move(room))
        left, waits_for = due.left(room.table, self.clock.now()), _waits_for(room.table)
        if left is not None and waits_for == room.timer_for:
            return
        self._disarm(room)
        if left is not None:
            room.timer_for = waits_for
            room.timer = self.clock.call_later(left / 1000, lambda: self._time_is_up(room))

    def _disarm(self, room: Room) -> None:
        if room.timer is not None:
            room.timer.cancel()
        room.timer = None
        room.timer_for = None

    def _time_is_up(self, room: Room) -> None:
        waited_for = room.timer_for
        room.timer = None
        room.timer_for = None
        if waited_for is not None and not self.stopping and not room.gone:
            # From this instant on: without its timer it would look as if nobody needed it.
            room.busy += 1
            self._spawn(self._timeout(room, waited_for)).add_done_callback(lambda _: room.rest())

    async def _timeout(self, room: Room, waited_for: tuple[int, int | None]) -> None:
        left, now = due.left(room.table, self.clock.now()), self.clock.now()
        # A turn that began in the future, by a clock that has gone back since, has been waited for in full.
        if waited_for != _waits_for(room.table) or (left and room.table.turn_at <= now):
            self._arm(room)
            return
        turn = room.table.turn_n
        if room.table.stuck is not None:
            await self._quietly(room, turn, lambda table: stuck.way_is_over(table, self.clock.now()))
            return
        seat = room.table.to_move
        assert seat is not None, "a clock runs for somebody"
        draft = (room.drafts or {}).get(seat)
        drafted = draft is not None and draft[0] == turn
        if draft is not None and drafted:
            move = draft[1]
        elif room.table.chairs[seat].remote:
            self.metrics.count("bot_failures")
            log.warning("a remote bot was late", extra={"table": room.table.id, "bot": room.table.chairs[seat].bot})
            move = await self._think(room.table, "greedy", room.owner())
        else:
            move = await asyncio.to_thread(room.table.state.view(seat).least)
        await self._quietly(room, turn, lambda table: driven.clock_move(table, move, self.clock.now(), drafted))

    async def _quietly(self, room: Room, turn: int, decide: Callable[[Table], list[Happening]]) -> None:
        """What the house does by itself may be overtaken by somebody's command; then there is nothing to do."""
        try:
            await self._do(room, "", "", lambda table: decide(table) if table.turn_n == turn else [])
        except StoreError as error:
            log.warning(
                "the store did not keep a move of the house", extra={"table": room.table.id, "code": error.code}
            )
            await asyncio.sleep(1)
        except SixfoldError as error:
            log.warning("a move of the house was refused", extra={"table": room.table.id, "code": error.code})
        self._arm(room)

    async def _bots_move(self, room: Room) -> None:
        try:
            while not self.stopping and not room.gone and room.listeners:
                due = room.table.bot_to_move()
                if due is None:
                    return
                seat, name = due
                table = room.table
                move, _ = await asyncio.gather(
                    self._think(table, name, room.owner()), asyncio.sleep(self.settings.bot_pause)
                )
                if room.table.turn_n != table.turn_n or room.table.bot_to_move() != (seat, name):
                    continue  # a take-back, or a person who came back, was faster
                await self._quietly(
                    room,
                    table.turn_n,
                    lambda now, move=move: driven.bot_move(now, move, self.clock.now()),  # type: ignore[misc]
                )
                self.metrics.count("bot_moves")
        finally:
            room.bot = None

    async def _think(self, table: Table, name: str, owner: Owner) -> Any:
        """A move for the seat to move, by this bot or, when it fails, by the next lower level."""
        seat = table.to_move
        assert seat is not None
        view = table.state.view(seat)
        seed = int.from_bytes(hashlib.sha256(f"{table.id} {seat}".encode()).digest()[:4], "big")
        tried: set[str] = set()
        while name not in tried:
            tried.add(name)
            try:
                text = await self.crew.choose(
                    table.game, name, view.to_json(), seed=seed, ms=self.settings.think_ms, owner=owner
                )
                move = table.rules.parse_move(text)
                table.state.play(move)
                return move
            except SixfoldError as error:
                self.metrics.count("bot_failures")
                log.warning("a bot failed", extra={"table": table.id, "bot": name, "code": error.code})
                name = lower(table.game, name)
        return await asyncio.to_thread(any_move, view)

    async def advice(self, table: Table, seat: int, owner: Owner = NOBODY) -> Any:
        """The move that a hint leads to; None when there is nothing to lay."""
        if table.to_move != seat:
            return any_move(table.state.view(seat))
        return await self._think(table, self.settings.hint_bot, owner)

    async def missed(self, table: Table, step: Step, key: str, owner: Owner = NOBODY) -> wire.Missed:
        """What a turn overlooked, in words that fit the level of the table."""
        others = [chair.played_by for seat, chair in enumerate(table.chairs) if seat != step.seat and chair.played_by]
        before = await self.aside.do(table.n, lambda: table.replayed(step.before), owner)
        return await self.study.missed(before, table.game, step.move, others, key, owner)

    def keep_draft(self, room: Room, seat: int, move: Any) -> None:
        """The last legal draft of the seat to move is what its clock will play."""
        if room.table.to_move == seat and room.table.terms.clock is not None:
            room.drafts = {**(room.drafts or {}), seat: (room.table.turn_n, move)}

    # ------------------------------------------------------------------------------------------------------- people

    async def player_of(self, secret: bytes) -> Player | None:
        """Whose secret this is."""
        return await self.guests.player_of(secret)

    async def new_player(self, name: str) -> tuple[Player, str]:
        """A guest, and the secret that is theirs alone."""
        secret = people.new_secret()
        player = Player(self.new_id(), clean(name), self.clock.now())
        await self.store.add_player(player, people.hashed(secret))
        return player, secret

    async def rename(self, player: Player, name: str) -> Player:
        """Another name, for tables to come."""
        await self.store.rename_player(player.id, clean(name))
        self.guests.forget(player.id)
        return player._replace(name=clean(name))

    async def _people_erased(self, player: str | None = None) -> None:
        """This player was erased, or anybody elsewhere: tables in memory know people only as the store does."""
        for room in list(self.rooms.values()):
            if player is not None and player not in (room.table.host, *(c.player for c in room.table.chairs)):
                continue
            async with room.lock:
                room.table = room.table.with_people(await self.store.places(room.table.id))
                room.frames.clear()

    # ---------------------------------------------------------------------------------------------------- listeners

    def enter(self, room: Room, listener: Listener) -> None:
        """Somebody is at the table from now on."""
        room.listeners.append(listener)
        room.left_at.pop(listener.player, None)
        room.seen_at = time.monotonic()
        room.attendance.changed()
        self._arm(room)

    def leave(self, room: Room, listener: Listener) -> None:
        """Somebody is not, any more."""
        if listener in room.listeners:
            room.listeners.remove(listener)
            room.left_at[listener.player] = self.clock.now()
        room.seen_at = time.monotonic()
        room.attendance.changed()

    # ------------------------------------------------------------------------------------------------- housekeeping

    async def _keep_house(self) -> None:
        beat = 0
        while True:
            await asyncio.sleep(self.settings.beat_s)
            beat += 1
            self.evict()
            try:
                await self.clock.follow(self.store.now)
                if await self.store.touched():
                    await self._poll()
                for line in await self.store.due(self.clock.now() + 2000 * int(self.settings.beat_s + 1)):
                    await self.room(line.table)
                if beat % 720 == 1:
                    await self.tidy()
            except StoreError as error:
                log.warning("housekeeping waits for the store", extra={"code": error.code})

    def evict(self) -> None:
        """Forget tables that nobody looks at; a running clock or a thinking bot keeps one."""
        limit = time.monotonic() - self.settings.idle_s
        for table_id, room in list(self.rooms.items()):
            used = room.listeners or room.bot or room.timer or room.lock.locked() or room.busy
            if not used and room.seen_at < limit:
                del self.rooms[table_id]

    async def _poll(self) -> None:
        """For whoever missed a wake-up: compare numbers."""
        watched = [room for room in self.rooms.values() if room.listeners]
        latest = await self.store.latest([room.table.id for room in watched])
        for room in watched:
            n = latest.get(room.table.id)
            if n is None:
                self._forget(room)
            elif n > room.table.n:
                await self._wake(room)

    async def tidy(self) -> None:
        """Close games that were abandoned long ago, delete what was to be kept only for a time."""
        day = 86_400_000
        now = self.clock.now()
        await self._clear_lobbies(now - self.settings.lobby_days * day)
        abandoned = now - self.settings.abandon_days * day
        for phase in ("opening", "playing"):
            for line in await self.store.lines(phase=phase, before=abandoned):
                await self.close_table(line.table, "abandoned")
        kept = await self.store.setting("keep_days")
        if kept:
            for line in await self.store.lines(phase="finished", before=now - int(kept) * day):
                await self.delete_table(line.table)

    async def _clear_lobbies(self, before: int) -> None:
        """Delete tables at which nobody ever played, a few to a commit."""
        while True:
            lines = await self.store.lines(phase="lobby", before=before, limit=100)
            unused = [line.table for line in lines if not self._watched(line.table)]
            await asyncio.gather(*(self.delete_table(table) for table in unused))
            if not unused:
                return

    def _watched(self, table_id: str) -> bool:
        room = self.rooms.get(table_id)
        return room is not None and bool(room.listeners)

    async def record(self, room: Room) -> str:
        """The record of a game that is over."""
        rows = await self.store.events(room.table.id)
        table = room.table
        return await self.aside.do(
            len(rows), lambda: str(archive.record_of(table, (e.decode(row.body) for row in rows)))
        )

    async def close_table(self, table_id: str, reason: str) -> bool:
        """End a table for everyone; its shuffle is revealed."""
        room = await self.room(table_id)
        if room is None:
            return False
        await self._do(room, "", "", lambda table: hosting.close_down(table, reason, self.clock.now()))
        return True

    async def change_seat(self, room: Room, seat: int, name: str | None) -> None:
        """Give the player of a seat another name; without one, remove the player."""
        now = self.clock.now()
        if name is None:
            await self._do(room, "", "", lambda table: hosting.remove(table, seat, now))
        else:
            await self._do(room, "", "", lambda table: hosting.rename(table, seat, name, now))

    async def delete_table(self, table_id: str) -> bool:
        """Forget a table for good."""
        found = await self.store.delete_table(table_id)
        room = self.rooms.get(table_id)
        if room is not None:
            self._forget(room)
        return found

    async def vacate(self, player: str) -> None:
        """Bots take over wherever this player sits."""
        for table_id, place in await self.store.places_of(player):
            room = await self.room(table_id)
            if room is not None and room.table.phase != "finished":
                with contextlib.suppress(SixfoldError):
                    await self._do(
                        room,
                        "",
                        "",
                        lambda table, at=place.seat: hosting.remove(table, at, self.clock.now()),  # type: ignore[misc]
                    )

    async def erase(self, player: str) -> None:
        """Forget a person; their running games go on with bots."""
        await self.vacate(player)
        await self.store.erase_player(player)
        self.guests.forget(player)
        await self._people_erased(player)


def _waits_for(table: Table) -> tuple[int, int | None]:
    """The turn that a timer is set for, and when it ends."""
    return table.turn_n, due.due(table)


def line_of(table: Table) -> Line:
    """What lists say about a table without folding it."""
    result = ""
    if table.phase == "finished":
        winners = list(table.outcome[1]) if table.outcome else []
        reason = table.outcome[0] if table.outcome else table.closed
        result = json.dumps({"scores": list(table.scores), "winners": winners, "reason": reason})
    return Line(table.id, table.game, table.phase, table.host, table.created_at, table.at, due.due(table), result)


def any_move(view: Any) -> Any:
    """Some legal move, when every bot has failed: the best by points, else what the rules leave."""
    from sixfold import cards, tiles

    if isinstance(view, cards.View):
        return view.best() or view.legal_moves()[0]
    plays = tiles.plays(view.board, view.hand, view.rules)
    if plays:
        return plays[0].place
    return tiles.Swap(view.hand) if view.bag_count >= len(view.hand) else view.legal_moves()[0]


__all__ = ["BotError", "House", "Listener", "Room", "any_move", "line_of"]
