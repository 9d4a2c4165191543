"""The kernel: both games at the speed of compiled code, and the only door to it.

`available()` says whether Numba is there, `ready(part)` whether everything of "tiles" or "cards" is compiled on disk,
so that the first call answers at once; `prepare(part)` compiles what is missing. `sixfold.kernel.tiles` and
`sixfold.kernel.cards` import Numba; this module does not.
"""

from __future__ import annotations

import os

from sixfold.kernel.cache import available

__all__ = ["available", "prepare", "ready", "required"]


def ready(part: str = "tiles", *, start: bool = True) -> bool:
    """Whether a part answers without compiling. If not, another process begins to compile it, and the caller uses the
    reference: for whoever gets the same answers from it, only later."""
    if not available():
        return False
    from sixfold.kernel import cache, warm

    if cache.stamp(part).exists():
        return True
    if required():
        # Tests and measurements must never fall back in silence: they wait for the compiler.
        return True
    if start:
        warm.start(part)
    return False


def prepare(part: str) -> bool:
    """Whether there is a kernel on this machine. What is not compiled yet is compiled now, and the caller waits: for
    whoever cannot do without it and has a name to lose."""
    if not available():
        return False
    from sixfold.kernel import cache, warm

    if not cache.stamp(part).exists():
        for _ in warm.compile_part(part):
            pass
    return True


def required() -> bool:
    """Whether this process must use the kernel, even if it has to wait (tests, measurements)."""
    return os.environ.get("SIXFOLD_KERNEL") == "required"
