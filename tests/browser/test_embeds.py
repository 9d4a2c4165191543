"""A table in a frame of another page: shown there, by the text that the page gives, while all others refuse."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage, Serving
from tests.browser.test_by_link import invite

Show = Callable[[str], str]


@pytest.fixture
def elsewhere() -> Iterator[Show]:
    """A page of somebody else, at an origin of its own: `show(html)` is its address."""
    body = [""]

    class Club(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(f"<!doctype html><title>Club</title>{body[0]}".encode())

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Club)
    threading.Thread(target=server.serve_forever, daemon=True).start()

    def show(html: str) -> str:
        body[0] = html
        return f"http://127.0.0.1:{server.server_port}/"

    yield show
    server.shutdown()
    server.server_close()


def test_a_table_stands_on_another_page(open_page: OpenPage, elsewhere: Show, serving: Serving, screens: Any) -> None:
    page = open_page("/", permissions=["clipboard-read", "clipboard-write"])
    invite(page, "Ana")
    page.get_by_text("Show it on another page").click()
    page.screenshot(path=screens / "embed-lobby.png", full_page=True)
    page.get_by_role("button", name="Copy: Frame").click()
    expect(page.locator(".notes")).to_contain_text("Copied.")
    frame = page.evaluate("navigator.clipboard.readText()")
    page.get_by_role("button", name="Copy: Picture").click()
    page.wait_for_function("async () => (await navigator.clipboard.readText()).startsWith('<a ')")
    picture = page.evaluate("navigator.clipboard.readText()")
    table = page.url.rpartition("/")[2]

    other = open_page("about:blank")
    other.goto(elsewhere(frame + picture), wait_until="commit")  # pictures are drawn when they are first asked for
    shown = other.frame_locator("iframe")
    expect(shown.get_by_text("Live")).to_be_visible()
    drawn = "image => image.complete && image.naturalWidth > 0"
    expect(shown.get_by_role("img")).to_be_visible()
    for image in (shown.locator("img"), other.locator("a > img").last):
        image.evaluate("image => image.decode()")
        assert image.evaluate(drawn)
    expect(shown.get_by_role("link")).to_have_attribute("href", f"/t/{table}")
    other.screenshot(path=screens / "embed.png")


def test_no_other_page_is_shown_in_a_frame(browser: Any, elsewhere: Show, serving: Serving) -> None:
    """With a browser of its own, as its console tells of each refusal."""
    page = browser.new_page()
    refused: list[str] = []
    page.on("console", lambda message: refused.append(message.text) if message.type == "error" else None)
    addresses = ("/", "/settings", "/daily/tiles", "/api/me", "/api/docs")
    page.goto(elsewhere("".join(f'<iframe src="{serving.url}{path}"></iframe>' for path in addresses)))
    page.wait_for_function(f"() => window.frames.length === {len(addresses)}")
    while len([text for text in refused if "frame" in text.lower()]) < len(addresses):
        page.wait_for_event("console")
    assert all("Refused to" in text or "violates" in text or "frame-ancestors" in text for text in refused), refused
    page.close()
