"""Compiling ahead of time: the steps of each part of the kernel, and a second process that runs them.

Compiling holds the GIL, so a program that people wait for never compiles by itself: it asks `kernel.ready`, uses the
reference while that is false, and `start` lets another process fill the cache. `python -m sixfold.kernel.warm` is
that process.
"""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from sixfold.kernel import cache

PARTS: Final[dict[str, str]] = {"tiles": "sixfold.kernel.tiles_warm", "cards": "sixfold.kernel.cards_warm"}
"""Each part of the kernel and the module whose `STEPS` compile it: pairs of a label and a function of no arguments."""

STALE: Final = 600.0
"""After this many seconds a lock left by a killed process no longer counts."""


def steps(part: str) -> list[tuple[str, Callable[[], None]]]:
    """What has to be compiled for one part, in order. Importing the module already imports Numba."""
    found: list[tuple[str, Callable[[], None]]] = list(importlib.import_module(PARTS[part]).STEPS)
    return found


def compile_part(part: str) -> Iterator[str]:
    """Compile one part, step by step; yields each label before its step; marks the part ready at the end."""
    for label, step in steps(part):
        yield label
        step()
    cache.stamp(part).write_text("compiled\n", encoding="utf-8")


def _lock(part: str) -> Path:
    return cache.folder(part) / "compiling"


def running(part: str) -> bool:
    """Whether another process is compiling this part just now."""
    try:
        return time.time() - _lock(part).stat().st_mtime < STALE
    except OSError:
        return False


def start(part: str) -> None:
    """Let another process compile a part, once; returns at once."""
    if running(part):
        return
    try:
        _lock(part).touch()
    except OSError:
        return
    subprocess.Popen(
        [sys.executable, "-m", "sixfold.kernel.warm", part],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def main(parts: list[str]) -> None:
    """Compile these parts, at the lowest priority: somebody is playing meanwhile."""
    if hasattr(os, "nice"):
        os.nice(10)
    for part in parts:
        lock = _lock(part)
        try:
            for _ in compile_part(part):
                lock.touch()
        finally:
            lock.unlink(missing_ok=True)


if __name__ == "__main__":
    main(sys.argv[1:] or list(PARTS))
