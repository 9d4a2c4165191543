"""Requests to addresses that visitors gave: never into this server's own network, and without following redirects.

Otherwise a visitor could make the server call a router, a database or a cloud's internal pages. So the name is looked
up once, every address of it must be public, and the connection goes to the address that was checked.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from typing import Final
from urllib.parse import urlsplit

import httpx

from sixfold.errors import Refused

TIMEOUT_S: Final = 10.0
MOST: Final = 1000


def check_address(url: str, private: bool = False) -> str:
    """The address, if it may be written to as far as its text tells."""
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        host = None
    allowed = ("https", "http") if private else ("https",)
    if not host or len(url) > MOST or parts.scheme not in allowed or parts.username is not None:
        raise Refused(f"this is no https:// address: {url[:80]!r}", code="notice/address")
    if not private and _forbidden(host):
        raise Refused(f"this server does not write to {host[:80]!r}", code="notice/address")
    return url


def _forbidden(host: str) -> bool:
    try:
        return not ipaddress.ip_address(host).is_global
    except ValueError:
        return False


async def post(url: str, body: bytes, headers: dict[str, str], private: bool = False) -> int:
    """The status of the answer; its body is not read, and it is not followed elsewhere. OSError: nobody answers."""
    target = httpx.URL(check_address(url, private))
    port = target.port or (443 if target.scheme == "https" else 80)
    found = await asyncio.get_running_loop().getaddrinfo(target.host, port, type=socket.SOCK_STREAM)
    addresses = [str(one[4][0]) for one in found]
    if not private and any(_forbidden(address) for address in addresses):
        raise OSError(f"{target.host} leads into a private network")
    there = target.copy_with(host=addresses[0])
    carried = {**headers, "host": target.netloc.decode(), "user-agent": "Sixfold"}
    try:
        async with (
            httpx.AsyncClient(timeout=TIMEOUT_S, trust_env=False) as client,
            client.stream(
                "POST", there, content=body, headers=carried, extensions={"sni_hostname": target.host}
            ) as answer,
        ):
            return answer.status_code
    except httpx.HTTPError as error:
        raise OSError(str(error) or type(error).__name__) from error
