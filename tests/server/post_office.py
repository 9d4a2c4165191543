"""Where notices arrive in tests: a push service, a hook and a mail server on loopback."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from sixfold.server.notices.push import to_bytes, to_text


class Browser:
    """A browser's side of a push subscription."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"0123456789abcdef"

    @property
    def point(self) -> bytes:
        return self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )

    @property
    def keys(self) -> str:
        return f"{to_text(self.point)}.{to_text(self.auth)}"

    def read(self, body: bytes) -> dict[str, Any]:
        """What a message says, by RFC 8188 and RFC 8291 read from the other side."""
        salt, size, theirs = body[:16], body[20], body[21 : 21 + body[20]]
        there = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        shared = self.key.exchange(ec.ECDH(), there)

        def made(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
            return HKDF(hashes.SHA256(), length, salt, info).derive(secret)

        secret = made(self.auth, shared, b"WebPush: info\0" + self.point + theirs, 32)
        key = made(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
        nonce = made(salt, secret, b"Content-Encoding: nonce\0", 12)
        plain = AESGCM(key).decrypt(nonce, body[21 + size :], None)
        assert plain[-1:] == b"\2", "the last record"
        told: dict[str, Any] = json.loads(plain[:-1])
        return told


def signed_by(authorization: str) -> dict[str, Any]:
    """The claims of a VAPID header whose signature is right."""
    fields = dict(part.split("=", 1) for part in authorization.removeprefix("vapid ").split(", "))
    head, claims, signature = fields["t"].split(".")
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), to_bytes(fields["k"]))
    raw = to_bytes(signature)
    pair = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    public.verify(pair, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    told: dict[str, Any] = json.loads(to_bytes(claims))
    return told


class Received:
    """What came in: path, headers, body. `status` says what to answer, by the number of what came before."""

    def __init__(self) -> None:
        self.all: list[tuple[str, dict[str, str], bytes]] = []
        self.status: Callable[[int], int] = lambda n: 201
        self.url = ""


@asynccontextmanager
async def listening() -> AsyncIterator[Received]:
    """An HTTP server on loopback that takes what is posted to it."""
    got = Received()

    async def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:] if line)}
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        status = got.status(len(got.all))
        got.all.append((head[0].split(" ")[1], headers, body))
        writer.write(f"HTTP/1.1 {status} Noted\r\ncontent-length: 0\r\nconnection: close\r\n\r\n".encode())
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(take, "127.0.0.1", 0)
    got.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with server:
        yield got


class Mailbox:
    """A mail server that keeps everything; addresses of `refused` are unknown to it."""

    def __init__(self) -> None:
        self.letters: list[tuple[str, str]] = []

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:  # noqa: N802
        if address.startswith("nobody"):
            return "550 no such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        self.letters.append((envelope.rcpt_tos[0], envelope.content.decode()))
        return "250 OK"


class AnyPort(Controller):
    """A mail server on a port of the system's choice; the library's own start looks for it at port 0."""

    def _trigger_server(self) -> None:
        assert isinstance(self.server, asyncio.Server)
        self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()  # type: ignore[no-untyped-call]
