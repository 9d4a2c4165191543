"""The bag of the day: played on the device, once, with a result to share that gives nothing away."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from sixfold import daily
from sixfold.server.app import DATABASE
from tests.browser.conftest import OpenPage, Serving
from tests.browser.test_study import answer
from tests.daily.games import played as record_of

VECTORS = Path(__file__).parents[2] / "spec" / "daily" / "vectors.json"
DAY = "2026-11-16"
NOON = f"{DAY}T12:00:00Z"


Turn = tuple[str, tuple[int, int]]


def turns_of(lines: list[str]) -> list[Turn]:
    """The person's moves of a whole game, and the scores once the bot has answered each."""
    found: list[Turn] = []
    scores = [0, 0]
    for line in lines:
        turn = re.fullmatch(r"([01]): (.*) = (\d+)", line)
        if turn is None:
            continue
        seat = int(turn[1])
        scores[seat] += int(turn[3])
        if seat == 0:
            found.append((turn[2], (0, 0)))
        if found:
            found[-1] = (found[-1][0], (scores[0], scores[1]))
    return found


def turns_of_the_day() -> list[Turn]:
    (vector,) = (one for one in json.loads(VECTORS.read_text(encoding="utf-8")) if one["day"] == DAY)
    return turns_of(vector["games"]["tiles"])


def laid_only(day: date, sealed: bytes = b"") -> str:
    """A game of a bag in which the person can always lay something: its record, as a table will tell it."""
    levels = ("casual", "sprout", "greedy")
    games = (record_of(day, "tiles/1", level, sealed=sealed, luck=n) for n in range(20) for level in levels)
    return next(game for game in games if re.search(r"^0: (swap|pass)", game, re.MULTILINE) is None)


def open_day(open_page: OpenPage, path: str, **more: Any) -> Page:
    page = open_page("about:blank", **more)
    page.clock.set_fixed_time(NOON)
    page.goto(path)
    return page


def lay(page: Page, move: str, scores: tuple[int, int]) -> None:
    """Wait for the turn, play, and wait for the answer: until then the rack is still the one of this turn."""
    expect(page.locator(".rack:not(.off)")).to_be_visible()
    answer(page, move)
    # The sheet for the printer is there on every screen.
    expect(page.locator(".print tfoot td")).to_have_text([str(score) for score in scores])


def test_the_bag_of_the_day_is_played_kept_and_shared(open_page: OpenPage) -> None:
    page = open_day(open_page, "/", permissions=["clipboard-read", "clipboard-write"])
    kept = {"last": "2026-11-15", "run": 2, "day": "2026-11-15", "result": 99}
    page.evaluate("kept => localStorage.setItem('sixfold.days.bag-tiles', JSON.stringify(kept))", kept)
    page.get_by_role("link", name="Bag of the day").click()
    expect(page.get_by_text("2 days in a row")).to_be_visible()
    page.get_by_role("button", name="Play today’s bag").click()
    expect(page).to_have_url(re.compile(rf"/t/~daily-tiles-{DAY}$"))
    totals = page.locator(".sheet tfoot td")
    turns = turns_of_the_day()
    for number, (move, scores) in enumerate(turns):
        lay(page, move, scores)
        if number == 1:
            # Nothing is taken back or hinted at, and who leaves finds the game again.
            expect(page.get_by_role("button", name="Hint")).to_have_count(0)
            page.get_by_role("button", name="Menu").click()
            expect(page.get_by_role("button", name="Keys")).to_be_visible()
            expect(page.get_by_role("button", name="Take back my last turn")).to_have_count(0)
            expect(page.get_by_role("group", name="Help while laying").get_by_role("radio")).to_have_count(3)
            page.goto("/daily/tiles")
            page.get_by_role("button", name="Go on").click()
        expect(totals).to_have_text([str(score) for score in scores])
    mine, theirs = turns[-1][1]
    result = page.get_by_role("dialog")
    expect(result).to_contain_text(f"{mine} : {theirs} against the same bot")
    expect(result).to_contain_text("3 days in a row")
    result.get_by_role("button", name="Share the result").click()
    expect(page.locator(".notes")).to_contain_text("Copied.")
    shared = page.evaluate("navigator.clipboard.readText()")
    assert shared.endswith("/daily/tiles")
    assert f"{mine} : {theirs}" in shared
    assert re.search(rf"^[▁▂▃▄▅▆▇█]{{{len(turns)}}}$", shared, re.MULTILINE), "one sign a turn"
    assert not re.search(r"\d:[ROYGBP][osdctx]", shared), "nothing of what was laid"

    page.goto("/daily/tiles")
    expect(page.get_by_text(f"{mine} : {theirs} against")).to_be_visible()
    expect(page.get_by_text("3 days in a row")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("Play|Go on"))).to_have_count(0)
    page.goto(f"/verify/~daily-tiles-{DAY}")
    expect(page.get_by_role("heading", name="Yes. Every piece was drawn as the sealed shuffle says.")).to_be_visible()
    found = daily.judge(page.get_by_role("textbox").input_value())
    assert (found.day, found.scores) == (date.fromisoformat(DAY), (mine, theirs))


@pytest.mark.parametrize("locale", ["de-DE", "fr-FR", "it-IT", "ro-RO"])
def test_it_is_there_in_every_language(open_page: OpenPage, locale: str) -> None:
    page = open_day(open_page, "/daily/cards", locale=locale, size="phone")
    expect(page.locator("main .panel .primary")).to_be_visible()
    assert "daily." not in page.locator("main").inner_text()


def test_a_game_that_was_given_up_is_no_result(open_page: OpenPage) -> None:
    page = open_day(open_page, "/daily/cards", size="phone")
    page.get_by_role("button", name="Play today’s bag").click()
    expect(page).to_have_url(re.compile(rf"/t/~daily-cards-{DAY}$"))
    expect(page.locator("[data-hand] button").first).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Give up").last.click()
    expect(page.locator("dialog.result")).to_be_visible()
    expect(page.get_by_role("button", name="Share the result")).to_have_count(0)
    page.goto("/daily/cards")
    expect(page.get_by_text("You gave this one up.")).to_be_visible()
    assert page.evaluate("localStorage.getItem('sixfold.days.bag-cards')") is None


def test_a_result_is_compared_with_others(open_page: OpenPage, serving: Serving, screens: Path) -> None:
    """The bag of this very day, as the server has it. Somebody without a name was first."""
    today = datetime.now(UTC).date()
    text = laid_only(today)
    rival = record_of(today, "tiles/1", "thoughtful")
    shared = httpx.post(
        f"{serving.url}/api/daily", json={"record": rival}, headers={"origin": serving.url}, timeout=None
    )
    assert shared.json()["total"] == 1, shared.text
    page = open_page("about:blank", size="phone")
    page.clock.set_fixed_time(f"{today}T12:00:00Z")
    page.goto("/daily/tiles")
    page.get_by_role("button", name="Play today’s bag").click()
    for move, scores in turns_of(text.splitlines()):
        lay(page, move, scores)
    expect(page.get_by_role("dialog")).to_contain_text("against the same bot")
    page.goto("/daily/tiles")
    expect(page.get_by_role("row", name=re.compile("Without a name"))).to_be_visible()
    page.get_by_label("Name in the list").fill("Ana")
    page.get_by_role("button", name="Compare my result").click()
    expect(page.get_by_role("status")).to_contain_text("of 2")
    mine = daily.judge(text).scores
    expect(page.get_by_role("row", name=re.compile(rf"Ana \(you\) {mine[0]} : {mine[1]}"))).to_be_visible()
    expect(page.get_by_role("button", name="Compare my result")).to_have_count(0)
    page.reload()
    expect(page.get_by_role("status")).to_contain_text("of 2")
    page.screenshot(path=screens / "daily-ranks.png", full_page=True)


def test_the_sealed_bag_is_played_once_at_a_table_of_the_server(open_page: OpenPage, screens: Path) -> None:
    page = open_page("/daily/tiles", size="phone")
    sealed = page.get_by_role("region", name="The sealed bag")
    expect(sealed).to_contain_text("Nobody has played it to its end yet.")
    sealed.get_by_text("How can I check it?").click()
    promised = sealed.locator("code").first.inner_text()
    assert re.fullmatch(r"[0-9a-f]{64}", promised)
    sealed.get_by_label("Your name in this list").fill("Ana")
    sealed.get_by_role("button", name="Play the sealed bag").click()
    expect(page).to_have_url(re.compile(r"/t/[\w-]{16}$"))
    where = page.url
    expect(page.get_by_role("group", name="Your rack")).to_be_visible()
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    page.goto("/daily/tiles")
    expect(sealed.get_by_role("button", name="Play the sealed bag")).to_have_count(0)
    sealed.get_by_role("link", name="Go on").click()
    expect(page).to_have_url(where)
    expect(page.get_by_role("group", name="Your rack")).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Give up").last.click()
    expect(page.locator("dialog.result")).to_be_visible()
    page.goto("/daily/tiles")
    expect(sealed).to_contain_text("You gave this one up.")
    expect(sealed.locator("code").first).to_have_text(promised)
    page.screenshot(path=screens / "daily-sealed.png", full_page=True)


def secret_of(serving: Serving, day: date) -> bytes:
    """The seed of a sealed bag, which nobody but the server knows yet: read where it keeps it."""
    with closing(sqlite3.connect(serving.data / DATABASE)) as kept:
        (seed,) = kept.execute("SELECT value FROM settings WHERE name = ?", (f"sealed {day}",)).fetchone()
    return bytes.fromhex(seed)


def test_a_whole_sealed_game_is_listed_as_one(open_page: OpenPage, serving: Serving, screens: Path) -> None:
    page = open_page("/daily/tiles")
    sealed = page.get_by_role("region", name="The sealed bag")
    sealed.get_by_label("Your name in this list").fill("Sela")
    today = datetime.now(UTC).date()
    turns = turns_of(laid_only(today, secret_of(serving, today)).splitlines())
    sealed.get_by_role("button", name="Play the sealed bag").click()
    for move, scores in turns:
        lay(page, move, scores)
    mine, theirs = turns[-1][1]
    expect(page.locator("dialog.result")).to_be_visible()
    page.goto("/daily/tiles")
    expect(sealed.get_by_role("status")).to_contain_text("of 1")
    expect(sealed.get_by_role("row", name=re.compile(rf"Sela \(you\) {mine} : {theirs}"))).to_be_visible()
    expect(sealed.get_by_role("button", name="Play the sealed bag")).to_have_count(0)
    page.screenshot(path=screens / "daily-sealed-over.png", full_page=True)
    # It is kept as one of the sealed bag, and not among those of devices.
    [kept] = page.request.get("/api/me/export").json()["dailies"]
    assert (kept["sealed"], kept["day"], kept["score"], kept["turns"]) == (True, str(today), mine, len(turns))
    listed = page.request.get(f"/api/daily/tiles/{today}").json()["lines"]
    assert "Sela" not in [line.get("name") for line in listed]
