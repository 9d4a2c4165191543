"""Takes the notices that are due, has them sent, and postpones those that could not be sent.

Several servers on one store share the work: for a minute, a notice belongs to the server that took it. A server that
dies while it sends a notice may have sent it already. Then the notice is sent again under the same name, so that a
device shows it once.
"""

from __future__ import annotations

import asyncio
import importlib.util
import logging
from collections.abc import Callable
from typing import Final

from sixfold.errors import StoreError
from sixfold.server.clock import Clock
from sixfold.server.metrics import Metrics
from sixfold.server.notices.carriers import Carrier
from sixfold.server.notices.hook import Hook
from sixfold.server.notices.letters import letter
from sixfold.server.notices.mail import Mail, read_server
from sixfold.server.settings import Settings
from sixfold.server.store import Channel, Notice, Store

log = logging.getLogger(__name__)
AT_A_TIME: Final = 50
BEAT_S: Final = 5.0
HELD_MS: Final = 60_000
"""For how long a notice is this server's: longer than any carrier tries."""
AGAIN_MS: Final = 30_000
MOST_MS: Final = 6 * 3_600_000
"""After how long a notice is tried again: twice as long each time, up to the most."""
STALE_MS: Final = 3 * 86_400_000
"""After which a notice that could not be delivered is given up."""
_MINUTE: Final = 60_000
_DAY: Final = 1440


def quiet_until(channel: Channel, now: int) -> int:
    """When the quiet hours of a channel end (ms); now, if it has none now."""
    if not channel.quiet:
        return now
    first, last = (int(hour) * 60 for hour in channel.quiet.split("-"))
    minute = (now // _MINUTE + channel.ahead) % _DAY
    if (minute - first) % _DAY >= (last - first) % _DAY:
        return now
    return (now // _MINUTE + (last - minute) % _DAY) * _MINUTE


class Post:
    """The post room of one server."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        metrics: Metrics,
        carriers: dict[str, Carrier],
        blocked: Callable[[], bool] = lambda: False,
    ) -> None:
        self._store = store
        self._clock = clock
        self._metrics = metrics
        self.carriers = carriers
        self._blocked = blocked

    async def deliver(self) -> None:
        """For ever."""
        while True:
            await self._clock.sleep(BEAT_S)
            try:
                while not self._blocked() and await self.round() == AT_A_TIME:
                    pass
            except StoreError as error:
                log.warning("notices wait for the store", extra={"code": error.code})

    async def round(self) -> int:
        """Deliver some of what is due; how many there were."""
        now = self._clock.now()
        taken = await self._store.take_notices(now, now + HELD_MS, AT_A_TIME)
        await asyncio.gather(*(self._one(notice) for notice in taken))
        return len(taken)

    async def _one(self, notice: Notice) -> None:
        now, channel = self._clock.now(), notice.channel
        carrier = self.carriers.get(channel.kind)
        if carrier is None or now - notice.at > STALE_MS:
            await self._end(notice, "stale")
            return
        later = quiet_until(channel, now)
        if later > now:
            await self._store.put_off_notice(notice, later)
            return
        fate = await carrier.carry(channel, letter(notice))
        if fate == "later":
            await self._store.put_off_notice(notice, now + min(MOST_MS, AGAIN_MS * 2**notice.tries))
            return
        if fate == "gone":
            await self._store.drop_channel(channel.id)
        await self._end(notice, fate)

    async def _end(self, notice: Notice, how: str) -> None:
        await self._store.end_notice(notice)
        self._metrics.count("notices", how)

    async def seen(self, player: str, table: str) -> None:
        """This player looks at the table now."""
        await self._store.forget_notices(player, table)


async def open_carriers(carriers: dict[str, Carrier], store: Store, settings: Settings, now: Callable[[], int]) -> str:
    """Fill in the carriers that the host allows and that are installed; the key that browsers subscribe with."""
    if settings.hooks:
        carriers["hook"] = Hook(settings.private_notices)
    if settings.mail:
        carriers["mail"] = Mail(read_server(settings.mail))
    if not settings.push or importlib.util.find_spec("cryptography") is None:
        return ""
    from sixfold.server.notices import push

    carriers["push"] = made = push.Push(
        await store.first_setting("push_key", push.new_key()), now, settings.private_notices
    )
    return made.public
