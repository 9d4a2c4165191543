"""A call into the shipped module that is prepared once: a tenth of what wasmtime's own call costs.

`wasmtime.Func` asks the module for its types at every call, which takes longer than most functions of the kernel. The
call under it belongs to wasmtime's C interface, which is public; the names by which its Python part reaches it are not.
Where they are other names, `wasmtime.Func` does the work, slower and as well.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import partial
from typing import Any

import wasmtime


def prepared(store: wasmtime.Store, function: wasmtime.Func, parameter: int) -> Callable[[], object]:
    """A call with one number of 32 bits and no answer; a `wasmtime.Trap` where it is cut off."""
    try:
        return _direct(store, function, parameter)
    except (ImportError, AttributeError):
        # Made once: for a plain number wasmtime asks at every call what kind it is.
        return partial(function, store, wasmtime.Val.i32(parameter))


def _direct(store: wasmtime.Store, function: wasmtime.Func, parameter: int) -> Callable[[], None]:
    from wasmtime import _ffi

    inside: Any = _ffi
    trap_of, error_of = wasmtime.Trap._from_ptr, wasmtime.WasmtimeError._from_ptr
    run, context, raw = inside.wasmtime_func_call_unchecked, store._context(), ctypes.byref(function._func)
    value = (inside.wasmtime_val_raw_t * 1)()
    trap = ctypes.POINTER(inside.wasm_trap_t)()
    cut_off = ctypes.byref(trap)

    def call() -> None:
        nonlocal trap, cut_off
        # The same word takes the answer, so it is written every time.
        value[0].i32 = parameter
        error = run(context, raw, value, 1, cut_off)
        if error:
            raise error_of(error)
        if trap:
            found = trap
            trap = ctypes.POINTER(inside.wasm_trap_t)()
            cut_off = ctypes.byref(trap)
            raise trap_of(found)

    return call
