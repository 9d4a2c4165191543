"""The home without a network: kept whole by the service worker, opened in any language, replaced when asked for."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import STATIC, OpenPage
from tests.browser.tile_table import TileTable, choose

KB = 1000


def installed(page: Page) -> None:
    """The whole home is on this device, and the page is served from it."""
    # Asked inside the page: its policy forbids the scripts that Playwright's own waiting is made of.
    page.evaluate(
        """async () => {
          await navigator.serviceWorker.ready;
          while (!navigator.serviceWorker.controller) await new Promise((wait) => setTimeout(wait, 50));
        }"""
    )


def test_from_a_cold_start_in_flight_mode_in_another_language(open_page: OpenPage) -> None:
    page = open_page("/", place="device", service_workers="allow")
    installed(page)
    context = page.context
    page.close()
    context.set_offline(True)
    cold = context.new_page()
    cold.goto("/")
    cold.locator("footer select").first.select_option("ro")
    expect(cold.get_by_role("button", name="Joacă acum")).to_be_visible()
    cold.goto("/rules/cards")
    expect(cold.locator("h1")).to_be_visible()
    cold.goto("/learn/tiles")
    expect(cold.locator("h1")).to_be_visible()
    cold.goto("/")
    cold.get_by_role("button", name="Joacă acum").click()
    expect(cold).to_have_url(re.compile("/t/~"))
    expect(cold.locator(".rack")).to_be_visible()
    cold.reload()
    expect(cold.locator(".rack")).to_be_visible()


def test_a_whole_game_in_flight_mode(open_page: OpenPage) -> None:
    page = open_page("/new?with=friends", place="device", service_workers="allow")
    installed(page)
    page.context.set_offline(True)
    choose(page.get_by_label("Who sits at seat 2"), "Bot")
    choose(page.get_by_label("Bot at seat 2"), "Pip")
    choose(page.get_by_label("Help while laying").first, "Places, points and")
    page.get_by_role("button", name="Set the table").click()
    table = TileTable(page)
    table.play_out()
    expect(page.get_by_role("dialog").get_by_role("button", name="Play again")).to_be_visible()


def test_a_new_version_waits_until_it_is_wanted(open_page: OpenPage) -> None:
    page = open_page("/", place="device", service_workers="allow")
    installed(page)
    page.get_by_role("button", name="Play now").click()
    expect(page.locator(".rack")).to_be_visible()
    # To the browser another address of the script is another version of it.
    page.evaluate(
        """async () => {
          const one = await navigator.serviceWorker.register("/worker.js?newer");
          while (!one.waiting) await new Promise((wait) => setTimeout(wait, 50));
        }"""
    )
    # The open game goes on with what it was begun with.
    assert page.evaluate("navigator.serviceWorker.controller.scriptURL").endswith("/worker.js")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Start page").click()
    expect(page.get_by_text("A new version is ready.")).to_be_visible()
    with page.expect_navigation():
        page.get_by_role("button", name="Use it now").click()
    assert page.evaluate("navigator.serviceWorker.controller.scriptURL").endswith("newer")
    page.get_by_role("link", name=re.compile("turn")).first.click()
    expect(page.locator(".rack")).to_be_visible()


def test_the_whole_home_is_small() -> None:
    """Everything that is kept for playing without a network, in five languages, as it is sent."""
    listed = re.search(r"const FILES = (\{.*?\});", (STATIC / "worker.js").read_text(encoding="utf-8"))
    assert listed is not None
    names = re.findall(r'"([^"]*)":"[0-9a-f]{64}"', listed[1])
    assert "" in names
    assert any(name.endswith(".wasm") for name in names)
    size = sum(sent(STATIC / (name or "index.html")) for name in [*names, "worker.js"])
    print(f"the whole home: {len(names)} files, {size / KB:.1f} kB compressed")
    assert size <= 410 * KB


def sent(file: Path) -> int:
    """Bytes as sent to a browser of today: brotli where it was packed, pictures as they are."""
    packed = file.with_name(file.name + ".br")
    return (packed if packed.is_file() else file).stat().st_size
