"""The shipped module as an engine: arrays in place and copied, threads, bounds of time and of memory, refusals."""

from __future__ import annotations

import gc
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from importlib.resources import files

import numpy as np
import pytest
import wasmtime

from sixfold import kernel
from sixfold.errors import TimeUp
from sixfold.kernel import calls, shipped, tiles
from sixfold.kernel.engine import bound
from sixfold.kernel.tiles import core, games
from sixfold.kernel.tiles.layout import HANDS, SCORE


@pytest.fixture(autouse=True)
def _shipped() -> Iterator[None]:
    with kernel.using("wasm"):
        yield


def played(seed: int) -> list[int]:
    results = kernel.zeros((3, 6))
    games.play_games(tiles.blank(), 3, 2, np.ones(4, dtype=np.int64), seed, kernel.zeros(tiles.ROOM), results)
    return [int(number) for number in results.ravel()]


def test_the_module_needs_nothing_and_bounds_its_memory() -> None:
    module = wasmtime.Module(wasmtime.Engine(), (files("sixfold.kernel") / "kernel.wasm").read_bytes())
    assert module.imports == []
    (memory,) = [one.type for one in module.exports if one.name == "memory"]
    assert isinstance(memory, wasmtime.MemoryType)
    assert memory.limits.max == 256 * 1024 * 1024 // 65536


def test_arrays_of_the_caller_are_copied_in_and_out() -> None:
    here, there = tiles.blank(), tiles.blank().copy()
    for words in (here, there):
        games.deal(words, 2, 5, 0)
    assert (here == there).all()
    rows = np.zeros((3, 6), dtype=np.int64)
    games.play_games(there, 3, 2, np.ones(4, dtype=np.int64), 9, np.zeros(tiles.ROOM, dtype=np.int64), rows)
    assert [int(number) for number in rows.ravel()] == played(9)


def test_a_bound_call_is_the_same_call_and_keeps_its_arrays() -> None:
    words, out = tiles.blank(), kernel.zeros(tiles.ROOM)
    games.deal(words, 2, 7, 0)
    hand = int(words[HANDS])
    call = bound(games.list_plays, words, hand, out)
    count = games.list_plays(words, hand, out)
    expected = out[:count].copy()
    out[:] = 0
    assert call() == count > 0
    assert (out[:count] == expected).all()
    del words
    gc.collect()
    kernel.zeros(tiles.blank().size)[:] = -1
    assert call() == count, "its arrays are not given back while it lives"
    with pytest.raises(TypeError, match="zeros"):
        bound(games.list_plays, out, hand, np.zeros(8, dtype=np.int64))


def test_calls_go_the_short_way_and_the_long_one_says_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the wasmtime of the lock the short way is there; with another one every call still works."""
    short = played(4)
    assert {call.__qualname__ for call in shipped.instance()._functions.values()} == {"_direct.<locals>.call"}

    def gone(*_: object) -> None:
        raise AttributeError("names inside of wasmtime have changed")

    monkeypatch.setattr(calls, "_direct", gone)
    monkeypatch.setattr(shipped, "_local", threading.local())
    assert played(4) == short
    with pytest.raises(TimeUp), kernel.until(time.perf_counter() + 0.05):
        games.play_games(
            tiles.blank(),
            100_000,
            2,
            np.ones(4, dtype=np.int64),
            1,
            kernel.zeros(tiles.ROOM),
            kernel.zeros((100_000, 6)),
        )


def test_room_is_given_back() -> None:
    top = []
    gc.collect()  # what other tests have left
    for _ in range(3):
        arrays = [kernel.zeros(100_000) for _ in range(5)]
        top.append(shipped.instance()._top)
        del arrays
        gc.collect()
    assert top[0] == top[1] == top[2]
    again = kernel.zeros(100_000)
    again[:] = 7
    del again
    assert not kernel.zeros(100_000).any()


def test_memory_has_an_end() -> None:
    with pytest.raises(MemoryError):
        kernel.zeros(256 * 1024 * 1024 // 8)
    assert played(1) == played(1)


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(TypeError, match="contiguous"):
        games.deal(np.zeros(10, dtype=np.int32), 2, 5, 0)
    with pytest.raises(TypeError, match="contiguous"):
        games.list_plays(tiles.blank(), 1, np.zeros(20, dtype=np.int64)[::2])
    with pytest.raises(ValueError, match="zip"):
        games.deal(tiles.blank(), 2)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="no entry point"):
        core.lift(tiles.blank())


def test_whole_numbers_wrap_as_they_do_inside() -> None:
    assert games.scramble(-1) == games.scramble(2**64 - 1)


def test_every_thread_thinks_for_itself() -> None:
    """Threads share arrays of either, and nothing else."""
    found: dict[int, list[int]] = {}
    mine = tiles.blank()
    games.deal(mine, 2, 5, 0)
    theirs = mine.copy()

    def think(seed: int) -> None:
        found[seed] = played(seed)

    def touch() -> None:
        games.simple_turn(mine, 1, kernel.zeros(tiles.ROOM))

    threads = [threading.Thread(target=think, args=(seed,)) for seed in range(4)]
    threads.append(threading.Thread(target=touch))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    games.simple_turn(theirs, 1, kernel.zeros(tiles.ROOM))
    assert found == {seed: played(seed) for seed in range(4)}
    assert mine[SCORE : SCORE + 2].tolist() == theirs[SCORE : SCORE + 2].tolist()


def test_a_deadline_ends_a_call_in_its_midst() -> None:
    """A million games would take a minute; whoever asks next gets a fresh module, and the same answers."""
    before = played(3)
    results = kernel.zeros((1_000_000, 6))
    with pytest.raises(TimeUp) as ended, kernel.until(time.perf_counter() + 0.05):
        games.play_games(tiles.blank(), 1_000_000, 2, np.ones(4, dtype=np.int64), 1, kernel.zeros(tiles.ROOM), results)
    assert ended.value.code == "kernel/time"
    assert not results[-1].any()
    assert played(3) == before


def test_a_deadline_that_has_passed_starts_nothing() -> None:
    with pytest.raises(TimeUp), kernel.until(time.perf_counter() - 1):
        games.scramble(1)
    with kernel.until(time.perf_counter() + 3600), pytest.raises(TimeUp), kernel.until(0.0):
        games.scramble(1)
    assert games.scramble(1)


def test_an_unknown_engine_is_refused() -> None:
    with pytest.raises(ValueError, match="SIXFOLD_KERNEL=fast: the engines are wasm and numba"):
        kernel.use("fast")


def test_the_module_is_loaded_when_it_is_first_called() -> None:
    """Importing the bots or the door loads neither engine."""
    code = (
        "import sys, sixfold.kernel, sixfold.kernel.tiles, sixfold.kernel.cards, sixfold.bots; "
        "print('numba' in sys.modules, 'wasmtime' in sys.modules)"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said.split() == ["False", "False"]
