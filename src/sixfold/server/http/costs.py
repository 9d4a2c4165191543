"""What a request costs, and who may still make one. A visitor has an allowance, and so has their network.

One unit is what a plain call costs, about 25 ms of CPU time at most. Not here: sockets and remote bots, which have
buckets of their own (session.py, guard.py).
"""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from sixfold.fields import Json
from sixfold.server.limits import Bucket, Buckets, SlowDown
from sixfold.server.thinkers.turns import Owner

COSTS: Final[Mapping[str, int]] = MappingProxyType(
    {
        "socket": 2,
        "make": 4,
        "record": 4,
        "ask": 2,
        "round": 20,
        "channel": 8,
        "daily": 4,
        "position": 2,
        "replay": 8,
        "verify": 10,
        "move": 10,
        "svg": 6,
        "png": 8,
        "pdf": 8,
        "gif": 60,
        "review": 40,
        "full review": 240,
    }
)
"""Units of what is dearer than a plain call. A review that others read already costs no more than a plain call."""
NETWORK: Final = 4
"""A network may use this many times what one visitor may: a family, a school, a proxy that nobody declared."""


def network_of(address: str) -> str:
    """Who counts as one: an IPv4 address, or the /64 that an IPv6 address is in, as every house has one of them."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if found.version == 4:
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found.packed[:8] + bytes(8), 64)))


class Allowance:
    """What one visitor has left, and their network."""

    def __init__(self, visitor: Bucket, network: Bucket, guests: Bucket) -> None:
        self._buckets = (visitor, network)
        self._guests = guests

    def pay(self, units: float = 1) -> None:
        """Raises SlowDown, and then nothing is paid."""
        short = [bucket for bucket in self._buckets if not bucket.has(units)]
        if short:
            raise SlowDown(max(bucket.wait_s(units) for bucket in short))
        for bucket in self._buckets:
            bucket.take(units)

    def admit(self) -> None:
        """A new guest of this network. Raises SlowDown when it has made too many."""
        if not self._guests.take():
            raise SlowDown(self._guests.wait_s(), "too many new players come from here: wait a moment")


class Allowances:
    """Those of everybody. A network may make as many guests in an hour as a visitor may make requests in `seconds`."""

    def __init__(self, requests: float, seconds: float) -> None:
        self._guests = Buckets(requests, 3600)
        self._visitors = Buckets(requests, seconds)
        self._networks = Buckets(NETWORK * requests, seconds)

    def network(self, network: str) -> Bucket:
        """A network's alone, for asking before it is known who comes."""
        return self._networks.of(network)

    def of(self, owner: Owner) -> Allowance:
        """A visitor's: without a cookie, all of a network are the same visitor."""
        network = owner[0]
        return Allowance(self._visitors.of("\0".join(owner)), self._networks.of(network), self._guests.of(network))


def _state(scope: Mapping[str, object]) -> Json:
    """What the guard has noted about a request."""
    state = scope["state"]
    assert isinstance(state, dict)
    return state


def owner_of(scope: Mapping[str, object]) -> Owner:
    """Whose request this is, as the guard has found."""
    owner: Owner = _state(scope)["owner"]
    return owner


def allowance_of(scope: Mapping[str, object]) -> Allowance:
    """What they have left."""
    allowance: Allowance = _state(scope)["allowance"]
    return allowance


def charge(scope: Mapping[str, object], work: str) -> None:
    """Have the visitor pay for this work, over and above the plain call that the guard has charged."""
    allowance_of(scope).pay(COSTS[work] - 1)
