"""How a table refuses."""

from __future__ import annotations

from typing import NoReturn

from sixfold.errors import Refused


def refuse(code: str, message: str, **facts: object) -> NoReturn:
    """Say no, for a reason that is the table's."""
    raise Refused(message, code=f"table/{code}", facts=facts)
