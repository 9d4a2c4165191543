"""What engines know of a compiled function: its lines, how they are to be compiled, and the instructions they may use.

And the moment by which a thread's thinking has to end, which every engine keeps.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any

from sixfold.errors import TimeUp
from sixfold.kernel.signature import Signature

Function = Callable[..., Any]

_local = threading.local()


class Compilable:
    """The Python of a compiled function. `py_func` is what it is called with Numba's own functions."""

    def __init__(self, function: Function, *, inline: bool = False, entry: bool = False) -> None:
        self.py_func = function
        self.inline = inline
        self.entry = entry
        self.name = f"{function.__module__.removeprefix('sixfold.kernel.')}.{function.__name__}"

    @cached_property
    def signature(self) -> Signature:
        """What an entry point takes and gives, from its annotations."""
        return Signature.of(self.py_func)


@contextmanager
def until(at: float) -> Iterator[None]:
    """Thinking of this thread ends by this moment of `time.perf_counter`: what still runs then raises TimeUp.

    The shipped module is stopped in the midst of a call; Numba's code only before the next one.
    """
    before = deadline()
    _local.deadline = at if before is None else min(at, before)
    try:
        yield
    finally:
        _local.deadline = before


def deadline() -> float | None:
    """The moment by which this thread's thinking has to end, if there is one."""
    at: float | None = getattr(_local, "deadline", None)
    if at is not None and time.perf_counter() >= at:
        raise TimeUp("the time for thinking is up", code="kernel/time")
    return at


def ctpop(word: int) -> int:
    """How many bits are set, as an instruction."""
    return (int(word) & 0xFFFF_FFFF_FFFF_FFFF).bit_count()


def cttz(word: int) -> int:
    """The number of the lowest set bit, as an instruction; 64 for zero."""
    low = int(word) & -int(word)
    return low.bit_length() - 1 if low else 64


def at(index: int) -> int:
    """An index that is never negative, said to the compiler: an unsigned index needs no wrap-around test."""
    return index


def fetch(words: object, index: int) -> None:
    """Word `index` will be needed soon, as an instruction. It says so, and does nothing else."""
