"""The shipped module as an engine: `kernel.wasm` run by wasmtime, in a sandbox.

Each thread has an instance of its own: its memory is bounded by the module, nothing in it can reach outside, and a call
can be given a deadline (`until`). Arrays made by `zeros` lie in that memory and are worked on in place; others are
copied in and out. Loading takes some hundredths of a second, once per process. The GIL is free during a call.
"""

from __future__ import annotations

import ctypes
import math
import struct
import threading
import time
import weakref
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from typing import Any, Final

import numpy as np
import wasmtime
from numpy.typing import NDArray

from sixfold.errors import TimeUp
from sixfold.kernel.calls import prepared
from sixfold.kernel.lines import Compilable, deadline
from sixfold.kernel.signature import Array, Group, Kind, Signature

PAGE: Final = 65536
BLOCK: Final = 1024
"""Bytes of the block that parameters are written to; the longest list has some forty words."""
TICK_S: Final = 0.005
"""How finely deadlines are kept."""
NEVER: Final = 1 << 62

Copies = list[tuple[NDArray[Any], int]]
"""Arrays that do not lie in the module's memory, each with the address of its copy."""

_local = threading.local()


class Machine:
    """The module, compiled for this processor once per process, and the clock that ends calls.

    Only a guarded one can be stopped in the midst of a call: looking at the clock costs it a third of its speed.
    """

    def __init__(self, code: bytes, *, guarded: bool = True) -> None:
        config = wasmtime.Config()
        config.epoch_interruption = self.guarded = guarded
        self.engine = wasmtime.Engine(config)
        self.module = wasmtime.Module(self.engine, code)
        self._waiting = 0
        self._change = threading.Condition()
        self._clock: threading.Thread | None = None

    @contextmanager
    def ticking(self) -> Iterator[None]:
        """While a call with a deadline runs, time passes."""
        with self._change:
            self._waiting += 1
            if self._clock is None:
                self._clock = threading.Thread(target=self._tick, name="kernel-clock", daemon=True)
                self._clock.start()
            self._change.notify()
        try:
            yield
        finally:
            with self._change:
                self._waiting -= 1

    def _tick(self) -> None:
        while True:
            with self._change:
                self._change.wait_for(lambda: self._waiting > 0)
            time.sleep(TICK_S)
            self.engine.increment_epoch()


@cache
def _machine(guarded: bool) -> Machine:
    return Machine((files("sixfold.kernel") / "kernel.wasm").read_bytes(), guarded=guarded)


def instance() -> Instance:
    """This thread's instance of the module, a guarded one while it has a deadline; a new one after a call that was cut

    off, as nobody knows what it left.
    """
    guarded = deadline() is not None
    mine: dict[bool, Instance] = _local.__dict__.setdefault("instances", {})
    if guarded not in mine or mine[guarded].spoiled:
        mine[guarded] = Instance(_machine(guarded))
    return mine[guarded]


class Instance:
    """The module with a memory of its own."""

    def __init__(self, machine: Machine) -> None:
        self.spoiled = False
        self._machine = machine
        self._store = wasmtime.Store(machine.engine)
        if machine.guarded:
            self._store.set_epoch_deadline(NEVER)
        inside = wasmtime.Instance(self._store, machine.module, [])
        exports = inside.exports(self._store)
        memory, base = exports["memory"], exports["__heap_base"]
        assert isinstance(memory, wasmtime.Memory)
        assert isinstance(base, wasmtime.Global)
        self._memory = memory
        self._top = -(-int(base.value(self._store)) // 64) * 64
        self._free: defaultdict[int, list[int]] = defaultdict(list)
        # wasmtime keeps addresses for all that a memory may become, so it never moves.
        self._start = ctypes.addressof(memory.data_ptr(self._store).contents)
        self._end = self._start + memory.data_len(self._store)
        self._block = self._take(BLOCK)
        self._words = (ctypes.c_char * BLOCK).from_address(self._start + self._block)
        self._functions: dict[str, Callable[[], object]] = {
            name: prepared(self._store, thing, self._block)
            for name, thing in exports.items()
            if isinstance(thing, wasmtime.Func)
        }

    # ---- memory -----------------------------------------------------------------------------------------------------

    def zeros(self, shape: int | tuple[int, ...], dtype: np.dtype[Any]) -> NDArray[Any]:
        """An array in the module's memory; it is given back when nobody has the array any more."""
        count = math.prod(shape) if isinstance(shape, tuple) else shape
        size = max(8, count * dtype.itemsize)
        place = self._take(size)
        held = (ctypes.c_char * size).from_address(self._start + place)
        ctypes.memset(held, 0, size)
        weakref.finalize(held, self._give, place, size).atexit = False
        return np.frombuffer(memoryview(held), np.uint8)[: count * dtype.itemsize].view(dtype).reshape(shape)

    def _take(self, size: int) -> int:
        """The address of some room: a piece that was given back, or new memory."""
        size = _rounded(size)
        if self._free[size]:
            return self._free[size].pop()
        place = self._top
        missing = place + size - (self._end - self._start)
        if missing > 0:
            try:
                self._memory.grow(self._store, -(-missing // PAGE))
            except wasmtime.WasmtimeError as error:
                raise MemoryError("the kernel's memory is full") from error
            assert ctypes.addressof(self._memory.data_ptr(self._store).contents) == self._start
            self._end = self._start + self._memory.data_len(self._store)
        self._top += size
        return place

    def _give(self, place: int, size: int) -> None:
        self._free[_rounded(size)].append(place)

    # ---- calls ------------------------------------------------------------------------------------------------------

    def call(self, function: Compilable, arguments: tuple[Any, ...]) -> Any:
        """Call an entry point: write its parameters to the block, let it run, read its answer."""
        words: list[int | float] = []
        copies: Copies = []
        signature = self._passed(function, arguments, words, copies)
        struct.pack_into(signature.block, self._words, 0, *words)
        self._run(self._functions[function.name])
        for array, place in copies:
            if array.flags.writeable:
                ctypes.memmove(array.ctypes.data, self._start + place, array.nbytes)
            self._give(place, array.nbytes)
        return self._answer(signature)

    def bound(self, function: Compilable, arguments: tuple[object, ...]) -> Callable[[], object]:
        """The same call again and again, its parameters written once: all arrays lie in the module's memory."""
        words: list[int | float] = []
        copies: Copies = []
        signature = self._passed(function, arguments, words, copies)
        for array, place in copies:
            self._give(place, array.nbytes)
        if copies:
            raise TypeError("a call is bound to arrays made by `zeros`")
        block, run = struct.pack(signature.block, *words), self._functions[function.name]

        def call() -> object:
            ctypes.memmove(self._words, block, len(block))
            self._run(run)
            return self._answer(signature)

        # The arrays must stay as long as their addresses are in use.
        call.__dict__["arguments"] = arguments
        return call

    def _passed(
        self,
        function: Compilable,
        arguments: tuple[object, ...],
        words: list[int | float],
        copies: Copies,
    ) -> Signature:
        if not function.entry:
            raise TypeError(f"{function.name} is no entry point of the kernel: only compiled functions call it")
        signature = function.signature
        for kind, argument in zip(signature.parameters, arguments, strict=True):
            self._pass(kind, argument, words, copies)
        return signature

    def _answer(self, signature: Signature) -> float | None:
        if signature.returns == "None":
            return None
        (answer,) = struct.unpack_from("<d" if signature.returns == "float" else "<q", self._words)
        return bool(answer) if signature.returns == "bool" else answer

    def _pass(self, kind: Kind, value: Any, words: list[int | float], copies: Copies) -> None:
        if kind == "float":
            words.append(float(value))
        elif isinstance(kind, str):
            # Whole numbers wrap, as they do inside.
            words.append((int(value) + (1 << 63)) % (1 << 64) - (1 << 63))
        elif isinstance(kind, Group):
            for field, part in zip(kind.fields, value, strict=True):
                self._pass(field, part, words, copies)
        else:
            words.append(self._place(kind, value, copies))
            words.extend(value.shape)

    def _place(self, kind: Array, array: NDArray[Any], copies: Copies) -> int:
        """Where an array lies in the module's memory: where it is, or where a copy of it is."""
        if array.dtype != kind.dtype or array.ndim != kind.dims or not array.flags.c_contiguous:
            raise TypeError(
                f"a contiguous array of {kind.dtype} in {kind.dims} dimensions, not {array.dtype} {array.shape}"
            )
        address: int = array.__array_interface__["data"][0]
        if self._start <= address < self._end:
            return address - self._start
        place = self._take(max(8, array.nbytes))
        ctypes.memmove(self._start + place, address, array.nbytes)
        copies.append((array, place))
        return place

    def _run(self, function: Callable[[], object]) -> None:
        at = deadline()
        try:
            if at is None:
                function()
            else:
                self._run_until(at, function)
        except wasmtime.Trap as trap:
            self.spoiled = True
            if trap.trap_code == wasmtime.TrapCode.INTERRUPT:
                raise TimeUp("the time for thinking is up", code="kernel/time") from None
            raise

    def _run_until(self, at: float, function: Callable[[], object]) -> None:
        self._store.set_epoch_deadline(math.ceil((at - time.perf_counter()) / TICK_S) + 1)
        try:
            with self._machine.ticking():
                function()
        finally:
            self._store.set_epoch_deadline(NEVER)


def _rounded(size: int) -> int:
    """Sizes of room are powers of two, at least 64 bytes: what is given back fits what is asked for next."""
    return max(64, 1 << (size - 1).bit_length())
