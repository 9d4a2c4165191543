"""No waiting for the compiler: what is not ready compiles in another process, once, and a cache is never stale."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from sixfold import kernel
from sixfold.kernel import cache, warm


@pytest.fixture
def started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[list[str]]]:
    """An empty cache, and a list of the processes that would have been started."""
    calls: list[list[str]] = []
    monkeypatch.delenv("SIXFOLD_KERNEL", raising=False)
    monkeypatch.setenv(cache.ENVIRONMENT, str(tmp_path))
    monkeypatch.setattr(subprocess, "Popen", lambda command, **_: calls.append(command))
    cache.folder.cache_clear()
    yield calls
    cache.folder.cache_clear()


def test_a_missing_part_is_compiled_elsewhere_and_only_once(started: list[list[str]]) -> None:
    assert not kernel.ready("tiles")
    assert not kernel.ready("tiles")
    assert [command[1:] for command in started] == [["-m", "sixfold.kernel.warm", "tiles"]]


def test_a_stamp_says_ready(started: list[list[str]]) -> None:
    cache.stamp("tiles").write_text("compiled\n", encoding="utf-8")
    assert kernel.ready("tiles")
    assert not kernel.ready("cards", start=False)
    assert started == []


def test_a_failure_is_kept_and_not_repeated_at_once(started: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise RuntimeError("no compiler today")

    monkeypatch.setattr(warm, "steps", lambda part: [("a step", broken)])
    monkeypatch.setattr(warm.os, "nice", lambda by: by)
    warm.main(["tiles"])
    assert "no compiler today" in (cache.folder() / "failed-tiles").read_text(encoding="utf-8")
    assert not (cache.folder() / "compiling-tiles").exists()
    assert not kernel.ready("tiles")
    assert started == []


def test_what_must_use_the_kernel_waits_for_it(started: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIXFOLD_KERNEL", "required")
    assert kernel.ready("tiles")
    assert started == []


def test_the_machine_of_a_developer_plays_like_any_other(
    started: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Services that run tests set CI; no product reads it."""
    monkeypatch.setenv("CI", "true")
    assert not kernel.ready("tiles")


def test_how_far_a_part_is(started: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    assert warm.state("tiles") == "compiling"
    assert warm.state("tiles") == "compiling"
    assert len(started) == 1
    cache.stamp("tiles").write_text("compiled\n", encoding="utf-8")
    assert warm.state("tiles") == "ready"
    (cache.folder("cards") / "failed").write_text("no compiler today", encoding="utf-8")
    assert warm.state("cards") == "none", "nobody waits for what has just failed"
    monkeypatch.setenv("SIXFOLD_KERNEL", "off")
    assert warm.state("tiles") == "none"


def test_who_cannot_do_without_it_waits(started: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    monkeypatch.setattr(warm, "steps", lambda part: [("a step", lambda: done.append(part))])
    assert kernel.prepare("tiles")
    assert kernel.prepare("tiles")
    assert done == ["tiles"], "once, in this process"
    assert started == []
    monkeypatch.setenv("SIXFOLD_KERNEL", "off")
    assert not kernel.prepare("tiles")


def test_without_numba_nothing_is_ready(started: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIXFOLD_KERNEL", "off")
    assert not kernel.available()
    assert not kernel.ready("tiles")
    assert started == []


def test_the_name_of_the_cache_follows_what_it_depends_on(monkeypatch: pytest.MonkeyPatch) -> None:
    before = cache.fingerprint()
    cache.fingerprint.cache_clear()
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "7")
    assert cache.fingerprint() != before
    monkeypatch.undo()
    cache.fingerprint.cache_clear()
    assert cache.fingerprint() == before


def test_a_folder_that_cannot_be_written_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    occupied = tmp_path / "file"
    occupied.write_text("not a folder", encoding="utf-8")
    monkeypatch.setenv(cache.ENVIRONMENT, str(occupied))
    cache.folder.cache_clear()
    assert cache.folder().is_dir()
    cache.folder.cache_clear()
