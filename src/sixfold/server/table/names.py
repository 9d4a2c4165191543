"""Names at a table: people's names, on one line, and names of bots; and which names could be mistaken for another."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from sixfold.bots.levels import free_name
from sixfold.game import Seat
from sixfold.server.table.seats import Occupant


def clean(name: str) -> str:
    """A name on one line, without characters that move the cursor or turn the text around."""
    kept = "".join(c for c in name if c.isprintable())
    return " ".join(kept.split())[:40] or "?"


_ALIKE: Final = MappingProxyType({
    "a": "аαɑ@4", "b": "ьвβ", "c": "сϲ", "d": "ԁ", "e": "еε3", "g": "ɡց9", "h": "һհн", "i": "іıɩιl1|!",
    "j": "јϳ", "k": "кκ", "m": "м", "n": "ոη", "o": "оοօσ0", "p": "рρ", "q": "ԛ", "s": "ѕ5$", "t": "тτ7",
    "u": "υսμ", "v": "νѵ", "w": "ѡԝω", "x": "хχ×", "y": "уүγ", "z": "2",
})  # fmt: skip
"""Letters and signs that pass for a Latin letter at the size of a name: Cyrillic, Greek and Armenian ones, digits.

A part of Unicode's list of confusables (TR 39): what people find on a keyboard. The whole list has 6,000 lines.
"""
_LATIN: Final = str.maketrans({sign: letter for letter, signs in _ALIKE.items() for sign in signs})


def skeleton(name: str) -> str:
    """What a name looks like: equal for two that a reader would take for one. Accents are seen, and tell names apart.

    >>> skeleton("\N{CYRILLIC CAPITAL LETTER A}na ") == skeleton("ana"), skeleton("Ana") == skeleton("Anna")
    (True, False)
    """
    looks = "".join(unicodedata.normalize("NFKC", name).casefold().split()).translate(_LATIN)
    # Two letters that together pass for a third.
    return looks.replace("rn", "m").replace("vv", "w")


def imitates(name: str, other: str) -> bool:
    """Whether a name passes for another one without being it, such as "Le0" for "Leo"."""
    return _written(name) != _written(other) and skeleton(name) == skeleton(other)


def _written(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold().strip()


def bots_named(bots: Mapping[Seat, str], taken: Iterable[str]) -> list[Occupant]:
    """Names for bots by their seats, no two the same and none that is taken: decided here, once, and kept."""
    names = list(taken)
    places = []
    for seat, bot in bots.items():
        names.append(free_name(bot, names))
        places.append(Occupant(seat, "", names[-1], None))
    return places
