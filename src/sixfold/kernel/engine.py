"""Compiled functions, and the two engines that run them: the shipped module, or Numba.

A function of the kernel is Python that is compiled ahead of time into `kernel.wasm`. `entry` marks those that Python
may call; `compiled` and `inlined` those that only other compiled functions call. By default calls run in the shipped
module (`shipped.py`, a sandbox); with SIXFOLD_KERNEL=numba, or `use("numba")`, Numba compiles the same lines for this
processor (`lab.py`). Both give the same answers, bit for bit. Importing this imports neither.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property, partial, update_wrapper
from typing import Any, Final, TypeVar, cast

import numpy as np
from numpy.typing import DTypeLike, NDArray

from sixfold.kernel.lines import Compilable, Function, deadline
from sixfold.kernel.lines import at as at
from sixfold.kernel.lines import ctpop as ctpop
from sixfold.kernel.lines import cttz as cttz
from sixfold.kernel.lines import fetch as fetch

F = TypeVar("F", bound=Function)
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


def engine() -> str:
    """The engine that runs compiled functions: "wasm" or "numba"."""
    return _in_use or use(os.environ.get(ENVIRONMENT) or ENGINES[0])


def use(name: str) -> str:
    """From now on this engine runs compiled functions, in this process."""
    global _in_use
    if name not in ENGINES:
        raise ValueError(f"{ENVIRONMENT}={name}: the engines are {' and '.join(ENGINES)}")
    if name == "numba":
        from sixfold.kernel import lab  # noqa: F401  said now, not at the first call, where it is missing
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


class Compiled(Compilable):
    """A function that an engine runs."""

    def __init__(self, function: Function, *, inline: bool = False, entry: bool = False) -> None:
        super().__init__(function, inline=inline, entry=entry)
        update_wrapper(self, function)

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

        return lab.dispatcher(self)


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
