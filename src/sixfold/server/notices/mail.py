"""Mail, through the mail server that the host named. An address is used only after its owner has told a code back."""

from __future__ import annotations

import asyncio
import smtplib
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import parseaddr
from typing import Final, NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

from sixfold.errors import Refused
from sixfold.server.notices.carriers import Fate
from sixfold.server.notices.letters import Letter, sentence
from sixfold.server.store import Channel

TIMEOUT_S: Final = 20.0
PORTS: Final = {"smtp": 25, "smtp+tls": 587, "smtps": 465}


class MailServer(NamedTuple):
    """Where mail is handed in, and whom it is from."""

    scheme: str
    host: str
    port: int
    user: str
    password: str
    sender: str


def read_server(text: str) -> MailServer:
    """`smtp+tls://user:password@mail.example.org?from=qwirkle@example.org`."""
    parts = urlsplit(text)
    sender = parse_qs(parts.query).get("from", [""])[0]
    if parts.scheme not in PORTS or not parts.hostname or not is_address(sender):
        raise Refused(
            "the mail server is smtp://, smtp+tls:// or smtps://, its host, and ?from= an address", code="notice/server"
        )
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return MailServer(parts.scheme, parts.hostname, parts.port or PORTS[parts.scheme], user, password, sender)


def is_address(text: str) -> bool:
    """Whether this can be somebody's address."""
    _, found = parseaddr(text)
    name, _, host = found.rpartition("@")
    return found == text and bool(name) and "." in host and len(text) <= 254 and text.isascii() and text.isprintable()


class Mail:
    """Carries to mailboxes."""

    def __init__(self, server: MailServer) -> None:
        self._server = server

    async def carry(self, channel: Channel, letter: Letter) -> Fate:
        """Send it. The same notice has the same id, so that a mailbox shows it once."""
        stop = f"{channel.site}told#{channel.id}.{channel.key}"
        footer = sentence(channel.language, "letter.stop", url=stop)
        message = self._message(channel.address, letter.title, f"{letter.text}\n\n{letter.url}\n\n-- \n{footer}\n")
        message["Message-ID"] = f"<{letter.name}.{channel.id}@{self._server.sender.rpartition('@')[2]}>"
        message["List-Unsubscribe"] = f"<{stop}>"
        return await self._send(message)

    async def prove(self, channel: Channel, code: str) -> Fate:
        """Send the code that proves whose address it is."""
        title = sentence(channel.language, "letter.prove")
        return await self._send(
            self._message(channel.address, title, sentence(channel.language, "letter.prove.text", code=code) + "\n")
        )

    def _message(self, address: str, title: str, text: str) -> EmailMessage:
        message = EmailMessage()
        message["From"] = Address("Sixfold", addr_spec=self._server.sender)
        message["To"] = address
        message["Subject"] = title
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(text)
        return message

    async def _send(self, message: EmailMessage) -> Fate:
        try:
            await asyncio.to_thread(self._hand_in, message)
        except smtplib.SMTPRecipientsRefused as error:
            # A server that says "for ever" about the only recipient (5xx) means the address.
            return "gone" if all(code >= 500 for code, _ in error.recipients.values()) else "later"
        except (smtplib.SMTPException, OSError):
            return "later"
        return "done"

    def _hand_in(self, message: EmailMessage) -> None:
        server = self._server
        kind = smtplib.SMTP_SSL if server.scheme == "smtps" else smtplib.SMTP
        with kind(server.host, server.port, timeout=TIMEOUT_S) as opened:
            if server.scheme == "smtp+tls":
                opened.starttls()
            if server.user:
                opened.login(server.user, server.password)
            opened.send_message(message)
