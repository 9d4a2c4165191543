"""A class name means one thing: two modules may share one only where they show the same thing from two sides."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "sixfold"


def sides(module: Path) -> str:
    """Where a module stands, with its game left out, and with facts, commands and their frames as one."""
    name = module.relative_to(SOURCE).as_posix().replace("/cards/", "/*/").replace("/tiles/", "/*/")
    name = name.replace("cards/", "*/", 1) if name.startswith("cards/") else name
    name = name.replace("tiles/", "*/", 1) if name.startswith("tiles/") else name
    name = name.replace("games/cards.py", "games/*.py").replace("games/tiles.py", "games/*.py")
    return (
        "told"
        if name.startswith(("server/wire/", "server/table/facts", "server/table/intents", "record/events"))
        else name
    )


def test_a_class_name_means_one_thing() -> None:
    places: dict[str, set[str]] = defaultdict(set)
    for module in SOURCE.rglob("*.py"):
        for node in ast.parse(module.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef):
                places[node.name].add(sides(module))
    twice = {name for name, where in places.items() if len(where) > 1}
    assert twice == set(), "find a name of its own"
