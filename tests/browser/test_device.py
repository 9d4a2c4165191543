"""The same player on two devices by a code; what is stored can be saved and erased; the page can be installed."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.tile_table import new_table


def test_a_code_moves_a_player_to_another_device(open_page: OpenPage) -> None:
    first = open_page()
    new_table(first)
    table = first.url
    first.goto("/device")
    first.get_by_role("button", name="Make a code").click()
    code = first.locator(".code").inner_text()
    other = open_page("/device", size="phone", touch=True)
    other.get_by_label("Code from your other device").fill("WRONG-CODE")
    other.get_by_role("button", name="Use the code").tap()
    expect(other.locator(".note.is-fault")).to_be_visible()
    other.get_by_label("Code from your other device").fill(code)
    other.get_by_role("button", name="Use the code").tap()
    expect(other.locator(".notes")).to_contain_text("This device is you now.")
    other.goto(table)
    expect(other.get_by_role("group", name="Your rack")).to_be_visible()


def test_what_is_stored_can_be_saved_and_erased(open_page: OpenPage) -> None:
    page = open_page()
    new_table(page)
    page.goto("/device")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save a copy").click()
    assert json.loads(download.value.path().read_text())["games"]
    page.get_by_role("button", name="Erase me").click()
    page.get_by_role("dialog").get_by_role("button", name="Erase me").click()
    expect(page.locator(".notes")).to_contain_text("Nothing about you is stored any more.")
    page.goto("/")
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    expect(page.get_by_role("heading", name="Go on with")).to_have_count(0)


def test_the_page_can_be_installed(open_page: OpenPage) -> None:
    page = open_page(service_workers="allow")
    href = page.locator("link[rel=manifest]").get_attribute("href")
    manifest = page.evaluate("async (href) => (await fetch(href)).json()", href)
    assert manifest["display"] == "standalone"
    assert manifest["icons"]
    for icon in manifest["icons"]:
        assert page.evaluate("async (src) => (await fetch(src)).status", icon["src"]) == 200
    assert page.evaluate("async () => (await navigator.serviceWorker.ready).active !== null")
