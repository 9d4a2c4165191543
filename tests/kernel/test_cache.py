"""The laboratory's cache: its name follows all that compiled code depends on, and it finds a place to be."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sixfold.kernel import cache


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    cache.folder.cache_clear()
    cache.fingerprint.cache_clear()
    yield
    cache.folder.cache_clear()
    cache.fingerprint.cache_clear()


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
    assert cache.folder().is_dir()


def test_a_cache_can_be_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    assert cache.kept()
    monkeypatch.setenv(cache.ENVIRONMENT, "off")
    assert not cache.kept()
