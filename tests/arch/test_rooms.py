"""The rooms of the server stand in docs/architecture.md in the order of their imports, and none is missing there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.arch.test_size import MODULES, imported

PAGE = Path(__file__).parents[2] / "docs" / "architecture.md"
HOME = "sixfold.server."
VALUES = {"lobby.pairing", "moderation.values", "notices.values"}
"""What the store keeps of rooms above it: plain values that import nothing of the store. The page names them."""


def rows() -> dict[str, int]:
    """Every room by the row of the page's table that names it."""
    table = PAGE.read_text("utf-8").partition("## Inside the server")[2].partition("\n\n|")[2].partition("\n\n")[0]
    cells = [line.split("|")[1] if line.startswith("|") else "" for line in table.splitlines()[2:]]
    return {name: row for row, cell in enumerate(cells) for name in re.findall(r"`(\w+)(?:/|\.py)`", cell)}


def room(module: str) -> str:
    return module.removeprefix(HOME).partition(".")[0]


def test_every_room_is_on_the_page() -> None:
    assert {room(module) for module in MODULES if module.startswith(HOME)} == rows().keys()


def test_a_room_imports_only_rooms_above_it() -> None:
    order = rows()
    against = []
    for module, path in MODULES.items():
        if not module.startswith(HOME):
            continue
        for other in imported(ast.parse(path.read_text("utf-8"))):
            if not other.startswith(HOME) or (room(module) == "store" and other.removeprefix(HOME) in VALUES):
                continue
            if order[room(other)] > order[room(module)]:
                against.append(f"{module} imports {other}")
    assert against == []
