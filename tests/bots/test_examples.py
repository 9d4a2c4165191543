"""The examples for authors of bots run, and their bots play."""

import shlex
import subprocess
import sys
from pathlib import Path

from sixfold.arena import Contestant, Match, contest, runners

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_a_bot_of_your_own_plays_without_being_installed() -> None:
    ran = subprocess.run([sys.executable, str(EXAMPLES / "own_bot.py")], capture_output=True, text=True, check=True)
    assert "of 20 games against greedy" in ran.stdout


def test_a_program_that_knows_only_the_text_forms_plays_a_whole_match() -> None:
    command = f"cmd:{shlex.join([sys.executable, str(EXAMPLES / 'program_bot.py')])}"
    match = Match("tiles/1", (Contestant.parse(command, "tiles"), Contestant.parse("random", "tiles")), 3)
    tally = contest(match, 1, runners.here)
    assert len(tally.games) == 2
    assert tally.faults() == []
