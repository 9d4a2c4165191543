"""`python -m bench.training`: learn the bots' evaluation by self-play, from a seed, resuming after interruptions."""

from __future__ import annotations

import importlib
import json
import math
import os
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer


def run(
    game: Annotated[str, typer.Option(help="tiles or cards.")] = "tiles",
    seed: Annotated[int, typer.Option(min=0, max=2**31, help="Same seed, same plan: same games.")] = 1,
    generations: Annotated[int | None, typer.Option(min=1, help="Rounds of games and learning.")] = None,
    games: Annotated[int | None, typer.Option(min=1, help="Games in a round.")] = None,
    folder: Annotated[Path | None, typer.Option(help="Checkpoints; a run goes on from what lies here.")] = None,
    out: Annotated[Path | None, typer.Option(help="Write the weights here (.npz), the figures beside them.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object as the last line.")] = False,
) -> None:
    """Learn by self-play. The plan without options is the one that made the weights in the package."""
    # One thread for the products of small matrices: more of them only get in each other's way.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    import platformdirs
    from rich.console import Console

    from sixfold import kernel

    if game not in ("tiles", "cards"):
        raise typer.BadParameter(f"there is no game {game!r}: tiles or cards", param_hint="--game")
    kernel.use("numba")
    console = Console(stderr=True)
    lesson: Any = importlib.import_module(f"bench.training.{game}")
    wished = {"seed": seed, "generations": generations, "games": games}
    plan = lesson.Plan(**{name: value for name, value in wished.items() if value is not None})
    where = folder or platformdirs.user_cache_path("sixfold") / "training" / f"{game}-{seed}"
    reports: list[dict[str, Any]] = []

    def tell(report: Any) -> None:
        reports.append(asdict(report))
        console.print(
            "  ".join(f"{k} {v:.3f}" if isinstance(v, float) else f"{k} {v}" for k, v in asdict(report).items()),
            highlight=False,
        )

    console.print(f"learning {game}: {plan}; checkpoints in {where}", highlight=False)
    try:
        weights = lesson.run(plan, where, tell)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--folder") from error
    figures = plain({"game": game, "plan": asdict(plan), "generations": reports, "weights": int(weights.size)})
    if out is not None:
        import numpy as np

        from bench.training.checkpoints import rounded

        arrays = lesson.shipped(where, weights) if hasattr(lesson, "shipped") else {"weights": weights}
        kept: dict[str, Any] = {name: rounded(array) for name, array in arrays.items()}
        np.savez(out, **kept)
        out.with_suffix(".json").write_text(json.dumps(figures, indent=1, allow_nan=False) + "\n", encoding="utf-8")
        console.print(f"wrote {out}", highlight=False)
    if as_json:
        print(json.dumps(figures, allow_nan=False))


def plain(value: Any) -> Any:
    """The same figures for JSON, which has no NaN: null where a short run had nothing to average."""
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


if __name__ == "__main__":
    typer.run(run)
