"""Data sets: what the arena recorded is what pandas and polars read, and broken records are named."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pyarrow.parquet as pq
import pytest

from sixfold.record import Moved, Record
from sixfold.research import datasets

SIXFOLD = [sys.executable, "-m", "sixfold"]


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games")
    for game in ("tiles", "cards"):
        told = ["arena", "greedy", "random", "--game", game, "--pairs", "2", "--on", "here", "--quiet"]
        subprocess.run([*SIXFOLD, *told, "--records", str(folder)], check=True, capture_output=True)
    return folder


def test_rows_are_the_turns_of_the_records(games: Path, tmp_path: Path) -> None:
    target = tmp_path / "games.parquet"
    done = subprocess.run(
        [*SIXFOLD, "export", str(games), "-o", str(target), "--judge", "greedy", "--json"],
        check=True,
        capture_output=True,
        text=True,
    )
    told = json.loads(done.stdout.splitlines()[-1])
    records = {path.stem: Record.parse(path.read_bytes()) for path in games.glob("*.sixfold")}
    turns = sum(isinstance(event, Moved) for record in records.values() for event in record.events)
    assert (told["games"], told["rows"]) == (len(records), turns)
    frame = pl.read_parquet(target)
    assert frame.shape[0] == len(pd.read_parquet(target)) == turns
    assert frame["features"][0].len() == 117
    assert set(frame["ruleset"]) == {"tiles/1", "cards/1"}
    for name, record in records.items():
        of_game = frame.filter(pl.col("game") == name)
        moved = [event for event in record.events if isinstance(event, Moved)]
        assert of_game["move"].to_list() == [str(event.move) for event in moved]
        assert of_game["points"].to_list() == [event.points for event in moved]
    # Greedy takes the most points there are; its own value says so too.
    greedy = frame.filter((pl.col("player") == "greedy") & (pl.col("plays") > 0))
    assert (greedy["points"] >= greedy["best_points"]).all()
    metadata = pq.read_schema(target).metadata
    assert b"sixfold export" in metadata[b"command"] or b"export" in metadata[b"command"]
    assert metadata[b"sixfold_version"]


def test_turns_that_were_taken_back_are_no_rows() -> None:
    path = Path(__file__).parents[2] / "spec" / "records" / "tiles-takeback.txt"
    record = Record.parse(path.read_bytes())
    rows = list(datasets.turns("taken", record))
    assert [row["turn"] for row in rows] == [*range(6)]
    assert [row["move"] for row in rows] == [str(entry.move) for entry in record.final.sheet]
    assert [row["points"] for row in rows] == [entry.points for entry in record.final.sheet]


def test_a_broken_record_is_named_and_the_rest_written(games: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.sixfold"
    broken.write_text("sixfold record 1\nruleset: tiles/1\nnonsense\n")
    good = next(games.glob("tiles*.sixfold"))
    target = tmp_path / "games.parquet"
    done = subprocess.run(
        [*SIXFOLD, "export", str(broken), str(good), "-o", str(target)], capture_output=True, text=True
    )
    assert done.returncode == 1
    assert "line 3" in done.stderr
    assert target.exists()
    assert not list(tmp_path.glob("*.part"))


def test_nothing_to_export_is_a_sentence(tmp_path: Path) -> None:
    done = subprocess.run([*SIXFOLD, "export", str(tmp_path)], capture_output=True, text=True)
    assert done.returncode != 0
    assert "there is no record" in done.stderr
    assert "Traceback" not in done.stderr


def test_nothing_to_write_replaces_nothing(tmp_path: Path) -> None:
    """A wrong folder name, or records without a turn, leave the file that is there as it is."""
    target = tmp_path / "games.parquet"
    target.write_bytes(b"the work of a week")
    broken = tmp_path / "broken.sixfold"
    broken.write_text("nonsense\n")
    empty = tmp_path / "empty.sixfold"
    empty.write_text("sixfold record 1\nruleset: tiles/1\nseat 0: Ada\nseat 1: Ben\n")
    for given, says in (("gamse", "gamse"), (broken, "no turn"), (empty, "no turn")):
        done = subprocess.run([*SIXFOLD, "export", str(given), "-o", str(target)], capture_output=True, text=True)
        assert done.returncode == 2
        assert says in done.stderr
        assert "Traceback" not in done.stderr
        assert target.read_bytes() == b"the work of a week"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["broken.sixfold", "empty.sixfold", "games.parquet"]


def test_an_interrupted_export_leaves_no_part(tmp_path: Path) -> None:
    def rows() -> Iterator[dict[str, Any]]:
        raise KeyboardInterrupt
        yield {}

    target = tmp_path / "games.parquet"
    with pytest.raises(KeyboardInterrupt):
        datasets.write(target, rows(), command="test")
    assert list(tmp_path.iterdir()) == []
