"""Numba as an engine, for the laboratory: the kernel compiled for this processor, kept on disk. Imports Numba.

Arenas, training and measurements gain the last third of speed by it, and `bench/kernel/build.py` makes the shipped
module with it. The disk cache lives in the folder that `cache.folder()` names, so that a change of any kernel source,
of Numba, of Python or of the processor never meets stale code.
"""

from __future__ import annotations

from functools import cache as remembered
from types import FunctionType
from typing import Any, Final, cast

import numba
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from sixfold.kernel import cache
from sixfold.kernel.lines import Compilable, at, ctpop, cttz, fetch

# Numba looks there when a function is made. The setting is made at run time, unknown to mypy.
if cache.kept():
    setattr(numba.config, "CACHE_DIR", str(cache.folder()))  # noqa: B010


@intrinsic
def _ctpop(typing: Any, word: Any) -> Any:
    def build(context: Any, builder: ir.IRBuilder, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), build


@intrinsic
def _cttz(typing: Any, word: Any) -> Any:
    def build(context: Any, builder: ir.IRBuilder, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), build


@intrinsic
def _at(typing: Any, index: Any) -> Any:
    def build(context: Any, builder: ir.IRBuilder, signature: Any, args: Any) -> Any:
        return args[0]

    return types.uint64(types.int64), build


@intrinsic
def _fetch(typing: Any, words: Any, index: Any) -> Any:
    def build(context: Any, builder: ir.IRBuilder, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        place = builder.bitcast(builder.gep(data, [args[1]]), ir.IntType(8).as_pointer())
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [place.type, number, number, number])
        prefetch = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")  # type: ignore[no-untyped-call]
        # To read, to be kept, data.
        builder.call(prefetch, [place, number(0), number(3), number(1)])
        return context.get_dummy_value()

    return types.void(words, types.int64), build


_INSTRUCTIONS: Final[dict[Any, Any]] = {ctpop: _ctpop, cttz: _cttz, at: _at, fetch: _fetch}
"""What `lines` writes in Python is one instruction here."""


@remembered
def dispatcher(lines: Compilable) -> Any:
    """Compiled on the first call, kept on disk, run without the GIL.

    Numba is given the function in a world where the kernel's other functions are what Numba made of them.
    """
    function = cast(FunctionType, lines.py_func)
    names = (name for name in function.__code__.co_names if name in function.__globals__)
    world = {"__name__": function.__module__} | {name: _known(function.__globals__[name]) for name in names}
    made = FunctionType(function.__code__, world, function.__name__, function.__defaults__, function.__closure__)
    made.__module__, made.__qualname__ = function.__module__, function.__qualname__
    return numba.njit(cache=cache.kept(), nogil=True, error_model="numpy", forceinline=lines.inline)(made)


def _known(value: Any) -> Any:
    if isinstance(value, Compilable):
        return dispatcher(value)
    return _INSTRUCTIONS.get(value, value) if isinstance(value, FunctionType) else value
