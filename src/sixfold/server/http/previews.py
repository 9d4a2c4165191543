"""What a chat shows of a link to a table before anybody follows it: `og:` tags in the head of the page.

They show only what everybody sees who opens the link. A lobby's code has no preview, because that would show whether
the code is right.
"""

from __future__ import annotations

import re
from functools import cache
from html import escape
from typing import Final, NamedTuple

from sixfold.messages import Messages, accepted
from sixfold.server import project, wire
from sixfold.server.house import House
from sixfold.server.http.invites import invited
from sixfold.server.http.tables import watched_room

_PATH: Final = re.compile(r"/(?:join/([A-Za-z0-9_-]{39})|t/([A-Za-z0-9_-]{16}))/?")
_WIDTH, _HEIGHT = 1200, 630
"""Of what pictures.preview draws. To ask it would load all that draws, and everybody at a table would wait for that."""
_words: Final = cache(Messages)
"""The sentences of a language, read once."""


class Asked(NamedTuple):
    """A page whose link can be shown: that of an invitation, or that of a table, for onlookers."""

    invite: str | None
    table: str | None


class Previews:
    """The tags of tables."""

    def __init__(self, house: House) -> None:
        self._house = house

    def asked(self, path: str) -> Asked | None:
        """What a path asks for, if it is the page of a link."""
        found = _PATH.fullmatch(path)
        return None if found is None else Asked(found[1], found[2])

    async def tags(self, asked: Asked, scheme: str, headers: dict[str, str]) -> bytes:
        """The tags of a page. Refuses a link that leads nowhere, and a table that is not for everyone's eyes."""
        home = f"{scheme}://{headers.get('host', '')}{self._house.settings.base}"
        if asked.invite is not None:
            room, seat = await invited(self._house, asked.invite)
            page, picture = f"join/{asked.invite}", f"api/invites/{asked.invite}/picture"
        else:
            room, seat = await watched_room(self._house, asked.table or "", None), None
            page, picture = f"t/{asked.table}", f"api/tables/{asked.table}/picture"
        told = project.invitation(room.table, seat, "")
        title, text = _sentences(told, asked.invite is not None, _words(accepted(headers.get("accept-language", ""))))
        return _written(title, text, home + page, home + picture)


def _sentences(told: wire.Invitation, invited: bool, words: Messages) -> tuple[str, str]:
    """A line that says what this is, and one that says who is there."""
    game = words(f"game.{told.ruleset.partition('/')[0]}")
    there = [name for name in told.names if name]
    if not invited or not told.free:
        title = words("preview.look", game=game)
    elif told.host:
        title = words("preview.invites", name=told.host, game=game)
    else:
        title = words("preview.invited", game=game)
    parts = [words("preview.there", names=words.list(there))] if there else []
    if invited and told.free:
        parts.append(words("preview.free", n=told.seats_free))
    return title, " ".join(parts)


def _written(title: str, text: str, page: str, picture: str) -> bytes:
    told = {
        "og:type": "website",
        "og:site_name": "Sixfold",
        "og:title": title,
        "og:description": text,
        "og:url": page,
        "og:image": picture,
        "og:image:type": "image/png",
        "og:image:width": str(_WIDTH),
        "og:image:height": str(_HEIGHT),
        "og:image:alt": title,
    }
    tags = [f'<meta property="{name}" content="{escape(value)}" />' for name, value in told.items() if value]
    return "".join([*tags, '<meta name="twitter:card" content="summary_large_image" />']).encode()
