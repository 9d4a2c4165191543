"""`sixfold play`: the table in the browser, or a game at the keyboard with --terminal."""

from __future__ import annotations

import hashlib
import os
import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from sixfold.terminal.plain import Chair


def run(
    terminal: Annotated[bool, typer.Option("--terminal", help="At the keyboard, without a browser.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="With --terminal: line by line, for any screen.")] = False,
    game: Annotated[str, typer.Option(help="tiles or cards.")] = "tiles",
    seat: Annotated[
        list[str] | None,
        typer.Option(
            help="NAME, NAME:AGE or bot:NAME; once for each seat, in order. Default: a person and bot:greedy."
        ),
    ] = None,
    seed: Annotated[str | None, typer.Option(help="Any words: the same words deal the same game.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Continue a game that was saved.")] = None,
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port of the browser's table; 0 for any that is free.")
    ] = 0,
    browser: Annotated[bool, typer.Option(help="Open the browser.")] = True,
) -> None:
    """Open the table in the browser. With --terminal: play at the keyboard, people and bots together."""
    if not terminal:
        from sixfold.commands import serve

        serve.play_here(open_browser=browser, port=port)
        return

    from sixfold.bots import find
    from sixfold.errors import NotationError
    from sixfold.record import Record
    from sixfold.terminal.game import Game, begin
    from sixfold.terminal.game import resume as resumed

    if resume is not None:
        try:
            text = resume.read_bytes()
        except OSError as error:
            raise NotationError(f"{resume.name} cannot be read: {error.strerror}", code="notation/file") from error
        record = Record.parse(text)
        name = record.headers.ruleset.partition("/")[0]
        kinds = {place: record.headers.tag(f"bot {place}") for place in range(len(record.headers.players))}
        bots = {place: find(name, kind)(place) for place, kind in kinds.items() if kind is not None}
        journal, dealer, chairs = resumed(record, bots)
    else:
        chairs = [chair(words, game, place) for place, words in enumerate(seat or ["Player", "bot:greedy"])]
        dealt_by = hashlib.sha512(seed.encode()).digest() if seed is not None else secrets.token_bytes(64)
        journal, dealer = begin(game, chairs, dealt_by)

    if any(chair.bot is not None and chair.bot.compiled for chair in chairs):
        _get_ready(journal.record.headers.ruleset.partition("/")[0])
    if plain or not whole_page():
        from rich.console import Console

        from sixfold.terminal.plain import Table

        console = Console(highlight=False, markup=False)
        Table(journal, dealer, chairs, console, console.input).play()
        return

    from sixfold.terminal.screen import Screen

    last_words = Screen(Game(journal, dealer, chairs)).run()
    if last_words:
        typer.echo(last_words)


def _get_ready(game: str) -> None:
    """A strong bot thinks in compiled code: whoever plays it first on a machine sees what they wait for."""
    from rich.console import Console

    from sixfold import kernel
    from sixfold.commands.warm import compile_missing

    if kernel.available() and not kernel.ready(game, start=False):
        console = Console(stderr=True)
        console.print("Getting the strong bots ready, once on this machine: about a minute.")
        compile_missing([game], console)


def whole_page() -> bool:
    """Whether someone sits at a terminal that can draw a page."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"


def chair(words: str, game: str, place: int) -> Chair:
    """Who sits down as `Ada`, `Ada:9` or `bot:greedy`."""
    from sixfold.bots import find
    from sixfold.errors import NotationError
    from sixfold.terminal.plain import Chair

    name, colon, rest = words.partition(":")
    if name == "bot":
        return Chair(f"{rest} ({place})", bot=find(game, rest)(place))
    if colon and not (rest.isascii() and rest.isdigit() and len(rest) <= 3):
        raise NotationError(f"{rest!r} is no age in years", code="notation/age", text=rest)
    return Chair(name, int(rest) if colon else None)
