"""What a review says of some games, for the page's own review to be compared with: `python -m tests.review.golden`.

With few samples, so that it takes a moment: how many there are changes figures, and nothing else.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from sixfold.record import Record
from sixfold.review import Ear, Strength, missed, review

ROOT: Final = Path(__file__).parents[2]
FILE: Final = ROOT / "web" / "tests" / "local" / "review.golden.json"
RECORDS: Final = ("tiles-2.txt", "tiles-takeback.txt", "cards-2.txt", "cards-redraw.txt", "cards-resigned.txt")
COACHED: Final = ("tiles-2.txt", "cards-resigned.txt")
EARS: Final[tuple[Ear, ...]] = ("gentle", "steady", "sharp")
FEW: Final = Strength(samples=40, finishes=12)


def judged(name: str) -> dict[str, Any]:
    """The review of a record of the specification."""
    record = Record.parse((ROOT / "spec" / "records" / name).read_text(encoding="utf-8"))
    return review(record, FEW).to_json()


def overlooked(name: str, how: Ear) -> list[list[Any] | None]:
    """What the coach says of each turn of a record: code, facts and the better move."""
    record = Record.parse((ROOT / "spec" / "records" / name).read_text(encoding="utf-8"))
    found = (missed(step.before, step.move, step.points or 0, how) for step in record.steps())
    return [one.note and [one.note.code, dict(one.note.facts), str(one.better)] for one in found]


def written() -> str:
    """The text of the file."""
    reviews = {name: judged(name) for name in RECORDS}
    coach = {name: {how: overlooked(name, how) for how in EARS} for name in COACHED}
    told = {"strength": {"samples": FEW.samples, "finishes": FEW.finishes}, "reviews": reviews, "missed": coach}
    return json.dumps(told, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
