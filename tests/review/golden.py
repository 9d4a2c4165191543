"""What a review says of some games, for the page's own review to be compared with: `python -m tests.review.golden`.

With few samples, so that it takes a moment: how many there are changes figures, and nothing else.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any, Final

import msgspec

from sixfold import rulesets
from sixfold.record import Record
from sixfold.review import FULL, Ear, Strength, judge_turn, missed, reason_to_json, review, turn_to_json
from sixfold.server.studies.reading import replay

ROOT: Final = Path(__file__).parents[2]
FILE: Final = ROOT / "web" / "tests" / "local" / "review.golden.json"
RECORDS: Final = (
    "tiles-2.txt", "tiles-takeback.txt", "cards-2.txt", "cards-redraw.txt", "cards-resigned.txt", "tiles-kitchen.txt",
    "cards-kitchen.txt",
)  # fmt: skip
COACHED: Final = ("tiles-2.txt", "cards-resigned.txt")
EARS: Final[tuple[Ear, ...]] = ("gentle", "steady", "sharp")
FEW: Final = Strength(samples=40, finishes=12)
WHOLLY: Final = ("tiles-2.txt", 20)
"""A turn that is judged with all the strength there is: where more would do nothing shows there alone."""


def judged(name: str) -> dict[str, Any]:
    """The review of a record of the specification."""
    record = Record.parse((ROOT / "spec" / "records" / name).read_text(encoding="utf-8"))
    return review(record, FEW).to_json()


def wholly(name: str, number: int) -> dict[str, Any]:
    """One turn of a record at full strength."""
    record = Record.parse((ROOT / "spec" / "records" / name).read_text(encoding="utf-8"))
    return {"record": name, "turn": turn_to_json(judge_turn(record.steps()[number], FULL, 1))}


def overlooked(name: str, how: Ear) -> list[list[Any] | None]:
    """What the coach says of each turn of a record: code, facts, the better move, and why it is better."""
    record = Record.parse((ROOT / "spec" / "records" / name).read_text(encoding="utf-8"))
    found = (missed(step.before, step.move, step.points or 0, how) for step in record.steps())
    return [
        None
        if one.note is None
        else [one.note.code, dict(one.note.facts), str(one.better), one.reason and reason_to_json(one.reason)]
        for one in found
    ]


def replayed() -> dict[str, list[str]]:
    """For each record that a table could have written, a digest of every step of its replay."""
    records = {path.name: Record.parse(path.read_bytes()) for path in sorted((ROOT / "spec" / "records").glob("*.txt"))}
    offered = {name for game in rulesets.CURRENT for name in rulesets.offered(game)}
    return {name: digests(record) for name, record in records.items() if record.headers.ruleset in offered}


def digests(record: Record) -> list[str]:
    """Twelve digits for each step: enough to say which one differs."""
    steps = (
        json.dumps(step, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        for step in msgspec.to_builtins(replay(record).steps)
    )
    return [hashlib.sha256(step.encode()).hexdigest()[:12] for step in steps]


def written() -> str:
    """The text of the file."""
    reviews = {name: judged(name) for name in RECORDS}
    coach = {name: {how: overlooked(name, how) for how in EARS} for name in COACHED}
    strength = {"samples": FEW.samples, "finishes": FEW.finishes}
    full = wholly(*WHOLLY)
    told = {"strength": strength, "reviews": reviews, "full": full, "missed": coach, "replays": replayed()}
    return json.dumps(told, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
