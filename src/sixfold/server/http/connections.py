"""How many connections there may be: as many as the system allows, counted by address.

A declared proxy brings the connections of many people, so these are not counted by its address. The guard counts the
people behind it (guard.py). Some descriptors are kept back for files and workers.
"""

from __future__ import annotations

import contextlib
import ipaddress
from collections import Counter
from collections.abc import Iterable
from typing import Final

RESERVED: Final = 200
"""Descriptors for the store, the log, the workers."""
WITHOUT: Final = 4096
"""Taken where the system does not say how many there may be."""


def raise_limit() -> int:
    """Let this process open as many files as it may at the most; how many that is."""
    try:
        import resource
    except ImportError:
        return WITHOUT
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    return WITHOUT if soft == resource.RLIM_INFINITY else soft


class Openings:
    """The open connections of a process, by address."""

    def __init__(self, most: int = 1600, files: int = WITHOUT, proxies: Iterable[str] = ()) -> None:
        self._all = max(16, files - RESERVED)
        # However few there are, one address leaves half of them to others.
        self._most = min(most, self._all // 2)
        self._proxies = _networks(proxies)
        self._everyone = "*" in proxies
        self._open: Counter[str] = Counter()
        self._total = 0

    def enter(self, address: str) -> bool:
        """One more; whether it may stay. It is counted either way, until it leaves."""
        self._open[address] += 1
        self._total += 1
        return self._total <= self._all and (self._open[address] <= self._most or self._trusted(address))

    def leave(self, address: str) -> None:
        self._total -= 1
        self._open[address] -= 1
        if self._open[address] <= 0:
            del self._open[address]

    def _trusted(self, address: str) -> bool:
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return self._everyone
        return self._everyone or any(found in network for network in self._proxies)


def _networks(names: Iterable[str]) -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    found = []
    for name in names:
        with contextlib.suppress(ValueError):
            found.append(ipaddress.ip_network(name, strict=False))
    return found
