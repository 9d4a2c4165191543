"""The page for authors of bots does what it says: its examples run, and who follows it has a bot that plays."""

import doctest
import os
import re
import shlex
import site
import subprocess
import sys
import venv
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "write-a-bot.md"


def test_write_a_bot_runs_as_printed() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried > 10
    assert not failed


def blocks(kind: str) -> list[str]:
    """The blocks of one kind, without the prompts of Python's."""
    found = re.findall(rf"^```{kind}\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return [re.sub(r"^(>>>|\.\.\.) ?", "", text, flags=re.MULTILINE) for text in found]


@pytest.fixture
def python(tmp_path: Path) -> Path:
    """An environment of the author's own, in which Sixfold is installed: this one's packages, and room for one more."""
    home = tmp_path / "environment"
    venv.create(home, with_pip=False, symlinks=True)
    packages = next(home.glob("lib/python*/site-packages"))
    lines = [f"import site; site.addsitedir({folder!r})\n" for folder in site.getsitepackages()]
    (packages / "sixfold.pth").write_text("".join(lines), encoding="utf-8")
    return home / "bin" / "python"


def test_who_follows_the_page_has_a_bot_that_plays(tmp_path: Path, python: Path) -> None:
    """The class into a file, the project beside it, then the commands as printed; only the network is left out."""
    folder = tmp_path / "thrifty"
    folder.mkdir()
    (folder / "thrifty.py").write_text(blocks("python")[0], encoding="utf-8")
    (folder / "pyproject.toml").write_text(blocks("toml")[0], encoding="utf-8")
    programs = {
        "pip": [sys.executable, "-m", "pip", "--python", str(python)],
        "sixfold": [str(python), "-m", "sixfold"],
    }
    # Build tools come from this environment instead of the internet.
    environment = {**os.environ, "PIP_NO_BUILD_ISOLATION": "0", "PIP_NO_INDEX": "1", "NO_COLOR": "1"}
    said: list[str] = []
    for line in blocks("sh")[0].splitlines():
        program, *words = shlex.split(line)
        command = [*programs[program], *words]
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=500)
        assert done.returncode == 0, f"{line}: {done.stdout[-2000:]} {done.stderr[-2000:]}"
        said.append(done.stdout)
    assert "thrifty" in said[1]
    assert re.search(r"thrifty", said[2])
    assert re.search(r"\b40\b", said[2]), "twenty deals, each in both seatings"
