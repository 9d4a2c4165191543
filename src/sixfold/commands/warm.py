"""`sixfold warm`: compile the kernel ahead of time, so that nobody waits for the compiler later."""

from __future__ import annotations

import importlib.util
import json
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from sixfold.errors import SixfoldError

if TYPE_CHECKING:
    from rich.console import Console


def run(
    part: Annotated[
        list[str] | None, typer.Argument(metavar="[PART]...", help="tiles, cards; both by default.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object as the last line.")] = False,
) -> None:
    """Compile the kernel and keep it on disk. What is already there is not compiled again."""
    from rich.console import Console

    from sixfold import kernel
    from sixfold.kernel import warm

    unknown = sorted(set(part or ()) - set(warm.PARTS))
    if unknown:
        raise typer.BadParameter(f"there is no part {unknown[0]!r}; the parts are {', '.join(warm.PARTS)}")
    if not kernel.available():
        raise SixfoldError("Numba is not installed; everything works on the slower reference")
    console = Console(stderr=True)
    began = time.perf_counter()
    parts = [name for name in part or warm.PARTS if importlib.util.find_spec(warm.PARTS[name])]
    missing = compile_missing(parts, console)
    seconds = time.perf_counter() - began
    console.print(f"The kernel is ready: {', '.join(parts)} ({seconds:.1f} s).", highlight=False)
    if as_json:
        print(json.dumps({"parts": parts, "compiled": missing, "seconds": round(seconds, 3)}))


def compile_missing(parts: Sequence[str], console: Console) -> list[str]:
    """Compile what is not on disk yet, with a bar for those who wait; what that was."""
    from rich.progress import Progress

    from sixfold.kernel import cache, warm

    missing = [name for name in parts if not cache.stamp(name).exists()]
    with Progress(console=console, transient=True) as progress:
        task = progress.add_task("importing the compiler", total=None)
        total = sum(len(warm.steps(name)) for name in missing)
        progress.update(task, total=total)
        for name in missing:
            for label in warm.compile_part(name):
                progress.update(task, description=label, advance=1)
    return missing
