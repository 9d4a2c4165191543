"""A notice in words, in the language of its channel: what, and where to go. Nobody's hand, no score, no name."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from sixfold.messages import Messages
from sixfold.server.store import Notice


class Letter(NamedTuple):
    """What a carrier carries. `name` is the same whenever the same thing is told again."""

    name: str
    event: str
    title: str
    text: str
    url: str
    table: str
    at: int


@cache
def _messages(language: str) -> Messages:
    return Messages(language)


def letter(notice: Notice) -> Letter:
    """The letter for a notice."""
    say = _messages(notice.channel.language)
    return Letter(
        name=f"{notice.table}.{notice.n}.{notice.event}",
        event=notice.event,
        title=say(f"letter.{notice.event}"),
        text=say(f"letter.{notice.event}.text"),
        url=f"{notice.channel.site}t/{notice.table}",
        table=notice.table,
        at=notice.at,
    )


def sentence(language: str, key: str, **values: str | int) -> str:
    """A sentence of a letter that is no notice."""
    return _messages(language)(key, **values)
