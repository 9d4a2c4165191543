"""Tables for models: those in this process, and all seats of its models, here or at a server. No protocol.

A seat is known by a key that only its model gets. Bots move at once. A seat that is `open` waits for another model.
"""

from __future__ import annotations

import hashlib
import secrets
import threading
from collections.abc import Sequence
from typing import Final

from sixfold import bots
from sixfold.errors import NotationError, Refused
from sixfold.mcp.served import Link, ServedTable
from sixfold.mcp.table import Seat, TableForModels
from sixfold.rulesets import AnyMove, AnyState, AnyView
from sixfold.terminal.game import Game, Sitter, begin

MOST_TABLES: Final = 200
OPEN: Final = "open"


class ModelTable(TableForModels):
    """A game between models and bots in this process."""

    def __init__(self, game: str, names: list[str], opponents: list[str], seed: str) -> None:
        super().__init__()
        chairs = [Sitter(names[0])]
        for place, kind in enumerate(opponents, 1):
            bot = None if kind == OPEN else bots.find(game, kind)(place)
            chairs.append(Sitter(f"model {place}" if bot is None else f"{kind} (bot {place})", bot=bot))
        dealt_by = hashlib.sha512(seed.encode()).digest() if seed else secrets.token_bytes(64)
        self.id = secrets.token_hex(4)
        self.game = Game(*begin(game, chairs, dealt_by), chairs)
        self.ruleset = self.game.ruleset.name
        self.log: list[str] = []
        self.seats = {place: Seat(self, place) for place, chair in enumerate(chairs) if chair.bot is None}
        self.free = [place for place in self.seats if place]
        self._settle()

    @property
    def names(self) -> Sequence[str]:
        """Who sits where."""
        return self.game.names

    @property
    def welcome(self) -> str:
        """How other models come to this table."""
        return f"{len(self.free)} seats are open: other models `join` table {self.id}." if self.free else ""

    def view(self, seat: Seat) -> AnyView:
        """What this seat may know."""
        view: AnyView = self.game.state.view(seat.number)
        return view

    def state(self, seat: Seat) -> AnyState:
        """The game itself."""
        state: AnyState = self.game.state
        return state

    def news(self, seat: Seat, view: AnyView) -> list[str]:
        """What was written down since the last look."""
        found, seat.told = self.log[seat.told :], len(self.log)
        return found

    def make(self, seat: Seat, move: AnyMove) -> None:
        """Make a move of a model."""
        self.log.append(self.game.make(move).plain)

    def remark(self, text: str) -> None:
        """Write something down for all."""
        self.log.append(text)

    def go_on(self, seat: Seat, seconds: float) -> None:
        """Bots move at once; for another model nobody waits here."""
        self._settle()

    def close(self) -> None:
        """It is a value of this process: nothing is open."""

    def _settle(self) -> None:
        """Deal, and let bots move, until a model is to move or the game is over."""
        game = self.game
        while game.state.outcome is None:
            if game.deal():
                self.log.append(game.words.opened(game.names, game.state.opening))
            if game.state.outcome is not None or game.chairs[game.state.to_move].bot is None:
                break
            self.log.append(game.make(game.bot_move()).plain)
        if game.state.outcome is not None and game.journal.record.result is None:
            game.journal.end()
            self.log.append(f"The game is over. {game.words.ended(game.names, game.state.outcome).plain}")


class Tables:
    """All tables at which models of this process sit. `servers` are those that they may go to; None is any."""

    def __init__(self, servers: Sequence[str] | None = None) -> None:
        self._lock = threading.Lock()
        self._servers = None if servers is None else [server.rstrip("/") for server in servers]
        self._tables: dict[str, TableForModels] = {}
        self._seats: dict[str, Seat] = {}

    def new(self, game: str, opponents: list[str], name: str, seed: str) -> tuple[ModelTable, Seat]:
        """A new table here, and the seat of the model that asked for it."""
        check(game, opponents)
        table = ModelTable(game, [name[:60] or "model 0"], opponents, seed)
        return table, self._keep(table.id, table, table.seats[0])

    def new_at(self, server: str, game: str, opponents: list[str], name: str) -> tuple[ServedTable, Seat]:
        """A new table at a server, with an open seat for everybody who has its link."""
        check(game, opponents)
        bots_or_open = [None if kind == OPEN else kind for kind in opponents]
        return self._sit(ServedTable.made(self._allowed(server), game, bots_or_open, name))

    def visit(self, link: Link, name: str) -> tuple[ServedTable, Seat]:
        """The seat at a table of a server that a link leads to."""
        return self._sit(ServedTable.joined(self._allowed(link.server), link.invite, name))

    def join(self, table: str) -> tuple[ModelTable, Seat]:
        """The next open seat of a table that another model has made here."""
        with self._lock:
            found = self._tables.get(table)
            if not isinstance(found, ModelTable):
                raise Refused(f"there is no table {table[:20]!r} here", code="table/unknown")
            if not found.free:
                raise Refused(f"no seat is open at table {table}", code="table/full")
            seat = found.seats[found.free.pop(0)]
            self._seats[seat.key] = seat
        return found, seat

    def seat(self, key: str) -> Seat:
        """The seat of this key; without one, the only seat that there is."""
        with self._lock:
            if not key and len(self._seats) == 1:
                return next(iter(self._seats.values()))
            found = self._seats.get(key)
            if found is None:
                hint = (
                    "take one by new_table or join"
                    if not self._seats
                    else "give the key that new_table or join told you"
                )
                raise Refused(f"there is no seat with this key: {hint}", code="table/unknown")
            return found

    def close(self) -> None:
        """Leave all tables."""
        for table in list(self._tables.values()):
            table.close()

    def _allowed(self, server: str) -> str:
        server = server.rstrip("/")
        if self._servers is not None and server not in self._servers:
            known = ", ".join(self._servers) or "none, until `sixfold mcp --server URL` names one"
            raise Refused(f"models here do not go to {server[:80]}; they go to {known}", code="table/unknown")
        return server

    def _sit(self, table: ServedTable) -> tuple[ServedTable, Seat]:
        # Two models of this process may sit at one table of a server: each has it under its own key.
        return table, self._keep(table.seat.key, table, table.seat)

    def _keep(self, name: str, table: TableForModels, seat: Seat) -> Seat:
        with self._lock:
            while len(self._tables) >= MOST_TABLES:
                self._forget(next(iter(self._tables.values())))
            self._tables[name] = table
            self._seats[seat.key] = seat
        return seat

    def _forget(self, table: TableForModels) -> None:
        table.close()
        self._tables = {name: one for name, one in self._tables.items() if one is not table}
        self._seats = {key: seat for key, seat in self._seats.items() if seat.table is not table}


def check(game: str, opponents: list[str]) -> None:
    """There is such a game, and it can be played by so many."""
    bots.names(game)  # says which games there are, if this is none
    if not 1 <= len(opponents) <= 3:
        raise NotationError(f"{len(opponents)} opponents: there are 1 to 3", code="notation/seats")
