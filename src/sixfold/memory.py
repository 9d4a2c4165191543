"""A memory limit for a process in which bots think, so that a bot that uses too much fails alone.

Linux limits what each process may write to (RLIMIT_DATA), and so do the BSDs for a process that limits itself. Address
space (RLIMIT_AS) would be the wrong measure: the kernel's sandbox reserves 4 GB of it and uses little. macOS accepts
the limit but does not enforce it, and Windows has none. There the limit does nothing, and `cap` says so.
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
    """Limit this process, or a child by its number, and whatever it starts from now on; returns whether the limit
    works.
    """
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
