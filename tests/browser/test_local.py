"""Games on the device itself: no server is asked, a closed page goes on where it was, what cannot be kept is said."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from sixfold.server.archive import verify
from tests.browser.card_table import CardTable, new_card_table
from tests.browser.conftest import OpenPage
from tests.browser.hot_seat import seated
from tests.browser.tile_table import TileTable, choose, new_table

FORBIDDEN_STORAGE = """
Object.defineProperty(self, "indexedDB", { get() { throw new DOMException("no", "SecurityError") } });
"""


def asked_of_server(page: Page) -> list[str]:
    """Requests and sockets from now on. Left out: files of the page, the tab's picture among them."""
    asked: list[str] = []
    own = re.compile(r"/assets/|/icon\.svg$")
    page.on("request", lambda request: None if own.search(request.url) else asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url))
    return asked


def test_a_whole_game_asks_no_server(open_page: OpenPage) -> None:
    page = open_page("/", place="device")
    new_table(page, bot="Magnus", short=True)
    expect(page).to_have_url(re.compile(r"/t/~"))
    asked = asked_of_server(page)
    table = TileTable(page, "keys")
    table.play_out()
    result = page.get_by_role("dialog")
    expect(result.get_by_role("button", name="Play again")).to_be_visible()
    assert table.turns > 8
    # The result asks for a review, which is the first thing that needs a server.
    assert [url for url in asked if "/api/study/" not in url] == []


def test_a_whole_game_of_cards_asks_no_server(open_page: OpenPage) -> None:
    page = open_page("/", place="device")
    new_card_table(page)
    expect(page).to_have_url(re.compile(r"/t/~"))
    asked = asked_of_server(page)
    table = CardTable(page)
    table.play_out()
    result = page.get_by_role("dialog")
    expect(result).to_contain_text("Qwirkle")
    assert [url for url in asked if "/api/study/" not in url] == []
    table.press(result.get_by_role("link", name="Check the shuffle"))
    expect(page.get_by_role("heading", name="Yes. Every piece was drawn as the sealed shuffle says.")).to_be_visible()
    expect(page.get_by_text("What you added yourself is in it.")).to_be_visible()


def test_cards_by_touch_on_a_phone(open_page: OpenPage) -> None:
    page = open_page("/", place="device", size="phone", touch=True)
    new_card_table(page)
    expect(page).to_have_url(re.compile(r"/t/~"))
    asked = asked_of_server(page)
    table = CardTable(page, "touch")
    for _ in range(3):
        assert table.wait_for_turn()
        table.turn()
    assert table.wait_for_turn()
    assert asked == []


def test_a_closed_page_goes_on_where_it_was(open_page: OpenPage) -> None:
    page = open_page("/", place="device")
    new_table(page)
    table = TileTable(page)
    assert table.wait_for_turn()
    table.turn()
    assert table.wait_for_turn()
    scores = page.locator(".sheet tfoot").all_inner_texts()
    page.goto("/")
    page.get_by_role("link", name="Your turn").click()
    assert table.wait_for_turn()
    assert page.locator(".sheet tfoot").all_inner_texts() == scores
    page.reload()
    assert table.wait_for_turn()
    table.turn()


def test_a_finished_game_is_verified_without_a_server(open_page: OpenPage) -> None:
    page = open_page("/", place="device")
    new_table(page)
    assert TileTable(page).wait_for_turn()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    result = page.get_by_role("dialog")
    with page.expect_download() as saved:
        result.get_by_role("button", name="Save").click()
    record = saved.value.path().read_text(encoding="utf-8")
    assert record.startswith("sixfold record 1\nruleset: tiles/1\n")
    # The rules in Python read it, and deal it again.
    assert verify(record) >= 2
    result.get_by_role("link", name="Check the shuffle").click()
    expect(page.get_by_role("heading", name="fair")).to_be_visible()


def test_two_people_on_one_device(open_page: OpenPage) -> None:
    page = open_page("/new?with=here", place="device")
    asked = asked_of_server(page)
    for seat in (1, 2):
        page.get_by_label(f"Name at seat {seat}").fill(f"Player {'AB'[seat - 1]}")
        choose(page.get_by_label("Help while laying").nth(seat - 1), "Places, points and")
    curtain = seated(page, "Player A")
    table = TileTable(page)
    for _ in range(4):
        expect(curtain).to_be_visible()
        expect(page.locator(".rack")).to_have_count(0)
        page.get_by_role("button", name="show mine").click()
        assert table.wait_for_turn()
        table.turn()
    assert [url for url in asked if not url.endswith("/api/bots")] == []


def test_a_private_window_plays_on_and_says_so(open_page: OpenPage) -> None:
    page = open_page("/", place="device")
    # Workers have no init script: the file that opens the storage is told to fail.
    page.context.route(
        re.compile(r"/assets/worker-.*\.js"),
        lambda route: route.fulfill(
            status=200, content_type="text/javascript", body=FORBIDDEN_STORAGE + route.fetch().text()
        ),
    )
    new_table(page)
    expect(page.get_by_text("does not store games right now").first).to_be_visible()
    table = TileTable(page)
    assert table.wait_for_turn()
    table.turn()
    assert table.wait_for_turn()


@pytest.mark.parametrize("missing", ["Worker", "WebAssembly"])
def test_a_browser_that_cannot_uses_the_server_and_says_so(open_page: OpenPage, missing: str) -> None:
    page = open_page("about:blank", place="device")
    page.add_init_script(f"delete self.{missing}")
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_text("The server runs this one").first).to_be_visible()
    expect(page.get_by_role("group", name="Your rack")).to_be_visible()
    assert "/t/~" not in page.url


def test_a_damaged_kernel_is_not_run(open_page: OpenPage) -> None:
    page = open_page("about:blank", place="device")

    def damage(route: Route) -> None:
        body = bytearray(route.fetch().body())
        body[len(body) // 2] ^= 1
        route.fulfill(status=200, content_type="application/wasm", body=bytes(body))

    page.context.route(re.compile(r"\.wasm$"), damage)
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_text("The server runs this one").first).to_be_visible()
    assert "/t/~" not in page.url


def test_two_tabs_on_one_table(open_page: OpenPage) -> None:
    page = open_page("/", place="device")
    new_table(page)
    table = TileTable(page)
    assert table.wait_for_turn()
    second = page.context.new_page()
    second.goto(page.url)
    other = TileTable(second)
    assert other.wait_for_turn()
    table.turn()
    assert table.wait_for_turn()
    expect(second.locator(".sheet tfoot")).to_have_text(page.locator(".sheet tfoot").text_content() or "")
    assert other.wait_for_turn()
    other.turn()
    assert other.wait_for_turn()
    expect(page.locator(".sheet tfoot")).to_have_text(second.locator(".sheet tfoot").text_content() or "")
