"""How much one visitor may ask for: token buckets by address, and one for every socket. Not who somebody is."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from sixfold.errors import Refused


class SlowDown(Refused):
    """Too much was asked for; `wait` in the facts is in seconds."""

    def __init__(self, wait: float, message: str = "too many requests: wait a moment") -> None:
        super().__init__(message, code="request/slow-down", facts={"wait": int(wait) + 1})


class Bucket:
    """Holds `size` tokens, refilled evenly over `seconds`."""

    __slots__ = ("_at", "_clock", "_rate", "_size", "_tokens")

    def __init__(self, size: float, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._size = size
        self._rate = size / seconds
        self._tokens = size
        self._clock = clock
        self._at = clock()

    def take(self, tokens: float = 1) -> bool:
        """Whether there were enough; if so they are gone. What costs more than fits in costs all of it."""
        tokens = min(tokens, self._size)
        now = self._clock()
        self._tokens = min(self._size, self._tokens + (now - self._at) * self._rate)
        self._at = now
        if self._tokens < tokens:
            return False
        self._tokens -= tokens
        return True

    def give_back(self, tokens: float = 1) -> None:
        """Undo a `take`."""
        self._tokens = min(self._size, self._tokens + tokens)

    def has(self, tokens: float = 1) -> bool:
        """Whether there are tokens, without taking them."""
        return self._tokens + (self._clock() - self._at) * self._rate >= min(tokens, self._size)

    def spend(self, tokens: float) -> None:
        """Take tokens though there may not be enough: what is missing has to be waited for."""
        self._tokens -= tokens

    @property
    def left(self) -> int:
        """Whole tokens there are."""
        return max(0, int(self._tokens))

    def full_s(self) -> float:
        """Seconds until all of them are there again."""
        return max(0.0, (self._size - self._tokens) / self._rate)

    def wait_s(self, tokens: float = 1) -> float:
        """Seconds until this many tokens are there again."""
        there = self._tokens + (self._clock() - self._at) * self._rate
        return max(0.0, (min(tokens, self._size) - there) / self._rate)


class Buckets:
    """A bucket for each of the last few thousand addresses."""

    MOST: Final = 20_000

    def __init__(self, size: float, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._size = size
        self._seconds = seconds
        self._clock = clock
        self._known: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, who: str) -> Bucket:
        """The bucket of this address."""
        bucket = self._known.get(who)
        if bucket is None:
            bucket = self._known[who] = Bucket(self._size, self._seconds, self._clock)
            if len(self._known) > self.MOST:
                self._known.popitem(last=False)
        else:
            self._known.move_to_end(who)
        return bucket
