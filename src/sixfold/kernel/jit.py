"""The compiler's settings, in one place: every compiled function of the kernel is made by `compiled` from here.

Importing this imports Numba; nothing outside `sixfold.kernel` does. The disk cache lives in the folder that
`cache.folder()` names, so that a change of any kernel source, of Numba, of Python or of the processor never meets
stale code.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from sixfold.kernel import cache

F = TypeVar("F", bound=Callable[..., Any])


# Numba looks there when a function is made. The setting is made at run time, unknown to mypy.
setattr(numba.config, "CACHE_DIR", str(cache.folder()))  # noqa: B010


def compiled(function: F) -> F:
    """Compile on first call, keep on disk, run without the GIL. Integers wrap; nothing here divides by zero."""
    return cast(F, numba.njit(cache=True, nogil=True, error_model="numpy")(function))


def inlined(function: F) -> F:
    """The same, for small functions that become part of every caller."""
    return cast(F, numba.njit(cache=True, nogil=True, error_model="numpy", forceinline=True)(function))


@intrinsic
def _ctpop(typing: Any, word: Any) -> Any:
    """How many bits are set, as an instruction."""

    def build(context: Any, builder: ir.IRBuilder, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), build


@intrinsic
def _cttz(typing: Any, word: Any) -> Any:
    """The number of the lowest set bit, as an instruction."""

    def build(context: Any, builder: ir.IRBuilder, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), build


@intrinsic
def _at(typing: Any, index: Any) -> Any:
    """The same number, called unsigned."""

    def build(context: Any, builder: ir.IRBuilder, signature: Any, args: Any) -> Any:
        return args[0]

    return types.uint64(types.int64), build


# Declared as what they are to a reader; to the compiler they are the intrinsics above.
ctpop = cast(Callable[[int], int], _ctpop)
"""How many bits are set."""
cttz = cast(Callable[[int], int], _cttz)
"""The number of the lowest set bit; 64 for zero."""
at = cast(Callable[[int], int], _at)
"""An index that is never negative, said to the compiler: an unsigned index needs no wrap-around test."""
