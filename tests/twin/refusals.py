"""How the reference refuses, as a value that a twin can be held to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sixfold.errors import IllegalMove


def refusal_of(act: Callable[[], Any]) -> tuple[Any, IllegalMove | None]:
    """What the reference answers, or how it refuses."""
    try:
        return act(), None
    except IllegalMove as error:
        return None, error
