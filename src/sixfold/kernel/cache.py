"""Where code compiled by Numba is kept, for the laboratory. Imports neither Numba nor numpy.

Its folder is named by a hash of the kernel's sources, of the versions of Numba, llvmlite, numpy and Python, and of the
processor: whatever could make cached code wrong gives another name, so a cache is never stale.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
import platform
import sys
import tempfile
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Final

import platformdirs

ENVIRONMENT: Final = "SIXFOLD_KERNEL_CACHE"
"""Names another parent folder for the cache; `off`: nothing is kept."""


def kept() -> bool:
    """Whether compiled code is kept at all."""
    return os.environ.get(ENVIRONMENT) != "off"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return platform.processor()
    wanted = ("model name", "flags", "CPU implementer", "CPU part", "Features")
    return "\n".join(sorted({line for line in lines if line.startswith(wanted)}))


@cache
def fingerprint() -> str:
    """The name of the cache: 20 hex digits over all that compiled code depends on."""
    digest = hashlib.sha256()
    sources = Path(__file__).parent
    patterns = ("tiles/**/*.py", "cards/**/*.py", "floats.py", "engine.py", "lab.py")
    for path in sorted(chain.from_iterable(sources.glob(pattern) for pattern in patterns)):
        digest.update(path.relative_to(sources).as_posix().encode() + b"\0" + path.read_bytes())
    facts = [importlib.metadata.version(name) for name in ("numba", "llvmlite", "numpy")]
    facts += [sys.version, platform.machine(), _processor()]
    # Bounds checking compiles other code from the same sources; so does asking for another processor.
    facts += [f"{key}={value}" for key, value in sorted(os.environ.items()) if key.startswith("NUMBA_")]
    digest.update("\n".join(facts).encode())
    return digest.hexdigest()[:20]


@cache
def folder() -> Path:
    """The folder of compiled code; made if missing, somewhere temporary where the usual place is read only."""
    chosen = os.environ.get(ENVIRONMENT)
    parents = [Path(chosen)] if chosen else [platformdirs.user_cache_path("sixfold") / "kernel"]
    parents.append(Path(tempfile.gettempdir()) / f"sixfold-kernel-{os.getuid() if hasattr(os, 'getuid') else 0}")
    for parent in parents:
        path = parent / fingerprint()
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(path, os.W_OK):
            return path
    return Path(tempfile.mkdtemp(prefix="sixfold-kernel-"))
