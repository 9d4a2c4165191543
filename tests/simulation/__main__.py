"""`python -m tests.simulation`: play seeds, replay one, or count how many seeds each planted bug needs.

seeds FIRST COUNT     play so many seeds
seed NUMBER [STEPS]   play one again and print its trace; STEPS: 3,17,20, what a shrunk plan keeps
bugs [NAME ...]       plant each bug, or these, and write down the seeds it needed and what gave it away
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from tests.simulation.bugs import BUGS
from tests.simulation.play import Outcome, plan, play, shrink

YEAR_S = 365.25 * 86_400
MOST = 1000
"""Seeds that are played at the most until a planted bug shows."""
HEAD = "| bug | what is wrong | seeds | steps | broken promise |\n|---|---|---|---|---|\n"
PAGE = Path(__file__).parents[2] / "docs" / "simulation.md"


def replay(outcome: Outcome) -> str:
    """How to see a failure again, by as little of its plan as still shows it."""
    assert outcome.broken is not None
    kept = ",".join(str(step.number) for step in shrink(outcome.seed, outcome.broken.promise))
    return f"{outcome.broken}\nreplay: python -m tests.simulation seed {outcome.seed} {kept or '-'}"


def hunt(most: int, first: int = 0) -> Outcome | None:
    """The first seed that breaks a promise."""
    return next((found for seed in range(first, first + most) if (found := play(seed)).broken), None)


def seeds(first: int, count: int) -> bool:
    """Play so many, and say what that was."""
    began, spent, seconds, rows, told = time.process_time(), 0.0, 0.0, 0, 0
    for seed in range(first, first + count):
        outcome = play(seed)
        if outcome.broken is not None:
            print(replay(outcome))
            return False
        seconds, rows, told = seconds + outcome.seconds, rows + outcome.rows, told + outcome.told
    spent = time.process_time() - began
    print(f"{count} seeds, {seconds / 3600:.1f} hours, {rows} rows, {told} frames: every promise kept")
    print(f"{spent:.0f} s of CPU; an hour of it is {3600 / spent * seconds / YEAR_S:.2f} simulated years")
    return True


def bugs(most: int, names: list[str]) -> bool:
    """Plant these bugs, and write what was found into the table at the end of the page, row by row."""
    missed = 0
    for name in names:
        with BUGS[name].planted():
            found = hunt(most)
            if found is None or found.broken is None:
                missed += 1
                told = f"more than {most} | | "
            else:
                left = len(shrink(found.seed, found.broken.promise))
                told = f"{found.seed + 1} | {left} | {found.broken.promise}"
        row = f"| {name} | {BUGS[name].about} | {told} |"
        print(row, flush=True)
        _write(name, row)
    return not missed


def _write(name: str, row: str) -> None:
    """Put a row where the one of this bug was, or where it belongs."""
    text, head, rows = PAGE.read_text().partition(HEAD)
    kept = {line.split(" | ")[0].removeprefix("| "): line for line in rows.splitlines() if line} | {name: row}
    PAGE.write_text(f"{text}{head}" + "".join(f"{kept[bug]}\n" for bug in BUGS if bug in kept))


def main(words: list[str]) -> bool:
    match words:
        case ["seeds", first, count]:
            return seeds(int(first), int(count))
        case ["seed", number, *kept]:
            wanted = {int(one) for one in kept[0].split(",") if one != "-"} if kept else None
            steps = [step for step in plan(int(number)) if wanted is None or step.number in wanted]
            outcome = play(int(number), steps)
            print(*outcome.trace, outcome.broken or "every promise kept", outcome.digest, sep="\n")
            return outcome.broken is None
        case ["bugs", *names]:
            return bugs(MOST, names or list(BUGS))
    print(__doc__)
    return False


if __name__ == "__main__":
    sys.exit(0 if main(sys.argv[1:]) else 1)
