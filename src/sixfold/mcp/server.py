"""The tools of a model: rules, new_table, join, look, plays, check, play. They pass on what tables.py answers.

A refusal is a sentence in an ordinary answer, so that the model reads it and tries again.
"""

from __future__ import annotations

import functools
import socket
from collections.abc import Callable
from typing import Annotated

import sixfold
from sixfold.errors import SixfoldError
from sixfold.extras import extra
from sixfold.mcp import words
from sixfold.mcp.served import read_link
from sixfold.mcp.table import Seat, TableForModels
from sixfold.mcp.tables import OPEN, Tables

with extra("mcp"):
    from mcp.server.mcpserver import MCPServer
    from pydantic import Field

ABOUT = (
    "Tables of Qwirkle (tiles) and Qwirkle Cards (cards). Read `rules` once, make a table by `new_table`, then `look` "
    "and `play` until the game is over. A refusal says which rule was broken; after three of them in one turn a legal "
    "move is made for you."
)
Game = Annotated[str, Field(description="tiles or cards")]
Key = Annotated[str, Field(description="The key of your seat; not needed while there is only one.")]
PATIENCE = 20
Tools = tuple[Callable[..., str], ...]
Server = Annotated[str, Field(description="The address of a Sixfold server; empty for a table in this process.")]
Wait = Annotated[
    int, Field(ge=0, le=60, description="At a table of a server: how many seconds to wait for the others, at most.")
]
Move = Annotated[str, Field(description="A move in the notation: `0,0:Rs 1,0:Rd`, `swap RsGd`, `RoRsRd RdGdBd /`.")]


def build(tables: Tables | None = None) -> MCPServer:
    """A server with tables of its own."""
    tables = tables or Tables()
    server = MCPServer("sixfold", instructions=ABOUT, version=sixfold.__version__, log_level="WARNING")

    def tool(answer: Callable[..., str]) -> None:
        @functools.wraps(answer)
        def guarded(*args: object, **fields: object) -> str:
            try:
                return answer(*args, **fields)
            except SixfoldError as error:
                return f"Refused: {error.message}."

        server.add_tool(guarded, structured_output=False)

    for answer in (*_at_the_door(tables), *_at_the_table(tables)):
        tool(answer)
    return server


def _at_the_door(tables: Tables) -> Tools:
    """How a model comes to a table."""

    def rules(game: Game = "tiles") -> str:
        """The rules of a game, clause by clause, and how to write a move."""
        return words.rules(game)

    def new_table(
        game: Game = "tiles",
        opponents: Annotated[
            list[str],
            Field(description=f"1 to 3 of: names of bots (sprout … champion), `{OPEN}` for a model that joins"),
        ] = ["greedy"],  # noqa: B006, never changed
        name: Annotated[str, Field(description="What you are called at the table.")] = "",
        seed: Annotated[str, Field(description="Any words: the same words deal the same game. Not at a server.")] = "",
        server: Server = "",
    ) -> str:
        """Make a table and take its first seat. Bots move by themselves."""
        if server:
            return _welcome(*tables.new_at(server, game, opponents, name))
        return _welcome(*tables.new(game, opponents, name, seed))

    def join(
        table: Annotated[
            str,
            Field(description="A link (https://…/join/…), or the name of a table that a model has made here."),
        ],
        name: Annotated[str, Field(description="What you are called at a table of a server.")] = "",
        server: Server = "",
    ) -> str:
        """Take an open seat: at a table of a server by its link, or at one that another model has made here."""
        link = read_link(table, server)
        return _welcome(*(tables.join(table) if link is None else tables.visit(link, name)))

    return rules, new_table, join


def _at_the_table(tables: Tables) -> Tools:
    """What it can do there."""

    def look(seat: Key = "", wait: Wait = PATIENCE) -> str:
        """The table as your seat sees it: scores, what happened, what lies there, your hand, whose turn it is."""
        found = tables.seat(seat)
        with found.table.lock:
            return found.table.look(found, wait)

    def plays(seat: Key = "", most: Annotated[int, Field(ge=1, le=200)] = 20) -> str:
        """Your legal moves, those that bring most first."""
        found = tables.seat(seat)
        with found.table.lock:
            return found.table.plays(found, most)

    def check(move: Move, seat: Key = "") -> str:
        """Whether a move is legal and what it would bring. Nothing is played."""
        found = tables.seat(seat)
        with found.table.lock:
            return found.table.check(found, move)

    def play(move: Move, seat: Key = "", wait: Wait = PATIENCE) -> str:
        """Make a move; then see what the others did."""
        found = tables.seat(seat)
        with found.table.lock:
            return found.table.play(found, move, wait)

    return look, plays, check, play


def _welcome(table: TableForModels, seat: Seat) -> str:
    with table.lock:
        name, seen = table.names[seat.number], table.look(seat)
    more = f" {table.welcome}" if table.welcome else ""
    return f"You are {name} at table {table.id}. The key of your seat is {seat.key}.{more}\n\n{seen}"


def serve_http(server: MCPServer, host: str, port: int, ready: Callable[[str], None]) -> None:
    """Serve over HTTP until stopped; `ready` is told the address once connections are accepted."""
    import uvicorn

    with socket.create_server((host, port)) as listening:
        bound = listening.getsockname()[1]
        app = server.streamable_http_app(host=host)
        ready(f"http://{host}:{bound}/mcp")
        uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[listening])
