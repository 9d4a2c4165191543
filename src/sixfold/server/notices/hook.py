"""Web hooks: a notice as JSON to an address of the player's choice, signed, for whoever builds on it."""

from __future__ import annotations

import hashlib
import hmac

import msgspec

from sixfold.server.notices.carriers import Fate, fate_of
from sixfold.server.notices.letters import Letter
from sixfold.server.notices.outside import post
from sixfold.server.store import Channel


def signature(key: str, body: bytes) -> str:
    """What the receiver compares: that the notice comes from here, and as it was sent."""
    return "sha256=" + hmac.new(key.encode(), body, hashlib.sha256).hexdigest()


class Hook:
    """Carries to hooks."""

    def __init__(self, private: bool = False) -> None:
        self._private = private

    async def carry(self, channel: Channel, letter: Letter) -> Fate:
        """POST it. The same notice has the same `name`, should it come twice."""
        told = {"name": letter.name, "event": letter.event, "table": letter.table, "url": letter.url, "at": letter.at}
        body = msgspec.json.encode(told | {"text": letter.text})
        headers = {"content-type": "application/json", "sixfold-signature": signature(channel.key, body)}
        try:
            return fate_of(await post(channel.address, body, headers, self._private))
        except OSError:
            return "later"
