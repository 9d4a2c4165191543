"""A data set by one command: the same bytes wherever it is made, resumed where it stopped, every column described."""

import hashlib
import json
import re
import time
import zipfile
from collections.abc import Callable, Iterable, Iterator
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import polars as pl
import pytest

from sixfold import spread
from sixfold.cli import main
from sixfold.errors import BotError, SixfoldError
from sixfold.record import Record
from sixfold.research import collection
from sixfold.research.collection import CollectionPart, CollectionPlan

SMALL = CollectionPlan(mixed=4, champions=2, rollouts=2, part_games=2)
FEW = CollectionPlan(mixed=4, champions=0, rollouts=2, part_games=1)
DOCS = Path(__file__).parents[2] / "docs" / "research.md"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("set")
    collection.make(folder, SMALL, spread.here)
    return folder


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("few")
    collection.make(folder, FEW, spread.here)
    return folder


def sums(folder: Path) -> dict[str, str]:
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}


def test_every_game_is_there_once_as_a_record_and_as_turns(made: Path) -> None:
    frame = pl.concat([pl.read_parquet(path) for path in sorted(made.glob("*.parquet"))])
    records: dict[str, Record] = {}
    for path in made.glob("*.zip"):
        with zipfile.ZipFile(path) as kept:
            records |= {Path(name).stem: Record.parse(kept.read(name)) for name in kept.namelist()}
    assert len(records) == 6
    assert set(frame["game"]) == set(records)
    assert frame["group"].unique().sort().to_list() == ["champions", "mixed"]
    for name, record in records.items():
        turns, steps = frame.filter(pl.col("game") == name), record.steps()
        assert turns["move"].to_list() == [str(step.move) for step in steps]
        assert turns["hands"].to_list() == [[str(hand) for hand in step.before.hands] for step in steps]
        assert turns["hand"].to_list() == [hands[seat] for hands, seat in turns.select("hands", "seat").iter_rows()]
        drew = [step.drawn is not None and step.after.need is not None for step in steps]
        assert [value is not None for value in turns["luck"]] == drew
        last = turns.group_by("seat").agg(pl.col("final_points").first(), pl.col("reward").first()).sort("seat")
        assert last["final_points"].to_list() == list(record.final.scores)
        assert sum(last["reward"]) == pytest.approx(0, abs=1e-6)
    assert frame["judge_value"].null_count() == 0
    assert frame["luck"].drop_nulls().abs().sum() > 0


def test_the_columns_are_those_that_the_documents_tell(made: Path) -> None:
    sheet = (made / "DATASHEET.md").read_text("utf-8")
    for text in (sheet, DOCS.read_text("utf-8")):
        told = re.findall(r"^\| `(\w+)` \| ([\w<>: ]+?) +\| (.+?) +\|$", text, re.M)
        known = [(name, str(kind), meaning) for name, (kind, meaning) in collection.COLUMNS.items()]
        assert [row for row in told if row[0] in collection.COLUMNS] == known
    frame = pl.read_parquet(next(made.glob("*.parquet")))
    assert frame.columns == list(collection.COLUMNS)
    assert "| mixed | tiles/1 | 2 |" in sheet


def test_checksums_name_every_file(made: Path) -> None:
    lines = (line.split("  ") for line in (made / "SHA256SUMS").read_text().splitlines())
    told = {name: checksum for checksum, name in lines}
    real = sums(made)
    del real["SHA256SUMS"]
    assert told == real


@pytest.mark.parametrize("way", [spread.pool(2), spread.ray(workers=1)], ids=["pool", "ray"])
def test_other_places_make_the_same_bytes(way: spread.Way, few: Path, tmp_path: Path) -> None:
    collection.make(tmp_path / "set", FEW, way)
    assert sums(tmp_path / "set") == sums(few)


def test_a_busy_machine_makes_the_same_bytes(few: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A minute and more passes whenever the arena looks at the clock."""
    minutes = count()
    clock = SimpleNamespace(perf_counter=lambda: 100.0 * next(minutes), process_time=time.process_time)
    monkeypatch.setattr("sixfold.arena.game.time", clock)
    collection.make(tmp_path / "set", FEW, spread.here)
    assert next(minutes) > 100
    assert sums(tmp_path / "set") == sums(few)


def test_one_that_was_stopped_goes_on_with_what_is_missing(few: Path, tmp_path: Path) -> None:
    asked: list[CollectionPart] = []

    def stopping(after: int) -> Callable[..., Iterator[Any]]:
        def way(work: Callable[..., Any], shared: CollectionPlan, items: Iterable[CollectionPart]) -> Iterator[Any]:
            for i, item in enumerate(items):
                if i == after:
                    raise KeyboardInterrupt
                asked.append(item)
                yield item, work(shared, item)

        return way

    with pytest.raises(KeyboardInterrupt):
        collection.make(tmp_path / "set", FEW, stopping(2))
    assert not (tmp_path / "set" / "SHA256SUMS").exists()
    collection.make(tmp_path / "set", FEW, stopping(99))
    assert asked == FEW.parts()
    assert sums(tmp_path / "set") == sums(few)
    with pytest.raises(SixfoldError, match="is of another data set") as caught:
        collection.make(tmp_path / "set", CollectionPlan(mixed=7), spread.here)
    assert caught.value.code == "dataset/plan"


def test_the_command_says_where_it_is_and_its_checksum(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = ["dataset", str(tmp_path / "set"), "--mixed", "2", "--champions", "0", "--rollouts", "2"]
    with pytest.raises(SystemExit) as ended:
        main([*told, "--on", "here", "--quiet", "--json"])
    assert ended.value.code == 0
    answer = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert answer["games"] == 2
    assert answer["sha256"] == hashlib.sha256((tmp_path / "set" / "SHA256SUMS").read_bytes()).hexdigest()
    assert "sixfold dataset FOLDER --mixed 2 --champions 0" in (tmp_path / "set" / "DATASHEET.md").read_text("utf-8")


def test_every_number_of_games_is_kept() -> None:
    for mixed in range(8):
        parts = CollectionPlan(mixed=mixed, champions=5, part_games=3).parts()
        assert sum(part.count for part in parts) == mixed + 5
        assert len({part.name for part in parts}) == len(parts)


def test_a_bot_that_fails_leaves_no_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise BotError("raised ValueError", bot="greedy", code="bot/raised")

    monkeypatch.setattr("sixfold.arena.game._Game._ask", fails)
    with pytest.raises(SixfoldError, match=r"game mixed-tiles-000000: .* raised ValueError") as caught:
        collection.make(tmp_path / "set", FEW, spread.here)
    assert caught.value.code == "dataset/fault"
    assert [path.name for path in (tmp_path / "set").iterdir()] == ["plan.json"]
