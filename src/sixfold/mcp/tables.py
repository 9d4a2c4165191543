"""Tables for models in this process: who holds which seat, moves, refusals, tries. No protocol.

A seat is known by a key that only its model is given. Bots move at once; a seat that is `open` waits for another model.
"""

from __future__ import annotations

import hashlib
import secrets
import threading
from dataclasses import dataclass, field
from typing import Final

from sixfold import bots
from sixfold.errors import NotationError, Refused, SixfoldError
from sixfold.mcp import words
from sixfold.rulesets import AnyMove
from sixfold.terminal.game import Game, Sitter, begin

TRIES: Final = 3
"""Moves that may be refused in one turn before a legal one is made for the model, and counted."""
MOST_TABLES: Final = 200
OPEN: Final = "open"


@dataclass(slots=True)
class Seat:
    """A model's place: what it has been told, and how often it was refused in this turn and helped in this game."""

    table: ModelTable
    number: int
    key: str = field(default_factory=lambda: secrets.token_hex(8))
    told: int = 0
    refused: int = 0
    helped: int = 0


class ModelTable:
    """A game between models and bots."""

    def __init__(self, game: str, names: list[str], opponents: list[str], seed: str) -> None:
        chairs = [Sitter(names[0])]
        for place, kind in enumerate(opponents, 1):
            bot = None if kind == OPEN else bots.find(game, kind)(place)
            chairs.append(Sitter(f"model {place}" if bot is None else f"{kind} (bot {place})", bot=bot))
        dealt_by = hashlib.sha512(seed.encode()).digest() if seed else secrets.token_bytes(64)
        self.id = secrets.token_hex(4)
        self.game = Game(*begin(game, chairs, dealt_by), chairs)
        self.log: list[str] = []
        self.seats = {place: Seat(self, place) for place, chair in enumerate(chairs) if chair.bot is None}
        self.free = [place for place in self.seats if place]
        self.go_on()

    def go_on(self) -> None:
        """Deal, and let bots move, until a model is to move or the game is over."""
        game = self.game
        while game.state.outcome is None:
            if game.deal():
                self.log.append(game.words.opened(game.names, game.state.opening))
            if game.state.outcome is not None or game.chairs[game.state.to_move].bot is None:
                break
            self._play(game.bot_move())
        if game.state.outcome is not None and game.journal.record.result is None:
            game.journal.end()
            self.log.append(f"The game is over. {game.words.ended(game.names, game.state.outcome).plain}")

    def _play(self, move: AnyMove) -> None:
        self.log.append(self.game.make(move).plain)

    def look(self, seat: Seat) -> str:
        """The table from this seat, with what happened since the last look."""
        news, seat.told = self.log[seat.told :], len(self.log)
        text = words.table(self.game.state.view(seat.number), self.game.names, news)
        helped = f"\nMoves made for you after {TRIES} refusals: {seat.helped}." if seat.helped else ""
        return text + helped

    def plays(self, seat: Seat, most: int) -> str:
        """The legal moves of this seat."""
        self._must_move(seat)
        return words.plays(self.game.state.view(seat.number), most)

    def check(self, seat: Seat, text: str) -> str:
        """Whether a move is legal and what it would bring; nothing is played and no try is used."""
        self._must_move(seat)
        try:
            move = self.game.read(text)
            after = self.game.state.play(move)
        except SixfoldError as error:
            return f"Not legal: {error.message}."
        entry = after.sheet[-1] if len(after.sheet) > len(self.game.state.sheet) else None
        unit = words.UNITS[self.game.ruleset.game]
        return f"Legal: {move}" + (f" brings {entry.points} {unit}." if entry else ", and the turn goes on.")

    def play(self, seat: Seat, text: str) -> str:
        """Make a move. One that is refused leaves the game as it is, until too many are."""
        self._must_move(seat)
        try:
            self._play(self.game.read(text))
        except SixfoldError as error:
            seat.refused += 1
            left = TRIES - seat.refused
            if left:
                unread = " `rules` says how to write a move." if isinstance(error, NotationError) else ""
                tries = f"{left} {'tries' if left > 1 else 'try'}"
                return f"Not played: {error.message}.{unread} You have {tries} left this turn."
            seat.helped += 1
            chosen = bots.find(self.game.ruleset.game, "greedy")(0).choose(
                self.game.state.view(seat.number), bots.Budget()
            )
            self._play(chosen.move)
            self.log.append(f"{self.game.names[seat.number]} was refused {TRIES} times, so the house chose that move.")
        seat.refused = 0
        self.go_on()
        return self.look(seat)

    def _must_move(self, seat: Seat) -> None:
        state = self.game.state
        if state.outcome is not None:
            raise Refused("the game is over", code="table/finished")
        if state.to_move != seat.number:
            raise Refused(f"it is the turn of {self.game.names[state.to_move]}", code="table/not-your-turn")


class Tables:
    """All tables of this process. One call at a time: a model never sees half a turn."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self._tables: dict[str, ModelTable] = {}
        self._seats: dict[str, Seat] = {}

    def new(self, game: str, opponents: list[str], name: str, seed: str) -> tuple[ModelTable, Seat]:
        """A new table, and the seat of the model that asked for it."""
        bots.names(game)  # says which games there are, if this is none
        if not 1 <= len(opponents) <= 3:
            raise NotationError(f"{len(opponents)} opponents: there are 1 to 3", code="notation/seats")
        table = ModelTable(game, [name[:60] or "model 0"], opponents, seed)
        while len(self._tables) >= MOST_TABLES:
            self._forget(next(iter(self._tables.values())))
        self._tables[table.id] = table
        return table, self._take(table.seats[0])

    def join(self, table: str) -> tuple[ModelTable, Seat]:
        """The next open seat of a table that another model has made."""
        found = self._tables.get(table)
        if found is None:
            raise Refused(f"there is no table {table[:20]!r} here", code="table/unknown")
        if not found.free:
            raise Refused(f"no seat is open at table {table}", code="table/full")
        return found, self._take(found.seats[found.free.pop(0)])

    def seat(self, key: str) -> Seat:
        """The seat of this key; without one, the only seat that there is."""
        if not key and len(self._seats) == 1:
            return next(iter(self._seats.values()))
        found = self._seats.get(key)
        if found is None:
            hint = (
                "take one by new_table or join" if not self._seats else "give the key that new_table or join told you"
            )
            raise Refused(f"there is no seat with this key: {hint}", code="table/unknown")
        return found

    def _take(self, seat: Seat) -> Seat:
        self._seats[seat.key] = seat
        return seat

    def _forget(self, table: ModelTable) -> None:
        del self._tables[table.id]
        self._seats = {key: seat for key, seat in self._seats.items() if seat.table is not table}
