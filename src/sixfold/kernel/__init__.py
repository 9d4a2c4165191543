"""The kernel: both games at the speed of compiled code, and the door to it.

    tiles/, cards/      the two games; what plays, and in thinking/ what thinks
    engine.py           compiled functions, and which engine runs them
    lines.py            what engines know of a compiled function, and of its deadline
    signature.py        what an entry point takes and gives
    floats.py           real numbers that are equal on every engine
    rewards.py          what learners get, in both games
    kernel.wasm         the kernel as it is shipped, made by `bench/kernel/build.py`
    shipped.py          the default engine: that module in a sandbox, by wasmtime
    lab.py, cache.py    the engine of the laboratory: Numba, with its cache on disk

Nothing has to be compiled, warmed up or waited for. `engine` says which engine runs, `use` and `using` choose one,
`until` bounds the time of calls, `zeros` makes arrays that calls work on in place. Importing this imports no engine.
"""

from sixfold.kernel.engine import engine, use, using, zeros
from sixfold.kernel.lines import until

__all__ = ["engine", "until", "use", "using", "zeros"]
