"""The command line: a table of commands. Each command is loaded only when it is called.

Each command is one file in `sixfold/commands/`. Its function `run` is the command, and the parameters of `run` are the
options. Nothing is computed here.
"""

from __future__ import annotations

import difflib
import importlib
import re
import sys
from typing import Any, Final, NoReturn

import sixfold
from sixfold.errors import SixfoldError

COMMANDS: Final[dict[str, str]] = {
    "play": "Play in the browser, or in the terminal with --terminal.",
    "serve": "Serve tables to a network.",
    "tables": "List, close and delete the tables of a server.",
    "moderate": "Read what people reported on a server, and the host's log.",
    "ratings": "Say who is how strong on a server; count all rated games again.",
    "backup": "Copy the tables of a running server to a file.",
    "restore": "Put a backup back.",
    "verify": "Check that the shuffle of a finished game was fair.",
    "review": "Judge a played game: mistakes, luck and skill.",
    "puzzle": "Find the best play in a position from a real game.",
    "bots": "List the bots, and make tokens for remote ones.",
    "arena": "Let bots play matches and say who is stronger.",
    "panel": "Say what a bot gives away in positions whose moves have known values.",
    "leaderboard": "Check and rank what bots answered in the panel; add a bot.",
    "export": "Write games as a data set.",
    "dataset": "Let bots play a data set of many games.",
    "engine": "Answer questions about rules and bots: one JSON object per line.",
    "mcp": "Let language models play, by the Model Context Protocol.",
}
"""Every command with its line of help, in the order people need them."""

FAILED: Final = 1
WRONG: Final = 2
STOPPED: Final = 130
"""Exit codes (docs/commands.md): the command ran and failed; the call was wrong and nothing was done; Ctrl-C."""
_NAMES: Final = frozenset(
    {
        "bot/unknown",
        "bot/game",
        "bot/name",
        "arena/journal",
        "arena/panel",
        "arena/leaderboard",
        "dataset/plan",
        "store/missing",
        "store/ambiguous",
    }
)
"""Error codes for a name or file that does not exist, or is not what the command expects."""


def usage() -> str:
    """What `sixfold --help` prints."""
    width = max(map(len, COMMANDS))
    lines = [f"  {name:<{width}}  {line}" for name, line in COMMANDS.items()]
    return "\n".join(
        [
            "Usage: sixfold [COMMAND] [OPTIONS]",
            "",
            "A home for Qwirkle and Qwirkle Cards. Without a command: opens the table in your browser.",
            "",
            "Commands (sixfold COMMAND --help says more):",
            *lines,
            "",
            "  --version  Print the version and stop.",
            "",
            "Exit codes: 0 done, 1 it ran and failed, 2 a wrong command, option or file, 130 stopped by Ctrl-C.",
        ]
    )


def main(arguments: list[str] | None = None) -> None:
    """The entry point. An error that Sixfold raises on purpose is printed as a sentence, not as a traceback."""
    words = sys.argv[1:] if arguments is None else arguments
    name = words[0] if words and not words[0].startswith("-") else "play"
    if words[:1] in (["--help"], ["-h"], ["help"]):
        print(usage())
    elif words[:1] == ["--version"]:
        print(sixfold.__version__)
    elif name not in COMMANDS:
        near = difflib.get_close_matches(name, COMMANDS, 1)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        _end(f"there is no command {name!r}.{hint} `sixfold --help` lists them all.", WRONG)
    else:
        _run(name, words[1:] if words[:1] == [name] else words)


def _run(name: str, options: list[str]) -> None:
    try:
        # Typer is imported here: `sixfold --help` and `--version` answer without it.
        import typer
        from typer.core import TyperCommand

        class Command(TyperCommand):
            """A command whose help says `<str>...` for what may be given several times, not `<list[str]>`."""

            def get_help(self, ctx: Any) -> str:
                shown = str(super().get_help(ctx))
                return re.sub(r"<list\[(\w+)\]>", lambda found: f"<{found[1].lower()}>...".ljust(len(found[0])), shown)

        app = typer.Typer(add_completion=False, rich_markup_mode=None)
        app.command(name, cls=Command)(importlib.import_module(f"sixfold.commands.{name}").run)
        app(args=options, prog_name=f"sixfold {name}")
    except SixfoldError as error:
        _end(error.message, exit_code(error))
    except OSError as error:
        # A disk that is full, a folder that is somebody else's: the machine's affair, not a mistake of ours.
        about = "" if error.filename is None else f" ({error.filename})"
        _end(f"{error.strerror or error}{about}", FAILED)
    except KeyboardInterrupt:
        _end("stopped", STOPPED)
    except SystemExit as end:
        if end.code == STOPPED:
            _end("stopped", STOPPED)
        raise


def exit_code(error: SixfoldError) -> int:
    """2 if the call or a file that it names is wrong, 1 if the work itself failed."""
    wrong = error.code.startswith(("notation/", "position/")) or error.code in _NAMES
    return WRONG if wrong else FAILED


def _end(sentence: str, code: int) -> NoReturn:
    print(f"sixfold: {sentence}", file=sys.stderr)
    sys.exit(code)
