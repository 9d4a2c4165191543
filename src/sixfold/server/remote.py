"""Remote bots: programs elsewhere with a token, seated by name, that play over HTTP (docs/remote-bots.md).

Here: who they are, which of their streams are open on this server, and what their accounts are told. Not here: their
moves (a table waits for them as for a clock, table/due.py) and the routes (http/bots.py).
"""

from __future__ import annotations

import contextlib
import logging
import re
import secrets
from collections.abc import Awaitable, Callable
from typing import Final

from sixfold import bots
from sixfold.errors import BotError, Refused, StoreError
from sixfold.rulesets import GAMES
from sixfold.server import people, project, wire
from sixfold.server.clock import Clock
from sixfold.server.lines import Lines
from sixfold.server.rooms.room import Room
from sixfold.server.rooms.rooms import Rooms
from sixfold.server.settings import Settings
from sixfold.server.store import Store, Token
from sixfold.server.table import facts as e
from sixfold.server.table.table import GameTable

log = logging.getLogger(__name__)
PREFIX: Final = "sixfold_"
"""Begins every token, so that people and programs recognise one that lies about."""
NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{1,29}")
BEAT_S: Final = 1.0
"""How often tokens are looked up again: a revoked one ends its streams that soon, whichever server they are on."""
SEEN_MS: Final = 5_000
AWAY_MS: Final = 3 * SEEN_MS
"""How often the store is told that a bot is connected, and how long that is believed."""
_DAY_MS: Final = 86_400_000


def new_token() -> str:
    """A secret that a remote bot comes with."""
    return PREFIX + secrets.token_urlsafe(24)


class Remote:
    """The remote bots of a server. `vacate` lets bots of ours take over wherever a player sits."""

    def __init__(
        self,
        store: Store,
        rooms: Rooms,
        settings: Settings,
        clock: Clock,
        vacate: Callable[[str], Awaitable[None]],
        new_id: Callable[[], str] = people.new_id,
        new_token: Callable[[], str] = new_token,
    ) -> None:
        self._store = store
        self._rooms = rooms
        self._settings = settings
        self._clock = clock
        self._vacate = vacate
        self._new_id = new_id
        self._new_token = new_token
        self._streams: dict[tuple[str, str], tuple[bytes, Lines]] = {}
        self._accounts: dict[str, AccountStream] = {}
        self._told_at = 0
        self.arrived: Callable[[str], Awaitable[None]] | None = None
        """Told of every bot that has just connected."""

    # ------------------------------------------------------------------------------------------------------ tokens

    async def make(self, name: str, games: list[str]) -> str:
        """A token for a bot of this name, shown once: only its hash is kept."""
        taken = {bot for game in GAMES for bot in bots.names(game)}
        if not NAME.fullmatch(name) or name in taken:
            raise BotError(
                f"{name[:40]!r} cannot be the name of a remote bot: 2 to 30 letters, digits, - and _, and no bot of "
                f"this server ({', '.join(sorted(taken))})",
                bot=name[:40],
                code="bot/name",
            )
        known = next((token for token in await self._store.tokens() if token.name == name), None)
        if known is not None and known.revoked is None:
            raise BotError(f"there is a token for {name!r} already: revoke it first", bot=name, code="bot/name")
        secret = self._new_token()
        player = known.player if known else self._new_id()
        token = Token(people.hashed(secret), name, player, " ".join(games), self._clock.now())
        await self._store.add_token(token)
        return secret

    async def revoke(self, name: str) -> None:
        """The token opens nothing any more; in running games bots of ours take over."""
        token = next((token for token in await self._store.tokens() if token.name == name), None)
        if token is None or not await self._store.revoke_token(name, self._clock.now()):
            raise BotError(f"there is no token for {name[:40]!r}", bot=name[:40], code="bot/unknown")
        await self._vacate(token.player)

    async def token_of(self, bearer: str) -> Token | None:
        """Whose token this is; None for a wrong or revoked one."""
        return await self._store.token_of(people.hashed(bearer)) if bearer.startswith(PREFIX) else None

    # ----------------------------------------------------------------------------------------------------- seating

    async def present(self) -> list[Token]:
        """Bots that are connected now, to this server or to another one on the same store."""
        since = self._clock.now() - AWAY_MS
        return [token for token in await self._store.tokens() if token.revoked is None and token.seen > since]

    async def asked(self, table: wire.NewTable) -> dict[int, Token]:
        """The remote bots that a new table asks for, by seat; refuses names of no bot and bots that cannot come."""
        wanted = {
            at: seat.bot
            for at, seat in enumerate(table.seats)
            if seat.kind == "bot" and seat.bot and not bots.is_ours(table.game, seat.bot)
        }
        if not wanted:
            return {}
        known = {token.name for token in await self._store.tokens() if token.revoked is None}
        for name in wanted.values():
            if name not in known:
                bots.find(table.game, name)  # says which there are
            elif list(wanted.values()).count(name) > 1:
                raise BotError(f"{name} can have one seat at a table", bot=name, code="bot/busy")
        return {at: await self.playing(name, table.game) for at, name in wanted.items()}

    async def playing(self, name: str, game: str) -> Token:
        """A bot by its name that can come to a table of this game now; refuses any other."""
        known = {token.name: token for token in await self._store.tokens() if token.revoked is None}
        if name not in known:
            raise BotError(f"there is no remote bot {name[:40]!r}", bot=name[:40], code="bot/unknown")
        token = known[name]
        if game not in token.games.split():
            raise BotError(f"{name} does not play {game}", bot=name, code="bot/game")
        if token.seen <= self._clock.now() - AWAY_MS:
            raise BotError(f"{name} is not connected right now", bot=name, code="bot/away")
        if await self._running(token.player) >= self._settings.bot_tables:
            raise BotError(f"{name} plays at too many tables right now", bot=name, code="bot/busy")
        return token

    def here(self) -> list[str]:
        """The bots whose accounts' streams are open on this server."""
        return list(self._accounts)

    def connected(self, player: str) -> bool:
        """Whether the stream of this bot's account is open on this server."""
        return player in self._accounts

    def tell(self, player: str, frame: wire.Frame) -> bool:
        """A line on the stream of a bot's account; False if it is not open here."""
        return player in self._accounts and self._accounts[player].say(frame)

    async def _running(self, player: str) -> int:
        since = self._clock.now() - _DAY_MS
        lines = await self._store.tables_of(player)
        return sum(line.phase != "finished" and line.changed > since for line in lines)

    def seated(self, room: Room) -> None:
        """A table was made: tell the bots that sit at it."""
        for chair in room.table.chairs:
            if chair.remote and chair.player in self._accounts:
                self._accounts[chair.player].enter(room)

    async def look(self) -> None:
        """Another server may have made tables: tell the bots that are connected here."""
        for account in list(self._accounts.values()):
            await self._look(account)

    async def _look(self, account: AccountStream) -> None:
        for line in await self._store.tables_of(account.player):
            room = await self._rooms.find(line.table) if line.phase != "finished" else None
            if room is not None:
                account.enter(room)

    # ----------------------------------------------------------------------------------------------------- streams

    async def open(self, token: Token, what: str, cut: Callable[[], None]) -> Lines:
        """A new stream of this bot: of the table `what`, or of the account. One that was open is replaced."""
        self._end(token.player, what, "replaced")
        lines = Lines(self._settings.max_buffer, cut)
        self._streams[token.player, what] = (token.hash, lines)
        if not what:
            self._accounts[token.player] = account = AccountStream(self._rooms, token.player, lines)
            try:
                await self._store.see_tokens([token.player], self._clock.now())
                await self._look(account)
                if self.arrived is not None:
                    await self.arrived(token.player)
            except StoreError:
                await self.closed(token.player, what, lines)
                raise
        return lines

    async def closed(self, player: str, what: str, lines: Lines) -> None:
        """A stream is over."""
        lines.finish()
        if self._streams.get((player, what), (b"", None))[1] is not lines:
            return
        del self._streams[player, what]
        if not what:
            self._accounts.pop(player).leave()
            with contextlib.suppress(StoreError):  # it counts as away soon, told or not
                await self._store.see_tokens([player], 0)

    def _end(self, player: str, what: str, why: str) -> None:
        found = self._streams.pop((player, what), None)
        if found is not None:
            found[1].end(why)
            if not what:
                self._accounts.pop(player).leave()

    async def watch(self) -> None:
        """Ends streams whose token was revoked, and keeps the store's knowledge of who is connected fresh."""
        while True:
            await self._clock.sleep(BEAT_S)
            if not self._streams:
                continue
            try:
                live = {token.hash for token in await self._store.tokens() if token.revoked is None}
                for (player, what), (token, _) in list(self._streams.items()):
                    if token not in live:
                        self._end(player, what, "revoked")
                now = self._clock.now()
                if now - self._told_at >= SEEN_MS:
                    self._told_at = now
                    await self._store.see_tokens(list(self._accounts), now)
            except StoreError as error:
                log.warning("remote bots wait for the store", extra={"code": error.code})

    def stop(self) -> None:
        """The server restarts: everybody is told to come back."""
        for player, what in list(self._streams):
            self._end(player, what, "restarting")


class AccountStream:
    """The stream of a bot's account: at which tables it sits, and when their games begin and end."""

    def __init__(self, rooms: Rooms, player: str, lines: Lines) -> None:
        self._rooms = rooms
        self.player = player
        self.network = ""
        self._lines = lines
        self._mine: dict[str, Room] = {}

    def enter(self, room: Room) -> None:
        """A table that this bot sits at, if it does."""
        table = room.table
        seat = next((at for at in table.seats_of(self.player) if table.chairs[at].remote), None)
        if seat is None or table.id in self._mine or table.phase == "finished":
            return
        self._mine[table.id] = room
        names = [project.name_of(chair) for chair in table.chairs]
        self._lines.send(wire.Seated(table=table.id, game=table.game, seat=seat, phase=table.phase, names=names))
        self._rooms.enter(room, self)

    def say(self, frame: wire.Frame) -> bool:
        """A line that is about no table yet; False when nobody reads any more."""
        self._lines.send(frame)
        return not self._lines.ended

    def leave(self) -> None:
        """The stream is over."""
        for room in self._mine.values():
            self._rooms.leave(room, self)
        self._mine.clear()

    def tell(self, event: e.AnyStored, before: GameTable, after: GameTable) -> None:
        """Of all that happens at a table an account is told the beginning and the end."""
        if not after.seats_of(self.player):
            self._over(after.id, "removed", [], [])
        elif isinstance(event, e.Started):
            self._lines.send(wire.GameStarted(table=after.id))
        elif after.phase == "finished" and before.phase != "finished":
            reason, winners = after.outcome or (after.closed, ())
            self._over(after.id, reason, list(winners), list(after.scores))

    def presence(self) -> None:
        """Who comes and goes is told by the table's own stream."""

    def deleted(self) -> None:
        """A table is no more."""
        for table_id in [table_id for table_id, room in self._mine.items() if room.gone]:
            self._over(table_id, "deleted", [], [])

    def _over(self, table_id: str, reason: str, winners: list[int], scores: list[int]) -> None:
        self._lines.send(wire.GameEnded(table=table_id, reason=reason, winners=winners, scores=scores))
        self._rooms.leave(self._mine.pop(table_id), self)


def bearer_of(headers: dict[str, str]) -> str:
    """The token that a request came with."""
    scheme, _, bearer = headers.get("authorization", "").partition(" ")
    return bearer.strip() if scheme.lower() == "bearer" and len(bearer) <= 200 else ""


def must_sit(table: GameTable, player: str) -> None:
    """A bot sees the tables that it sits at; all others look like none."""
    if not table.seats_of(player):
        raise Refused("you have no seat at a table of this name", code="table/unknown")
