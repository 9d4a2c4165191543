"""What the page says, from its own messages: a language's sentences, and a sentence as a pattern for what is shown."""

from __future__ import annotations

import json
import re

from tests.browser.conftest import ROOT

LANGUAGES = sorted(path.stem for path in (ROOT / "web" / "messages").glob("*.json"))


def words(language: str) -> dict[str, str]:
    """All messages of a language by their keys."""
    found: dict[str, str] = json.loads((ROOT / "web" / "messages" / f"{language}.json").read_text(encoding="utf-8"))
    return found


def saying(said: dict[str, str], *keys: str) -> re.Pattern[str]:
    """Any of these messages, in any of its plural forms, with anything in its gaps."""
    forms = [text for name, text in said.items() if name.split("#")[0] in keys]
    assert len({name.split("#")[0] for name in said if name.split("#")[0] in keys}) == len(keys), "no such message"
    return re.compile("|".join(".+".join(re.escape(part) for part in re.split(r"{\w+}", text)) for text in forms))
