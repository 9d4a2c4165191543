"""A model at a table of a server: a guest whom everybody at the table sees to be a model.

The server keeps the game and judges every move. Here is only what the model's seat may know, read from the wire.
"""

from __future__ import annotations

import random
import re
import secrets
from collections.abc import Sequence
from typing import Final, NamedTuple

from sixfold.errors import Refused
from sixfold.mcp import reading
from sixfold.mcp.line import SeatSocket, Visit
from sixfold.mcp.table import Seat, TableForModels
from sixfold.messages import Messages
from sixfold.rulesets import AnyMove, AnyState, AnyView
from sixfold.server import wire
from sixfold.terminal.words import Words

LINK: Final = re.compile(r"(https?://[^/\s]+(?:/[^?#\s]*?)?)/join/([^/?#\s]+)")
LONGEST_NAME: Final = 40
MARK: Final = " (model)"
"""Ends every name, so that nobody takes a model for a person."""


class Link(NamedTuple):
    """Where an invitation leads."""

    server: str
    invite: str


def read_link(text: str, server: str = "") -> Link | None:
    """The link of a table, or with a server the code of one; None if it is neither."""
    found = LINK.fullmatch(text.strip())
    if found is not None:
        return Link(found[1], found[2])
    return Link(server, text.strip()) if server else None


class ServedTable(TableForModels):
    """One seat at a table of a server, with the socket that belongs to it."""

    def __init__(self, visit: Visit, made: wire.Made) -> None:
        super().__init__()
        if not made.seats:
            raise Refused("there is no seat for you at this table", code="table/seat-taken")
        self.id, self.ruleset = made.table, made.info.ruleset
        self.seat = Seat(self, made.seats[0])
        self._visit = visit
        self._line = SeatSocket(visit, made.table, self.seat.number)
        self._remarks: list[str] = []
        if made.info.options.rated:
            self._line.ask("leave")
            self.close()
            raise Refused(
                "this table is rated: it is for people, and for bots that come with a token", code="table/rated"
            )
        if made.info.phase == "lobby":
            self._line.ask("ready", entropy=secrets.token_hex(32))

    @classmethod
    def made(cls, server: str, game: str, opponents: Sequence[str | None], name: str) -> ServedTable:
        """A new table there; None is a seat for whoever has the link."""
        visit = Visit(server)
        seats = [{"kind": "here", "name": _marked(name), "age": 1}]
        seats += [{"kind": "bot", "bot": bot} if bot else {"kind": "person"} for bot in opponents]
        return cls(visit, visit.post("/api/tables", {"game": game, "seats": seats}))

    @classmethod
    def joined(cls, server: str, invite: str, name: str) -> ServedTable:
        """The seat that a link or a code leads to."""
        visit = Visit(server)
        return cls(visit, visit.post(f"/api/invites/{invite}", {"name": _marked(name), "age": 1}))

    @property
    def names(self) -> Sequence[str]:
        """Who sits where; a seat that nobody has taken is open."""
        return [seat.name or "(open)" for seat in self._line.info.seats]

    @property
    def welcome(self) -> str:
        """The link for those who are still to come."""
        info = self._line.info
        if not any(not seat.taken for seat in info.seats) or not info.invite:
            return ""
        return f"Seats are open: people and models come by {self._visit.server}/join/{info.invite} ."

    def view(self, seat: Seat) -> AnyView | None:
        """What this seat may know, as the server tells it now."""
        if self._line.now is None:
            return None
        return reading.view(self._line.look(), self.ruleset)

    def state(self, seat: Seat) -> AnyState:
        """Any game that looks like this from here: the hands of others decide nothing about a move of one's own."""
        view = self.view(seat)
        assert view is not None, "there is a game"
        state: AnyState = view.sample(random.Random(0))
        return state

    def news(self, seat: Seat, view: AnyView) -> list[str]:
        """The turns that were added to the sheet, and how it ended."""
        lines = []
        if len(view.sheet) < seat.told:
            lines.append("Turns were taken back.")
            seat.told = len(view.sheet)
        lines += [f"{self.names[one.seat]}: {one.move} = {one.points}" for one in view.sheet[seat.told :]]
        seat.told = len(view.sheet)
        lines, self._remarks = [*lines, *self._remarks], []
        if view.outcome is not None:
            said = Words(Messages("en"), self.ruleset)
            how = said.ended(self.names, view.outcome).plain if view.outcome.winners else "Nobody won."
            lines.append(f"The game is over. {how}")
        return lines

    def make(self, seat: Seat, move: AnyMove) -> None:
        """Ask the server for a move."""
        self._line.ask(**reading.command(move))

    def remark(self, text: str) -> None:
        """Told with the next look."""
        self._remarks.append(text)

    def go_on(self, seat: Seat, seconds: float) -> None:
        """Wait for the others."""
        self._line.wait(lambda: self._line.over or self._line.my_turn, seconds)

    def close(self) -> None:
        """Hang up. The seat stays as the table's own rules for who is away say."""
        self._line.close()


def _marked(name: str) -> str:
    name = (name or "Guest").strip().removesuffix(MARK.strip()).strip() or "Guest"
    return name[: LONGEST_NAME - len(MARK)] + MARK
