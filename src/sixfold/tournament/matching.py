"""Pairs everybody with somebody they may meet: a perfect matching that grows by augmenting paths (Edmonds 1965).

`Matching` always keeps a matching that covers everybody who is left. So a caller can ask "may these two be paired, and
can everybody else still be?", and one search answers it, without a new matching.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Final

NOBODY: Final = -1


class Matching:
    """Who could be paired with whom so that nobody is left over. `may[i]`: whom `i` may meet."""

    def __init__(self, may: Sequence[set[int]]) -> None:
        self._may = [set(neighbours) for neighbours in may]
        self._mate = [NOBODY] * len(may)
        for one in range(len(may)):
            if self._mate[one] == NOBODY:
                self._augment(one)

    @property
    def perfect(self) -> bool:
        """Whether everybody has somebody."""
        return NOBODY not in self._mate

    def settle(self, one: int, other: int) -> bool:
        """Pair these two for good, if all who are left can still be paired. Only for a perfect matching."""
        if other not in self._may[one]:
            return False
        if self._mate[one] == other:
            self._take_out(one, other)
            return True
        alone, also = self._mate[one], self._mate[other]
        before, kept = self._mate.copy(), (self._may[one], self._may[other])
        self._mate[alone] = self._mate[also] = NOBODY
        self._take_out(one, other)
        if self._augment(alone):
            return True
        self._mate = before
        self._put_back(one, other, kept)
        return False

    def _take_out(self, one: int, other: int) -> None:
        for each in (one, other):
            for neighbour in self._may[each]:
                if neighbour not in (one, other):
                    self._may[neighbour].discard(each)
        self._may[one], self._may[other] = set(), set()
        self._mate[one], self._mate[other] = other, one

    def _put_back(self, one: int, other: int, kept: tuple[set[int], set[int]]) -> None:
        for each, neighbours in zip((one, other), kept, strict=True):
            self._may[each] = neighbours
            for neighbour in neighbours:
                if neighbour not in (one, other):
                    self._may[neighbour].add(each)

    def _augment(self, root: int) -> bool:
        """Find a path from somebody alone to somebody alone, and swap the pairs along it."""
        search = _Alternating(self._may, self._mate, root)
        end = search.find()
        if end == NOBODY:
            return False
        while end != NOBODY:
            before = search.parent[end]
            after = self._mate[before]
            self._mate[end], self._mate[before] = before, end
            end = after
        return True


class _Alternating:
    """A breadth-first search in which a circle of odd length shrinks to its base."""

    def __init__(self, may: Sequence[set[int]], mate: Sequence[int], root: int) -> None:
        self._may = may
        self._mate = mate
        self._root = root
        self.parent = [NOBODY] * len(may)
        self._base = list(range(len(may)))
        self._reached = {root}
        self._queue = deque([root])

    def find(self) -> int:
        """Somebody alone at the end of a path, or nobody."""
        while self._queue:
            one = self._queue.popleft()
            for other in sorted(self._may[one]):
                if self._base[one] == self._base[other] or self._mate[one] == other:
                    continue
                partner = self._mate[other]
                if other == self._root or (partner != NOBODY and self.parent[partner] != NOBODY):
                    self._shrink(one, other)
                elif self.parent[other] == NOBODY:
                    self.parent[other] = one
                    if partner == NOBODY:
                        return other
                    self._reached.add(partner)
                    self._queue.append(partner)
        return NOBODY

    def _shrink(self, one: int, other: int) -> None:
        base = self._common(one, other)
        circle: set[int] = set()
        self._walk(one, base, other, circle)
        self._walk(other, base, one, circle)
        for each in range(len(self._base)):
            if self._base[each] in circle:
                self._base[each] = base
                if each not in self._reached:
                    self._reached.add(each)
                    self._queue.append(each)

    def _common(self, one: int, other: int) -> int:
        """Where the ways of both back to the root meet first."""
        passed = set()
        while True:
            one = self._base[one]
            passed.add(one)
            if self._mate[one] == NOBODY:
                break
            one = self.parent[self._mate[one]]
        while self._base[other] not in passed:
            other = self.parent[self._mate[self._base[other]]]
        return self._base[other]

    def _walk(self, one: int, base: int, child: int, circle: set[int]) -> None:
        while self._base[one] != base:
            partner = self._mate[one]
            circle |= {self._base[one], self._base[partner]}
            self.parent[one] = child
            child = partner
            one = self.parent[partner]
