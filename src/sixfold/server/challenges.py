"""Challenges between remote bots. A challenge is open until it is accepted, declined, withdrawn or expires.

It is a row in the store, so that bots at several servers can meet. Each server tells its connected bots: when one of
its own bots does something, at a hint from another server, and at every beat. Not here: how bots are paired without
asking (ladder.py).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from sixfold.errors import BotError, Refused, SixfoldError, StoreError
from sixfold.server import wire
from sixfold.server.clock import Clock
from sixfold.server.lobby.pairing import BOTS, Sought
from sixfold.server.remote import Remote
from sixfold.server.store import Challenge, Store, Token
from sixfold.server.table.table import GameTable

log = logging.getLogger(__name__)
STANDS_MS: Final = 30_000
"""How long a challenge waits for an answer."""
MADE_MS: Final = 10_000
"""How long its table may take; a server that dies over it leaves nobody waiting."""
KEPT_MS: Final = 60_000
"""How long one that is over can be read, so that every server tells its bots."""
MOST: Final = 16
"""How many challenges of one bot may stand at once."""
BEAT_S: Final = 0.5


class Challenges:
    """Those that bots connected to this server know of. `make` makes a table for two bots."""

    def __init__(
        self,
        store: Store,
        remote: Remote,
        clock: Clock,
        make: Callable[[str, Sought, dict[str, str]], Awaitable[GameTable]],
        new_id: Callable[[], str],
        rated: bool,
    ) -> None:
        self._store = store
        self._remote = remote
        self._clock = clock
        self._make = make
        self._new_id = new_id
        self._rated = rated
        self._known: dict[str, Challenge] = {}
        self._hearing = asyncio.Lock()
        remote.arrived = self._remind

    async def ask(self, by: Token, body: wire.BotChallenge) -> wire.Challenged:
        """One bot asks another; asked again while it stands, the answer is the same."""
        if body.rated and not self._rated:
            raise Refused("this server does not offer that", code="lobby/off")
        if body.game not in by.games.split():
            raise BotError(f"{by.name} does not play {body.game}", bot=by.name, code="bot/game")
        bot = await self._remote.playing(body.bot, body.game)
        if bot.player == by.player:
            raise BotError(f"{by.name} cannot play against itself", bot=by.name, code="bot/busy")
        sought, now = Sought(body.game, BOTS, body.rated), self._clock.now()
        asked = Challenge(self._new_id(), by.player, bot.player, sought, now + STANDS_MS, by.name, bot.name)
        stands = await self._store.keep_challenge(asked, MOST, now - KEPT_MS)
        if stands is None:
            raise BotError(f"{MOST} challenges of {by.name} stand already", bot=by.name, code="bot/busy")
        await self.hear()
        return self._told(stands)

    async def accept(self, token: Token, challenge_id: str) -> wire.ChallengeOver:
        """The bot that was asked takes it: both are seated, and the game begins."""
        challenge = await self._store.challenge(challenge_id)
        if challenge is None or challenge.stage or challenge.asked != token.player:
            raise _nothing()
        for name in (challenge.asker_name, challenge.asked_name):
            await self._remote.playing(name, challenge.sought.game)
        # Whoever says so twice, or while it is withdrawn, gets one table.
        if not await self._store.change_challenge(challenge.id, "", "taken"):
            raise _nothing()
        table = self._new_id()
        players = {challenge.asker: challenge.asker_name, challenge.asked: challenge.asked_name}
        try:
            await self._make(table, challenge.sought, players)
        except SixfoldError:
            await self._store.change_challenge(challenge.id, "taken", "expired")
            raise
        await self._store.change_challenge(challenge.id, "taken", "accepted", table)
        await self.hear()
        return _over(challenge._replace(stage="accepted", table=table))

    async def decline(self, token: Token, challenge_id: str) -> wire.ChallengeOver:
        """The bot that was asked does not want it, or the one that asked has thought better of it."""
        challenge = await self._store.challenge(challenge_id)
        if challenge is None or token.player not in (challenge.asker, challenge.asked):
            raise _nothing()
        over = challenge._replace(stage="declined" if token.player == challenge.asked else "withdrawn")
        if not await self._store.change_challenge(challenge.id, "", over.stage):
            raise _nothing()
        await self.hear()
        return _over(over)

    async def watch(self) -> None:
        """Hear what other servers did without a hint, and end what nobody has answered in time."""
        while True:
            await self._clock.sleep(BEAT_S)
            try:
                await self.hear()
                await self.expire()
            except StoreError as error:
                log.warning("challenges wait for the store", extra={"code": error.code})

    async def expire(self) -> None:
        """End what has stood long enough."""
        now = self._clock.now()
        late = [one for one in self._known.values() if one.until + (MADE_MS if one.stage else 0) <= now]
        for challenge in late:
            await self._store.change_challenge(challenge.id, challenge.stage, "expired")
        if late:
            await self.hear()

    async def hear(self) -> None:
        """Tell the bots that are connected here what is new to this server."""
        # One at a time, and in the order of the store: nobody is told of a challenge after its end.
        async with self._hearing:
            players = self._remote.here()
            found = await self._store.challenges_of(players) if players else []
            gone = self._known.keys() - {one.id for one in found}
            for challenge_id in gone:
                del self._known[challenge_id]
            for one in found:
                if one.stage in ("", "taken"):
                    new = one.id not in self._known
                    self._known[one.id] = one
                    if new and not one.stage and one.until > self._clock.now():
                        self._remote.tell(one.asked, self._told(one))
                elif self._known.pop(one.id, None) is not None:
                    for player in (one.asker, one.asked):
                        self._remote.tell(player, _over(one))

    async def _remind(self, player: str) -> None:
        """Somebody has come back: what waits for its answer is told again."""
        waiting = [one for one in self._known.values() if one.asked == player and not one.stage]
        await self.hear()
        for challenge in waiting:
            if challenge.id in self._known:
                self._remote.tell(player, self._told(challenge))

    def _told(self, challenge: Challenge) -> wire.Challenged:
        return wire.Challenged(
            challenge=challenge.id,
            by=challenge.asker_name,
            bot=challenge.asked_name,
            game=challenge.sought.game,  # type: ignore[arg-type]
            rated=challenge.sought.rated,
            ms=max(0, challenge.until - self._clock.now()),
        )


def _over(challenge: Challenge) -> wire.ChallengeOver:
    return wire.ChallengeOver(challenge=challenge.id, how=challenge.stage, table=challenge.table)  # type: ignore[arg-type]


def _nothing() -> Refused:
    return Refused("there is no such challenge, or it is over", code="invite/unknown")
