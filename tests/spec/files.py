"""Where spec/ is, and how its files are read: JSON and markdown, shared by all tests that stand on it."""

import json
import re
from pathlib import Path
from typing import Any

SPEC = Path(__file__).parents[2] / "spec"


def load(name: str) -> Any:
    """A JSON file of spec/."""
    return json.loads((SPEC / name).read_text(encoding="utf-8"))


def clauses(game: str) -> dict[str, str]:
    """The clauses of a game's rule page by their numbers, each with its text."""
    text = (SPEC / "rules" / f"{game}.md").read_text(encoding="utf-8")
    parts = re.split(r"^## ([TC]\d+) .*\n", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def reasons(game: str) -> set[tuple[str, str]]:
    """Every (clause, reason word) that the rule page says a refusal can have."""
    found = set()
    for clause, text in clauses(game).items():
        broken = text.partition("*Broken by*")[2]
        found |= {(clause, word) for word in re.findall(r"`([a-z-]+)`", broken)}
    return found
