"""The built page: how many bytes the first load takes, and that it asks no other host for anything."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlparse

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import STATIC, OpenPage, Serving

KB = 1000


@pytest.mark.parametrize(("path", "ready"), [("/", "Play now"), ("/new?with=friends", "Set the table")])
def test_the_first_load_is_small(open_page: OpenPage, serving: Serving, path: str, ready: str) -> None:
    page = open_page("about:blank")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(serving.url + path)
    expect(page.get_by_role("button", name=ready)).to_be_visible()
    sizes = {".js": 0, ".css": 0}
    for url in asked:
        assert urlparse(url).netloc == urlparse(serving.url).netloc, f"another host is asked: {url}"
        file = STATIC / urlparse(url).path.lstrip("/")
        if file.suffix in sizes:
            sizes[file.suffix] += compressed(file)
    print(f"first load of {path}: {sizes['.js'] / KB:.1f} kB of JavaScript, {sizes['.css'] / KB:.1f} kB of CSS")
    assert 0 < sizes[".js"] <= 60 * KB
    assert 0 < sizes[".css"] <= 20 * KB


def test_a_table_is_small_too(open_page: OpenPage, serving: Serving) -> None:
    """From the address to the first turn: everything that a game of tiles loads."""
    page = open_page("about:blank")
    asked: set[str] = set()
    page.on("request", lambda request: asked.add(urlparse(request.url).path))
    page.goto(serving.url)
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_role("group", name="Your rack")).to_be_visible()
    scripts = sum(compressed(STATIC / path.lstrip("/")) for path in asked if path.endswith(".js"))
    print(f"from the address to a tile: {scripts / KB:.1f} kB of JavaScript")
    assert scripts <= 90 * KB


def compressed(file: Path) -> int:
    """Bytes as sent: gzip, the larger of the two forms that lie beside a file; small files go as they are."""
    packed = file.with_name(file.name + ".gz")
    return (packed if packed.is_file() else file).stat().st_size


def test_words_of_the_terminal_are_not_sent_to_the_page() -> None:
    scripts = [path.read_text(encoding="utf-8") for path in STATIC.rglob("*.js")]
    assert any("start.play" in text or "start.now" in text for text in scripts)
    assert not [text[:80] for text in scripts if "terminal." in text]


def test_every_text_file_is_packed_twice() -> None:
    files = [
        path for path in STATIC.rglob("*") if path.suffix in (".js", ".css", ".html") and path.stat().st_size >= 256
    ]
    assert files
    for path in files:
        assert path.with_name(path.name + ".gz").is_file()
        assert path.with_name(path.name + ".br").is_file()


def test_nothing_is_inlined_that_a_strict_policy_forbids() -> None:
    html = (STATIC / "index.html").read_text()
    assert "<style" not in html
    assert " style=" not in html
    assert "<script>" not in html
    assert "http://" not in html.replace("http://www.w3.org", "")
    assert "https://" not in html
