"""The page for authors of bots does what it says."""

import doctest
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def test_write_a_bot_runs_as_printed() -> None:
    failed, tried = doctest.testfile(str(DOCS / "write-a-bot.md"), module_relative=False)
    assert tried > 10
    assert not failed
