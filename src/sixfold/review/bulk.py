"""Many games at once: one worker reviews each game as a whole, and the review is written to a file when it is done.

Games that the folder holds already, judged with the same strength and seed, are not judged again. So an interrupted run
continues where it stopped.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import NamedTuple

from sixfold.errors import SixfoldError
from sixfold.fields import Json
from sixfold.record import Record
from sixfold.review.review import Strength, review
from sixfold.spread import Way


class BulkTerms(NamedTuple):
    """What all games of a run are judged with."""

    strength: Strength
    seed: int

    def told(self) -> Json:
        return {**asdict(self.strength), "seed": self.seed}


class JudgedGame(NamedTuple):
    """A game by the name of its file: its review as JSON, or why its record cannot be read."""

    name: str
    review: Json | None
    fault: str = ""


def found(given: Iterable[Path]) -> dict[str, Path]:
    """The records in files and folders, by names that keep the folders apart."""
    records: dict[str, Path] = {}
    for path in given:
        if path.is_dir():
            records |= {str(each.relative_to(path)): each for each in sorted(path.rglob("*.sixfold"))}
        else:
            records[path.name] = path
    return records


def judge_all(records: dict[str, Path], terms: BulkTerms, way: Way, to: Path | None = None) -> Iterator[JudgedGame]:
    """The review of every record, as they are ready. With `to`, reviews that are kept there come first."""
    missing: list[tuple[str, Path]] = []
    for name, path in records.items():
        kept = _kept(to, name, terms)
        if kept is None:
            missing.append((name, path))
        else:
            yield JudgedGame(name, kept)
    for _, judged in way(judge_one, terms, missing):
        if to is not None and judged.review is not None:
            _keep(_target(to, judged.name), judged.review)
        yield judged


def judge_one(terms: BulkTerms, given: tuple[str, Path]) -> JudgedGame:
    """Judge one game. The result depends on no other game, and not on where it is judged."""
    name, path = given
    try:
        told = review(Record.parse(path.read_bytes()), terms.strength, terms.seed).to_json()
    except SixfoldError as error:
        return JudgedGame(name, None, error.message)
    except OSError as error:
        return JudgedGame(name, None, f"it cannot be read: {error.strerror}")
    return JudgedGame(name, told | {"by": terms.told()})


def _target(to: Path, name: str) -> Path:
    return (to / name).with_suffix(".json")


def _kept(to: Path | None, name: str, terms: BulkTerms) -> Json | None:
    if to is None:
        return None
    try:
        told: Json = json.loads(_target(to, name).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return told if told.get("by") == terms.told() else None


def _keep(target: Path, told: Json) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_suffix(".part")
    part.write_text(json.dumps(told), encoding="utf-8")
    part.replace(target)
