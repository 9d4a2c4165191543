"""The kernel as an npm package, built and not published: `python -m bench.kernel.package`, or `make npm`."""

from __future__ import annotations

import argparse
import json
import shutil
from pathlib import Path
from typing import Final

from hatch_build import install, run_npm
from sixfold import __version__

WEB: Final = Path(__file__).parents[2] / "web"
SOURCE: Final = WEB / "kernel-package"
BESIDE: Final = ("README.md", "example.mjs")


def build(to: Path) -> Path:
    """The package as a folder: one file of JavaScript, its types, the module, the weights."""
    install(WEB)
    dist = to / "dist"
    bundle = ("vite", "build", "-c", str(SOURCE / "vite.config.ts"), "--outDir", str(dist), "--emptyOutDir")
    run_npm(WEB, "exec", "--", *bundle)
    run_npm(WEB, "exec", "--", "tsc", "-p", str(SOURCE / "tsconfig.json"), "--outDir", str(dist / "types"))
    shutil.copy(WEB / "src" / "kernel" / "weights.bin", dist)
    for name in BESIDE:
        shutil.copy(SOURCE / name, to)
    described = json.loads((SOURCE / "package.json").read_text(encoding="utf-8")) | {"version": __version__}
    (to / "package.json").write_text(json.dumps(described, indent=2) + "\n", encoding="utf-8")
    return to


def pack(to: Path) -> None:
    """The folder, and the file that npm would publish."""
    run_npm(build(to), "pack", "--silent")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("to", nargs="?", type=Path, default=WEB.parent / "dist" / "npm")
    pack(parser.parse_args().to.resolve())
