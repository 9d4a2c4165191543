"""The driver in JavaScript plays a game and finds that the engine conforms; one that does not is told apart."""

import shutil
import subprocess
import sys
from pathlib import Path

from hatch_build import find_npm
from tests.engine.cases import CASES

ROOT = Path(__file__).parents[2]


def drive(*command: str) -> "subprocess.CompletedProcess[str]":
    """Run the example with the Node that builds the page: where there is none, the page cannot be built either."""
    _, environment = find_npm()
    node = shutil.which("node", path=environment["PATH"])
    assert node is not None
    words = [node, str(ROOT / "examples" / "engine_driver.mjs"), *command]
    return subprocess.run(words, env=environment, capture_output=True, text=True, timeout=300)


def test_the_driver_plays_and_all_cases_pass() -> None:
    done = drive(sys.executable, "-m", "sixfold", "engine")
    lines = done.stdout.splitlines()
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    assert lines[0].startswith("greedy ")
    assert [line.split(" ", 1)[0] for line in lines[1:-1]] == ["pass"] * len(CASES)
    assert lines[-1] == "all cases pass"


def test_an_engine_that_does_not_conform_fails(tmp_path: Path) -> None:
    """Another engine, ours with one answer forgotten: the driver names the cases."""
    other = tmp_path / "other.py"
    other.write_text(
        "import sys\n"
        "from sixfold import engine\n"
        "del engine.HANDLERS['solve']\n"
        "engine.serve(sys.stdin.buffer, sys.stdout.buffer)\n"
    )
    done = drive(sys.executable, str(other))
    assert done.returncode == 1
    solving = sum('"do": "solve"' in case.get("send", "") and case["answer"]["ok"] for case in CASES)
    assert sum(line.startswith("fail ") for line in done.stdout.splitlines()) >= solving > 0
