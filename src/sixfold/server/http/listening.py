"""The sockets a server listens on, bound before anything else is done: if that fails, the command says why."""

from __future__ import annotations

import errno
import os
import socket
from pathlib import Path
from typing import Final, NoReturn

from sixfold.errors import StoreError

BACKLOG: Final = 2048
_ABSENT: Final = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)
"""localhost may have two addresses where only one is in use."""
_WHY: Final = {
    errno.EADDRINUSE: "it is in use; --port chooses another, 0 any that is free",
    errno.EADDRNOTAVAIL: "that is no address of this machine",
    errno.EACCES: "this user may not; ports from 1024 on are for everyone",
}


def listen(host: str, port: int) -> list[socket.socket]:
    """A listening socket for each address of the host, all on one port."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError):
        _refuse(host, port, "no such host is known")
    sockets: list[socket.socket] = []
    failed: OSError | None = None
    for family, address in dict.fromkeys((family, address) for family, _, _, _, address in found):
        # Port 0: what the first address got is asked for at the others.
        at = sockets[0].getsockname()[1] if sockets else port
        try:
            sockets.append(_bound(family, (address[0], at, *address[2:])))
        except OSError as error:
            failed = error
            if error.errno not in _ABSENT:
                break
    if failed is not None and (not sockets or failed.errno not in _ABSENT):
        for opened in sockets:
            opened.close()
        _refuse(host, port, _WHY.get(failed.errno or 0) or failed.strerror or str(failed))
    return sockets


def _bound(family: int, address: tuple[object, ...]) -> socket.socket:
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # elsewhere it would let two servers share a port
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        made.bind(address)
        made.listen(BACKLOG)
    except BaseException:
        made.close()
        raise
    return made


def check_certificate(certificate: Path, key: Path) -> None:
    """Refuse a certificate that cannot be used, before anybody waits for it."""
    import ssl

    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key)
    except OSError as error:  # a file that cannot be read, or one that is none
        raise StoreError(
            f"cannot use the certificate {certificate} with the key {key}: {error.strerror or error}", code="serve/port"
        ) from None


def _refuse(host: str, port: int, why: str) -> NoReturn:
    raise StoreError(f"cannot listen on {host} port {port}: {why}", code="serve/port") from None
