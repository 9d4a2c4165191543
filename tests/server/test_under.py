"""A server in a folder of its host: what is its own, what is not, and the cookie. tests/browser plays there."""

from __future__ import annotations

import asyncio
import gzip
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from sixfold.server.http.pages import Pages, kept_as
from sixfold.server.settings import Settings
from tests.server.inside import TWO, inside, visitor


def test_only_the_folder_is_ours(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path, base="/qwirkle/") as server:
            client = visitor(server)
            assert (await client.get("/qwirkle/api/me")).status_code == 200
            assert (await client.get("/api/me")).status_code == 404
            assert "the page is at /qwirkle/" in (await client.get("/")).text
            led = await client.get("/qwirkle")
            assert (led.status_code, led.headers["location"]) == (308, "/qwirkle/")
            assert (await client.get("/qwirkles")).status_code == 404
            for path in ("/healthz", "/qwirkle/healthz"):
                assert (await client.get(path)).text == "ok\n"

    asyncio.run(run())


def test_the_cookie_stays_in_the_folder_and_is_taken_back_there(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path, base="/qwirkle/") as server:
            client = visitor(server)
            made = await client.post("/qwirkle/api/tables", json=TWO)
            assert "path=/qwirkle/;" in f"{made.headers['set-cookie'].lower()};"
            gone = await client.delete("/qwirkle/api/me")
            assert gone.status_code == 200
            assert "path=/qwirkle/;" in f"{gone.headers['set-cookie'].lower()};"

    asyncio.run(run())


def test_the_page_is_told_where_it_lives(tmp_path: Path) -> None:
    html = b'<html><script src="/assets/a.js"></script><link href="/icon.svg" /></html>'
    (tmp_path / "index.html").write_bytes(html)
    (tmp_path / "index.html.gz").write_bytes(b"packed before anybody knew")
    (tmp_path / "worker.js").write_text(f'const FILES = {{"": "{kept_as(html)}"}};')
    here, there = Pages(tmp_path), Pages(tmp_path, "/qwirkle/")
    assert here.index.bodies[""] == html
    moved = there.index.bodies
    assert moved[""] == b'<html><script src="/qwirkle/assets/a.js"></script><link href="/qwirkle/icon.svg" /></html>'
    assert gzip.decompress(moved["gzip"]) == moved[""]
    assert here.index.tag != there.index.tag
    worker = there.find("/worker.js")
    assert worker is not None
    assert kept_as(moved[""]) in worker.bodies[""].decode(), "the service worker keeps this very page"


def test_the_page_is_told_that_nobody_meets_here(tmp_path: Path) -> None:
    html = b"<html><head></head></html>"
    (tmp_path / "index.html").write_bytes(html)
    (tmp_path / "worker.js").write_text(f'const FILES = {{"": "{kept_as(html)}"}};')
    marked = Pages(tmp_path, meets=False)
    assert marked.index.bodies[""] == b'<html><head><meta name="sixfold-nobody-meets" /></head></html>'
    worker = marked.find("/worker.js")
    assert worker is not None
    assert kept_as(marked.index.bodies[""]) in worker.bodies[""].decode()
    none: dict[str, Any] = {"open_tables": False, "pairing": False, "rated": False, "tournaments": False}
    assert not Settings(**none).meets
    assert all(Settings(**{**none, one: True}).meets for one in none)


def test_a_page_that_was_not_built_says_so_there_too(tmp_path: Path) -> None:
    assert b'href="/qwirkle/api/docs"' in Pages(tmp_path, "/qwirkle/").index.bodies[""]


@pytest.mark.parametrize("base", ["qwirkle", "/qwirkle", "//", '/"><script>/', "/a b/"])
def test_a_folder_that_is_none_is_refused(base: str) -> None:
    import typer

    from sixfold.commands.serve import run

    app = typer.Typer()
    app.command()(run)
    told = CliRunner().invoke(app, ["--base", base])
    assert told.exit_code == 2
