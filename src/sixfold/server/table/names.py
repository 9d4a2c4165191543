"""Names at a table: people's, on one line, and those of bots."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sixfold.bots.levels import free_name
from sixfold.game import Seat
from sixfold.server.table.seats import Occupant


def clean(name: str) -> str:
    """A name on one line, without characters that move the cursor or turn the text around."""
    kept = "".join(c for c in name if c.isprintable())
    return " ".join(kept.split())[:40] or "?"


def bots_named(bots: Mapping[Seat, str], taken: Iterable[str]) -> list[Occupant]:
    """Names for bots by their seats, no two the same and none that is taken: decided here, once, and kept."""
    names = list(taken)
    places = []
    for seat, bot in bots.items():
        names.append(free_name(bot, names))
        places.append(Occupant(seat, "", names[-1], None))
    return places
