"""Opening and changing the channels of a player. Every wish is checked here, whoever asks."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Final, Literal

from sixfold.errors import Refused
from sixfold.server import people
from sixfold.server.clock import Clock
from sixfold.server.limits import Buckets, SlowDown
from sixfold.server.notices.carriers import Carrier
from sixfold.server.notices.mail import Mail, is_address
from sixfold.server.notices.outside import check_address
from sixfold.server.store import Channel, Guest, Store

Kind = Literal["push", "mail", "hook", "feed"]
MOST: Final = 8
"""How many channels a player may have."""
PROVE_MS: Final = 3_600_000
CODES: Final = 5
"""How many codes a player may have mailed in an hour, whomever to."""


def quiet_of(hours: tuple[int, int] | None) -> str:
    """Quiet hours as they are kept."""
    return "" if hours is None or hours[0] == hours[1] else f"{hours[0]}-{hours[1]}"


class Channels:
    """How players open their channels."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        carriers: dict[str, Carrier],
        private: bool = False,
        new_id: Callable[[], str] = people.new_id,
        new_code: Callable[[], str] = people.new_code,
    ) -> None:
        self._store = store
        self._clock = clock
        self._carriers = carriers
        self._private = private
        self._new_id = new_id
        self._new_code = new_code
        self._codes = Buckets(CODES, 3600, clock.ticks)

    async def open(self, player: Guest, kind: Kind, address: str, keys: str, wish: Channel) -> Channel:
        """A new channel; `wish` has what its player chose about it."""
        if kind != "feed" and kind not in self._carriers:
            raise Refused(f"this server sends nothing by {kind}", code="notice/off")
        others = [one for one in await self._store.channels_of(player.id) if one.address != address or kind == "feed"]
        if len(others) >= MOST:
            raise Refused(f"at most {MOST} ways to be told: close one first", code="notice/most")
        key = secrets.token_urlsafe(24)
        if kind == "push":
            from sixfold.server.notices.push import check_keys

            key = check_keys(keys)
        if kind in ("push", "hook"):
            check_address(address, self._private)
        elif kind == "mail" and not is_address(address):
            raise Refused(f"this is no mail address: {address[:80]!r}", code="notice/address")
        made = wish._replace(
            id=self._new_id(),
            player=player.id,
            kind=kind,
            address="" if kind == "feed" else address,
            key=key,
            created=self._clock.now(),
        )
        return await self._to_prove(made) if kind == "mail" else await self._keep(made)

    async def _keep(self, channel: Channel) -> Channel:
        await self._store.keep_channel(channel)
        return channel

    async def _to_prove(self, channel: Channel) -> Channel:
        """Mail a code to the address: what comes later must not go to somebody who never asked for it."""
        bucket = self._codes.of(channel.player)
        if not bucket.take():
            raise SlowDown(bucket.wait_s(), "too many codes were mailed: wait a while")
        carrier, code = self._carriers["mail"], self._new_code()
        assert isinstance(carrier, Mail)
        kept = channel._replace(proof=f"{people.hashed(code).hex()} {self._clock.now() + PROVE_MS}")
        await self._store.keep_channel(kept)
        if await carrier.prove(channel, code) != "done":
            await self._store.drop_channel(channel.id)
            raise Refused("the mail server did not take the message: is the address right?", code="notice/mail")
        return kept

    async def mine(self, player: Guest, id: str) -> Channel:
        """A channel of this player's."""
        channel = await self._store.channel(id)
        if channel is None or channel.player != player.id:
            raise Refused("there is no such way to tell you", code="notice/unknown")
        return channel

    async def prove(self, player: Guest, id: str, code: str) -> Channel:
        """The code from the mail: the address is the player's."""
        channel = await self.mine(player, id)
        if not channel.proof:
            return channel
        hashed, until = channel.proof.split(" ")
        typed = people.hashed(people.plain_code(code)).hex()
        if not secrets.compare_digest(typed, hashed) or int(until) < self._clock.now():
            raise Refused("this code is wrong or too old", code="notice/code")
        return await self._keep(channel._replace(proof=""))

    async def change(self, player: Guest, id: str, wish: Channel) -> Channel:
        """Other events, another language, other quiet hours."""
        channel = await self.mine(player, id)
        changed = {name: getattr(wish, name) for name in ("events", "language", "quiet", "ahead", "site")}
        return await self._keep(channel._replace(**changed))

    async def close(self, player: Guest, id: str) -> None:
        """No more of it."""
        await self._store.drop_channel((await self.mine(player, id)).id)

    async def stop(self, id: str, key: str) -> None:
        """By the link at the end of a mail, which works on any device."""
        channel = await self._store.channel(id)
        if channel is None or not secrets.compare_digest(channel.key, key):
            raise Refused("there is no such way to tell you", code="notice/unknown")
        await self._store.drop_channel(id)


def wish(events: Sequence[str], language: str, quiet: tuple[int, int] | None, ahead: int, site: str) -> Channel:
    """What a player chose about a channel, before it is one."""
    return Channel("", "", "", "", "", " ".join(events), language, quiet_of(quiet), ahead, site, 0)
