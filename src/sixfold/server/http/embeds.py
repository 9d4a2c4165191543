"""Tables and positions on other people's pages: a frame without a script, or the picture alone.

    /embed/t/{table}         /embed/position?p=...         a page that may stand in a frame anywhere
    /embed/t/{table}.png     /embed/position.png?p=...     a picture that any page may load

Visitors are anonymous: no cookie is read. They see what an onlooker may see, with the table's delay. Only these
addresses have the headers that allow embedding (`HEADERS`); guard.py has the headers of all others.
"""

from __future__ import annotations

import base64
import hashlib
import re
from functools import cache
from html import escape
from typing import Final, NamedTuple
from urllib.parse import parse_qs, quote

from sixfold.errors import SixfoldError
from sixfold.messages import Messages, accepted
from sixfold.server import project
from sixfold.server.house import House
from sixfold.server.http.answers import send_answer, send_no, status_of
from sixfold.server.http.asgi import Scope, Send
from sixfold.server.http.costs import charge, owner_of
from sixfold.server.http.tables import watched_room
from sixfold.server.studies import reading
from sixfold.server.studies.portraits import draw_position
from sixfold.server.studies.study import DRAW_S
from sixfold.server.table.table import GameTable

ROOT: Final = "/embed/"
LOOK_S: Final = 15
"""How often a frame looks at a running game again."""
_PATH: Final = re.compile(r"/embed/(?:t/([A-Za-z0-9_-]{16})|position)(\.png)?")
_STYLE: Final = (
    "html{height:100%}body{margin:0;height:100%;display:flex;flex-direction:column;background:#f4efe6;color:#2b2620;"
    "font:15px/1.4 system-ui,sans-serif}a{flex:1;min-height:0;display:block}"
    "img{display:block;width:100%;height:100%;object-fit:contain}"
    "p{margin:0;padding:6px 10px;display:flex;flex-wrap:wrap;gap:2px 12px;overflow-wrap:anywhere}"
    "p b{font-variant-numeric:tabular-nums}p span:last-child{margin-left:auto}"
)
_STYLE_HASH: Final = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
CSP: Final = (
    f"default-src 'none'; img-src 'self'; style-src 'sha256-{_STYLE_HASH}'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors *"
)
HEADERS: Final = [
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"cross-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=()"),
]
"""What every answer here carries, refusals too: a frame shows them as well."""
_words: Final = cache(Messages)


class Framed(NamedTuple):
    """What a frame shows. `picture` is found beside its own address, `page` is where a tap leads."""

    title: str
    said: list[str]
    picture: str
    page: str
    again: bool = False


class Embeds:
    """What stands on other pages."""

    def __init__(self, house: House) -> None:
        self._house = house

    async def answer(self, scope: Scope, headers: dict[str, str], send: Send) -> None:
        """A frame, a picture, or a sentence that says why not."""
        words = _words(accepted(headers.get("accept-language", "")))
        found = _PATH.fullmatch(scope["path"])
        if found is None:
            await send_no(send, 404, "request/unknown", "there is nothing here")
            return
        if scope["method"] not in ("GET", "HEAD"):
            await send_no(send, 405, "request/method", "only GET here")
            return
        table, wants_picture = found[1], found[2] is not None
        try:
            if wants_picture:
                body = await (self._drawn_table(scope, table) if table else self._drawn_position(scope))
                extra = [(b"content-type", b"image/png"), (b"cache-control", b"public, max-age=15")]
            else:
                body = _written(
                    await (self._table(scope, table, words) if table else self._position(scope, words)), words
                )
                extra = [(b"content-type", b"text/html; charset=utf-8"), (b"cache-control", b"no-cache")]
            status = 200
        except SixfoldError as error:
            if wants_picture:
                await send_no(send, status_of(error), error.code, error.message)
                return
            status, body = status_of(error), _sorry(words)
            extra = [(b"content-type", b"text/html; charset=utf-8"), (b"cache-control", b"no-store")]
        await send_answer(send, status, b"" if scope["method"] == "HEAD" else body, extra, length=len(body))

    async def _seen(self, scope: Scope, table: str) -> GameTable:
        """A table as somebody without a seat sees it, who may be some turns behind."""
        room = await watched_room(self._house, table, None)
        if not room.table.terms.delay:
            return room.table
        charge(scope, "record")
        return (await self._house.as_onlookers_see(room, owner_of(scope)))[0]

    async def _drawn_table(self, scope: Scope, table: str) -> bytes:
        seen = await self._seen(scope, table)
        if not self._house.portraits.has(seen):
            charge(scope, "png")
        return await self._house.portraits.of(seen, owner_of(scope))

    async def _drawn_position(self, scope: Scope) -> bytes:
        charge(scope, "png")
        return await self._house.study.do(draw_position, _asked(scope), owner=owner_of(scope), cpu_s=DRAW_S)

    async def _table(self, scope: Scope, table: str, words: Messages) -> Framed:
        seen = await self._seen(scope, table)
        over = seen.phase == "finished"
        scores = seen.scores if seen.state is not None else ()
        names = [project.name_of(chair) or words("embed.free") for chair in seen.chairs]
        said = [f"{name} {score}" for name, score in zip(names, scores, strict=True)] if scores else names
        if over:
            said.append(words("embed.over"))
        elif seen.terms.delay:
            said.append(words("watch.late", n=seen.terms.delay))
        else:
            said.append(words("embed.live"))
        home = self._house.settings.base
        page = f"{home}review/{table}" if over and seen.state is not None else f"{home}t/{table}"
        game = words(f"game.{seen.ruleset.partition('/')[0]}")
        return Framed(words("preview.look", game=game), said, f"{table}.png?n={seen.n}", page, not over)

    async def _position(self, scope: Scope, words: Messages) -> Framed:
        charge(scope, "position")
        shown = await self._house.study.read(reading.show, _asked(scope), owner_of(scope))
        asked = quote(shown.position)
        game = words(f"game.{shown.ruleset.partition('/')[0]}")
        page = f"{self._house.settings.base}position?p={asked}"
        return Framed(words("preview.look", game=game), [game], f"position.png?p={asked}", page)


def _asked(scope: Scope) -> str:
    query: bytes = scope.get("query_string", b"")
    return parse_qs(query.decode("latin-1")).get("p", [""])[0]


def _written(frame: Framed, words: Messages) -> bytes:
    title = escape(frame.title)
    again = f'<meta http-equiv="refresh" content="{LOOK_S}">' if frame.again else ""
    said = "".join(f"<span>{escape(one)}</span>" for one in frame.said)
    return _page(
        f'<a href="{escape(frame.page)}" target="_blank" rel="noopener"><img src="{escape(frame.picture)}" '
        f'alt="{title}. {escape(words("embed.open"))}"></a><p>{said}</p>',
        title,
        words,
        again,
    )


def _sorry(words: Messages) -> bytes:
    return _page(f"<p><span>{escape(words('embed.gone'))}</span></p>", "Sixfold", words)


def _page(body: str, title: str, words: Messages, again: str = "") -> bytes:
    return (
        f'<!doctype html><html lang="{words.language}"><head><meta charset="utf-8"><title>{title} · Sixfold</title>'
        f'<meta name="viewport" content="width=device-width">{again}<style>{_STYLE}</style></head>'
        f"<body>{body}</body></html>"
    ).encode()
