"""A real server on loopback and a real Chromium for the browser tests. They act by pointer, touch and keys alone.

Every page they open fails its test when the browser's console shows an error or a script throws.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

import sixfold.server
from setup.browser import drivers_node
from setup.browser import find as find_chromium

ROOT = Path(__file__).resolve().parents[2]
STATIC = Path(sixfold.server.__file__).parent / "static"
SCREENS = ROOT / "artifacts" / "screens"
SIZES = {"phone": (360, 740), "landscape": (740, 360), "tablet": (820, 1180), "desktop": (1280, 800)}

OpenPage = Callable[..., Page]


# A busy machine may take its time; a page that does what it should is not waited for.
PATIENCE_MS = 30_000
expect.set_options(timeout=PATIENCE_MS)
# What a person adds to the shuffle is fixed here; every other randomness of the page stays.
SAME_ENTROPY = """
const random = crypto.getRandomValues.bind(crypto);
crypto.getRandomValues = (bytes) => bytes.length === 32 ? bytes.fill(7) : random(bytes);
"""
# On a device the page deals, so its seeds and names of tables are fixed too, by the test's own name.
SAME_DEAL = """
const dealt = crypto.getRandomValues;
let count = %d;
crypto.getRandomValues = (bytes) => {
  if (bytes.length !== 64 && bytes.length !== 11) return dealt(bytes);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = (count = (count * 48271) %% 2147483647) %% 256;
  return bytes;
};
"""
# Games against bots run on the server, which deals the same in every run, unless a test is about the device.
# Others' turns are shown at once, unless a test is about their pace.
CHOSEN = """
try {
  localStorage["sixfold.settings"] ??= JSON.stringify({ place: "%s", pace: "%s" });
} catch {}
"""


class Serving:
    """The server of serve.py in its own process, which can be stopped and started again on the same port and data."""

    def __init__(self, data: Path, folder: str = "/", off: str = "") -> None:
        self.data = data
        self.folder = folder
        self.off = off
        self.port = 0
        self._deal = data / "deal"
        self._process: subprocess.Popen[str] | None = None
        self._listening: threading.Thread | None = None
        self.log: list[str] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def deal_for(self, test: str) -> None:
        """Deal the tables of this test as in every run. Another value of SIXFOLD_DEAL deals all tests anew."""
        self._deal.write_text(f"{test} {os.environ.get('SIXFOLD_DEAL', '')}")

    def start(self) -> None:
        if self._deal.exists():
            # A server that counts from nought again must not hand out the same ids again.
            self._deal.write_text(f"{self._deal.read_text()} again")
        command = [sys.executable, "-m", "tests.browser.serve", str(self.port), str(self.data), self.folder, self.off]
        process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            bufsize=1,
            cwd=ROOT,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        self._process = process
        assert process.stdout is not None
        for line in process.stdout:
            self.log.append(line)
            found = re.search(r"http://[^:/]+:(\d+)", line)
            if found:
                self.port = int(found.group(1))
                break
        else:
            pytest.fail("the server did not start:\n" + "".join(self.log))
        self._listening = threading.Thread(target=lambda: self.log.extend(process.stdout or ()), daemon=True)
        self._listening.start()

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(60)
            if self._listening is not None:
                self._listening.join(60)  # it reads to the end, which it must not find closed
            if self._process.stdout is not None:
                self._process.stdout.close()
            self._process = None


@pytest.fixture(scope="session")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    if not (STATIC / "index.html").is_file():
        pytest.fail("the page is not built: run `make page`")
    server = Serving(tmp_path_factory.mktemp("data"))
    server.start()
    yield server
    server.stop()


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser without a window, for tests and benchmarks."""
    there = find_chromium()
    if there is None:
        pytest.fail("there is no Chromium: run `make test` once, or `python3 setup test`")
    os.environ.update(drivers_node())
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(**there.options)
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as launched:
        yield launched


@pytest.fixture
def open_page(browser: Browser, serving: Serving, request: pytest.FixtureRequest) -> Iterator[OpenPage]:
    """Opens a page in a browser of its own (cookies, storage): `open_page("/", size="phone", dark=True)`."""
    serving.deal_for(request.node.nodeid)
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        # A server that is away on purpose, and an address that does not exist, are noted by the browser itself.
        expected = ("net::ERR", "WebSocket connection", "status of 404")
        if message.type == "error" and not any(words in message.text for words in expected):
            faults.append(message.text)

    def opened(
        path: str = "/",
        *,
        size: str = "desktop",
        dark: bool = False,
        touch: bool = False,
        locale: str = "en-GB",
        place: Literal["server", "device"] = "server",
        pace: Literal["none", "even", "slow"] = "none",
        **more: Any,
    ) -> Page:
        width, height = SIZES[size]
        context = browser.new_context(
            base_url=serving.url,
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            has_touch=touch,
            locale=locale,
            # To keep the whole home is a hundred requests: for the tests that are about it.
            **{"service_workers": "block", "reduced_motion": "reduce", **more},
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE_MS)
        context.add_init_script(SAME_ENTROPY)
        deal = f"{request.node.nodeid} {os.environ.get('SIXFOLD_DEAL', '')}"
        context.add_init_script(CHOSEN % (place, pace))
        if place == "device":
            context.add_init_script(SAME_DEAL % (zlib.crc32(deal.encode()) or 1))
        page = context.new_page()
        page.on("console", heard)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert faults == []


@pytest.fixture(scope="session")
def screens() -> Path:
    """Where pictures of every page are kept, to be looked at by a person."""
    SCREENS.mkdir(parents=True, exist_ok=True)
    return SCREENS
