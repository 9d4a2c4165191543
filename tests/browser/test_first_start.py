"""The first start of a machine: the page is there before the compiler is done, and says whom that concerns."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from sixfold import kernel
from sixfold.kernel import cache
from tests.browser.conftest import OpenPage, Serving
from tests.browser.tile_table import TileTable, choose, new_table

WORDS = "Thea is getting ready: about a minute, the first time only."


@pytest.fixture
def compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The stamp that says that the compiler is done, in a cache where it is not there yet."""
    kernel.prepare("tiles")
    real = cache.folder("tiles")
    folder = tmp_path / real.name
    folder.mkdir()
    for file in real.iterdir():
        if file.name not in ("ready", "compiling", "failed"):
            (folder / file.name).symlink_to(file)
    (folder / "compiling").touch()
    cards = tmp_path / cache.folder("cards").name
    cards.mkdir()
    (cards / "failed").touch()  # nobody plays cards here, and nobody should compile them
    monkeypatch.setenv(cache.ENVIRONMENT, str(tmp_path))
    return folder / "ready"


@pytest.fixture
def serving(compiled: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server of its own, on a machine that is not ready."""
    server = Serving(tmp_path_factory.mktemp("data"))
    server.start()
    yield server
    server.stop()


def test_a_strong_bot_says_that_it_is_getting_ready(open_page: OpenPage, compiled: Path, screens: Path) -> None:
    page = open_page()
    expect(page.get_by_label("Against")).to_be_visible()
    expect(page.get_by_text("getting ready")).to_have_count(0)  # a light bot is chosen
    choose(page.get_by_label("Against"), "Thea")
    expect(page.get_by_text(WORDS)).to_be_visible()
    page.screenshot(path=screens / "getting-ready-start.png")
    page.goto("/new?with=friends")
    choose(page.get_by_label("Who sits at seat 2"), "Bot")
    choose(page.get_by_label("Bot at seat 2"), "Thea")
    expect(page.get_by_text(WORDS)).to_be_visible()
    page.screenshot(path=screens / "getting-ready-new.png")

    new_table(page, bot="Thea")
    table = TileTable(page)
    waits = page.locator(".banner", has_text=WORDS)
    mine = page.locator(".rack:not(.off) .best").first
    expect(waits.or_(mine)).to_be_visible()
    if mine.is_visible():
        table.turn()
        expect(waits).to_be_visible()
    page.screenshot(path=screens / "getting-ready-table.png")
    compiled.touch()
    assert table.wait_for_turn()
    expect(waits).to_have_count(0)
    page.goto("/")
    choose(page.get_by_label("Against"), "Thea")
    expect(page.get_by_text("getting ready")).to_have_count(0)
