"""`sixfold play`: the table in the browser, or a game at the keyboard with --terminal."""

from __future__ import annotations

import hashlib
import os
import secrets
import sys
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sixfold.messages import languages

if TYPE_CHECKING:
    from sixfold.dealer import Dealer
    from sixfold.record import Journal
    from sixfold.terminal.game import Game, Sitter
    from sixfold.terminal.screen import Screen


def run(
    terminal: Annotated[bool, typer.Option("--terminal", help="At the keyboard, without a browser.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="With --terminal: line by line, for any screen.")] = False,
    game: Annotated[str, typer.Option(help="With --terminal: tiles or cards. The page asks for it.")] = "tiles",
    seat: Annotated[
        list[str] | None,
        typer.Option(
            help="NAME, NAME:AGE or bot:NAME; once for each seat, in order. Default: a person and bot:greedy."
        ),
    ] = None,
    seed: Annotated[str | None, typer.Option(help="Any words: the same words deal the same game.")] = None,
    language: Annotated[
        str | None,
        typer.Option(help=f"With --terminal: one of {', '.join(languages())}. Default: as the shell asks."),
    ] = None,
    resume: Annotated[Path | None, typer.Option(help="Continue a game that was saved.")] = None,
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port of the browser's table; 0 for any that is free.")
    ] = 0,
    browser: Annotated[bool, typer.Option(help="Open the browser.")] = True,
) -> None:
    """Open the table in the browser. With --terminal: play at the keyboard, people and bots together."""
    if not terminal:
        from sixfold.bots import names
        from sixfold.commands import serve

        names(game)  # says which games there are, if this is none
        serve.play_here(open_browser=browser, port=port)
        return

    from sixfold.messages import Messages, preferred
    from sixfold.terminal.game import Game, begin

    say = Messages(language or preferred(os.environ))
    if resume is not None:
        journal, dealer, chairs = saved(resume)
    else:
        chairs = seated(seat or [say("new.player", n=1), "bot:greedy"], game)
        dealt_by = hashlib.sha512(seed.encode()).digest() if seed is not None else secrets.token_bytes(64)
        journal, dealer = begin(game, chairs, dealt_by)

    if plain or not whole_page():
        from rich.console import Console

        from sixfold.terminal.plain import PlainGame

        console = Console(highlight=False, markup=False)
        PlainGame(journal, dealer, chairs, console, console.input, say).play()
        return
    last_words = page(Game(journal, dealer, chairs, say)).run()
    if last_words:
        typer.echo(last_words)


def saved(file: Path) -> tuple[Journal, Dealer, list[Sitter]]:
    """A game that was saved, with the bots that its tags name."""
    from sixfold.bots import find
    from sixfold.errors import NotationError
    from sixfold.record import Record
    from sixfold.terminal.game import resume

    try:
        text = file.read_bytes()
    except OSError as error:
        raise NotationError(f"{file.name} cannot be read: {error.strerror}", code="notation/file") from error
    record = Record.parse(text)
    name = record.headers.ruleset.partition("/")[0]
    kinds = {place: record.headers.tag(f"bot {place}") for place in range(len(record.headers.players))}
    return resume(record, {place: find(name, kind)(place) for place, kind in kinds.items() if kind is not None})


def whole_page() -> bool:
    """Whether somebody sits at a terminal that can draw full-screen pages."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"


def page(game: Game, folder: Path | None = None) -> Screen:
    """The full-screen page of a game."""
    from sixfold.terminal.games.card_screen import CardScreen
    from sixfold.terminal.games.tile_screen import TileScreen

    screens: dict[str, type[Screen]] = {"tiles": TileScreen, "cards": CardScreen}
    return screens[game.ruleset.game](game, folder)


def seated(words: Sequence[str], game: str) -> list[Sitter]:
    """Everyone who sits down, no two under one name."""
    from dataclasses import replace

    chairs: list[Sitter] = []
    for place, one in enumerate(words):
        found = chair(one, game, place)
        names = {other.name for other in chairs}
        free = (f"{found.name} {number}" for number in count(2))
        chairs.append(
            found if found.name not in names else replace(found, name=next(n for n in free if n not in names))
        )
    return chairs


def chair(words: str, game: str, place: int) -> Sitter:
    """A player from `Ada`, `Ada:9` or `bot:greedy`. A bot of the ladder gets a person's name."""
    from sixfold.bots import find, level
    from sixfold.errors import NotationError
    from sixfold.terminal.game import Sitter

    name, colon, rest = words.partition(":")
    if name == "bot":
        bot = find(game, rest)(place)
        known = level(game, rest)
        return Sitter(known.title if known else rest, bot=bot)
    if colon and not (rest.isascii() and rest.isdigit() and len(rest) <= 3):
        raise NotationError(f"{rest!r} is no age in years", code="notation/age", text=rest)
    return Sitter(name, int(rest) if colon else None)
