"""What clients saw of one table, and whether one single table could have shown it: linearizability.

A table is one register of numbers: a command that is acknowledged wrote the next number, a welcome reads the last one.
So a history is linearizable if the numbers extend the order in time: what was answered before something else was asked
has a lower number than a write, and no higher one than a read. And a number means the same event to all.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["write", "read"]


@dataclass
class Operation:
    """One question of one client. Without a number it was never answered: it may have happened, or not."""

    kind: Kind
    name: str
    asked: float
    answered: float | None = None
    n: int | None = None


@dataclass
class History:
    """The operations of all clients of one table, by one clock, and the events they were told."""

    operations: list[Operation] = field(default_factory=list)
    told: dict[int, set[str]] = field(default_factory=dict)

    @contextmanager
    def operation(self, kind: Kind, name: str) -> Iterator[Operation]:
        """An operation that is over at the end of the block, if it was given its number there."""
        one = Operation(kind, name, time.monotonic())
        self.operations.append(one)
        yield one
        if one.n is not None:
            one.answered = time.monotonic()

    def saw(self, n: int, event: str) -> None:
        """A client was told that this number is this event."""
        self.told.setdefault(n, set()).add(event)


def faults(history: History) -> list[str]:
    """Why no single table could have shown this; nothing when one could."""
    answered = [one for one in history.operations if one.n is not None]
    return [*_two_meanings(history, answered), *_out_of_order(history.operations, answered)]


def _two_meanings(history: History, answered: Iterable[Operation]) -> Iterator[str]:
    for n, events in sorted(history.told.items()):
        if len(events) > 1:
            yield f"number {n} is {' and '.join(sorted(events))}"
    names: dict[int, str] = {}
    numbers: dict[str, int] = {}
    for one in answered:
        if one.kind == "write" and one.n is not None:
            if names.setdefault(one.n, one.name) != one.name:
                yield f"number {one.n} was acknowledged for {names[one.n]} and for {one.name}"
            if numbers.setdefault(one.name, one.n) != one.n:
                yield f"{one.name} was acknowledged as {numbers[one.name]} and as {one.n}"


def _out_of_order(operations: list[Operation], answered: list[Operation]) -> Iterator[str]:
    """A sweep through time: the highest number answered so far binds whatever is asked from then on."""
    sent: dict[str, float] = {}
    for one in operations:
        if one.kind == "write":
            # A command that is sent again was asked when it was sent first, answered or not.
            sent[one.name] = min(one.asked, sent.get(one.name, one.asked))
    moments = [(sent[one.name] if one.kind == "write" else one.asked, 1, one) for one in answered]
    moments += [(one.answered, 0, one) for one in answered if one.answered is not None]
    highest: Operation | None = None
    bound: dict[int, Operation | None] = {}
    for _, asks, one in sorted(moments, key=lambda moment: moment[:2]):
        assert one.n is not None
        if asks:
            bound[id(one)] = highest
            continue
        before = bound[id(one)]
        if before is not None and before.n is not None:
            if one.kind == "write" and one.n <= before.n:
                yield f"{one.name} became {one.n}, though {before.name} had seen {before.n} before it was asked"
            if one.kind == "read" and one.n < before.n:
                yield f"{one.name} read {one.n}, though {before.name} had seen {before.n} before it was asked"
        if highest is None or highest.n is None or one.n > highest.n:
            highest = one
