"""New tables: as their host asks for them, and again with the same people."""

from __future__ import annotations

import base64
import hashlib
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence

from sixfold import daily, rulesets
from sixfold.dealer import DUPLICATE, TAKEN_OVER
from sixfold.errors import Refused
from sixfold.pace import check_pace
from sixfold.record import Record
from sixfold.server import people, wire
from sixfold.server.clock import Clock
from sixfold.server.lobby.pairing import Sought
from sixfold.server.notices.occasions import Event
from sixfold.server.ratings.standings import check_rated, without_help
from sixfold.server.rooms.folding import Aside
from sixfold.server.rooms.pipeline import Pipeline
from sixfold.server.rooms.room import Room
from sixfold.server.rooms.rooms import Rooms
from sixfold.server.settings import Settings
from sixfold.server.store import Occupant, Store, Taken, Token
from sixfold.server.table import facts as e
from sixfold.server.table import shuffle
from sixfold.server.table.names import clean
from sixfold.server.table.procedure import Happening
from sixfold.server.table.procedures import bringing, rematch, seating
from sixfold.server.table.refusals import refuse
from sixfold.server.table.seats import Chosen, Terms, copied
from sixfold.server.table.table import GameTable


def new_key() -> str:
    """The key that the links to a table's seats are proved with."""
    return secrets.token_hex(16)


def brought_id(name: str) -> str:
    """The name that a device's game has at every server of this store, as long and as hard to guess as any other."""
    return made_id(f"sixfold/brought/{name}")


def made_id(text: str) -> str:
    """A table's name that is made of something: every server makes the same one."""
    found = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()[:12]).decode()
    return f"_{found[1:]}" if found.startswith("-") else found


def ruleset_of(body: wire.NewTable) -> str:
    """The rule set that a table is asked for with."""
    offered = rulesets.offered(body.game)
    if body.ruleset is not None and body.ruleset not in offered:
        raise Refused(
            f"{body.game} cannot be played by {body.ruleset!r}, but by {', '.join(offered)}", code="request/field"
        )
    return body.ruleset or offered[0]


class Maker:
    """Makes tables."""

    def __init__(
        self,
        store: Store,
        rooms: Rooms,
        pipeline: Pipeline,
        settings: Settings,
        clock: Clock,
        aside: Aside,
        invited: Callable[[wire.NewTable], Awaitable[Mapping[int, Token]]],
        seated: Callable[[Room], None],
        new_id: Callable[[], str],
        new_seed: Callable[[], str] = people.new_seed,
        new_key: Callable[[], str] = new_key,
    ) -> None:
        self._store = store
        self._rooms = rooms
        self._pipeline = pipeline
        self._settings = settings
        self._clock = clock
        self._aside = aside
        self._invited = invited
        self._seated = seated
        self._new_id = new_id
        self._new_seed = new_seed
        self._new_key = new_key

    async def make(self, body: wire.NewTable, player: str, name: str, brought: str = "") -> GameTable:
        """A new table; its host's own seats and those of remote bots are taken at once.

        `brought`: the record of a game that was begun on the host's device, as archive.brought gives it.
        """
        ruleset = ruleset_of(body)
        most = self._settings.tables_per_player
        if await self._store.hosting(player) >= most:
            refuse("too-many", f"you have {most} tables that are not over: close one first", most=most)
        remote = await self._invited(body)
        seats = [
            copied(
                Chosen,
                s,
                bot=(s.bot or "casual") if s.kind == "bot" else "",
                assist="best" if at in remote else s.assist,
            )
            for at, s in enumerate(body.seats)
        ]
        terms = self._terms(body)
        if terms.rated:
            check_rated(ruleset, seats, terms)
            seats = without_help(seats)
        here = [
            Occupant(at, player, clean(s.name or name or "?"), s.age)
            for at, s in enumerate(body.seats)
            if s.kind == "here"
        ]
        invited = [Occupant(at, token.player, token.name, None) for at, token in remote.items()]
        if brought:
            return await self._bring(brought, ruleset, seats, terms, player, [*here, *invited])
        return await self._make(self._new_id(), ruleset, seats, terms, player, [*here, *invited])

    async def _bring(
        self, text: str, ruleset: str, seats: list[Chosen], terms: Terms, host: str, taken: list[Occupant]
    ) -> GameTable:
        """A table for a game of a device: it has one name here, so that nobody brings it twice."""
        if terms.rated:
            refuse("rated", "a game that was begun on a device does not count")
        record = await self._aside.run(lambda: Record.parse(text))
        await self._aside.run(lambda: bringing.check(record, ruleset, len(seats)))
        tags = dict(record.headers.tags)
        over = record.result is not None
        created = e.Created(
            game=rulesets.find(ruleset).game,  # type: ignore[arg-type]
            ruleset=ruleset,
            seats=seats,
            terms=copied(Terms, terms, listed=False),
            host=host,
            seed=tags["seed"] if over else self._new_seed(),
            shuffle=int(tags.get("shuffle", "1")) if over else TAKEN_OVER,
            bag=tags.get("bag", "") if over else "",
            key=self._new_key(),
            origin=tags["table"],
            brought=text,
        )
        table_id = brought_id(tags["table"])
        now = self._clock.now()
        added = {seat: tags[f"added {seat}"] for seat in range(len(seats)) if f"added {seat}" in tags}
        happenings = await self._aside.run(
            lambda: (
                bringing.bring(table_id, created, taken, added, now)
                if over
                else seating.create(table_id, created, taken, now)
            )
        )
        try:
            return await self._furnish(table_id, happenings, host)
        except Taken:
            refuse("moved-before", "this game was brought here before")

    def _terms(self, body: wire.NewTable) -> Terms:
        options = body.options
        people_count = sum(seat.kind != "bot" for seat in body.seats)
        hints = (people_count <= 1 if options.hints is None else options.hints) and not options.rated
        settings = self._settings
        if (options.rated and not settings.rated) or (options.listed and not settings.open_tables):
            raise Refused("this server does not offer that", code="lobby/off")
        check_pace(options)
        watch = options.watch and settings.watching
        return copied(Terms, options, hints=hints, watch=watch, bot_s=settings.bot_s, tournament="")

    async def for_two(self, table_id: str, sought: Sought, players: Mapping[str, str]) -> GameTable:
        """A table of this name for people who were paired, by their names; each confirms the seat on arrival."""
        seats = [Chosen(kind="person", assist="off" if sought.rated else "places") for _ in players]
        taken = [Occupant(seat, player, name, None) for seat, (player, name) in enumerate(players.items())]
        terms = copied(Terms, sought.pace, hints=False, rated=sought.rated, watch=self._settings.watching)
        ruleset = rulesets.CURRENT[sought.game]
        why: Event | None = "paired" if sought.pace.by_letter else None
        return await self._make(table_id, ruleset, seats, terms, taken[0].player, taken, why=why)

    async def for_bots(self, table_id: str, sought: Sought, players: Mapping[str, str]) -> GameTable:
        """A table of this name for remote bots, by their names; its game begins at once."""
        seats = [Chosen(kind="bot", bot=name, assist="off" if sought.rated else "best") for name in players.values()]
        taken = [Occupant(seat, player, name, None) for seat, (player, name) in enumerate(players.items())]
        settings = self._settings
        terms = Terms(hints=False, rated=sought.rated, watch=settings.watching, bot_s=settings.bot_s)
        return await self._make(table_id, rulesets.CURRENT[sought.game], seats, terms, taken[0].player, taken)

    async def for_round(
        self, table_id: str, game: str, terms: Terms, bag: str, seed: str, players: Mapping[str, str]
    ) -> GameTable:
        """A table of this name for two who meet in a tournament, by their names; all tables of a round have one bag.

        It has no host: an organiser rules the tournament, not its tables.
        """
        seats = [Chosen(kind="person", assist="off") for _ in players]
        taken = [Occupant(seat, player, name, None) for seat, (player, name) in enumerate(players.items())]
        terms = copied(Terms, terms, bot_s=self._settings.bot_s)
        return await self._make(
            table_id, rulesets.CURRENT[game], seats, terms, "", taken, bag=bag, seed=seed, why="round"
        )

    async def for_bag(self, table_id: str, game: str, bag: daily.Bag, player: str, name: str) -> GameTable:
        """A table of this name for somebody and the bot that everyone meets with this bag. It has no host either."""
        seats = [Chosen(kind="person"), Chosen(kind="bot", bot=daily.LEVEL)]
        taken = [Occupant(daily.PERSON, player, name, None)]
        terms = Terms(hints=False, watch=False, leaving="end", bot_s=self._settings.bot_s)
        ruleset = rulesets.CURRENT[game]
        return await self._make(table_id, ruleset, seats, terms, "", taken, bag=bag.name, seed=bag.seed.hex())

    async def again(self, happenings: Sequence[Happening]) -> None:
        """A rematch needs its table before anybody is sent there."""
        for happening in happenings:
            if not isinstance(happening.event, e.Rematched):
                continue
            table = happening.after
            chosen, taken = rematch.next_seats(table)
            next_id = happening.event.table
            ruleset = rulesets.renewed(table.ruleset)
            terms = copied(Terms, table.terms, tournament="")
            await self._make(next_id, ruleset, chosen, terms, table.host, taken, after=table.id)

    async def _make(
        self,
        table_id: str,
        ruleset: str,
        seats: list[Chosen],
        terms: Terms,
        host: str,
        taken: list[Occupant],
        after: str = "",
        bag: str = "",
        seed: str = "",
        why: Event | None = None,
    ) -> GameTable:
        created = e.Created(
            game=rulesets.find(ruleset).game,  # type: ignore[arg-type]
            ruleset=ruleset,
            seats=seats,
            terms=terms,
            host=host,
            seed=seed or self._new_seed(),
            shuffle=DUPLICATE if bag else shuffle.VERSION,
            bag=bag,
            key=self._new_key(),
            after=after,
        )
        return await self._furnish(table_id, seating.create(table_id, created, taken, self._clock.now()), host, why)

    async def _furnish(
        self, table_id: str, happenings: list[Happening], host: str, why: Event | None = None
    ) -> GameTable:
        """Keep a new table, and open its room."""
        await self._pipeline.make(table_id, happenings, host, why)
        room = self._rooms.take_in(happenings[-1].after, {})
        self._seated(room)
        if room.table.phase != "lobby":
            self._rooms.stir(room)
        return room.table
