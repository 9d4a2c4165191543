"""How often the sources say `Any`: where nothing is assumed `object` says so, and what is known has a type."""

from __future__ import annotations

import re
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "sixfold"
MOST = 242
"""It only ever becomes smaller: whoever replaces one lowers it."""


def count(text: str) -> int:
    """How often the word stands in a text: in types, imports and prose alike, so that the count needs no parser."""
    return len(re.findall(r"\bAny\b", text))


def test_any_does_not_spread() -> None:
    by_file = {
        path.relative_to(SOURCE).as_posix(): count(path.read_text(encoding="utf-8")) for path in SOURCE.rglob("*.py")
    }
    most = sorted(by_file.items(), key=lambda one: -one[1])[:10]
    assert sum(by_file.values()) <= MOST, most
    assert by_file["rulesets.py"] == 0


def test_the_count_takes_whole_words() -> None:
    assert count("from typing import Any\nview: AnyView\nmove: Any | None") == 2
