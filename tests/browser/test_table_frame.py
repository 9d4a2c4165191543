"""What stands around the tile table: nothing covers anything, nothing jumps, and words are those of people."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.boxes import box
from tests.browser.conftest import OpenPage
from tests.browser.fed_table import Fed, turn
from tests.browser.test_access import PLAIN
from tests.browser.test_in_sight import ROW, WIDE, apart

LINE = "0,0:Ro 1,0:Rs 2,0:Rd 3,0:Rc 4,0:Rt"
SHEET = [turn(at % 2, f"{at},0:Ro", at + 1) for at in range(30)]
OUTCOME: dict[str, Any] = {"scores": [225, 240], "winners": [1], "reason": "out"}
OVER = {"phase": "finished", "to_move": None, "hand_sizes": [6, 2], "bag": 0, "seat": 0, "hand": "RoOsYdGcBtPx"}


def test_the_opening_leaves_menu_and_board_free(open_page: OpenPage) -> None:
    page = open_page(size="phone")
    page.get_by_role("button", name="Play now").click()
    told = page.locator(".opening")
    expect(told).to_be_visible()
    lies = box(told)  # once: it goes by itself
    for other in (".top .menu", ".zoom .button"):
        assert apart(lies, box(page.locator(other)))


def test_nothing_lies_over_the_result(open_page: OpenPage) -> None:
    page = open_page("about:blank", size="phone")
    table = Fed(LINE, sheet=SHEET[:4])
    table.open(page)
    now = {**OVER, "scores": [4, 18], "outcome": OUTCOME}
    played = {"type": "played", "seat": 1, "move": "5,0:Rx", "points": 12, "parts": [["row", 6], ["qwirkle", 6]]}
    played |= {"drew": 0, "laid": {"game": "tiles", "lines": []}}
    table.send({"t": "event", "n": 2, "event": played, "now": {**now, "phase": "playing", "to_move": 0}})
    told = page.locator(".notes .note", has_text="A Qwirkle for Ben!")
    expect(told).to_be_visible()
    # Whoever plays on while it is shown touches what lies below.
    through = "at => !document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2).closest('.notes')"
    assert page.evaluate(through, told.bounding_box())
    proof = {"commitment": "0", "secret": "0", "added": []}
    table.send({"t": "event", "n": 3, "event": {"type": "ended", "outcome": OUTCOME, "proof": proof}, "now": now})
    expect(page.get_by_role("dialog")).to_be_visible()
    expect(page.locator(".notes .note")).to_have_count(0)


def test_the_last_turns_stay_in_sight_when_hands_are_opened(open_page: OpenPage) -> None:
    page = open_page("about:blank")
    table = Fed(WIDE, sheet=SHEET)
    table.open(page)
    last = page.locator(".side tbody tr").last
    expect(last).to_be_in_viewport()
    now = {**OVER, "scores": [225, 240], "outcome": OUTCOME, "hands": ["RoOsYdGcBtPx", "GsGo"], "unseen": "1" * 36}
    proof = {"commitment": "0", "secret": "0", "added": []}
    table.send({"t": "event", "n": 2, "event": {"type": "ended", "outcome": OUTCOME, "proof": proof}, "now": now})
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    expect(page.locator(".side").get_by_text("Open hands")).to_be_visible()
    expect(last).to_be_in_viewport()
    assert box(last)["y"] + box(last)["height"] <= box(page.locator(".side tfoot"))["y"] + 1


def test_the_sheet_of_a_table_keeps_running_totals(open_page: OpenPage) -> None:
    page = open_page("about:blank")
    Fed(LINE, sheet=SHEET[:4]).open(page)
    expect(page.locator(".side tbody .sum")).to_have_text(["1", "2", "4", "6"])
    expect(page.locator(".side tfoot td")).to_have_text(["4", "6"])


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_the_rack_keeps_its_width_whatever_the_button_says(open_page: OpenPage, size: str) -> None:
    page = open_page("about:blank", size=size)
    line = {
        "axis": "row",
        "cells": [f"{x},0" for x in range(6)],
        "pieces": "RoRsRdRcRtRx",
        "points": 12,
        "qwirkle": True,
    }
    draft = {"game": "tiles", "points": 12, "parts": [["row", 6], ["qwirkle", 6]], "lines": [line], "qwirkles": 1}
    checked = {"t": "checked", "legal": True, "draft": draft}
    Fed(LINE, hand="RxOsYdGcBtPx", plays=[["5,0:Rx", 12, 12]], answers={"check": checked}).open(page)
    rack, action = page.locator(".rack"), page.locator(".actions .primary")
    expect(action).to_have_text("Lay a tile")
    before = [box(rack), box(action)]
    page.locator(".rack-slot").first.click()
    page.locator('.cell[data-cell="5,0"]').click()
    expect(action).to_contain_text("12")
    assert [box(rack), box(action)] == before
    # The sum speaks of the line as people do.
    expect(page.locator(".parts")).to_have_text(re.compile(r"^\s*red line 6 \+ Qwirkle 6\s*$"))
    page.get_by_role("button", name="Take back").click()
    page.get_by_role("button", name="Exchange").first.click()
    expect(page.get_by_role("button", name="Cancel")).to_be_visible()
    assert box(rack) == before[0]


def test_only_who_has_played_can_take_back(open_page: OpenPage) -> None:
    page = open_page("about:blank")
    table = Fed(LINE, sheet=[turn(1, LINE, 5)])
    table.open(page)
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("link", name="Rules")).to_be_visible()
    expect(page.get_by_role("button", name="Take back my last turn")).to_have_count(0)
    table.sheet = [turn(0, LINE, 5)]
    page.reload()
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("button", name="Take back my last turn")).to_be_visible()


def test_a_confirmation_says_what_it_confirms(open_page: OpenPage) -> None:
    page = open_page("about:blank")
    Fed(LINE).open(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Leave the table").click()
    expect(page.get_by_role("dialog", name="Leave the table")).to_be_visible()
    expect(page.get_by_role("heading", name="Menu")).to_have_count(0)


@pytest.mark.parametrize(("board", "shown"), [(WIDE, False), (" ".join(ROW[-3:]), True)])
def test_the_order_of_tiles_covers_none(open_page: OpenPage, board: str, *, shown: bool) -> None:
    page = open_page("about:blank", size="phone")
    Fed(board, sheet=[turn(1, " ".join(ROW[-2:]), 2)]).open(page)
    last = page.locator(".cell.is-last").first
    expect(last).to_have_attribute("data-note", "1")
    assert (box(last)["width"] >= 36) == shown
    content = last.evaluate("cell => getComputedStyle(cell, '::after').content")
    assert (content != "none") == shown


def test_a_record_has_one_name(open_page: OpenPage) -> None:
    page = open_page("about:blank")
    Fed(LINE, phase="finished", now={"outcome": OUTCOME, "to_move": None}).open(page)
    saved = page.get_by_role("link", name="Save the record")
    expect(saved).to_have_attribute("download", "game-fed.sixfold")
    page.goto("/pad")
    page.get_by_role("button", name="Open the pad").click()
    page.get_by_role("button", name="By tiles").click()
    page.get_by_role("button", name="red circle").click()
    page.locator('.cell[data-cell="0,0"]').click()
    page.get_by_role("button", name="Write 1 for").click()
    page.get_by_role("button", name="End…").click()
    with page.expect_download() as got:
        page.get_by_role("button", name="Record").click()
    assert re.fullmatch(r"game-\d{4}-\d\d-\d\d\.sixfold", got.value.suggested_filename)


def test_every_page_has_the_same_way_back(open_page: OpenPage) -> None:
    page = open_page()
    found = {}
    for name in PLAIN.keys() - {"start", "lost"}:
        page.goto(PLAIN[name])
        back = page.locator("main a").first
        expect(back).to_have_text(re.compile("Start page|Looking back|Find opponents"))
        if name.startswith("puzzle"):  # It waits for its position, and is a table from then on.
            expect(page.locator("main.sitting")).to_be_visible()
        # In one go: a page that has just read something may draw itself anew in between.
        found[name] = tuple(
            back.evaluate(
                """link => {
                  const [at, around] = [link, link.closest("header, main")].map((one) => one.getBoundingClientRect());
                  const look = getComputedStyle(link).font + link.querySelectorAll("svg").length + link.className;
                  return [Math.round(at.x - around.x), Math.round(at.height), look];
                }"""
            )
        )
    assert len(set(found.values())) == 1, found


@pytest.mark.parametrize("path", ["/review", "/verify"])
def test_a_file_is_chosen_by_a_button_of_ours(open_page: OpenPage, path: str) -> None:
    page = open_page(path, locale="de")
    button = page.locator("label.button", has_text="Datei")
    expect(button).to_be_visible()
    assert box(page.locator("input[type=file]"))["width"] <= 1
    page.locator("input[type=file]").focus()
    with page.expect_file_chooser():
        button.click()
