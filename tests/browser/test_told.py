"""Being told: ways are opened, chosen and closed on their page, and a notice is shown and leads to its table."""

from __future__ import annotations

import json

import httpx
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.tile_table import new_table


def test_a_feed_is_made_chosen_and_closed(open_page: OpenPage) -> None:
    page = open_page()
    new_table(page)
    page.goto("/device")
    page.get_by_role("link", name="Be told").click()
    expect(page.get_by_role("heading", name="Be told", exact=True)).to_be_visible()
    page.get_by_role("button", name="Make a feed").click()
    way = page.get_by_role("region", name="In a feed reader")
    address = way.locator("code").inner_text()
    assert "<feed" in httpx.get(address).text, "anybody who knows it can read it"
    way.get_by_label("a game is over").uncheck()
    expect(way.get_by_label("a game is over")).to_be_enabled()
    way.get_by_label("Quiet hours").check()
    expect(way.get_by_label("from")).to_have_value("22")
    way.get_by_label("from").select_option("23")
    expect(way.get_by_label("from")).to_be_enabled()
    page.reload()
    expect(way.get_by_label("it is my turn")).to_be_checked()
    expect(way.get_by_label("a game is over")).not_to_be_checked()
    expect(way.get_by_label("from")).to_have_value("23")
    expect(way.locator("code")).to_have_count(0)
    way.get_by_role("button", name="No more").click()
    expect(way).to_have_count(0)
    assert httpx.get(address).status_code == 404


def test_who_was_never_at_a_table_is_told_so(open_page: OpenPage) -> None:
    page = open_page("/told", size="phone", touch=True)
    page.get_by_role("button", name="Make a feed").tap()
    expect(page.locator(".note.is-fault")).to_contain_text("Make or join a table first")


def test_a_notice_is_shown_by_the_browser(open_page: OpenPage) -> None:
    """What the server would send through a push service is handed to the service worker itself."""
    page = open_page("/", service_workers="allow")
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    [worker] = page.context.service_workers
    worker.evaluate(
        """() => {
          self.shown = [];
          self.registration.showNotification = async (title, options) => void self.shown.push({ title, ...options });
        }"""
    )
    told = {"title": "Your turn", "text": "A table waits for your move.", "url": page.url + "t/abc", "tag": "abc"}
    worker.evaluate("(told) => self.dispatchEvent(new PushEvent('push', { data: told }))", json.dumps(told))
    shown = worker.evaluate(
        """async () => {
          while (self.shown.length === 0) await new Promise((done) => setTimeout(done, 20));
          return self.shown;
        }"""
    )
    icon = page.url + "icon.svg"
    assert shown == [{"title": told["title"], "body": told["text"], "tag": "abc", "icon": icon, "data": told["url"]}]
