"""A bot of an earlier release, for matches against today's: its own sources, out of this repository's history.

python -m bench.former prepare                                                   once: it compiles, some minutes
sixfold arena champion "cmd/champion:python -m bench.former" --rollouts 5000     against the champion of 0.1.0

It answers by the engine protocol (docs/protocol.md), which that release spoke already.
"""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Final

import platformdirs

ROOT: Final = Path(__file__).resolve().parents[1]
RELEASE: Final = "f14a95dd0e5b580644217345f67e718bac68f6fd"
"""The last commit of 0.1.0."""


def sources(folder: Path, commit: str = RELEASE) -> Path:
    """That release's sources in a folder of their own, taken out of the history once."""
    kept = folder / commit
    if not kept.exists():
        git = shutil.which("git")
        if git is None:
            raise SystemExit("an earlier release comes out of the history, and this machine has no git to read it with")
        found = subprocess.run([git, "-C", str(ROOT), "archive", commit, "src"], capture_output=True, check=False)
        if found.returncode:
            raise SystemExit(f"the history here does not reach back to {commit[:12]}: {found.stderr.decode().strip()}")
        folder.mkdir(parents=True, exist_ok=True)
        # In one step, so that two matches that begin together cannot meet half of it.
        with tempfile.TemporaryDirectory(dir=folder) as beside:
            with tarfile.open(fileobj=io.BytesIO(found.stdout)) as archive:
                archive.extractall(beside, filter="data")
            try:
                (Path(beside) / "src").rename(kept)
            except OSError:
                if not kept.exists():
                    raise
    return kept


def environment(kept: Path) -> dict[str, str]:
    """Where that release finds itself and what it compiled. Without a kernel it would let greedy stand in, unasked."""
    return os.environ | {
        "PYTHONPATH": str(kept),
        "NUMBA_CACHE_DIR": str(kept / "compiled"),
        "SIXFOLD_KERNEL": "required",
    }


def prepare() -> Path:
    """Its sources, with its kernel compiled for this processor: that would be too slow for the first answer."""
    kept = sources(platformdirs.user_cache_path("sixfold") / "former")
    compiling = """
from sixfold.kernel import cache, warm
for part in warm.PARTS:
    if not cache.stamp(part).exists():
        for label in warm.compile_part(part):
            print(part, label, flush=True)
"""
    told = environment(kept)
    subprocess.run([sys.executable, "-c", compiling], env=told, cwd=kept, stdout=sys.stderr, check=True)
    return kept


def main() -> None:
    """Get ready, and then become that release's engine."""
    kept = prepare()
    if sys.argv[1:] != ["prepare"]:
        os.chdir(kept)
        os.execve(sys.executable, [sys.executable, "-m", "sixfold", "engine"], environment(kept))


if __name__ == "__main__":
    main()
