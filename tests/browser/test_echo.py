"""Who plays like oneself: offered when there are games to learn from, off at first, played against, forgotten again."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.test_local import asked_of_server
from tests.browser.tile_table import TileTable, choose, new_table
from tests.scale import scale

PATIENCE = 120_000
TURNS = scale(6, 120)
"""So many turns of a game are played before it is given up: of the long form, all."""
COPIES = 6
COPY = """async (count) => {
  const answered = (request) => new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
  const database = await answered(indexedDB.open("sixfold"));
  const parts = database.transaction(["rows", "tables"], "readwrite");
  const [rows, tables] = ["rows", "tables"].map((name) => parts.objectStore(name));
  const [lines, games] = [await answered(rows.getAll()), await answered(tables.getAll())];
  await answered(rows.clear());
  await answered(tables.clear());
  for (const table of Array.from({ length: count }, (_, at) => `~copy${at}`.padEnd(21, "0"))) {
    for (const line of lines) await answered(rows.put({ ...line, table }));
    for (const game of games) await answered(tables.put({ ...game, table }));
  }
  database.close();
}"""
"""A finished game of this device, as if it had been played so often. Its own name is free again: after a reload the
tests' fixed randomness gives it to the next table."""
HELPED = """() => {
  const kept = JSON.parse(localStorage.getItem("sixfold.settings") ?? "{}");
  localStorage.setItem("sixfold.settings", JSON.stringify({ ...kept, assist: "best" }));
}"""
"""The best play is shown, also at tables of the first page: it is what the test plays."""
ABOUT = "Nothing leaves this device"


def kept(page: Page) -> str | None:
    found = page.evaluate("localStorage.getItem('sixfold.echo')")
    return None if found is None else str(found)


def play_a_game(page: Page) -> None:
    table = TileTable(page, "keys")
    for _ in range(TURNS):
        if not table.wait_for_turn():
            return
        table.turn()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    expect(page.get_by_role("dialog").get_by_role("button", name="Play again")).to_be_visible()


def test_an_opponent_learns_from_ones_own_games_and_forgets_again(open_page: OpenPage) -> None:
    page = open_page("/", place="device")
    against = page.get_by_label("Against")
    expect(against.locator("option", has_text="Echo")).to_have_count(0)
    new_table(page, bot="Pip")
    play_a_game(page)
    page.evaluate(COPY, COPIES)
    page.evaluate(HELPED)
    page.goto("/")
    expect(against.locator("option", has_text="Echo · plays like me")).to_have_count(1)
    choose(against, "Echo")
    learns = page.get_by_label("Learn from my games on this device")
    expect(learns).not_to_be_checked()
    expect(page.get_by_text(ABOUT)).to_be_visible()
    assert kept(page) is None

    # Off, it does not play, and says so.
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_role("alert")).to_contain_text("turn that on")

    asked = asked_of_server(page)
    learns.check()
    expect(page.get_by_text("It has learned how you play")).to_be_visible(timeout=PATIENCE)
    assert re.search(rf"echo@1\.{COPIES}(\.-?\d+){{7}}", kept(page) or "")
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_role("group", name="Your rack")).to_be_visible()
    expect(page).to_have_url(re.compile("/t/~"))
    play_a_game(page)
    assert [url for url in asked if "/api/study/" not in url] == []
    result = page.get_by_role("dialog")
    expect(result).to_contain_text("Echo")

    # It is looked back at and played again like any other.
    over = page.url
    result.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: url != over)
    expect(page.locator(".side thead th .name")).to_contain_text(["Echo"])
    page.goto(over.replace("/t/", "/review/"))
    said = []
    for number in (1, 2):
        turn = page.get_by_text(re.compile(rf"^\s*Turn {number}, ")).first
        expect(turn).to_be_visible(timeout=PATIENCE)
        said.append(turn.inner_text())
        page.get_by_role("button", name="Next turn").click()
    assert ["Echo" in one for one in said].count(True) == 1, said

    page.goto("/")
    expect(against).to_have_value("echo")
    learns.uncheck()
    expect(learns).not_to_be_checked()
    assert kept(page) is None
    # At a new table it is not offered any more.
    page.goto("/new?with=here")
    choose(page.get_by_label("Who sits at seat 2"), "Bot")
    expect(page.get_by_label("Bot at seat 2").locator("option", has_text="Pip")).to_have_count(1)
    expect(page.get_by_label("Bot at seat 2").locator("option", has_text="Echo")).to_have_count(0)
