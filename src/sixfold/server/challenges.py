"""Remote bots ask each other for a game: a challenge stands until it is accepted, declined, withdrawn or expires.

It stands in memory only. Whoever is asked reads it on the stream of its account at this server, so nothing is lost that
somebody could still answer. Not here: how bots are paired without asking (ladder.py).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, Literal, NamedTuple

from sixfold.errors import BotError, Refused
from sixfold.server import wire
from sixfold.server.clock import Clock
from sixfold.server.lobby.pairing import BOTS, Sought
from sixfold.server.remote import Remote
from sixfold.server.store import Token
from sixfold.server.table.table import GameTable

STANDS_MS: Final = 30_000
"""How long a challenge waits for an answer."""
MOST: Final = 16
"""How many challenges of one bot may stand at once."""
BEAT_S: Final = 0.5
How = Literal["accepted", "declined", "withdrawn", "expired"]


class Challenge(NamedTuple):
    """Who asks whom for what, and until when (ms)."""

    id: str
    by: Token
    bot: Token
    sought: Sought
    until: int


class Challenges:
    """Those that stand at this server. `make` makes a table for two bots."""

    def __init__(
        self,
        remote: Remote,
        clock: Clock,
        make: Callable[[str, Sought, dict[str, str]], Awaitable[GameTable]],
        new_id: Callable[[], str],
        rated: bool,
    ) -> None:
        self._remote = remote
        self._clock = clock
        self._make = make
        self._new_id = new_id
        self._rated = rated
        self._standing: dict[str, Challenge] = {}
        remote.arrived = self._remind

    async def ask(self, by: Token, body: wire.BotChallenge) -> wire.Challenged:
        """One bot asks another; asked again while it stands, the answer is the same."""
        if body.rated and not self._rated:
            raise Refused("this server does not offer that", code="lobby/off")
        if body.game not in by.games.split():
            raise BotError(f"{by.name} does not play {body.game}", bot=by.name, code="bot/game")
        sought = Sought(body.game, BOTS, body.rated)
        same = (by.player, body.bot, sought)
        for one in self._standing.values():
            if (one.by.player, one.bot.name, one.sought) == same:
                return self._told(one)
        if sum(one.by.player == by.player for one in self._standing.values()) >= MOST:
            raise BotError(f"{MOST} challenges of {by.name} stand already", bot=by.name, code="bot/busy")
        bot = await self._remote.playing(body.bot, body.game)
        if bot.player == by.player:
            raise BotError(f"{by.name} cannot play against itself", bot=by.name, code="bot/busy")
        challenge = Challenge(self._new_id(), by, bot, sought, self._clock.now() + STANDS_MS)
        if not self._remote.tell(bot.player, self._told(challenge)):
            raise BotError(f"{bot.name} is not connected to this server right now", bot=bot.name, code="bot/away")
        self._standing[challenge.id] = challenge
        return self._told(challenge)

    async def accept(self, token: Token, challenge_id: str) -> wire.ChallengeOver:
        """The bot that was asked takes it: both are seated, and the game begins."""
        challenge = self._standing.get(challenge_id)
        if challenge is None or challenge.bot.player != token.player:
            raise _nothing()
        for one in (challenge.by, challenge.bot):
            await self._remote.playing(one.name, challenge.sought.game)
        # Whoever says so twice, or while it is withdrawn, gets one table.
        if self._standing.pop(challenge_id, None) is None:
            raise _nothing()
        table = self._new_id()
        players = {one.player: one.name for one in (challenge.by, challenge.bot)}
        await self._make(table, challenge.sought, players)
        return self._over(challenge, "accepted", table)

    def decline(self, token: Token, challenge_id: str) -> wire.ChallengeOver:
        """The bot that was asked does not want it, or the one that asked has thought better of it."""
        challenge = self._standing.get(challenge_id)
        if challenge is None or token.player not in (challenge.by.player, challenge.bot.player):
            raise _nothing()
        del self._standing[challenge_id]
        return self._over(challenge, "declined" if token.player == challenge.bot.player else "withdrawn")

    async def watch(self) -> None:
        """What nobody has answered in time is over."""
        while True:
            await self._clock.sleep(BEAT_S)
            self.expire()

    def expire(self) -> None:
        """End what has stood long enough."""
        now = self._clock.now()
        for challenge in [one for one in self._standing.values() if one.until <= now]:
            del self._standing[challenge.id]
            self._over(challenge, "expired")

    def _over(self, challenge: Challenge, how: How, table: str = "") -> wire.ChallengeOver:
        told = wire.ChallengeOver(challenge=challenge.id, how=how, table=table)
        for one in (challenge.by, challenge.bot):
            self._remote.tell(one.player, told)
        return told

    def _remind(self, player: str) -> None:
        """Somebody has come back: what waits for its answer is told again."""
        for challenge in self._standing.values():
            if challenge.bot.player == player:
                self._remote.tell(player, self._told(challenge))

    def _told(self, challenge: Challenge) -> wire.Challenged:
        return wire.Challenged(
            challenge=challenge.id,
            by=challenge.by.name,
            bot=challenge.bot.name,
            game=challenge.sought.game,  # type: ignore[arg-type]
            rated=challenge.sought.rated,
            ms=max(0, challenge.until - self._clock.now()),
        )


def _nothing() -> Refused:
    return Refused("there is no such challenge, or it is over", code="invite/unknown")
