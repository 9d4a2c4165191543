"""Games as tables of data: one row per turn, with what the mover knew, what the mover did and how the game ended.

Files are Parquet, which pandas and polars open directly. A row's features hold nothing that the seat could not know.
The result columns show the end of the game: they are for learning from, not for playing by.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Final

import sixfold
from sixfold import bots
from sixfold.extras import extra
from sixfold.record import Record
from sixfold.research import games, observations
from sixfold.research.payoff import shared

with extra("research"):
    import pyarrow as pa
    import pyarrow.parquet as pq

SCHEMA: Final = pa.schema(
    [
        ("game", pa.string()),
        ("ruleset", pa.string()),
        ("seed", pa.string()),
        ("seats", pa.int8()),
        ("turn", pa.int16()),
        ("seat", pa.int8()),
        ("player", pa.string()),
        ("hand", pa.string()),
        ("table", pa.string()),
        ("move", pa.string()),
        ("points", pa.int16()),
        ("score", pa.int16()),
        ("best_other_score", pa.int16()),
        ("bag", pa.int16()),
        ("plays", pa.int16()),
        ("best_points", pa.int16()),
        ("features", pa.list_(pa.float32(), observations.VECTOR)),
        ("judge_value", pa.float32()),
        ("final_points", pa.int16()),
        ("reward", pa.float32()),
    ]
)
"""`seed` is the arena's seed, or the revealed seed of a table. `table` is the board or the rows before the move.
`plays` and `best_points` belong to tiles, and are null for cards. `judge_value` is the value that the judging bot gives
its own choice, if a bot was asked. `reward` is as in PettingZoo.
"""


def turns(
    name: str, record: Record, judge: bots.AnyBot | None = None, budget: bots.Budget | None = None
) -> Iterator[dict[str, object]]:
    """The rows of one game. A record with unknown hands gives only what is known, without features and judge."""
    final = record.final
    won = shared(final.outcome, final.seats)
    game = games.of(record.headers.ruleset)
    for step in record.steps():
        before = step.before
        view = before.view(step.seat)
        known = view.hand.known
        plays = game.plays(view) if known else None
        choice = judge.choose(view, budget or bots.Budget(rollouts=100)) if judge is not None and known else None
        yield {
            "game": name,
            "ruleset": record.headers.ruleset,
            "seed": record.headers.tag("arena-seed") or record.headers.tag("seed"),
            "seats": before.seats,
            "turn": step.number,
            "seat": step.seat,
            "player": record.headers.players[step.seat].name,
            "hand": str(view.hand),
            "table": str(view.lying),
            "move": str(step.move),
            "points": step.points,
            "score": before.scores[step.seat],
            "best_other_score": max(score for seat, score in enumerate(before.scores) if seat != step.seat),
            "bag": before.bag_count,
            "plays": None if plays is None else len(plays),
            "best_points": plays[0].points if plays else None,
            "features": observations.vector(view).tolist() if known else None,
            "judge_value": choice.value if choice is not None else None,
            "final_points": final.scores[step.seat],
            "reward": won[step.seat] if final.outcome is not None else None,
        }


def write(path: Path, rows: Iterable[Mapping[str, object]], *, command: str) -> int:
    """Write rows as Parquet, with version and command in the file's metadata; returns how many rows there were.

    Without a row nothing is written, and an existing file stays as it is.
    """
    told = {"sixfold_version": sixfold.__version__, "command": command}
    count = 0
    # A name of its own until it is whole: an interrupted export leaves no half file that looks done.
    part = path.with_name(path.name + ".part")
    try:
        with pq.ParquetWriter(part, SCHEMA.with_metadata(told)) as writer:
            for batch in batched(rows, 4096):
                writer.write_table(pa.Table.from_pylist(batch, SCHEMA))
                count += len(batch)
        if count:
            part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return count


def batched(rows: Iterable[Mapping[str, object]], size: int) -> Iterator[list[Mapping[str, object]]]:
    """The rows in lists of at most this size."""
    left = iter(rows)
    while batch := list(islice(left, size)):
        yield batch
