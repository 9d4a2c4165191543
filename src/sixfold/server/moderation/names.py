"""Reserved names: those of the host, of the project and of its bots, which nobody else may take."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from sixfold.bots.levels import LADDER, YARDSTICKS
from sixfold.server.table.names import skeleton

_HOUSE: Final = (
    "sixfold",
    "host",
    "admin",
    "administrator",
    "moderator",
    "server",
    "system",
    "support",
    "staff",
    "bot",
)
RESERVED: Final = (*_HOUSE, *LADDER, *YARDSTICKS)
"""Of every server. What bots are called at a table is not among them: people are called Nina and Felix too, and every
bot is marked as one."""


def is_reserved(name: str, more: Collection[str] = ()) -> bool:
    """Whether a name passes for one that is reserved, whatever stands between its letters.

    A sign may stand for a letter ("adm!n") or beside them ("admin!"), so both readings count.
    """
    taken = {_letters(skeleton(one)) for one in (*RESERVED, *more)}
    return not taken.isdisjoint((_letters(skeleton(name)), skeleton(_letters(name))))


def _letters(text: str) -> str:
    return "".join(c for c in text if c.isalnum())
