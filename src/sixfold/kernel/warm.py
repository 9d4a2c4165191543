"""Compiling ahead of time: the steps of each part of the kernel, and a second process that runs them.

Compiling holds the GIL, so a program that people wait for never compiles by itself: it asks `kernel.ready`, uses the
reference while that is false, and `start` lets another process fill the cache. `python -m sixfold.kernel.warm` is
that process.
"""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from sixfold.kernel import cache

PARTS: Final[dict[str, str]] = {"tiles": "sixfold.kernel.tiles_warm", "cards": "sixfold.kernel.cards_warm"}
"""Each part of the kernel and the module whose `STEPS` compile it: pairs of a label and a function of no arguments."""

STALE: Final = 600.0
"""After this many seconds a lock left by a killed process no longer counts, and a failure is tried again."""
KEPT: Final = 30 * 86400.0


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
    _forget_old(part)


def _forget_old(part: str) -> None:
    """Remove folders of earlier versions that nobody has used for a month."""
    here = cache.folder(part)
    for other in here.parent.glob(f"{part}-*"):
        if other != here and time.time() - other.stat().st_mtime > KEPT:
            shutil.rmtree(other, ignore_errors=True)


def _lock(part: str) -> Path:
    return cache.folder(part) / "compiling"


def _failure(part: str) -> Path:
    return cache.folder(part) / "failed"


def running(part: str) -> bool:
    """Whether another process is compiling this part just now, or has just failed to."""
    for file in (_lock(part), _failure(part)):
        try:
            if time.time() - file.stat().st_mtime < STALE:
                return True
        except OSError:
            continue
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
            _failure(part).unlink(missing_ok=True)
        except Exception:
            # Nobody reads this process's output: leave the reason where the cache is, and do not try again at once.
            _failure(part).write_text(traceback.format_exc(), encoding="utf-8")
        finally:
            lock.unlink(missing_ok=True)


if __name__ == "__main__":
    main(sys.argv[1:] or list(PARTS))
