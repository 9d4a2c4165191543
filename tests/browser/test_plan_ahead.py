"""Planning in others' turns: what is laid stays, is checked again when the turn comes, and is played by nobody else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from sixfold import tiles
from tests.browser.at_two import board_of, hand_of, in_turn, lay_typed, two_friends
from tests.browser.card_table import CardTable, go_together, new_card_table
from tests.browser.conftest import OpenPage
from tests.browser.fed_table import Fed, turn
from tests.browser.test_access import inspect, violations
from tests.browser.tile_table import TileTable, new_table

WORTH = {"game": "tiles", "points": 3, "parts": [], "lines": [], "qwirkles": 0}
LEGAL = {"t": "checked", "legal": True, "draft": WORTH}
WRONG = {
    "t": "checked",
    "legal": False,
    "draft": {**WORTH, "points": 0},
    "refusal": {"code": "rules/illegal", "clause": "T9", "reason": "duplicate", "message": "", "facts": {}},
}


def singles(page: Page) -> list[tiles.Place]:
    """The plays of one tile that this person could make if it were their turn."""
    found = tiles.plays(board_of(page), hand_of(page))
    return [play.place for play in found if len(play.place.placements) == 1]


def cell_of(play: tiles.Place) -> str:
    return str(play.placements[0][0])


def plan(page: Page, play: tiles.Place) -> None:
    """Tap a tile of the rack, tap its place."""
    cell, piece = play.placements[0]
    page.locator(f'.rack-slot:has([data-piece="{piece}"])').first.tap()
    TileTable(page, "touch").bring_into_sight(page.locator(f'.cell[data-cell="{cell}"]'))
    page.locator(f'.cell[data-cell="{cell}"]').tap()
    expect(page.locator(".cell.is-loose")).to_have_attribute("data-cell", str(cell))


def two_at_the_board(open_page: OpenPage) -> tuple[Page, Page]:
    """Somebody has opened; who plays now, and who waits with a phone's finger."""
    ana, ben = two_friends(open_page)
    first, _ = in_turn(ana, ben)
    opening = TileTable(first)
    opening.play_a_hint()
    expect(first.locator(".rack.off")).to_be_visible()
    return in_turn(ana, ben)


def side_by_side(mover: Page, waits: Page) -> tuple[tiles.Place, tiles.Place]:
    """A plan of the one who waits, and a play of the one to move after which it is still legal."""
    board, hand = board_of(mover), hand_of(waits)
    theirs = singles(mover)
    for planned in singles(waits):
        for play in theirs:
            after = tiles.Board.of([*board, *play.placements])
            if any(found.place == planned for found in tiles.plays(after, hand)):
                return planned, play
    raise AssertionError("every play of the deal disturbs every plan")


def test_a_plan_stands_when_the_turn_comes_and_only_the_player_plays_it(open_page: OpenPage) -> None:
    mover, waits = two_at_the_board(open_page)
    planned, theirs = side_by_side(mover, waits)
    plan(waits, planned)
    action = waits.locator(".actions .primary")
    expect(action).to_have_text(re.compile(r"^Plan: \d+ points?$"))
    expect(action).to_have_attribute("aria-disabled", "true")
    expect(waits.locator(".words")).to_contain_text("It is checked again when it is your turn.")
    assert violations(waits) == []
    waits.keyboard.press("Control+Enter")
    expect(mover.locator(".cell.is-loose")).to_have_count(0)
    waits.reload()
    expect(waits.locator(".cell.is-loose")).to_have_attribute("data-cell", cell_of(planned))
    lay_typed(mover, theirs)
    mover.keyboard.press("Control+Enter")
    expect(waits.locator(".words")).to_contain_text("Your plan still fits.")
    expect(action).to_have_text(re.compile("^Play"))
    # Nobody has played it: the other one still waits.
    expect(mover.locator(".rack.off")).to_be_visible()
    assert cell_of(planned) not in {str(cell) for cell, _ in board_of(mover)}
    action.tap()
    expect(mover.locator(f'.cell.is-last[data-cell="{cell_of(planned)}"]')).to_be_visible()


def test_a_plan_that_was_given_away_is_played_for_who_left(open_page: OpenPage, screens: Path) -> None:
    mover, waits = two_at_the_board(open_page)
    planned, theirs = side_by_side(mover, waits)
    plan(waits, planned)
    waits.get_by_role("button", name="Play this for me").tap()
    expect(waits.get_by_text("When it is your turn, your plan is played for you")).to_be_visible()
    assert inspect(waits, screens, "plan-given") == []
    # Said and taken back, said again and left.
    waits.get_by_role("button", name="No, I play myself").tap()
    waits.get_by_role("button", name="Play this for me").tap()
    waits.reload()
    expect(waits.get_by_text("When it is your turn, your plan is played for you")).to_be_visible()
    waits.goto("/")
    lay_typed(mover, theirs)
    mover.keyboard.press("Control+Enter")
    expect(mover.locator(f'.cell.is-last[data-cell="{cell_of(planned)}"]')).to_be_visible()
    expect(mover.locator(".status")).to_contain_text("Your turn")


def test_a_plan_whose_place_is_taken_says_so(open_page: OpenPage) -> None:
    mover, waits = two_at_the_board(open_page)
    theirs = {cell_of(play): play for play in singles(mover)}
    planned = next(play for play in singles(waits) if cell_of(play) in theirs)
    plan(waits, planned)
    lay_typed(mover, theirs[cell_of(planned)])
    mover.keyboard.press("Control+Enter")
    expect(waits.locator(".words")).to_contain_text("Another tile lies where you had planned:")
    expect(waits.locator(".cell.is-loose")).to_have_count(0)
    expect(waits.locator(".rack:not(.off)")).to_be_visible()


def test_what_no_longer_fits_is_told_and_the_rest_stays(open_page: OpenPage) -> None:
    """Two of three bots play before the turn comes: the plan is judged anew after each of them."""
    fed = Fed("0,0:Rs 1,0:Rd", sheet=[turn(0, "0,0:Rs 1,0:Rd", 2)], now={"to_move": 1}, answers={"check": LEGAL})
    fed.names = ("Ana", "Ben", "Cleo")
    page = open_page("/")
    fed.open(page)
    for slot, cell in ((0, "2,0"), (1, "-1,0")):
        page.locator(".rack-slot").nth(slot).click()
        page.locator(f'.cell[data-cell="{cell}"]').click()
    expect(page.locator(".cell.is-loose")).to_have_count(2)
    expect(page.locator(".actions .primary")).to_have_text("Plan: 3 points")
    fed.play(2, 1, "2,0:Rc", ["line", 3], mover=2)
    expect(page.locator(".cell.is-loose")).to_have_count(1)
    expect(page.locator(".words")).to_contain_text("Another tile lies where you had planned: red circle.")
    fed.answers["check"] = WRONG
    fed.now = {}
    fed.play(3, 2, "0,1:Bs", ["line", 2])
    expect(page.locator(".cell.is-loose")).to_have_count(1)
    expect(page.locator(".words .fault")).to_contain_text("Another tile lies where you had planned: red circle.")
    expect(page.locator(".actions .primary")).to_have_attribute("aria-disabled", "true")
    assert violations(page) == []


def test_a_plan_at_a_table_of_the_device(open_page: OpenPage) -> None:
    """Bots are slow on purpose here, so that there is time to plan; nothing asks a server."""
    page = open_page("/", place="device", pace="slow", size="phone", touch=True)
    new_table(page)
    table = TileTable(page, "touch")
    assert table.wait_for_turn()
    table.turn()
    expect(page.locator(".rack.off")).to_be_visible()
    page.locator(".rack-slot.filled").first.tap()
    page.locator(".cell:not(.has-piece):not(:has([data-piece]))").first.tap()
    expect(page.locator(".cell.is-loose")).to_have_count(1)
    expect(page.locator(".rack:not(.off)")).to_be_visible()
    expect(page.locator(".words")).to_contain_text(re.compile("Your plan|where you had planned"))


# ---- cards ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_cards_are_planned_and_carried_over(open_page: OpenPage, size: str) -> None:
    page = open_page("/", size=size, touch=True, place="device", pace="slow")
    new_card_table(page)
    table = CardTable(page, "touch")
    assert table.wait_for_turn()
    table.turn()
    expect(table.action).to_have_text("Not your turn")
    fresh = next((card for card in table.hand if card), "")
    table.move([fresh], None)
    expect(page.locator("li.lane.broken")).to_have_count(1)
    # The turn comes, and the card lies there still, in words that say what it lacks.
    expect(table.action).to_have_text("One row to repair")
    expect(page.locator(".actions").get_by_role("button", name=re.compile("I cannot play|How many"))).not_to_have_count(
        0
    )
    assert fresh in table.pieces(page.locator("li.lane.broken"))
    assert violations(page) == []


def test_two_friends_plan_cards(open_page: OpenPage) -> None:
    ana, ben = two_friends(open_page, "cards")
    for page in (ana, ben):
        expect(page.get_by_role("list", name="Your hand").or_(page.get_by_role("dialog")).first).to_be_visible()
    for page in (ana, ben):
        if page.get_by_role("dialog").is_visible():
            page.get_by_role("dialog").get_by_role("button").first.click()
            break
    first, other = in_turn(ana, ben)
    opener, planner = CardTable(first), CardTable(other, "touch")
    assert opener.wait_for_turn()
    opener.turn()
    assert planner.wait_for_turn()
    planner.turn()
    assert opener.wait_for_turn()
    lanes = planner.lanes
    fit = next(
        (
            (card, row)
            for card in planner.hand
            for row, cards in lanes.items()
            if len(cards) < 6 and go_together([*cards, card])
        ),
        None,
    )
    assert fit is not None, "the deal has a card that fits"
    planner.move([fit[0]], fit[1])
    expect(planner.action).to_have_text("Plan: 1 card")
    expect(other.locator(".says")).to_contain_text("It is checked again when it is your turn.")
    other.reload()
    expect(planner.action).to_have_text("Plan: 1 card")
    opener.turn()
    says = other.locator(".says")
    expect(says).to_contain_text(
        re.compile("Your plan still fits|Your plan no longer fits|Rows of your plan have changed")
    )
    if "still fits" in says.inner_text():
        expect(planner.action).to_have_text("Play 1 card")
        planner.commit()
        expect(planner.action).to_have_text("Not your turn")
