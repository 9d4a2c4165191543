"""A cap on the memory of a process in which bots think, so that one that eats all of it fails alone.

Linux counts what each process may write to (RLIMIT_DATA), and so do the BSDs for a process that caps itself. Address
space (RLIMIT_AS) would be the wrong measure: the kernel's sandbox sets 4 GB of it aside and uses few of them. macOS
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
"""The strongest bots need less than a tenth of it."""


def cap(megabytes: int | None, pid: int = 0) -> bool:
    """Cap this process, or a child by its number, and whatever it starts from now on; whether that is in force."""
    if not megabytes or resource is None or sys.platform in ("darwin", "win32"):
        return False
    try:
        if hasattr(resource, "prlimit"):
            hard = resource.prlimit(pid, resource.RLIMIT_DATA)[1]
            resource.prlimit(pid, resource.RLIMIT_DATA, _within(megabytes << 20, hard))
            return True
        if pid == 0:
            hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
            resource.setrlimit(resource.RLIMIT_DATA, _within(megabytes << 20, hard))
            return True
    except ProcessLookupError:  # the child has ended already
        return False
    return False


def _within(wanted: int, hard: int) -> tuple[int, int]:
    """Both limits, so that the process cannot lift its own again; never above what the system allows it already."""
    assert resource is not None
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    return most, most
