"""Compiling ahead of time: the steps of each part of the kernel, and a second process that runs them.

Compiling holds the GIL, so a program that people wait for never compiles by itself: it asks `kernel.ready`, uses the
reference while that is false, and `start` lets another process fill the cache. `python -m sixfold.kernel.warm` is that process.
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
"""Each part of the kernel and the module whose `STEPS` compile it: pairs of a label and a function without arguments."""

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


def _lock() -> Path:
    return cache.folder() / "compiling"


def running() -> bool:
    """Whether another process is compiling just now."""
    try:
        return time.time() - _lock().stat().st_mtime < STALE
    except OSError:
        return False


def start() -> None:
    """Let another process compile what is missing, once; returns at once."""
    if running():
        return
    try:
        handle = os.open(_lock(), os.O_CREAT | os.O_WRONLY | os.O_TRUNC)
    except OSError:
        return
    os.close(handle)
    subprocess.Popen(
        [sys.executable, "-m", "sixfold.kernel.warm"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def main() -> None:
    """Compile every part that is not ready. A part that fails leaves the others alone."""
    lock = _lock()
    lock.touch()
    try:
        for part in PARTS:
            if importlib.util.find_spec(PARTS[part]) is None or cache.stamp(part).exists():
                continue
            for _ in compile_part(part):
                lock.touch()
    finally:
        lock.unlink(missing_ok=True)


if __name__ == "__main__":
    main()
