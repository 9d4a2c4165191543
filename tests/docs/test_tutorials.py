"""The shell commands of the tutorials: what needs only the project runs as printed; the rest names what there is."""

import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs" / "tutorials").glob("*.md"))
PROGRAMS = {"sixfold": [sys.executable, "-m", "sixfold"], "python": [sys.executable]}
OWN_BOT = "pip install -e .\n"
"""A block that begins so is for the reader's own bot: tests/bots/test_docs.py follows one from file to arena."""


def blocks(page: Path) -> list[str]:
    """The shell blocks of a page."""
    return re.findall(r"^```sh\n(.*?)^```", page.read_text("utf-8"), re.M | re.S)


COMMANDS = [
    (page.name, line)
    for page in PAGES
    for block in blocks(page)
    if not block.startswith(OWN_BOT)
    for line in block.splitlines()
]


@pytest.mark.parametrize("line", [line for _, line in COMMANDS if not line.startswith("pip ")])
def test_a_command_runs_as_printed(line: str) -> None:
    program, *words = shlex.split(line, comments=True)
    done = subprocess.run(
        [*PROGRAMS[program], *words],
        cwd=ROOT,
        env={**os.environ, "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        timeout=500,
    )
    assert done.returncode == 0, f"{line}: {done.stdout[-2000:]} {done.stderr[-2000:]}"
    assert done.stdout.strip()


def test_what_is_installed_is_there() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    rules = tomllib.loads((ROOT / "rules" / "pyproject.toml").read_text("utf-8"))["project"]["name"]
    lines = [line for _, line in COMMANDS if line.startswith("pip ")]
    assert len(lines) == len(PAGES), "every tutorial begins with what it needs"
    for line in lines:
        name, extras = re.fullmatch(r"pip install '?([\w-]+)(?:\[([\w,]+)\])?'?", line).groups()  # type: ignore[union-attr]
        assert name in (project["name"], rules)
        assert set((extras or "").split(",")) - {""} <= set(project["optional-dependencies"])


def test_the_block_for_a_bot_of_ones_own_installs_it_and_lets_it_play() -> None:
    (block,) = [block for page in PAGES for block in blocks(page) if block.startswith(OWN_BOT)]
    assert re.fullmatch(rf"{re.escape(OWN_BOT)}sixfold arena second greedy [^\n]*\n", block)
    assert 'name = "second"' in (ROOT / "docs" / "tutorials" / "bot.md").read_text("utf-8")
