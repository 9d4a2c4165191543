"""The Atom feed of a player's notices, for a feed reader. Whoever knows its address may read it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final
from xml.etree import ElementTree as Xml

from sixfold.server.notices.letters import letter, sentence
from sixfold.server.store import Channel, Notice

ATOM: Final = "http://www.w3.org/2005/Atom"
MOST: Final = 50


def _time(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def feed(channel: Channel, address: str, told: Sequence[tuple[str, int, str, int]]) -> bytes:
    """The feed as it is now; `told` are its notices, newest first."""
    Xml.register_namespace("", ATOM)
    root = Xml.Element(f"{{{ATOM}}}feed")

    def add(parent: Xml.Element, name: str, text: str = "", **attributes: str) -> Xml.Element:
        made = Xml.SubElement(parent, f"{{{ATOM}}}{name}", attributes)
        made.text = text or None
        return made

    add(root, "id", f"urn:sixfold:{channel.id}")
    add(root, "title", sentence(channel.language, "letter.feed"))
    add(root, "updated", _time(max([channel.created, *(at for *_, at in told)])))
    add(root, "link", rel="self", href=address)
    add(add(root, "author"), "name", "Sixfold")
    for table, n, event, at in told:
        written = letter(Notice(channel, table, n, event, at, 0))
        entry = add(root, "entry")
        add(entry, "id", f"urn:sixfold:{written.name}")
        add(entry, "title", written.title)
        add(entry, "updated", _time(at))
        add(entry, "link", href=written.url)
        add(entry, "summary", written.text)
    written_out: bytes = Xml.tostring(root, encoding="utf-8", xml_declaration=True)
    return written_out
