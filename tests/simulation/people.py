"""People at their devices: they play, repeat themselves, act on what is long over, and lose their connection.

Each remembers what it was told. Whatever was not answered is sent again, with the same key, to any server that is up.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import msgspec

from sixfold import tiles
from sixfold.server import wire
from sixfold.server.games import any_move
from sixfold.server.house import House
from sixfold.server.table import facts as e
from sixfold.server.table.plans import plan_of
from sixfold.server.table.table import GameTable
from tests.simulation.servers import Link, Server

if TYPE_CHECKING:
    from tests.simulation.play import Simulation

_encode = msgspec.json.Encoder().encode


class Person:
    """A player, or somebody who looks on, with one device."""

    def __init__(self, simulation: Simulation, player: str, table: str) -> None:
        self.simulation = simulation
        self.world = simulation.world
        self.player = player
        self.table = table
        self.link: Link | None = None
        self.greeted = False
        self.n: int | None = None
        self.waiting: dict[str, bytes] = {}
        """Commands that were not answered yet."""
        self.said: list[bytes] = []
        self.idle: set[str] = set()
        """Keys of commands that may lead to nothing: a rematch that is made already."""
        self.rng = self.world.chance("person", player)
        self._keys = 0
        self.away = False

    # -------------------------------------------------------------------------------------------------- the line

    def connect(self, server: Server, since: bool = True) -> None:
        """Open a socket, say hello, and say again what was not answered."""
        if self.link is not None:
            self.link.cut()
        self.greeted = False
        if not since:
            self.n = None  # the page was loaded anew, and knows nothing
        self.link = Link(server, self, self.table, self.world.chance("link", self.player, self.world.now()))
        self.link.send(_encode(wire.Hello(version=wire.VERSION, since=self.n)))

    def lost(self, link: Link) -> None:
        """The line is dead, which shows at last."""
        if link is self.link:
            self.link = None
            self.greeted = False

    def leave(self) -> None:
        """Close the page."""
        self.away = True
        if self.link is not None:
            self.link.cut()
            self.link = None

    def hears(self, link: Link, frame: dict[str, Any]) -> None:
        """A frame, on this device."""
        if link is not self.link or link.table != self.table:
            return
        match frame["t"]:
            case "welcome":
                self._welcomed(frame)
            case "event":
                self._told(frame)
            case "ack":
                self.waiting.pop(frame["id"], None)
            case "refused" if not self.greeted:
                link.cut()
            case "refused":
                if not frame["refusal"]["code"].startswith("store/"):
                    self.waiting.pop(frame.get("id") or "", None)

    def _welcomed(self, frame: dict[str, Any]) -> None:
        if self.n is not None and frame["n"] < self.n:
            self.world.blame("in order", f"{self.player}, who knows {self.n}, was welcomed at {frame['n']}")
        if not frame.get("resumed"):
            self.n = frame["n"]
        self.greeted = True
        for text in self.waiting.values():
            self._send(text)
        if frame["info"].get("rematch"):
            self._go_on(frame["info"]["rematch"])

    def _told(self, frame: dict[str, Any]) -> None:
        n = frame["n"]
        if self.n is None or n != self.n + 1:
            self.world.blame("in order", f"{self.player} was told {n} after {self.n}")
        self.n = n
        if frame["event"]["type"] == "rematch":
            self._go_on(frame["event"]["table"])

    def _go_on(self, table: str) -> None:
        """The next game is at another table."""
        self.simulation.follow(self, table)

    # ----------------------------------------------------------------------------------------------------- acts

    def _send(self, text: bytes) -> None:
        if self.link is not None and self.greeted:
            self.link.send(text)

    def command(self, kind: type[wire.Command], seat: int | None, base: int | None = None, **fields: Any) -> None:
        """Ask for something that changes the table."""
        self._keys += 1
        key = f"k{self._keys}"
        known = (self.n or 0) if base is None else base
        text = _encode(kind(id=key, base=known, seat=seat, **fields))
        self.simulation.referee.sent[self.player, key] = known
        if kind is wire.Rematch:
            self.idle.add(key)
        self.waiting[key] = text
        self.said.append(text)
        self._send(text)

    def repeat(self, rng: random.Random) -> None:
        """Say again, with the same key, what was said before."""
        if self.said:
            self._send(rng.choice(self.said[-4:]))

    def act(self, rng: random.Random) -> str:
        """Something that a person might do now, sensible or not."""
        table = self.simulation.truth(self.table)
        mine = table.seats_of(self.player)
        if not self.greeted:
            return "waits"
        if rng.random() < 0.12:
            self.repeat(rng)
            return "repeats"
        if rng.random() < 0.15 and (done := self._aside(table, mine, rng)):
            return done
        if not mine:
            self.command(wire.Say, None, word="hello")
            return "speaks from outside"
        if table.phase == "lobby":
            return self._ready(table, mine, rng)
        if table.phase == "finished":
            self.command(wire.Rematch, rng.choice(mine))
            return "asks for another game"
        if table.asks_back is not None and rng.random() < 0.8:
            self.command(wire.Answer, mine[-1], yes=rng.random() < 0.7)
            return "answers"
        return self._play(table, mine, rng)

    def _aside(self, table: GameTable, mine: tuple[int, ...], rng: random.Random) -> str:
        """What is asked for by HTTP, and what is said to stop a clock."""
        up = [server for server in self.simulation.servers if server.up]
        if table.phase == "lobby" and not mine and up:
            rng.choice(up).call(self._join, rng.uniform(0.0, 0.5))
            return "follows the link"
        if table.phase != "playing" or not mine:
            return ""
        seat = rng.choice(mine)
        if table.terms.vacation and rng.random() < 0.6:
            self.command(wire.Vacation, seat, on=not table.chairs[seat].vacation_at)
            return "goes on vacation, or comes back"
        plays = [] if seat == table.to_move else tiles.plays(table.state.board, table.state.view(seat).hand)
        if not plays or not up:
            return ""
        move = str(rng.choice(plays).place)
        rng.choice(up).call(lambda house: self._plan(house, seat, move), rng.uniform(0.0, 0.5))
        return f"wants {move} played"

    async def _join(self, house: House) -> None:
        room = await house.look(self.table)
        assert room is not None
        await house.join(room, None, self.player, "Late", 30, "places")

    async def _plan(self, house: House, seat: int, move: str) -> None:
        room = await house.look(self.table)
        assert room is not None
        plan = plan_of(room.table, self.player, seat, move)
        # From here on it may be kept, whatever becomes of the server meanwhile.
        self.simulation.referee.plans.add((plan.table, plan.seat, plan.turn, plan.player, plan.move))
        await house.plans.keep(room, plan)

    def _ready(self, table: GameTable, mine: tuple[int, ...], rng: random.Random) -> str:
        seat = next((seat for seat in mine if not table.chairs[seat].ready), mine[0])
        self.command(wire.Ready, seat, entropy=rng.randbytes(32).hex())
        return "is ready"

    def _play(self, table: GameTable, mine: tuple[int, ...], rng: random.Random) -> str:
        seat = table.to_move if table.to_move in mine else rng.choice(mine)
        kind = rng.random()
        if kind < 0.55:
            return self.move(table)
        if kind < 0.62:
            self.command(wire.Say, seat, word=rng.choice(("hello", "nice", "oops")))
            return "speaks"
        if kind < 0.70 and table.to_move is not None:
            others = [at for at in range(len(table.chairs)) if at not in mine]
            self._move(table, rng.choice(others) if others else seat)
            return "plays for another"
        if kind < 0.78 and table.to_move in mine:
            self._move(table, seat, base=max(0, (self.n or 0) - rng.randrange(1, 6)))
            return "plays on what is over"
        if kind < 0.84:
            self.command(wire.LayTiles, seat, play="90,90:Rs")
            return "plays what is not allowed"
        if kind < 0.92 and table.to_move in mine and self.link is not None:
            move = str(any_move(table.state.view(seat)))
            if ":" in move:
                self.link.send(_encode(wire.Check(id="d", seat=seat, play=move)))
            return "drafts"
        if kind < 0.965:
            self.command(wire.TakeBack, seat)
            return "wants to take back"
        if kind < 0.98:
            self.command(wire.Resign, seat)
            return "resigns"
        gone = bool(table.chairs[seat].stand_in)
        self.command(wire.Return if gone else wire.Leave, seat)
        return "comes back" if gone else "leaves"

    def move(self, table: GameTable) -> str:
        """A legal move, if it is one's turn and one knows it."""
        seat = table.to_move
        if seat is None or seat not in table.seats_of(self.player):
            return "is not to move"
        if table.chairs[seat].stand_in and not table.chairs[seat].resigned:
            self.command(wire.Return, seat)
            return "comes back"
        return self._move(table, seat)

    def _move(self, table: GameTable, seat: int, base: int | None = None) -> str:
        assert table.to_move is not None
        move = str(any_move(table.state.view(table.to_move)))
        if move.startswith("swap"):
            self.command(wire.Exchange, seat, base, pieces=move[5:])
        elif move == "pass":
            self.command(wire.PassTurn, seat, base)
        else:
            self.command(wire.LayTiles, seat, base, play=move)
        return f"plays {move}"


def folded(table: GameTable, row: Any) -> GameTable:
    """The table after one more row, for those who want to know what is legal."""
    return table.apply(e.decode(row.body), row.at)
