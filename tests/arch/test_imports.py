"""How the house is built: who imports whom, what the rules stand on, and what a plain import loads."""

import ast
import importlib
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import sixfold

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "sixfold"
RULES = [
    *sorted((SOURCE / "tiles").glob("*.py")),
    *sorted((SOURCE / "cards").glob("*.py")),
    *(SOURCE / f"{name}.py" for name in ("__init__", "errors", "pieces", "game", "rulesets")),
]
TABLE = sorted((SOURCE / "server" / "table").rglob("*.py"))
OUTSIDE = {"random", "time", "datetime", "os", "io", "sys", "pathlib", "logging", "socket", "subprocess", "threading"}
"""Parts of the standard library that would let the rules sample, wait, read or write."""


def test_the_direction_of_imports() -> None:
    # A process of its own: in this one the linter's console closes the stream that pytest captures.
    program = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run(
        [str(program), "--config", "tests/arch/layers.ini", "--no-cache"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


def imported(path: Path) -> Iterator[str]:
    """The top names of what a module imports when it runs; what is only for the type checker is left out."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    checked = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if id(node) in checked:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute here"
            yield (node.module or "").partition(".")[0]


@pytest.mark.parametrize("path", RULES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_the_rules_need_the_standard_library_alone(path: Path) -> None:
    names = set(imported(path)) - {"sixfold"}
    assert names <= sys.stdlib_module_names
    assert not names & OUTSIDE


@pytest.mark.parametrize("path", TABLE, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_table_waits_for_nothing_and_samples_nothing(path: Path) -> None:
    names = set(imported(path)) - {"sixfold"}
    assert names <= sys.stdlib_module_names | {"msgspec"}
    assert not names & (OUTSIDE | {"asyncio", "secrets", "sqlite3", "uuid"})


def test_the_dealer_takes_no_chance_of_its_own() -> None:
    """Neither a clock nor a generator: all it deals comes from the seed."""
    assert set(imported(SOURCE / "dealer.py")) <= {
        "__future__",
        "hashlib",
        "struct",
        "collections",
        "functools",
        "dataclasses",
        "typing",
        "sixfold",
    }


def loaded(*modules: str) -> set[str]:
    """What a fresh Python without any installed package loads for these modules."""
    code = f"import {', '.join(modules)}, sys; print(*sorted({{name.partition('.')[0] for name in sys.modules}}))"
    environment = {**os.environ, "PYTHONPATH": str(SOURCE.parent)}
    done = subprocess.run(
        [sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True, env=environment, cwd=ROOT
    )
    return set(done.stdout.split())


def test_the_rules_run_without_anything_installed() -> None:
    names = loaded("sixfold", "sixfold.rulesets", "sixfold.record", "sixfold.dealer")
    assert names - {"__main__", "sixfold"} <= sys.stdlib_module_names


def test_importing_sixfold_is_light() -> None:
    """Nothing but itself, and not even its own rules."""
    names = loaded("sixfold")
    bare = loaded("sys")
    assert names - bare == {"sixfold"}


@pytest.mark.parametrize("name", sixfold.__all__)
def test_a_name_of_the_library_brings_the_rules_alone(name: str) -> None:
    """Each is what its own module calls so, and no more is loaded than what it stands on."""
    home = importlib.import_module(f"sixfold.{sixfold._HOMES.get(name, name)}")
    assert getattr(sixfold, name) is (getattr(home, name) if name in sixfold._HOMES else home)
    assert name in dir(sixfold)


def test_the_library_of_names_loads_the_standard_library_alone() -> None:
    names = loaded("sixfold", *(f"sixfold.{home}" for home in {*sixfold._HOMES.values(), *sixfold._MODULES}))
    assert names - {"__main__", "sixfold"} <= sys.stdlib_module_names
    # Each of these takes longer to load than the rules do.
    assert not names & {"asyncio", "email", "http", "logging", "multiprocessing", "socket", "subprocess", "unittest"}


def test_the_type_checker_is_told_the_names_that_there_are() -> None:
    tree = ast.parse((SOURCE / "__init__.py").read_text(encoding="utf-8"))
    told = {
        (alias.asname, (node.module or "").removeprefix("sixfold").removeprefix("."))
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module != "importlib"
        for alias in node.names
    }
    assert told == {*sixfold._HOMES.items(), *((name, "") for name in sixfold._MODULES)}


def test_a_name_that_there_is_not_is_refused() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Tile'"):
        sixfold.Tile  # noqa: B018


def test_the_command_line_loads_no_command() -> None:
    """`sixfold --help` answers without the compiler, the server or the terminal."""
    heavy = {"numba", "numpy", "litestar", "textual", "rich", "typer", "msgspec", "sqlalchemy", "uvicorn"}
    assert not loaded("sixfold.cli") & heavy


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCE)))
def test_modules_are_nouns_with_a_docstring_and_an_end(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert path.stem not in {"utils", "util", "helpers", "helper", "common", "base", "misc"}
    assert ast.get_docstring(ast.parse(text)) or not text.strip(), "a module says what it is"
    assert len(text.splitlines()) <= 800


def test_nothing_is_imported_that_windows_lacks() -> None:
    """When a module is loaded. Inside a function or a `try`, whoever imports it has looked first."""
    lacking = {"pwd", "grp", "fcntl", "termios", "tty", "pty", "resource", "syslog", "posix"}
    for path in SOURCE.rglob("*.py"):
        loaded = [node for node in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(node, ast.Import)]
        assert not lacking & {alias.name for node in loaded for alias in node.names}, path


def unguarded(text: str) -> list[str]:
    """What Windows lacks of `os` and `signal`, used in functions that have not looked whether it is there."""
    lacking = {
        "os": r"fork|get[eug]+id|sched_\w+|getloadavg|nice|f?chown|fchmod|setsid|killpg|getpgid|sysconf|mkfifo|uname",
        "signal": r"SIG(KILL|HUP|USR\d|PROF|ALRM|QUIT|CHLD|PIPE|STOP|CONT)|[sg]etitimer|ITIMER_\w+|alarm|pthread_\w+",
    }
    found: list[str] = []
    for node in ast.parse(text).body:
        for part in ast.walk(node):
            match part:
                case ast.Attribute(value=ast.Name(id=module), attr=name) if module in lacking:
                    looked = any(word in ast.unparse(node) for word in ("hasattr(", "/proc/"))
                    if re.fullmatch(lacking[module], name) and not looked:
                        found.append(f"{module}.{name}")
    return found


def test_nothing_is_called_that_windows_lacks() -> None:
    assert unguarded("def stop(pid):\n    os.kill(pid, signal.SIGKILL)") == ["signal.SIGKILL"]
    assert unguarded("def cores():\n    return os.nice(0) if hasattr(os, 'nice') else 0") == []
    for path in SOURCE.rglob("*.py"):
        assert unguarded(path.read_text(encoding="utf-8")) == [], path


ROOMS = [
    path
    for name in ("rooms", "table", "house.py", "people.py", "remote.py")
    for path in sorted((SOURCE / "server").glob(f"{name}/**/*.py" if "." not in name else name))
]
OF_THEIR_OWN = {
    "sleep",
    "get_running_loop",
    "get_event_loop",
    "time",
    "monotonic",
    "perf_counter",
    "timeout",
    "wait_for",
}
"""Names by which asyncio would let the rooms know a time that their clock does not tell."""
MAKERS = {"new_key", "new_seed", "new_secret", "new_id", "new_code", "new_token"}
"""What makes something random, and can be replaced."""


@pytest.mark.parametrize("path", ROOMS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_rooms_know_time_and_chance_from_outside_alone(path: Path) -> None:
    """So a simulation can decide both."""
    assert not set(imported(path)) & {"time", "random", "datetime", "threading"}
    tree = ast.parse(path.read_text(encoding="utf-8"))
    makers = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name in MAKERS
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            assert not (node.value.id == "asyncio" and node.attr in OF_THEIR_OWN), f"line {node.lineno}"
            assert node.value.id != "secrets" or id(node) in makers, f"line {node.lineno}"
