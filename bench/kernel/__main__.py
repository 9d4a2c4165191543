"""`python -m bench.kernel`: how fast the kernel is on this machine, beside the reference, and how long it starts."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from bench.kernel import engines
from sixfold import kernel

STARTS: Final = {
    "start_list": "from sixfold.kernel import tiles; from sixfold.tiles import Board; "
    "from sixfold.pieces import Pieces; "
    "print(len(tiles.plays(Board.parse('0,0:Rs 1,0:Rd'), Pieces.parse('RoRsGd'))))",
    "start_champion": "from bench.kernel.engines import opened; from sixfold.bots import Budget, find; "
    "print(find('tiles', 'champion')(1).choose(opened(), Budget()).move)",
}
"""What a start is measured by: a new process that asks for a list of plays, or for the champion's move."""


def run(
    game: Annotated[str, typer.Option(help="tiles, cards or both.")] = "both",
    write: Annotated[
        Path | None, typer.Option(help="Write this page (docs/performance.md) with its plots beside it.")
    ] = None,
    starts: Annotated[bool, typer.Option(help="Measure starts too.")] = True,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object as the last line.")] = False,
) -> None:
    """Measure the kernels: games and lists of plays a CPU-second, solver times, starts; reference beside them.

    Rates are CPU time of one thread. The positions are those of 1,000 seeded games; their hash is printed.
    """
    from rich.console import Console

    if game not in ("tiles", "cards", "both"):
        raise typer.BadParameter(f"there is no game {game!r}: tiles, cards or both", param_hint="--game")
    console = Console(stderr=True)
    figures: dict[str, Any] = {
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
    }
    # The kernel's own figures are those of the laboratory's engine; `engines` sets the shipped one beside it.
    kernel.use("numba")
    for part, measure in _measures(game):
        console.print(f"measuring {part} ...", highlight=False)
        figures |= measure()
    if starts:
        console.print("measuring starts ...", highlight=False)
        figures |= _starts()
    figures = {name: _rounded(value) for name, value in figures.items()}
    for name, value in figures.items():
        console.print(f"{name:<36} {value}", highlight=False)
    if write is not None:
        from bench.kernel.page import write_page

        write_page(write, figures)
        console.print(f"wrote {write}", highlight=False)
    if as_json:
        print(json.dumps(figures))


def _measures(game: str) -> list[tuple[str, Callable[[], dict[str, Any]]]]:
    """Each game gives its own figures."""
    found: list[tuple[str, Callable[[], dict[str, Any]]]] = [("engines", engines.measure)]
    if game in ("tiles", "both"):
        from bench.kernel import tiles as tiles_measure

        found.append(("tiles", tiles_measure.measure))
    if game in ("cards", "both"):
        from bench.kernel import cards as cards_measure

        found.append(("cards", cards_measure.measure))
    return found


def _starts(times: int = 3) -> dict[str, float]:
    """A new process up to its first answer, nothing cached: clock and CPU."""
    figures: dict[str, float] = {}
    for name, program in STARTS.items():
        clock: list[float] = []
        spent: list[float] = []
        for _ in range(times):
            before = os.times()
            began = time.perf_counter()
            subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)
            clock.append(time.perf_counter() - began)
            after = os.times()
            spent.append(after.children_user + after.children_system - before.children_user - before.children_system)
        figures[f"{name}_s"] = min(clock)
        figures[f"{name}_cpu_s"] = min(spent)
    return figures


def _rounded(value: Any) -> Any:
    """Figures with four digits that mean something."""
    if isinstance(value, float):
        return round(value, 1) if abs(value) >= 100 else float(f"{value:.4g}")
    if isinstance(value, list):
        return [_rounded(one) for one in value]
    return value


if __name__ == "__main__":
    typer.run(run)
