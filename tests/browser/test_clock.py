"""A clock that runs out on the page: everybody reads whose it was and what was played."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import OpenPage

MAKE = """async ([game]) => {
  const seats = [{ kind: "here", name: "Ana" }, { kind: "bot", bot: "sprout" }];
  const body = JSON.stringify({ game, seats, options: { clock: 5 } });
  const answer = await fetch("/api/tables", { method: "POST", headers: { "Content-Type": "application/json" }, body });
  return (await answer.json()).table;
}"""


def test_the_table_is_told_when_time_is_up(open_page: OpenPage) -> None:
    page = open_page()
    for game in ("tiles", "cards"):
        page.goto(f"/t/{page.evaluate(MAKE, [game])}")
        told = page.locator(".note", has_text=re.compile("Time was up for Ana: (the least was played|nothing fits)"))
        expect(told.first).to_be_visible()
