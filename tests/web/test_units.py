"""The page's own checks, in its own language: types and accessibility hints (svelte-check), and units (vitest)."""

import subprocess
from pathlib import Path

import pytest

from hatch_build import find_npm, packages_are_fresh

WEB = Path(__file__).parents[2] / "web"


@pytest.mark.parametrize("script", ["check", "test"])
def test_the_page_passes_its_own(script: str) -> None:
    npm, environment = find_npm()
    if not packages_are_fresh():
        subprocess.run([*npm, "ci", "--no-progress"], cwd=WEB, env=environment, check=True, capture_output=True)
    done = subprocess.run(
        [*npm, "run", script], cwd=WEB, env=environment | {"NO_COLOR": "1"}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
