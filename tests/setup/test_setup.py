"""The set-up on machines where something is in the way: one sentence, and nothing half done for the next run."""

from __future__ import annotations

import ast
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import hatch_build
from setup import browser, database, environment, steps, system
from setup.words import NO_NETWORK, NO_SPACE, Trouble, what_it_means

ROOT = Path(__file__).parents[2]


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An environment that is not the one the tests run in."""
    folder = tmp_path / "venv"
    monkeypatch.setattr(environment, "VENV", folder)
    monkeypatch.setattr(environment, "PYTHON", folder / "bin" / "python")
    monkeypatch.setattr(environment, "UNFINISHED", folder / "unfinished")
    monkeypatch.setattr(environment, "LOG", tmp_path / "setup.log")
    monkeypatch.setattr(environment, "PIP", [sys.executable, "-m", "pip", "install", "--no-input"])
    return folder


def test_an_old_python_is_told_its_age() -> None:
    source = (ROOT / "setup" / "__main__.py").read_text("utf-8")
    ast.parse(source, feature_version=(3, 4))
    pretend = "import sys, runpy; sys.version_info = (3, 10, 4); sys.version = '3.10.4 (x)'; runpy.run_path('setup')"
    done = subprocess.run([sys.executable, "-c", pretend], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.startswith("Sixfold needs Python 3.11 or newer, and this is 3.10.4.")
    assert len(done.stderr.splitlines()) == 1


def test_a_broken_environment_is_made_anew(elsewhere: Path) -> None:
    elsewhere.mkdir()
    (elsewhere / "pyvenv.cfg").write_text("home = /nowhere\n")
    (elsewhere / "bin").mkdir()
    (elsewhere / "bin" / "python").symlink_to("/nowhere/python3")
    environment._make()
    assert subprocess.run([str(elsewhere / "bin" / "python"), "-m", "pip", "--version"]).returncode == 0
    before = (elsewhere / "pyvenv.cfg").stat().st_mtime_ns
    environment._make()
    assert (elsewhere / "pyvenv.cfg").stat().st_mtime_ns == before, "a good one is left alone"


def test_an_environment_that_was_moved_or_left_half_filled_is_made_anew(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its programs name the folder they were made in; a package may lack half its files."""
    environment._make()
    moved = elsewhere.with_name("moved")
    elsewhere.rename(moved)
    for name, path in (("VENV", moved), ("PYTHON", moved / "bin" / "python"), ("UNFINISHED", moved / "unfinished")):
        monkeypatch.setattr(environment, name, path)
    assert environment._left()
    environment._make()
    assert f"-m venv {moved}" in (moved / "pyvenv.cfg").read_text()
    assert not environment._left()
    assert capsys.readouterr().out.count("making it anew") == 1
    environment.UNFINISHED.touch()
    assert environment._left()


def test_a_folder_that_is_no_environment_is_not_touched(elsewhere: Path) -> None:
    elsewhere.mkdir()
    (elsewhere / "thesis.txt").write_text("my only copy")
    with pytest.raises(Trouble, match="in the way"):
        environment._make()
    assert (elsewhere / "thesis.txt").read_text() == "my only copy"


def test_no_network_is_one_sentence(elsewhere: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("PIP_FIND_LINKS", "PIP_EXTRA_INDEX_URL"):
        monkeypatch.setenv(name, "")
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    monkeypatch.setenv("PIP_RETRIES", "1")
    with pytest.raises(Trouble) as told:
        environment._pip(["--target", str(tmp_path / "t"), "no-such-package-of-ours"], None)
    assert str(told.value).startswith(NO_NETWORK)


def test_a_full_disk_is_one_sentence(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment, "LOG", Path("/dev/full"))
    monkeypatch.setattr(environment, "_make", lambda: elsewhere.mkdir())
    monkeypatch.setattr(environment, "PIP", [sys.executable, "-c", "print('x' * 100_000)"])
    with pytest.raises(SystemExit) as ended:
        steps.main(["run"])
    assert ended.value.code == f"Sixfold: {NO_SPACE}"
    assert not (elsewhere / "installed-run").exists()


def test_a_node_that_was_fetched_for_the_page_goes_again(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether the page could be built with it or not."""
    monkeypatch.setattr(hatch_build, "current", lambda: False)
    monkeypatch.setattr(hatch_build, "system_node", lambda: None)
    monkeypatch.setattr(environment, "_pip", lambda told, _: Path(told[told.index("--target") + 1]).mkdir(parents=True))
    seen: list[Path] = []

    def build(told: list[str], env: dict[str, str]) -> subprocess.CompletedProcess[str]:
        seen.append(Path(env["PYTHONPATH"]))
        assert seen[-1].is_dir()
        return subprocess.CompletedProcess(told, len(seen) - 1)

    monkeypatch.setattr(subprocess, "run", build)
    environment.page()
    with pytest.raises(Trouble, match="could not be built"):
        environment.page()
    assert len(seen) == 2
    assert not seen[0].exists()


def test_a_page_that_is_built_needs_no_node(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hatch_build, "current", lambda: True)
    monkeypatch.setattr(hatch_build, "system_node", lambda: None)
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: pytest.fail("nothing is to be done"))
    environment.page()
    assert hatch_build.CustomBuildHook.dependencies(None) == []  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("printed", "sentence"),
    [
        ("ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device", NO_SPACE),
        ("npm error code EAI_AGAIN", NO_NETWORK),
        ("socket.gaierror: [Errno -3] Temporary failure in name resolution", NO_NETWORK),
        ("everything is fine", None),
    ],
)
def test_what_package_programs_print_is_understood(printed: str, sentence: str | None) -> None:
    assert what_it_means(printed) == sentence


def test_ctrl_c_stops_with_a_sentence_and_the_next_run_starts_over(tmp_path: Path) -> None:
    folder = tmp_path / "venv"
    surroundings = os.environ | {"VENV": str(folder), "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        [sys.executable, "setup", "run"],
        cwd=ROOT,
        env=surroundings,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert "Installing" in process.stdout.readline()
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 1
    assert errors.strip() == "Sixfold: stopped. Run it again to go on; nothing is broken."
    assert not (folder / "installed-run").exists()


def test_a_purpose_that_does_not_exist_lists_those_that_do() -> None:
    done = subprocess.run([sys.executable, "setup", "dance"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1
    assert all(name in done.stderr for name in steps.PURPOSES)


def test_without_any_browser_the_exact_command_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browser, "_there", lambda: iter(()))
    for way in ("_carried", "_of_the_distribution", "_downloaded"):
        monkeypatch.setattr(browser, way, lambda: None)
    monkeypatch.setattr(system, "command", lambda package: f"sudo apt-get install {package}")
    with pytest.raises(Trouble, match="Please run: sudo apt-get install chromium"):
        browser.provide()


def test_a_browser_that_does_not_start_is_passed_over(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken = browser.Chromium("/bin/false", "of this system")
    good = browser.find()
    assert good is not None
    monkeypatch.setattr(browser, "_there", lambda: iter((broken, good)))
    monkeypatch.setattr(browser, "CHOICE", tmp_path / "chromium.json")
    assert browser.find() == broken
    assert browser.provide().path == good.path
    assert browser.find() == browser.provide(), "the tests start the one that was seen to work"


def test_without_any_database_the_exact_command_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "find", lambda: None)
    monkeypatch.setattr(system, "install", lambda package: False)
    monkeypatch.setattr(system, "command", lambda package: f"sudo apt-get install {package}")
    with pytest.raises(Trouble, match="Please run: sudo apt-get install postgresql"):
        database.provide()


def test_packages_of_the_system_can_be_declined(monkeypatch: pytest.MonkeyPatch) -> None:
    called = threading.Event()
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: called.set())
    monkeypatch.setenv("SYSTEM", "no")
    assert system.install("chromium") is False
    assert not called.is_set()
