"""A cap on the memory of a process in which bots think, so that one that eats all of it fails alone.

Linux counts the address space of each process (RLIMIT_AS), and so do the BSDs for a process that caps itself. macOS
takes the limit and does not keep to it; Windows has none: there the cap does nothing, and `cap` says so.
"""

from __future__ import annotations

import sys
from typing import Final

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

DEFAULT_MB: Final = 4096
"""The strongest bots need about 600 MB of address space with two threads of BLAS, more on machines with many cores."""


def cap(megabytes: int | None, pid: int = 0) -> bool:
    """Cap this process, or a child by its number, and whatever it starts from now on; whether that is in force."""
    if not megabytes or resource is None or sys.platform in ("darwin", "win32"):
        return False
    try:
        if hasattr(resource, "prlimit"):
            resource.prlimit(
                pid, resource.RLIMIT_AS, _within(megabytes << 20, resource.prlimit(pid, resource.RLIMIT_AS)[1])
            )
            return True
        if pid == 0:
            resource.setrlimit(resource.RLIMIT_AS, _within(megabytes << 20, resource.getrlimit(resource.RLIMIT_AS)[1]))
            return True
    except ProcessLookupError:  # the child has ended already
        return False
    return False


def _within(wanted: int, hard: int) -> tuple[int, int]:
    """Both limits, so that the process cannot lift its own again; never above what the system allows it already."""
    assert resource is not None
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    return most, most
