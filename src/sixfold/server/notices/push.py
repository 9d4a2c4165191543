"""Web push: a notice to a browser through the push service that the browser chose, and through nobody else.

The message is encrypted for the browser (RFC 8291, one record of aes128gcm, RFC 8188); the request is signed with a key
of this server's own (VAPID, RFC 8292), which is made once and kept in the store.
"""

from __future__ import annotations

import base64
import hashlib
import os
from collections.abc import Callable
from typing import Final
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from sixfold.errors import Refused
from sixfold.server.notices.carriers import Fate, fate_of
from sixfold.server.notices.letters import Letter
from sixfold.server.notices.outside import post
from sixfold.server.store import Channel

KEEP_S: Final = 86_400
"""Seconds for which a push service keeps a notice for a browser that is not running."""
SIGNED_S: Final = 12 * 3600
RECORD: Final = 4096


def to_text(data: bytes) -> str:
    """base64url without its padding, as browsers write keys."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def to_bytes(text: str) -> bytes:
    """The bytes of it."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def new_key() -> str:
    """A signing key for this server."""
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return to_text(number.to_bytes(32))


def _private(key: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(to_bytes(key)), ec.SECP256R1())


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def public_key(key: str) -> str:
    """What a browser is told when it subscribes."""
    return to_text(_point(_private(key).public_key()))


def check_keys(keys: str) -> str:
    """The keys of a browser, `p256dh.auth`, if they are some."""
    theirs, _, auth = keys.partition(".")
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), to_bytes(theirs))
        whole = len(to_bytes(auth)) == 16
    except ValueError:
        whole = False
    if not whole:
        raise Refused("these are no keys of a browser's push subscription", code="notice/keys")
    return keys


def _derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def encrypted(
    text: bytes,
    keys: str,
    salt: bytes | None = None,
    once: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """The body that only this browser can read. `salt` and `once`, a key for this message alone, are random."""
    theirs, _, auth = keys.partition(".")
    there = to_bytes(theirs)
    salt = salt or os.urandom(16)
    once = once or ec.generate_private_key(ec.SECP256R1())
    here = _point(once.public_key())
    shared = once.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), there))
    secret = _derived(to_bytes(auth), shared, b"WebPush: info\0" + there + here, 32)
    content = _derived(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(salt, secret, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4) + len(here).to_bytes(1) + here
    # A byte of two ends the last record.
    return head + AESGCM(content).encrypt(nonce, text + b"\2", None)


def authorization(key: str, endpoint: str, subject: str, now_s: int) -> str:
    """The header that says which server this is, for the push service of an endpoint."""
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": now_s + SIGNED_S, "sub": subject}
    signed = b".".join(to_text(msgspec.json.encode(part)).encode() for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    r, s = decode_dss_signature(_private(key).sign(signed, ec.ECDSA(hashes.SHA256())))
    return f"vapid t={signed.decode()}.{to_text(r.to_bytes(32) + s.to_bytes(32))}, k={public_key(key)}"


class Push:
    """Carries to browsers."""

    def __init__(self, key: str, now: Callable[[], int], private: bool = False) -> None:
        self._key = key
        self._now = now
        self._private = private
        self.public = public_key(key)

    async def carry(self, channel: Channel, letter: Letter) -> Fate:
        """Hand it to the browser's push service. A newer notice of the same table takes the place of one that waits."""
        told = {"title": letter.title, "text": letter.text, "url": letter.url, "tag": letter.table}
        headers = {
            "authorization": authorization(self._key, channel.address, channel.site, self._now() // 1000),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(KEEP_S),
            "topic": to_text(hashlib.sha256(letter.table.encode()).digest()[:24]),
            "urgency": "normal",
        }
        try:
            status = await post(
                channel.address, encrypted(msgspec.json.encode(told), channel.key), headers, self._private
            )
        except OSError:
            return "later"
        # A service that does not accept this server's key or this browser's endpoint never will.
        return "gone" if status in (400, 401, 403) else fate_of(status)
