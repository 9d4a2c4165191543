"""An outsider plays whole games of both kinds by the documented requests alone; the rules agree with every step."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from sixfold.record import Record
from tests.scale import scale

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "engine_game.py"


def test_the_outsider_imports_nothing_of_ours_and_asks_what_is_documented() -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    imported = {
        name.partition(".")[0]
        for node in ast.walk(ast.parse(text))
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert imported <= sys.stdlib_module_names
    documented = re.findall(r"^### `(\w+)`", (ROOT / "docs" / "protocol.md").read_text("utf-8"), re.MULTILINE)
    asked = set(re.findall(r'do="(\w+)"', text))
    assert asked == {"follow", "solve", "check"} <= set(documented)


@pytest.mark.parametrize("ruleset", ["cards/1", "tiles/1", "tiny-tiles/1"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_from_the_first_draw_to_the_result(ruleset: str, seats: int) -> None:
    for seed in range(scale(1, 20)):
        words = [
            sys.executable,
            str(EXAMPLE),
            ruleset,
            str(seats),
            str(seed),
            sys.executable,
            "-m",
            "sixfold",
            "engine",
        ]
        done = subprocess.run(words, capture_output=True, text=True, timeout=600)
        assert done.returncode == 0, done.stderr
        record = Record.parse(done.stdout)
        assert record.result is not None
        assert record.result.by_the_rules
        assert record.final.outcome is not None
        assert record.final.outcome.winners == record.result.winners
        assert str(record) == done.stdout
