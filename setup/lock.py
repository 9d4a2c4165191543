"""`make lock`: one set of locks that holds for every Python and system promised, with hashes and without host names.

`python -m setup.lock docs` solves one lock alone and keeps the pins that it has, for a new package in one extra.

uv solves for all of them at once and writes markers where they differ. What each pin needs of Python, and where
it has no wheel, is asked of the package index and kept in requirements/wheels.json, so that a test finds a pin that
excludes somebody before a user does.
"""

from __future__ import annotations

import html
import json
import os
import re
import subprocess
import sys
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "requirements"
WHEELS = FOLDER / "wheels.json"
OLDEST = "3.11.0"
LOCKS = {
    "run": [],
    "node": [],
    "test": ["mcp", "notices", "postgres", "ray", "research", "test"],
    "bench": ["mcp", "notices", "postgres", "ray", "research", "test", "bench"],
    "docs": ["docs"],
    "postgres": ["postgres"],
    "release": ["release"],
}
"""The extras that each lock holds. All agree with run.txt, so that one environment can hold several."""

PYTHONS = ("3.11", "3.12", "3.13", "3.14")
SYSTEMS = {
    "Linux x86-64": "manylinux.*x86_64",
    "Linux arm64": "manylinux.*aarch64",
    "macOS x86-64": "macosx.*(x86_64|universal2)",
    "macOS arm64": "macosx.*(arm64|universal2)",
    "Windows x86-64": "win_amd64",
    "Windows arm64": "win_arm64",
}
"""What is promised, and how wheels are named there."""

PIN = re.compile(r"^([a-z0-9._-]+)(?:\[[^\]]*\])?==([^ ;\\]+)(?: ; ([^\\]+?))? *\\?$", re.M)


def pins(lock: Path) -> list[tuple[str, str, str]]:
    """Name, version and marker of each pin of a lock."""
    return [(name, version, marker.strip()) for name, version, marker in PIN.findall(lock.read_text("utf-8"))]


def main(names: list[str]) -> None:
    """Write all locks anew, or add to those named, then what their wheels are."""
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "uv"], check=True)
    for name in names or LOCKS:
        _solve(name, LOCKS[name], upgrade=not names)
    everything = sorted({pin[:2] for name in LOCKS for pin in pins(FOLDER / f"{name}.txt")})
    known = json.loads(WHEELS.read_text("utf-8")) if names else {}
    known = {f"{name}=={version}": known.get(f"{name}=={version}") for name, version in everything}
    with ThreadPoolExecutor(8) as pool:
        known |= dict(pool.map(_published, [pin for pin in everything if known["==".join(pin)] is None]))
    lines = [f"{json.dumps(pin)}: {json.dumps(what)}" for pin, what in sorted(known.items())]
    WHEELS.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


def _solve(name: str, extras: list[str], upgrade: bool) -> None:
    command = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--universal", "--python-version", OLDEST]
    command += ["--generate-hashes", "--no-header", "--no-annotate", "--no-emit-index-url", "--no-emit-find-links"]
    command += ["--no-emit-package", "sixfold-rules"]  # it is in this tree
    command += [word for extra in extras for word in ("--extra", extra)]
    command += [] if name == "run" else ["--constraint", "requirements/run.txt"]
    command += [] if name != "bench" else ["--constraint", "requirements/test.txt"]
    command += ["--upgrade"] if upgrade else []
    command += ["--output-file", f"requirements/{name}.txt"]
    command += ["requirements/node.in"] if name == "node" else ["pyproject.toml", "requirements/build.in"]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def _published(pin: tuple[str, str]) -> tuple[str, dict[str, object]]:
    """The Python that a pin asks for, and where it has no wheel, by the index's own page."""
    name, version = pin
    index = os.environ.get("PIP_INDEX_URL", "https://pypi.org/simple").rstrip("/")
    with urllib.request.urlopen(f"{index}/{name}/", timeout=60) as answer:
        page = answer.read().decode()
    asked, tags = "", set()
    for attributes, file in re.findall(r"<a([^>]*)>\s*([^<]+?)\s*</a>", page):
        if not re.search(rf"[-_]{re.escape(version)}(?:-|\.tar|\.zip)", file):
            continue
        found = re.search(r'data-requires-python="([^"]*)"', attributes)
        asked = html.unescape(found.group(1)) if found else asked
        if file.endswith(".whl"):
            tags.add(tuple(file.removesuffix(".whl").split("-")[-3:]))
    lacks = [
        f"{python} {system}" for python in PYTHONS for system in SYSTEMS if tags and not _fits(tags, python, system)
    ]
    return f"{name}=={version}", {"python": asked, "lacks": lacks}


def _fits(tags: set[tuple[str, ...]], python: str, system: str) -> bool:
    """Whether one of these wheels can be installed there."""
    minor = int(python.partition(".")[2])
    for interpreters, abi, platforms in tags:
        runs = any(
            word.startswith("py3") or word == f"cp3{minor}" or (abi == "abi3" and int(word[3:]) <= minor)
            for word in interpreters.split(".")
            if word.startswith(("py3", "cp3"))
        )
        if runs and abi in ("none", "abi3", f"cp3{minor}") and re.search(rf"^any$|{SYSTEMS[system]}", platforms):
            return True
    return False


if __name__ == "__main__":
    main(sys.argv[1:])
