"""Sentences in the reader's language, from the same files as the web page: flat keys, `{name}` for values.

`sixfold/languages` is the page's folder of messages, one file a language.
"""

from __future__ import annotations

import json
import re
from importlib.resources import files
from typing import Final

from sixfold.errors import NotationError

LANGUAGES: Final = ("de", "en", "fr", "it", "ro")


class Messages:
    """The sentences of one language.

    >>> Messages("fr")("piece.Rs")
    'carré rouge'
    """

    def __init__(self, language: str) -> None:
        if language not in LANGUAGES:
            raise NotationError(
                f"there are no messages in {language[:20]!r}: the languages are {', '.join(LANGUAGES)}",
                code="notation/language",
                text=language[:20],
            )
        text = files("sixfold").joinpath("languages", f"{language}.json").read_text("utf-8")
        self._sentences: dict[str, str] = json.loads(text)

    def __call__(self, key: str, **values: str) -> str:
        """The sentence for a key; a value that is not given stays as it is written."""
        sentence = self._sentences.get(key) or self._sentences.get(f"{key}#other") or key
        return re.sub(r"\{(\w+)\}", lambda found: values.get(found[1], found[0]), sentence)
