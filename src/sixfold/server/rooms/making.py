"""New tables: as their host asks for them, and again with the same people."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence

from sixfold import rulesets
from sixfold.dealer import DUPLICATE
from sixfold.errors import Refused
from sixfold.server import people, wire
from sixfold.server.clock import Clock
from sixfold.server.lobby.pairing import Sought
from sixfold.server.ratings.standings import check_rated, without_help
from sixfold.server.rooms.pipeline import Pipeline
from sixfold.server.rooms.room import Room
from sixfold.server.rooms.rooms import Rooms
from sixfold.server.settings import Settings
from sixfold.server.store import Occupant, Store, Token
from sixfold.server.table import facts as e
from sixfold.server.table import shuffle
from sixfold.server.table.names import clean
from sixfold.server.table.procedure import Happening
from sixfold.server.table.procedures import rematch, seating
from sixfold.server.table.refusals import refuse
from sixfold.server.table.seats import Chosen, Terms, copied
from sixfold.server.table.table import GameTable


def new_key() -> str:
    """The key that the links to a table's seats are proved with."""
    return secrets.token_hex(16)


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
        self._invited = invited
        self._seated = seated
        self._new_id = new_id
        self._new_seed = new_seed
        self._new_key = new_key

    async def make(self, body: wire.NewTable, player: str, name: str) -> GameTable:
        """A new table; its host's own seats and those of remote bots are taken at once."""
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
        return await self._make(self._new_id(), ruleset, seats, terms, player, [*here, *invited])

    def _terms(self, body: wire.NewTable) -> Terms:
        options = body.options
        people_count = sum(seat.kind != "bot" for seat in body.seats)
        hints = (people_count <= 1 if options.hints is None else options.hints) and not options.rated
        settings = self._settings
        if (options.rated and not settings.rated) or (options.listed and not settings.open_tables):
            raise Refused("this server does not offer that", code="lobby/off")
        watch = options.watch and settings.watching
        return copied(Terms, options, hints=hints, watch=watch, bot_s=settings.bot_s, tournament="")

    async def for_two(self, table_id: str, sought: Sought, players: Mapping[str, str]) -> GameTable:
        """A table of this name for people who were paired, by their names; each confirms the seat on arrival."""
        seats = [Chosen(kind="person", assist="off" if sought.rated else "places") for _ in players]
        taken = [Occupant(seat, player, name, None) for seat, (player, name) in enumerate(players.items())]
        terms = Terms(clock=sought.clock, hints=False, rated=sought.rated, watch=self._settings.watching)
        return await self._make(table_id, rulesets.CURRENT[sought.game], seats, terms, taken[0].player, taken)

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
        return await self._make(table_id, rulesets.CURRENT[game], seats, terms, "", taken, bag=bag, seed=seed)

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
        happenings = seating.create(table_id, created, taken, self._clock.now())
        await self._pipeline.append(table_id, happenings, host, "")
        room = self._rooms.take_in(happenings[-1].after, {})
        self._seated(room)
        if room.table.phase != "lobby":
            self._rooms.stir(room)
        return room.table
