"""Visitors: the address and the cookie of a request, the player they belong to, and the cookie for a new player."""

from __future__ import annotations

from http.cookies import SimpleCookie

from litestar.datastructures import Cookie

from sixfold.errors import Refused
from sixfold.server import people
from sixfold.server.house import House
from sixfold.server.http.answers import AnyRequest
from sixfold.server.http.asgi import Scope
from sixfold.server.http.costs import allowance_of
from sixfold.server.store import Guest


def headers_of(scope: Scope) -> dict[str, str]:
    """The headers of a request, by their names in lower case."""
    found: dict[str, str] = {}
    for name, value in scope["headers"]:
        key = name.decode("latin-1").lower()
        # A header that must be unique and is not is treated as none of them.
        found[key] = "" if key in ("host", "origin") and key in found else value.decode("latin-1")
    return found


def address_of(scope: Scope) -> str:
    """Where a request comes from; uvicorn believes a proxy's header only from proxies that it was told to trust."""
    client = scope.get("client")
    return str(client[0]) if client else ""


def cookie_of(text: str) -> str:
    """The secret in a header `Cookie`, if it can be one."""
    try:
        morsel = SimpleCookie(text).get(people.COOKIE)
    except Exception:  # a cookie that cannot be read is no cookie
        return ""
    return morsel.value if morsel is not None and 16 <= len(morsel.value) <= 64 else ""


async def player_with(house: House, cookie: str) -> Guest | None:
    """The player whose cookie this is; None for a visitor."""
    secret = cookie_of(cookie)
    return await house.people.of(people.hashed(secret)) if secret else None


async def player_of(house: House, request: AnyRequest) -> Guest | None:
    """The player who asks; None for a visitor."""
    return await player_with(house, request.headers.get("cookie", ""))


async def known_player(house: House, request: AnyRequest) -> Guest:
    """The player who asks. Refuses a visitor."""
    player = await player_of(house, request)
    if player is None:
        raise Refused("nobody knows you here yet: make or join a table first", code="player/unknown")
    return player


async def any_player(house: House, request: AnyRequest, name: str | None) -> tuple[Guest, list[Cookie]]:
    """The player who asks, made now if need be, with the cookie to set."""
    house.moderation.check_names(name)
    player = await player_of(house, request)
    if player is not None:
        return player, []
    try:
        allowance_of(request.scope).admit()
    except Refused:
        await house.moderation.note_flood("guests refused")
        raise
    player, secret = await house.people.welcome(name or "?")
    return player, [new_cookie(house, request, secret)]


def gone(house: House) -> Cookie:
    """Takes the cookie back."""
    return Cookie(key=people.COOKIE, value="", max_age=0, path=house.settings.base)


def new_cookie(house: House, request: AnyRequest, secret: str) -> Cookie:
    """Not for scripts, not for other sites; Secure where there is https, as plain http would not send it back."""
    return Cookie(
        key=people.COOKIE,
        value=secret,
        max_age=people.COOKIE_DAYS * 86400,
        path=house.settings.base,
        httponly=True,
        samesite="lax",
        secure=request.scope["scheme"] == "https",
    )
