"""What else the machine does while something is measured: cores that other processes use."""

from __future__ import annotations

import os
import resource
import time
from pathlib import Path
from typing import NamedTuple

_TICK: int = os.sysconf("SC_CLK_TCK")


class Surroundings(NamedTuple):
    """`others`: cores that other processes used meanwhile; `cores`: how many there are."""

    others: float
    cores: int

    @property
    def quiet(self) -> bool:
        """Whether times by the clock say something about the server."""
        return self.others < 0.25 * self.cores


class Watch:
    """From its making to its end. Processes of one's own count once they have been waited for."""

    def __init__(self) -> None:
        self._began, self._busy, self._own = time.monotonic(), _busy_s(), _own_s()

    def end(self) -> Surroundings:
        seconds = time.monotonic() - self._began
        others = (_busy_s() - self._busy) - (_own_s() - self._own)
        return Surroundings(max(0.0, others / seconds), os.cpu_count() or 1)


def _busy_s() -> float:
    """CPU seconds of all processes since the machine started: user, nice, system, interrupts."""
    words = Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]
    return sum(int(words[at]) for at in (0, 1, 2, 5, 6)) / _TICK


def _own_s() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)
