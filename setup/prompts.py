"""For the API reference alone: examples in docstrings become blocks of code. Markdown reads `>>>` as three quotes."""

from __future__ import annotations

import importlib
import re
from typing import Any

griffe: Any = importlib.import_module("griffe")  # in the extra docs alone

EXAMPLE = re.compile(r"^>>> .*(?:\n(?!\n).+)*", re.M)


class Prompts(griffe.Extension):  # type: ignore[misc]
    """Puts a fence round every example, from its first prompt to the next empty line."""

    def on_object(self, *, obj: Any, **_: Any) -> None:
        """Called for everything that is read."""
        if obj.docstring:
            obj.docstring.value = EXAMPLE.sub(lambda found: f"```pycon\n{found.group()}\n```", obj.docstring.value)
