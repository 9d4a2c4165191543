"""A server without its network: all its parts put together.

Here is everything that needs several parts. If one part alone can answer, http/ asks that part. Time and everything
random (ids, seeds, keys, secrets) come from outside, so that a test or a simulation can decide them.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

from sixfold.errors import SixfoldError, StoreError
from sixfold.server import archive, invites, people, remote, wire
from sixfold.server.challenges import Challenges
from sixfold.server.clock import Clock, StoreClock, WallClock
from sixfold.server.dailies import Dailies
from sixfold.server.ladder import Ladder
from sixfold.server.lobby.lobby import Lobby
from sixfold.server.lobby.pairing import Sought
from sixfold.server.metrics import Metrics
from sixfold.server.moderation.moderation import Moderation
from sixfold.server.notices.channels import Channels
from sixfold.server.notices.post import Post, open_carriers
from sixfold.server.rooms import folding, making
from sixfold.server.rooms.claims import Claims
from sixfold.server.rooms.clocks import Clocks
from sixfold.server.rooms.folding import Aside, Elsewhere, Steps
from sixfold.server.rooms.movers import Movers
from sixfold.server.rooms.pipeline import Pipeline
from sixfold.server.rooms.plans import Plans
from sixfold.server.rooms.room import Room
from sixfold.server.rooms.rooms import Rooms
from sixfold.server.rooms.tasks import Tasks
from sixfold.server.rooms.upkeep import Upkeep
from sixfold.server.sealed import Sealed
from sixfold.server.settings import Settings
from sixfold.server.store import Occupant, Store
from sixfold.server.studies.portraits import Portraits
from sixfold.server.studies.study import Study
from sixfold.server.table import facts as e
from sixfold.server.table.behind import may_be_seen
from sixfold.server.table.decide import decide
from sixfold.server.table.procedure import Happening
from sixfold.server.table.procedures import driven, leaving, seating
from sixfold.server.table.seats import Assist
from sixfold.server.table.table import GameTable, LogStep
from sixfold.server.thinkers.crew import Crew
from sixfold.server.thinkers.turns import NOBODY, Owner
from sixfold.server.tournaments.tournaments import Tournaments


class House:
    """The parts of one server process."""

    def __init__(
        self,
        store: Store,
        settings: Settings | None = None,
        *,
        crew: Crew | None = None,
        clock: Clock | None = None,
        metrics: Metrics | None = None,
        run_aside: Elsewhere = asyncio.to_thread,
        new_id: Callable[[], str] = people.new_id,
        new_table: Callable[[], str] | None = None,
        new_seed: Callable[[], str] = people.new_seed,
        new_key: Callable[[], str] = making.new_key,
        new_secret: Callable[[], str] = people.new_secret,
        new_code: Callable[[], str] = people.new_code,
        new_token: Callable[[], str] = remote.new_token,
    ) -> None:
        self.store = store
        self.settings = settings or Settings()
        self.clock = StoreClock(clock or WallClock())
        self.metrics = metrics or Metrics()
        self.aside = Aside(self.clock.ticks, run_aside)
        self.crew = crew or Crew(self.settings.workers, memory=self.settings.bot_memory)
        self.study = Study()
        self.portraits = Portraits(self.study)
        self.codes = invites.Codes(store, self.clock)
        self.tasks = Tasks(self.metrics)
        self.rooms = Rooms(store, self.clock, self.aside)
        self.pipeline = Pipeline(store, self.rooms, self.clock, self.metrics, self.settings.notice_s)
        claims = Claims(store, self.clock, new_id())
        self.movers = Movers(
            self.pipeline, self.crew, self.settings, self.clock, self.tasks, self.aside, self.metrics, claims
        )
        self.clocks = Clocks(self.pipeline, self.movers, self.clock, self.tasks, self.aside, self.metrics, claims)
        self._open_post_room(new_id, new_code)
        self.people = people.People(store, self.clock, new_id, new_secret, new_code)
        self.remote = remote.Remote(
            store, self.rooms, self.settings, self.clock, lambda player: self.upkeep.vacate(player), new_id, new_token
        )
        self.upkeep = Upkeep(
            store,
            self.rooms,
            self.pipeline,
            self.settings,
            self.clock,
            self.tasks,
            self.aside,
            self.remote.look,
            lambda before: self.tournaments.keep_running(before),
        )
        # A table's name goes into its shuffle, so whoever repeats a deal counts them apart from other ids.
        self._new_table = new_table or new_id
        self._open_tables(self._new_table, new_seed, new_key)
        self.moderation = Moderation(store, self.clock, new_id, self.settings.reserved)
        self.plans = Plans(store, self.pipeline, self.clock, self.tasks)
        self.rooms.then += [self.movers.wake, self.plans.wake, self.clocks.set, self._hear_result]
        if self.settings.warm_bots:
            self.rooms.then.append(self._warm_reviews)

    def _open_tables(
        self, new_table: Callable[[], str], new_seed: Callable[[], str], new_key: Callable[[], str]
    ) -> None:
        """How tables are made: by a host, by people who look for company, and for the bag of a day."""
        self._maker = making.Maker(
            self.store,
            self.rooms,
            self.pipeline,
            self.settings,
            self.clock,
            self.aside,
            self.remote.asked,
            self.remote.seated,
            new_table,
            new_seed,
            new_key,
        )
        self.make = self._maker.make
        settings = self.settings
        self.lobby = Lobby(self.store, self.clock, self._seat, new_table, settings.open_tables, settings.pairing)
        self.challenges = Challenges(
            self.store, self.remote, self.clock, self._maker.for_bots, new_table, settings.rated
        )
        self.ladder = Ladder(self.store, self.lobby, self.remote, self.clock, settings.rated)
        self.tournaments = Tournaments(
            self.store, self.clock, self.metrics, self._maker.for_round, settings, new_table, new_seed, new_key
        )
        self.dailies = Dailies(self.store, self.clock, self.tasks, self.study.judge_daily, self.study.champion_daily)
        self.sealed = Sealed(self.store, self.dailies, self._maker.for_bag, new_seed)

    async def _seat(self, table_id: str, sought: Sought, players: dict[str, str]) -> object:
        """A table for a pair that the lobby has found."""
        if not sought.by_bots:
            return await self._maker.for_two(table_id, sought, players)
        names = {token.player: token.name for token in await self.store.tokens()}
        return await self._maker.for_bots(table_id, sought, {player: names[player] for player in players})

    def _open_post_room(self, new_id: Callable[[], str], new_code: Callable[[], str]) -> None:
        """How people who are away are told."""
        self.post = Post(self.store, self.clock, self.metrics, {}, lambda: self.stopping)
        private = self.settings.private_notices
        self.channels = Channels(self.store, self.clock, self.post.carriers, private, new_id, new_code)
        self.push_key = ""
        self.pipeline.followed = self._followed

    # ------------------------------------------------------------------------------------------------ opening hours

    async def open(self) -> None:
        """Open the store, find tables whose clock is running, and look after them from now on."""
        await self.store.open(self._heard)
        await self.clock.follow(self.store.now)
        await self.upkeep.answer_for_absence()
        self.metrics.gauge("tables_in_memory", "Tables held in memory.", lambda: len(self.rooms))
        self.metrics.gauge(
            "listeners", "Sockets at tables.", lambda: sum(len(r.listeners) for r in self.rooms.values())
        )
        self.push_key = await open_carriers(self.post.carriers, self.store, self.settings, self.clock.now)
        if self.post.carriers:
            self.tasks.start(self.post.deliver())
        self.tasks.start(self.upkeep.keep())
        self.tasks.start(self.upkeep.fill_in())
        self.tasks.start(self.people.watch(self._know_anew))
        self.tasks.start(self.remote.watch())
        self.tasks.start(self.lobby.watch())
        self.tasks.start(self.challenges.watch())
        self.tasks.start(self.ladder.watch())
        if self.settings.warm_bots:
            self.tasks.start(self.crew.warm())
            self.tasks.start(self.study.open())

    def _heard(self, about: str, n: int) -> None:
        """A hint from the store: number 0 is about a challenge, or says that hints may have been lost."""
        self.upkeep.heard(about, n)
        if n == 0:
            self.tasks.start(self.upkeep.follow(self.challenges.hear()))

    async def close(self) -> None:
        """Stop: no new command is taken, those on their way to the disk are finished."""
        self.stopping = True
        self.remote.stop()
        for room in self.rooms.values():
            if room.timer is not None:
                room.timer.cancel()
            if room.bot is not None:
                room.bot.cancel()
        await self.tasks.close()
        with contextlib.suppress(StoreError):
            await self.upkeep.note_presence()
        await self.crew.close()
        await self.study.close()
        await self.store.close()

    @property
    def stopping(self) -> bool:
        """Whether the server is about to end, and takes no new command."""
        return self.pipeline.stopping

    @stopping.setter
    def stopping(self, value: bool) -> None:
        self.pipeline.stopping = value

    def _followed(self, room: Room) -> None:
        """Who looks at a table here is not told what another server did there."""
        seat = room.table.to_move
        if seat is not None and any(listener.player == room.table.chairs[seat].player for listener in room.listeners):
            self.tasks.start(self.upkeep.follow(self.post.seen(room.table.chairs[seat].player, room.table.id)))

    def _hear_result(self, room: Room) -> None:
        """A game of a tournament, or one of a bag, is over."""
        if room.table.terms.tournament and room.table.outcome is not None:
            self.tasks.start(self.tournaments.hear(room.table))
        elif room.table.bag and room.table.outcome is not None:
            self.tasks.start(self.sealed.take(room.table))

    async def _know_anew(self) -> None:
        """Somebody was erased, here or elsewhere."""
        self.tournaments.know_anew()
        await self.rooms.know_anew()

    def _warm_reviews(self, room: Room) -> None:
        """Near the end of a game: those who watch it to the end will look back at it."""
        if room.listeners and room.table.to_move is not None and not room.table.state.bag_count:
            self.study.warm()

    # ----------------------------------------------------------------------------------------- what people ask for

    async def steps(self, room: Room, since: int, owner: Owner) -> Steps:
        """The events of a table after this number, with the tables around them."""
        rows = await self.store.events(room.table.id)
        table = room.table
        places = [Occupant(seat, "", chair.name, chair.age) for seat, chair in enumerate(table.chairs)]
        return await self.aside.do(folding.size(rows), lambda: folding.steps(table.id, rows, since, places), owner)

    async def as_onlookers_see(self, room: Room, owner: Owner) -> tuple[GameTable, Steps]:
        """A table as it is for whoever is behind, and what they will be told later."""
        steps = await self.steps(room, 0, owner)
        while steps[-1][2].n < room.table.n:  # something has happened meanwhile
            steps = await self.steps(room, 0, owner)
        now = steps[-1][2]
        held = next((at for at, (_, _, then) in enumerate(steps) if not may_be_seen(then, now)), len(steps))
        return steps[held - 1][2], steps[held:]

    async def look(self, table_id: str) -> Room | None:
        """The table with all that any server has acknowledged: who comes in never sees less than others saw before.

        A hint from another server may be late, so a table in memory is compared with the store first.
        """
        known = table_id in self.rooms
        room = await self.rooms.find(table_id)
        if known and room is not None:
            await self.pipeline.wake(room)
        return room

    async def join(self, room: Room, seat: int | None, player: str, name: str, age: int | None, assist: Assist) -> None:
        """Somebody follows the link to a seat, or to the table (None)."""
        await self.moderation.check(room.table, player)
        await self.pipeline.do(
            room, lambda table: seating.join(table, seat, player, name, age, assist, self.clock.now()), player
        )

    async def command(self, room: Room, command: wire.Command, player: str) -> int:
        """Obey; the number of the last event of the command. The same key again gives the same answer."""
        started = self.clock.ticks()
        if isinstance(command, wire.Adjust):
            self.moderation.check_names(command.name)

        def leads_to(table: GameTable) -> list[Happening]:
            waits = self.bot_may_sit_in(room) if isinstance(command, wire.Replace) else []
            away = [seat for seat, ms in enumerate(waits) if ms == 0]
            return decide(table, command, player, self.clock.now(), self._new_table, away)

        again = self._maker.again if isinstance(command, wire.Rematch) else None
        try:
            n = await self.pipeline.do(room, leads_to, player, command.id, again)
        except SixfoldError as error:
            self.metrics.count("refusals", error.code.partition("/")[0])
            raise
        self.metrics.count("commands")
        self.metrics.observe(self.clock.ticks() - started)
        return n

    async def remote_move(self, room: Room, player: str, move: str, base: int | None) -> int:
        """A remote bot's move, by its text form."""

        def leads_to(table: GameTable) -> list[Happening]:
            known = table.turn_n if base is None else base
            return driven.remote_move(table, player, move, known, self.clock.now())

        n = await self.pipeline.do(room, leads_to, player)
        self.metrics.count("bot_moves")
        return n

    async def welcome_back(self, room: Room, player: str) -> None:
        """Somebody who was away looks at the table again."""
        await self.pipeline.do(room, lambda table: leaving.came_back(table, player, self.clock.now()), player)

    def bot_may_sit_in(self, room: Room) -> list[int | None]:
        """In how many ms a bot may play for who is away, by seat; None for who is not, and where a move has days."""
        if room.table.terms.by_letter:
            return [None] * len(room.table.chairs)
        now, patience = self.clock.now(), int(1000 * self.settings.away_s)
        return [None if since is None else max(0, since + patience - now) for since in room.away()]

    async def missed(self, table: GameTable, step: LogStep, key: str, owner: Owner = NOBODY) -> wire.MissedMove:
        """What a turn overlooked, in words that fit the level of the table."""
        others = [chair.played_by for seat, chair in enumerate(table.chairs) if seat != step.seat and chair.played_by]
        before = await self.aside.do(table.n, lambda: table.replayed(step.before), owner)
        return await self.study.missed(before, table.game, step.move, others, key, owner)

    async def record(self, room: Room) -> str:
        """The record of a game that is over."""
        await self.check_revealed(room.table)
        rows = await self.store.events(room.table.id)
        table = room.table
        return await self.aside.do(
            folding.size(rows), lambda: str(archive.record_of(table, (e.decode(row.body) for row in rows)))
        )

    async def check_revealed(self, table: GameTable) -> None:
        """Refuse to show how a game was dealt while others that are dealt alike go on."""
        await self.tournaments.check_revealed(table)
        self.sealed.check_revealed(table)

    async def erase(self, player: str) -> None:
        """Forget a person; their running games go on with bots."""
        await self.upkeep.vacate(player)
        await self.tournaments.leave_all(player)
        await self.people.erase(player)
        self.tournaments.know_anew()
        await self.rooms.know_anew(player)
