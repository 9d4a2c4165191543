"""Many games at once: the same reviews wherever they are made, kept as they come, never made twice."""

import gc
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.queues import SimpleQueue
from pathlib import Path
from typing import Any

import pytest

from sixfold import spread
from sixfold.review import QUICK, Strength
from sixfold.review.bulk import BulkTerms, found, judge_all
from tests.server.test_study import game

SMALL = BulkTerms(Strength(20, 20), 3)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three short games, one of them in a folder of its own, and one broken record."""
    (tmp_path / "late").mkdir()
    for name, seed in (("one", 5), ("two", 6), ("late/one", 7)):
        (tmp_path / f"{name}.sixfold").write_text(game("tiles", 3, seed))
    (tmp_path / "broken.sixfold").write_text(game("tiles", 3, 5).replace("tiles/1", "chess/1"))
    return tmp_path


def nowhere(work: Callable[[Any, Any], Any], shared: Any, items: Iterable[Any]) -> Iterator[Any]:
    assert list(items) == [], "judged again"
    yield from ()


def judged(folder: Path, way: spread.Way, to: Path | None = None) -> dict[str, Any]:
    return {one.name: one.review or one.fault for one in judge_all(found([folder]), SMALL, way, to)}


def test_every_way_gives_the_same_reviews(folder: Path) -> None:
    one = judged(folder, spread.here)
    assert sorted(one) == ["broken.sixfold", "late/one.sixfold", "one.sixfold", "two.sixfold"]
    assert "line 2" in one["broken.sixfold"]
    assert one["one.sixfold"]["by"] == {"samples": 20, "finishes": 20, "seed": 3}
    assert judged(folder, spread.pool(2)) == one


def test_ray_gives_the_same_reviews(folder: Path) -> None:
    pytest.importorskip("ray")
    (folder / "two.sixfold").unlink()
    assert judged(folder, spread.ray(workers=1)) == judged(folder, spread.here)


def dies(_: None, item: int) -> int:
    if item == 1:
        os._exit(1)
    return item


def test_a_worker_that_dies_names_what_was_lost() -> None:
    with pytest.raises(spread.WorkerDied) as caught:
        list(spread.pool(1)(dies, None, [1, 2, 3]))
    assert caught.value.code == "spread/worker"
    assert 1 in caught.value.lost


def falls_silent(begun: Path, item: int) -> int:
    """The second answer stops halfway: its length is told, its bytes do not come."""
    if item == 1:
        (answers,) = (one for one in gc.get_objects() if isinstance(one, SimpleQueue))
        os.write(answers._writer.fileno(), (1000).to_bytes(4, "big") + b"half")  # type: ignore[attr-defined]
        begun.touch()
        signal.pause()
    return item


def test_a_pool_ends_while_an_answer_is_half_written(tmp_path: Path) -> None:
    before = set(threading.enumerate())
    answers = spread.pool(1)(falls_silent, tmp_path / "begun", [0, 1])
    assert next(answers) == (0, 0)
    while not (tmp_path / "begun").exists():
        time.sleep(0.01)
    answers.close()  # type: ignore[attr-defined]
    for thread in set(threading.enumerate()) - before:
        thread.join(60)
        assert not thread.is_alive(), "the program would wait for it for ever"


def test_what_is_kept_is_not_judged_again(folder: Path, tmp_path: Path) -> None:
    (folder / "broken.sixfold").unlink()
    to = tmp_path / "reviews"
    first = judge_all(found([folder]), SMALL, spread.here, to)
    next(first)
    first.close()  # type: ignore[attr-defined]
    assert len(list(to.rglob("*.json"))) == 1
    whole = judged(folder, spread.here, to)
    assert judged(folder, nowhere, to) == whole
    # Another strength is another review.
    other = BulkTerms(Strength(22, 20), 3)
    assert len(list(judge_all(found([folder / "one.sixfold"]), other, spread.here, to))) == 1
    assert judged(folder, spread.here, to) == whole
    (to / "two.json").write_text('{"torn')
    assert judged(folder, spread.here, to) == whole


def test_the_command_goes_on_after_ctrl_c(tmp_path: Path) -> None:
    games, to = tmp_path / "games", tmp_path / "reviews"
    games.mkdir()
    for seed in range(3):
        (games / f"{seed}.sixfold").write_text(game("tiles", 8, seed))
    words = [sys.executable, "-m", "sixfold", "review", str(games), "--quick", "--on", "here", "--to", str(to)]
    started = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    while not list(to.glob("*.json")) and started.poll() is None:
        time.sleep(0.05)
    started.send_signal(signal.SIGINT)
    _, said = started.communicate(timeout=120)
    if started.returncode != 0:
        assert started.returncode == 130, said
        assert "goes on from here" in said
    kept = {path.name: path.stat().st_mtime_ns for path in to.glob("*.json")}
    done = subprocess.run([*words, "--json"], capture_output=True, text=True, env={**os.environ}, check=True)
    told = json.loads(done.stdout.splitlines()[-1])
    assert sorted(told["games"]) == ["0.sixfold", "1.sixfold", "2.sixfold"]
    assert told["games"]["0.sixfold"]["by"]["samples"] == QUICK.samples
    assert {path.name: path.stat().st_mtime_ns for path in to.glob("*.json")}.items() >= kept.items()
