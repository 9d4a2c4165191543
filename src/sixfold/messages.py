"""Sentences in the reader's language, from the same files as the web page: flat keys, `{name}` for values.

`sixfold/languages` is the page's folder of messages, one file per language. The files there are the languages there
are.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from sixfold.errors import NotationError

FOLDER: Traversable = files("sixfold").joinpath("languages")


def _most(n: int) -> str:
    return "one" if n == 1 else "other"


_PLURALS: Final[dict[str, Callable[[int], str]]] = {
    "fr": lambda n: "one" if n < 2 else "other",
    "ro": lambda n: "one" if n == 1 else "few" if n == 0 or 0 < n % 100 < 20 else "other",
}
"""The categories of Intl.PluralRules for whole numbers; a language that is not here has one and other."""


def languages() -> tuple[str, ...]:
    """The codes of all languages there are, in the order of the alphabet."""
    return tuple(sorted(one.name.removesuffix(".json") for one in FOLDER.iterdir() if _is_language(one.name)))


def _is_language(name: str) -> bool:
    return name.endswith(".json") and not name.startswith(".")


def preferred(environment: Mapping[str, str]) -> str:
    """The language that a shell asks for, English when it is unknown.

    >>> preferred({"LANG": "fr_CH.UTF-8"}), preferred({"LANG": "fr_CH.UTF-8", "LC_ALL": "C"})
    ('fr', 'en')
    """
    wish = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "en")
    code = re.split(r"[_.@-]", wish.lower())[0]
    return code if code in languages() else "en"


def accepted(wishes: str) -> str:
    """The language that a browser's header asks for, English when it knows none of ours.

    >>> accepted("pt-BR,fr-CH;q=0.9, de;q=0.7"), accepted("*"), accepted("de;q=0, it;q=0.2")
    ('fr', 'en', 'it')
    """
    ranked = []
    for wish in wishes.lower()[:200].split(","):
        tag, _, weight = wish.partition(";")
        found = re.fullmatch(r"\s*q=([01](?:\.\d{0,3})?)\s*", weight)
        ranked.append((float(found[1]) if found else 1.0, tag.strip().partition("-")[0]))
    known = languages()
    liked = sorted((wish for wish in ranked if wish[0] > 0 and wish[1] in known), key=lambda wish: -wish[0])
    return liked[0][1] if liked else "en"


class Messages:
    """The sentences of one language.

    >>> Messages("fr")("piece.Rs")
    'carré rouge'
    >>> [Messages("ro")("status.bag", n=n) for n in (1, 2, 20)]
    ['1 piesă în grămadă', '2 piese în grămadă', '20 de piese în grămadă']
    """

    def __init__(self, language: str) -> None:
        if language not in languages():
            raise NotationError(
                f"there are no messages in {language[:20]!r}: the languages are {', '.join(languages())}",
                code="notation/language",
                text=language[:20],
            )
        self.language = language
        self._plural = _PLURALS.get(language, _most)
        text = FOLDER.joinpath(f"{language}.json").read_text("utf-8")
        self._sentences: dict[str, str] = json.loads(text)

    def has(self, key: str) -> bool:
        """Whether there is a sentence for this key, plural or not."""
        return key in self._sentences or f"{key}#other" in self._sentences

    def __call__(self, key: str, **values: str | int) -> str:
        """The sentence for a key; `n` chooses the plural. A value that is not given stays as it is written."""
        count = values.get("n")
        wishes = [key, f"{key}#{self._plural(count)}"] if isinstance(count, int) else [key]
        sentence = next((self._sentences[one] for one in (*wishes, f"{key}#other") if one in self._sentences), key)
        return re.sub(r"\{(\w+)\}", lambda found: str(values.get(found[1], found[0])), sentence)

    def list(self, items: Sequence[str]) -> str:
        """Several as one: `Anna, Bob and Carl`."""
        if len(items) < 2:
            return "".join(items)
        return self("terminal.and", first=", ".join(items[:-1]), last=items[-1])

    def pieces(self, text: str) -> str:
        """Pieces in words, from their letters."""
        names = [text[at : at + 2] for at in range(0, len(text), 2)]
        return self.list([self(f"piece.{name}") for name in names])

    def number(self, value: float, sign: str = "") -> str:
        """A number with one digit after the point, as people write it; `+` for one that always has a sign."""
        return f"{value:{sign}.1f}".replace("-", "−").replace(".", self("terminal.point"))
