"""The kernel: both games at the speed of compiled code, and the only door to it.

`available()` says whether Numba is there, `ready(part)` whether everything of "tiles" or "cards" is compiled on disk,
so that the first call answers at once. `sixfold.kernel.tiles` and `sixfold.kernel.cards` import Numba; this module
does not.
"""

from __future__ import annotations

import os

from sixfold.kernel.cache import available

__all__ = ["available", "ready", "required"]


def ready(part: str = "tiles", *, start: bool = True) -> bool:
    """Whether a part answers without compiling. If not, another process begins to compile it, and the caller uses the
    reference."""
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


def required() -> bool:
    """Whether this process must use the kernel, even if it has to wait (CI, tests, measurements)."""
    return os.environ.get("SIXFOLD_KERNEL") == "required" or os.environ.get("CI") == "true"
