"""The page's own checks, in its own language: types and accessibility hints (svelte-check), and units (vitest)."""

import subprocess

import pytest

from hatch_build import WEB, find_npm, install


@pytest.mark.parametrize("script", ["check", "test"])
def test_the_page_passes_its_own(script: str) -> None:
    install(WEB)
    npm, environment = find_npm()
    done = subprocess.run(
        [*npm, "run", script], cwd=WEB, env=environment | {"NO_COLOR": "1"}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
