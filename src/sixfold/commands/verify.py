"""`sixfold verify RECORD`: was the shuffle of a finished game fair? Needs the record and nothing else."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from sixfold.errors import NotationError, SixfoldError


def run(
    record: Annotated[Path, typer.Argument(help="A record of a finished game; - reads standard input.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Deal the game again from its revealed seed and compare every draw with the record."""
    from sixfold.server.archive import verify

    text = _read(record)
    try:
        draws = verify(text)
    except SixfoldError as error:
        if as_json:
            print(json.dumps({"ok": False, "code": error.code, "message": error.message}))
        else:
            print(f"not verified: {error.message}", file=sys.stderr)
        raise typer.Exit(1) from None
    if as_json:
        print(json.dumps({"ok": True, "draws": draws}))
    else:
        print(f"verified: all {draws} draws are those of the shuffle that was committed to")


def _read(path: Path) -> str:
    try:
        data = sys.stdin.buffer.read(1_000_000) if str(path) == "-" else path.read_bytes()
        return data.decode()
    except OSError as error:
        raise NotationError(f"cannot read {path}: {error.strerror}", code="notation/file") from error
    except UnicodeDecodeError:
        raise NotationError(f"{path} is not text", code="notation/file") from None
