"""What a system other than Linux and macOS lacks is never taken for granted: all of the package loads without it."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from sixfold.server.http import connections
from sixfold.server.thinkers import worker

ROOT = Path(__file__).parents[2]
MODULES = ("pwd", "grp", "fcntl", "resource", "termios", "tty", "pty", "curses", "readline", "syslog", "posix")
NAMES = {
    *("os.fork", "os.forkpty", "os.getuid", "os.geteuid", "os.getgid", "os.getegid", "os.setsid", "os.killpg"),
    *("os.nice", "os.setpriority", "os.sched_getaffinity", "os.uname", "os.getloadavg", "os.mkfifo", "os.chown"),
    *("signal.SIGALRM", "signal.SIGPROF", "signal.SIGHUP", "signal.SIGKILL", "signal.SIGCHLD", "signal.SIGQUIT"),
    *("signal.SIGUSR1", "signal.SIGUSR2", "signal.SIGPIPE", "signal.setitimer", "signal.alarm", "signal.pause"),
}
SOURCES = [*sorted((ROOT / "src" / "sixfold").rglob("*.py")), *sorted((ROOT / "setup").rglob("*.py"))]

WITHOUT = f"""
import builtins, importlib, pkgutil, sys

real = builtins.__import__

def only(name, globals=None, locals=None, fromlist=(), level=0):
    if name in {MODULES!r} and (globals or {{}}).get("__name__", "").startswith("sixfold"):
        raise ImportError(f"there is no {{name}} here")
    return real(name, globals, locals, fromlist, level)

builtins.__import__ = only
import sixfold

names = [one.name for one in pkgutil.walk_packages(sixfold.__path__, "sixfold.")]
for name in names:
    if not name.endswith("__main__"):
        importlib.import_module(name)
print(len(names), "modules")
sys.argv = ["sixfold", "--help"]
importlib.import_module("sixfold.cli").main()
"""


def test_everything_loads_and_the_command_line_answers() -> None:
    # In a process of its own. Other people's packages know by themselves which system they are on.
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout.split()[0]) > 250
    assert "serve" in done.stdout


def unguarded(tree: ast.Module) -> list[str]:
    """Names that not every system has, outside of a function that asks whether they are there."""
    asking = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and any(isinstance(inner, ast.Name) and inner.id in ("hasattr", "AttributeError") for inner in ast.walk(node))
    ]
    safe = {id(inner) for node in asking for inner in ast.walk(node)}
    return [
        ast.unparse(node)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and id(node) not in safe and ast.unparse(node) in NAMES
    ]


def test_what_not_every_system_has_is_asked_for_first() -> None:
    assert len(SOURCES) > 250
    found = {
        path.relative_to(ROOT).as_posix(): unguarded(ast.parse(path.read_text(encoding="utf-8"))) for path in SOURCES
    }
    assert {path: names for path, names in found.items() if names} == {}
    assert unguarded(ast.parse("def root(): return os.geteuid() == 0")) == ["os.geteuid"]


def test_the_place_of_programs_in_an_environment_is_known_in_one_file() -> None:
    told = [path for path in [*SOURCES, ROOT / "hatch_build.py"] if ".venv/bin" in path.read_text(encoding="utf-8")]
    assert told == []


def test_limits_that_a_system_cannot_set_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resource", None)
    assert connections.raise_limit() == connections.WITHOUT
    monkeypatch.delattr("signal.setitimer")
    with worker._deadline(1):
        pass
