"""Compiling ahead of time: the steps of each part of the kernel, and a second process that runs them.

Compiling holds the GIL, so a program that people wait for never compiles by itself: `start` lets another process fill
the cache, and `state` says how far it is. `python -m sixfold.kernel.warm` is that process.
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
from typing import Final, Literal

from sixfold.kernel import cache

PARTS: Final[dict[str, str]] = {"tiles": "sixfold.kernel.tiles.warm", "cards": "sixfold.kernel.cards.warm"}
"""Each part of the kernel and the module whose `STEPS` compile it: pairs of a label and a function of no arguments."""

State = Literal["ready", "compiling", "none"]
STALE: Final = 120.0
"""After this many seconds a lock left by a killed process no longer counts: no step takes as long."""
AGAIN: Final = 600.0
"""After this many seconds a failure is tried again."""
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
    _forget_old()


def _forget_old() -> None:
    """Remove folders of earlier versions that nobody has used for a month."""
    here = cache.folder()
    for other in here.parent.iterdir():
        if other != here and time.time() - other.stat().st_mtime > KEPT:
            shutil.rmtree(other, ignore_errors=True)


def _lock(part: str) -> Path:
    return cache.folder() / f"compiling-{part}"


def _failure(part: str) -> Path:
    return cache.folder() / f"failed-{part}"


def _fresh(file: Path, seconds: float) -> bool:
    try:
        return time.time() - file.stat().st_mtime < seconds
    except OSError:
        return False


def state(part: str) -> State:
    """How far a part is; whatever is missing is begun. `none`: it cannot be had on this machine, or not now."""
    if not cache.available():
        return "none"
    if cache.stamp(part).exists():
        return "ready"
    start(part)
    return "compiling" if _fresh(_lock(part), STALE) else "none"


def start(part: str) -> None:
    """Let another process compile a part, once; returns at once. One that has just failed is not tried again."""
    if _fresh(_lock(part), STALE) or _fresh(_failure(part), AGAIN):
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
