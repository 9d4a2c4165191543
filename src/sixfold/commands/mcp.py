"""`sixfold mcp`: language models play, by the Model Context Protocol."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from sixfold.errors import SixfoldError


def run(
    http: Annotated[bool, typer.Option("--http", help="Over HTTP; without it over standard input and output.")] = False,
    host: Annotated[str, typer.Option(help="With --http: address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="With --http: port to listen on; 0 for any that is free.")
    ] = 6162,
    server: Annotated[
        list[str] | None,
        typer.Option(
            help="A Sixfold server to whose tables models may go; can be given several times. Without it: any server "
            "over standard input, none with --http."
        ),
    ] = None,
) -> None:
    """Tools for a language model: rules, new_table, join, look, plays, check, play (docs/models.md)."""
    from sixfold.mcp.server import build, serve_http
    from sixfold.mcp.tables import Tables

    tools = build(Tables(server or ([] if http else None)))
    if not http:
        tools.run("stdio")
        return
    try:
        serve_http(
            tools, host, port, lambda address: print(f"Models connect to {address}", file=sys.stderr, flush=True)
        )
    except OSError as error:
        raise SixfoldError(
            f"cannot listen on {host} port {port}: {error.strerror or error}", code="serve/port"
        ) from error
