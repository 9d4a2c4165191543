"""Compiled functions, and the two engines that run them: the shipped module, or Numba.

A function of the kernel is Python that is compiled ahead of time into `kernel.wasm`. `entry` marks those that Python
may call; `compiled` and `inlined` those that only other compiled functions call. By default calls run in the shipped
module (`shipped.py`, a sandbox); with SIXFOLD_KERNEL=numba, or `use("numba")`, Numba compiles the same lines for this
processor (`lab.py`). Both give the same answers, bit for bit. Importing this imports neither.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property, partial, update_wrapper
from types import FunctionType
from typing import Any, Final, TypeVar, cast

import numpy as np
from numpy.typing import DTypeLike, NDArray

from sixfold.errors import TimeUp
from sixfold.kernel.signature import Signature

F = TypeVar("F", bound=Callable[..., Any])
ENVIRONMENT: Final = "SIXFOLD_KERNEL"
ENGINES: Final = ("wasm", "numba")

# Words of a game are Any to mypy: compiled functions are typed by the compiler, and `signature` reads these names.
Words = Any
Rows = Any
Floats = Any
FloatRows = Any
Doubles = Any
DoubleRows = Any
ShortRows = Any
ByteRows = Any

_in_use = ""
_local = threading.local()


def engine() -> str:
    """The engine that runs compiled functions: "wasm" or "numba"."""
    return _in_use or use(os.environ.get(ENVIRONMENT) or ENGINES[0])


def use(name: str) -> str:
    """From now on this engine runs compiled functions, in this process."""
    global _in_use
    if name not in ENGINES:
        raise ValueError(f"{ENVIRONMENT}={name}: the engines are {' and '.join(ENGINES)}")
    if name == "numba":
        from sixfold.kernel import lab  # noqa: F401  it teaches Numba what a Compiled is
    _in_use = name
    return name


@contextmanager
def using(name: str) -> Iterator[None]:
    """For a while, another engine."""
    before = engine()
    use(name)
    try:
        yield
    finally:
        use(before)


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


def zeros(shape: int | tuple[int, ...], dtype: DTypeLike = np.int64) -> NDArray[Any]:
    """An array of zeros where the engine works on it in place. Other arrays serve as well, and cost a copy per call."""
    if engine() == "wasm":
        from sixfold.kernel import shipped

        return shipped.instance().zeros(shape, np.dtype(dtype))
    return np.zeros(shape, dtype=dtype)


def place() -> object:
    """Where `zeros` makes arrays just now: equal as long as they lie in the same memory."""
    if engine() == "wasm":
        from sixfold.kernel import shipped

        return shipped.instance()
    return "numba"


def bound(function: Callable[..., object], *arguments: object) -> Callable[[], object]:
    """A call that is made again and again with the same numbers and the same arrays, prepared once.

    The arrays come from `zeros`, and what they hold may change. It serves as long as `place` stays the same.
    """
    assert isinstance(function, Compiled)
    if engine() == "wasm":
        from sixfold.kernel import shipped

        return shipped.instance().bound(function, arguments)
    return partial(function, *arguments)


class Compiled:
    """A function that an engine runs. `py_func` is its Python, as with Numba's own functions."""

    def __init__(self, function: Callable[..., Any], *, inline: bool = False, entry: bool = False) -> None:
        update_wrapper(self, function)
        self.py_func = function
        self.inline = inline
        self.entry = entry
        self.name = f"{function.__module__.removeprefix('sixfold.kernel.')}.{function.__name__}"

    def __call__(self, *arguments: Any) -> Any:
        if engine() == "numba":
            deadline()
            return self.dispatcher(*arguments)
        from sixfold.kernel import shipped

        return shipped.instance().call(self, arguments)

    @cached_property
    def dispatcher(self) -> Any:
        """The function as Numba compiles it."""
        from sixfold.kernel import lab

        return lab.dispatcher(cast(FunctionType, self.py_func), inline=self.inline)

    @cached_property
    def signature(self) -> Signature:
        """What an entry point takes and gives, from its annotations."""
        return Signature.of(self.py_func)


# Declared as what they are to a reader: mypy sees functions.
def compiled(function: F) -> F:
    """A function for other compiled functions. Integers wrap; nothing here divides by zero; nothing is allocated."""
    return cast(F, Compiled(function))


def inlined(function: F) -> F:
    """The same, for small functions that become part of every caller."""
    return cast(F, Compiled(function, inline=True))


def entry(function: F) -> F:
    """A function that Python may call too, by this name in the shipped module. Annotations are its signature."""
    return cast(F, Compiled(function, entry=True))


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


def fetch(words: Words, index: int) -> None:
    """Word `index` will be needed soon, as an instruction. It says so, and does nothing else."""
