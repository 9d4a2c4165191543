"""The ladder of remote bots: bots on it are paired by rating, and again after every game.

The lobby does the waiting and pairing (lobby.py), in the store, so bots of several servers can meet. A bot is on the
ladder as long as the stream of its account is open. Not here: games that bots ask each other for (challenges.py).
"""

from __future__ import annotations

import logging
from typing import Final

from sixfold.errors import BotError, Refused, StoreError
from sixfold.server import wire
from sixfold.server.clock import Clock
from sixfold.server.lobby.lobby import Lobby
from sixfold.server.lobby.pairing import BOTS, Sought
from sixfold.server.remote import Remote
from sixfold.server.store import Store, Token

log = logging.getLogger(__name__)
BEAT_S: Final = 0.5
LOST_MS: Final = 20_000
"""After so long without a table, a pair that was promised one is looked for anew."""


class Ladder:
    """The bots of this server that want to be paired."""

    def __init__(self, store: Store, lobby: Lobby, remote: Remote, clock: Clock, offered: bool) -> None:
        self._store = store
        self._lobby = lobby
        self._remote = remote
        self._clock = clock
        self._offered = offered
        self._climbers: dict[str, str] = {}

    async def join(self, token: Token, game: str) -> wire.LadderInfo:
        """Be paired from now on."""
        if not (self._offered and self._lobby.host_pairs):
            raise Refused("this server does not offer that", code="lobby/off")
        if game not in token.games.split():
            raise BotError(f"{token.name} does not play {game}", bot=token.name, code="bot/game")
        if not self._remote.connected(token.player):
            raise BotError(
                f"{token.name} is not connected: open the stream of your account first", bot=token.name, code="bot/away"
            )
        self._climbers[token.player] = game
        await self._keep(token.player, game)
        return await self.stands(token)

    async def leave(self, token: Token) -> wire.LadderInfo:
        """Be paired no longer; a game that has begun is played to its end."""
        if self._climbers.pop(token.player, None) is not None:
            await self._store.stop_seeking(token.player)
        return wire.LadderInfo()

    async def stands(self, token: Token) -> wire.LadderInfo:
        """How it goes."""
        game = self._climbers.get(token.player)
        found = await self._lobby.found(token.player) if game else None
        if game is None or found is None:
            return wire.LadderInfo(game=game)  # type: ignore[arg-type]
        seeker, table = found
        waited = 0 if table else max(0, self._clock.now() - seeker.since) // 1000
        return wire.LadderInfo(game=game, seconds=waited, table=table)  # type: ignore[arg-type]

    async def watch(self) -> None:
        """Keep everybody waiting who has nothing to play, for ever."""
        while True:
            await self._clock.sleep(BEAT_S)
            try:
                for player, game in list(self._climbers.items()):
                    if self._remote.connected(player):
                        await self._keep(player, game)
                    else:
                        del self._climbers[player]
                        await self._store.stop_seeking(player)
            except StoreError as error:
                log.warning("the ladder waits for the store", extra={"code": error.code})

    async def _keep(self, player: str, game: str) -> None:
        """Look for an opponent, unless this bot waits for one or plays."""
        sought = Sought(game, BOTS, True)
        found = await self._store.seen_seeking(player, self._clock.now())
        if found is not None and found[0].sought == sought:
            seeker, table = found
            line = await self._store.line(table) if table else None
            if not table or (line is not None and line.phase != "finished"):
                return
            if line is None and self._clock.now() - seeker.since < LOST_MS:
                return
        await self._lobby.seek(player, sought)
