"""What every carrier of notices does: it takes a letter to a channel, and reports what happened."""

from __future__ import annotations

from typing import Literal, Protocol

from sixfold.server.notices.letters import Letter
from sixfold.server.store import Channel

Fate = Literal["done", "later", "gone"]
"""`later`: it is worth trying again. `gone`: nobody is there any more, and the channel with them."""


class Carrier(Protocol):
    """A way out of the server."""

    async def carry(self, channel: Channel, letter: Letter) -> Fate: ...


def fate_of(status: int) -> Fate:
    """What the status of an HTTP answer means for a notice."""
    if 200 <= status < 300:
        return "done"
    if status in (404, 410):
        return "gone"
    # Too many, too early, or their mistake; any other no will be a no tomorrow, too.
    return "later" if status in (408, 425, 429) or status >= 500 else "done"
