"""What the others did at a tile table: one turn after the other, where it gave points, and again whenever one likes."""

from __future__ import annotations

import re
from typing import Any, Literal

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.card_table import CardTable, new_card_table
from tests.browser.conftest import STATIC, OpenPage
from tests.browser.fed_table import Fed, turn
from tests.browser.hot_seat import seated
from tests.browser.test_access import violations
from tests.browser.tile_table import TileTable, new_table

NAMES = ("Ana", "Ben", "Cleo", "Dora")
SHEET = [turn(0, "0,0:Rs 1,0:Rd", 2)]
BOARD = "0,0:Rs 1,0:Rd"
# Everything that moves by itself is noted: its keyframes, how long, and when it starts.
MOVES = """
window.moves = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
  const piece = this.dataset.piece ?? this.querySelector(":scope > svg")?.dataset.piece;
  window.moves.push({ frames, ...options, piece, board: this.matches(".board-layer") });
  return animate.call(this, frames, options);
};
"""


def three_bots(**more: Any) -> Fed:
    return Fed(BOARD, sheet=list(SHEET), names=NAMES, **more)


def told(page: Page) -> Locator:
    return page.locator(".did")


def play_three(table: Fed) -> None:
    """All at once, as three fast bots do."""
    table.play(2, 1, "2,0:Rx 2,1:Bx", ["column", 2], ["row", 3], drew=2, mover=2)
    table.play(3, 2, "swap ???", drew=3, mover=3)
    table.play(4, 3, "3,1:Bs", ["row", 2], drew=1)


def open_waiting(page: Page, table: Fed) -> None:
    table.now = {"to_move": 1}
    table.open(page)
    expect(page.locator(".rack.off")).to_be_visible()
    table.now = {}


def test_turns_that_come_at_once_are_told_one_after_the_other(open_page: OpenPage) -> None:
    page = open_page("about:blank", pace="even", size="phone")
    table = three_bots()
    open_waiting(page, table)
    page.evaluate(
        """() => {
          window.seen = [];
          const look = () => {
            const text = document.querySelector(".did")?.innerText ?? "";
            if (text !== "" && window.seen.at(-1) !== text) window.seen.push(text);
          };
          new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
        }"""
    )
    play_three(table)
    ben, cleo, dora = "Ben: 2 tiles, 5 points.", "Cleo exchanged 3 tiles.", "Dora: 1 tile, 2 points."
    expect(told(page)).to_have_text(f"{ben} {cleo} {dora}")
    assert page.evaluate("window.seen") == [ben, cleo, f"{ben} {cleo} {dora}"]
    expect(page.locator("[aria-live=polite] p").last).to_contain_text("Your")
    spoken = page.locator("[aria-live=polite] p").all_inner_texts()
    assert [text.split(" ")[0] for text in spoken[-4:]] == ["Ben", "Cleo", "Dora", "Your"]
    assert violations(page) == []


def test_tiles_come_from_their_player_and_drawn_ones_go_there(open_page: OpenPage) -> None:
    for size in ("phone", "desktop"):
        page = open_page("about:blank", size=size, reduced_motion="no-preference")
        page.add_init_script(MOVES)
        table = three_bots()
        open_waiting(page, table)
        # What tells it is loaded after the first turn of a game; here there has been one.
        expect(page.locator(".since")).to_have_count(0)
        table.play(2, 1, "swap ?", drew=1, mover=1)
        expect(told(page)).to_be_visible()
        page.evaluate("window.moves.length = 0")
        table.play(3, 1, "2,0:Rx 2,1:Bx", ["column", 2], ["row", 3], drew=2)
        expect(page.locator(".board-outline.is-gave")).to_have_count(2)
        page.wait_for_function("window.moves.filter((move) => move.piece === '?').length > 1")
        moves = page.evaluate("window.moves")
        carried = [move for move in moves if not move["board"]]
        flown = [move for move in carried if "translate" in str(move["frames"][0].get("transform"))]
        assert {move["piece"] for move in flown} == {"Rx", "Bx"}
        drawn = [move for move in moves if move["piece"] == "?"]
        assert len(drawn) == 2
        assert all(move["duration"] < 250 for move in moves)
        properties = {name for move in moves for frame in move["frames"] for name in frame}
        assert properties <= {"transform", "opacity", "offset"}


def test_nothing_moves_where_no_motion_is_wanted(open_page: OpenPage) -> None:
    page = open_page("about:blank")
    page.add_init_script(MOVES)
    table = three_bots()
    open_waiting(page, table)
    play_three(table)
    expect(told(page)).to_contain_text("Dora")
    page.get_by_role("button", name="Show before").click()
    page.get_by_role("button", name="Next turn").click()
    expect(page.locator(".board-outline.is-gave")).to_have_count(2)
    assert page.evaluate("window.moves") == []


def test_what_a_turn_gave_stands_at_its_lines(open_page: OpenPage) -> None:
    page = open_page("about:blank")
    table = three_bots()
    open_waiting(page, table)
    table.play(2, 1, "2,0:Rx 2,1:Bx", ["column", 2], ["row", 3])
    gave = page.locator(".board-outline.is-gave")
    expect(gave).to_have_count(2)
    assert gave.evaluate_all("lines => lines.map(line => line.dataset.note)") == ["+2", "+3"]
    # It makes room as soon as one turns to one's own tiles.
    page.locator(".rack-slot").first.click()
    expect(gave).to_have_count(0)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_since_my_last_turn_is_stepped_through_after_a_reload(open_page: OpenPage, size: str) -> None:
    page = open_page("about:blank", size=size)
    table = three_bots()
    open_waiting(page, table)
    play_three(table)
    expect(told(page)).to_contain_text("Dora")
    page.reload()
    expect(told(page)).to_have_text("Ben: 2 tiles, 5 points. Cleo exchanged 3 tiles. Dora: 1 tile, 2 points.")
    tiles = page.locator(".cell.is-tile")
    expect(tiles).to_have_count(5)
    page.get_by_role("button", name="Show before").click()
    expect(tiles).to_have_count(2)
    assert violations(page) == []
    for count, sentence in ((4, "Ben: 2 tiles, 5 points."), (4, "Cleo exchanged 3 tiles.")):
        page.get_by_role("button", name="Next turn").click()
        expect(told(page)).to_have_text(sentence)
        expect(tiles).to_have_count(count)
        assert violations(page) == []
    page.get_by_role("button", name="Show after").click()
    expect(tiles).to_have_count(5)
    # Whoever turns to the own tiles in the middle of it is back at once.
    page.get_by_role("button", name="Show before").click()
    expect(tiles).to_have_count(2)
    page.keyboard.press("Escape")
    expect(tiles).to_have_count(5)
    page.get_by_role("button", name="Show before").click()
    page.locator(".rack-slot").first.click()
    expect(tiles).to_have_count(5)


@pytest.mark.parametrize("place", ["device", "server"])
def test_a_bot_is_told_wherever_the_table_is(open_page: OpenPage, place: Literal["server", "device"]) -> None:
    page = open_page("/", place=place, pace="even", size="phone")
    new_table(page)
    table = TileTable(page)
    assert table.wait_for_turn()
    table.turn()
    assert table.wait_for_turn()
    expect(told(page)).to_have_text(re.compile(r"^Pip(: \d tiles?, \d+ points?| exchanged \d tiles?)\.$"))
    sentence = told(page).inner_text()
    page.reload()
    expect(told(page)).to_have_text(sentence)
    assert violations(page) == []


def test_it_is_told_after_the_curtain(open_page: OpenPage) -> None:
    page = open_page("/new?with=here", place="device")
    curtain = seated(page, "Player 1")
    expect(curtain).to_be_visible()
    page.get_by_role("button", name="show mine").click()
    table = TileTable(page)
    page.get_by_role("button", name="Hint").click()
    for _ in range(2):
        page.get_by_role("button", name="Hint").click()
    expect(table.action).to_have_text(re.compile("Play for"))
    table.commit()
    page.get_by_role("button", name="show mine").click()
    expect(told(page)).to_have_text(re.compile(r"^Player \d: \d tiles?, \d+ points?\.$"))
    laid = page.locator(".cell.is-tile").count()
    page.get_by_role("button", name="Show before").click()
    expect(page.locator(".cell.is-tile")).to_have_count(0)
    page.get_by_role("button", name="Show after").click()
    expect(page.locator(".cell.is-tile")).to_have_count(laid)


def test_cards_come_from_their_player_on_a_phone_too(open_page: OpenPage) -> None:
    page = open_page("/", size="phone", touch=True, pace="even", reduced_motion="no-preference")
    page.add_init_script(MOVES)
    new_card_table(page)
    table = CardTable(page, "touch")
    assert table.wait_for_turn()
    table.turn()
    assert table.wait_for_turn()
    page.wait_for_function("window.moves.some((move) => move.piece === '?')")
    moves = page.evaluate("window.moves")
    laid = [move for move in moves if move["piece"] != "?" and "scale" in str(move["frames"][0].get("transform"))]
    assert laid, "no card came from its player"
    assert all(move["duration"] < 250 for move in moves)
    properties = {name for move in moves for frame in move["frames"] for name in frame}
    assert properties <= {"transform", "opacity", "offset"}


def test_style_sheets_move_by_transform_and_opacity_alone() -> None:
    css = "".join(path.read_text() for path in STATIC.glob("assets/*.css"))
    frames = re.findall(r"@keyframes [^{]+\{((?:[^{}]*\{[^{}]*\})*)\}", css)
    assert len(frames) > 4
    moved = {name for body in frames for name in re.findall(r"[{;]([a-z-]+):", body)}
    assert moved <= {"transform", "opacity"}
    shown = {part.split()[0] for each in re.findall(r"transition:([^;}]+)", css) for part in each.split(",")}
    assert shown <= {"transform", "opacity", "none!important"}
