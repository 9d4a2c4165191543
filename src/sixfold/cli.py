"""The command line: a table of commands, each loaded only when it is asked for.

One command is one file in `sixfold/commands/`, with a function `run`. Nothing is computed here.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from typing import Any, Final

import click
import typer
from typer.core import TyperGroup

import sixfold
from sixfold.errors import SixfoldError

COMMANDS: Final[dict[str, str]] = {
    "play": "Play in the browser, or in the terminal with --terminal.",
    "serve": "Serve tables to a network.",
    "engine": "Answer questions about rules and bots, a JSON object a line.",
    "arena": "Let bots play matches and say who is stronger.",
    "train": "Learn the bots' evaluation by self-play.",
    "review": "Judge a played game: mistakes, luck and skill.",
    "puzzle": "Find the best play in a position from a real game.",
    "verify": "Check that the shuffle of a finished game was fair.",
    "export": "Write games as a data set.",
    "warm": "Compile the fast kernel ahead of time.",
    "bench": "Measure the speed of this machine.",
    "backup": "Copy the tables of a running server to a file.",
    "restore": "Put a backup back.",
    "tables": "List, close and delete the tables of a server.",
    "bots": "List the bots, and make tokens for remote ones.",
}
"""Every command with its line of help, in the order people need them."""


class LazyGroup(TyperGroup):
    """Knows the names of all commands and imports only the one that runs, so that `sixfold --help` is instant."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for name in COMMANDS if _module_exists(name)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS or not _module_exists(cmd_name):
            return None
        if ctx.resilient_parsing or "--help" in sys.argv[1:2]:
            return click.Command(cmd_name, help=COMMANDS[cmd_name])
        return _load(cmd_name)


def _module_exists(name: str) -> bool:
    return importlib.util.find_spec(f"sixfold.commands.{name}") is not None


def _load(name: str) -> click.Command:
    module = importlib.import_module(f"sixfold.commands.{name}")
    loader = typer.Typer(add_completion=False, rich_markup_mode=None)
    loader.command(name, help=module.run.__doc__ or COMMANDS[name])(module.run)
    command: Any = typer.main.get_command(loader)
    return command  # type: ignore[no-any-return]


app = typer.Typer(
    cls=LazyGroup,
    name="sixfold",
    help="A home for Qwirkle and Qwirkle Cards. Without a command: opens the table in your browser.",
    no_args_is_help=False,
    invoke_without_command=True,
    add_completion=False,
    rich_markup_mode=None,
)


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: bool = typer.Option(False, "--version", help="Print the version and stop."),
) -> None:
    """Without a command: start the table on this computer and open the browser."""
    if version:
        typer.echo(sixfold.__version__)
        raise typer.Exit
    if context.invoked_subcommand is None:
        play = _load("play")
        raise SystemExit(play.main(args=[], prog_name="sixfold play", standalone_mode=False) or 0)


def main() -> None:
    """The entry point: errors that Sixfold raises on purpose are sentences, not tracebacks."""
    try:
        app()
    except SixfoldError as error:
        typer.echo(f"sixfold: {error.message}", err=True)
        raise SystemExit(2) from None
    except KeyboardInterrupt:
        raise SystemExit(130) from None
