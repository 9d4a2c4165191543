"""What the others did since my last turn: spoken, marked on the cards, there again after a reload and the curtain."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.card_table import CardTable, new_card_table
from tests.browser.conftest import OpenPage
from tests.browser.frames import Frame, change_frames, views_in
from tests.browser.test_access import violations

ROW = re.compile(r"(New|To|Moved to) row [A-Z], \w+: .*(red|orange|yellow|green|blue|purple) \w+")
PLAYED = re.compile(r"Pip played \d cards?\.")


def spoken(page: Page) -> Locator:
    return page.locator("[aria-live=polite] p")


def after_their_turn(page: Page, by: str = "mouse") -> CardTable:
    """A table at which both have played and it is our turn."""
    new_card_table(page)
    table = CardTable(page, "touch" if by == "touch" else "mouse")
    assert table.wait_for_turn()
    table.turn()
    assert table.wait_for_turn()
    return table


def test_every_turn_of_another_is_spoken_with_its_cards_and_rows(open_page: OpenPage) -> None:
    page = open_page("/")
    table = after_their_turn(page)
    for _ in range(3):
        did = page.locator(".did").inner_text()
        said = spoken(page).all_inner_texts()
        told = max(at for at, text in enumerate(said) if PLAYED.match(text))
        assert said[told].startswith(did)
        assert ROW.search(said[told]) or "Qwirkle taken" in said[told]
        # The sentence that follows does not push it aside: both are there, in their order.
        assert "Your turn" in said[told:]
        table.turn()
        assert table.wait_for_turn()


def test_since_my_last_turn_survives_a_reload(open_page: OpenPage) -> None:
    page = open_page("/", size="phone")
    table = after_their_turn(page)
    did = page.locator(".did")
    expect(did).to_have_text(PLAYED)
    sentence = did.inner_text()
    fresh = page.locator("li.lane .dot, li.lane .home")
    marks = fresh.count()
    assert marks > 0
    page.reload()
    expect(did).to_have_text(sentence)
    expect(fresh).to_have_count(marks)
    expect(spoken(page).filter(has_text=sentence)).to_have_count(1)
    after = table.lanes
    page.get_by_role("button", name="Show before").click()
    assert table.lanes != after
    page.get_by_role("button", name="Show after").click()
    assert table.lanes == after


def around_one_device(page: Page) -> CardTable:
    """Two people on one device, the first has opened, the second holds it."""
    page.goto("/new?with=here&game=cards")
    for seat in (1, 2):
        page.get_by_label(f"Name at seat {seat}").fill(f"Player {'AB'[seat - 1]}")
    page.get_by_role("button", name="Set the table").click()
    lift, tie = page.get_by_role("button", name="show mine"), page.get_by_role("dialog")
    expect(lift.or_(tie).first).to_be_visible()
    if tie.is_visible():
        tie.get_by_role("button", name="Player A").click()
    table = CardTable(page)
    lift.click()
    expect(page.get_by_role("list", name="Your hand")).to_be_visible()
    table.turn()
    lift.click()
    expect(page.get_by_role("list", name="Your hand")).to_be_visible()
    return table


def test_since_my_last_turn_is_there_after_the_curtain(open_page: OpenPage) -> None:
    page = open_page("/")
    around_one_device(page)
    expect(page.locator(".did")).to_have_text(re.compile(r"Player . played \d cards?\."))
    expect(page.locator("li.lane .dot").first).to_be_visible()
    expect(page.get_by_role("button", name="Show before")).to_be_visible()


def sheet(*moves: tuple[int, str]) -> list[Frame]:
    return [{"seat": seat, "move": move, "points": 0, "parts": []} for seat, move in moves]


def test_several_turns_are_stepped_through_and_rows_bear_the_letters_of_now(open_page: OpenPage) -> None:
    """A card that came from a row which is no more says so; one from a row that stayed has its letter of now."""
    page = open_page("/")

    new_card_table(page)
    table = CardTable(page)
    assert table.wait_for_turn()

    def regrouped(frame: Frame) -> None:
        for view in views_in(frame):
            view["now"]["opening_move"] = False
            view["sheet"] = sheet(
                (0, "GsGdGt BoBsBdBt PoPsPdPt"),
                (1, "GsGdGt BoBsBdBt PoPsPdPt / RoRsRdRcRtRx"),
                (1, "RdOdGd RtOtGt GsBsPs BoBdBt PoPdPt"),
            )
            view["rows"] = view["sheet"][-1]["move"].split()

    change_frames(page, regrouped)
    page.reload()
    expect(page.locator(".did")).to_have_text("Pip played 6 cards. Qwirkle taken: Red. Pip played 4 cards.")
    assert list(table.lanes) == list("ABCDE")

    def cards(letter: str) -> list[str]:
        labels: list[str] = (
            table.lane(letter).locator("[data-card]").evaluate_all("cards => cards.map(card => card.ariaLabel)")
        )
        return labels

    moved = {label for letter in "ABCDE" for label in cards(letter) if "from" in label}
    assert "blue square, from row D" in moved
    assert "purple square, from row E" in moved
    assert "green square, from the old row: Green" in moved
    badges = table.lane("A").locator(".home").all_inner_texts()
    assert sorted(badges) == ["D", "E", "↷"]
    # Before both, between them, and as it lies now.
    page.get_by_role("button", name="Show before").click()
    assert len(table.lanes) == 3
    page.get_by_role("button", name="Next turn").click()
    expect(page.locator(".did")).to_have_text("Pip played 6 cards. Qwirkle taken: Red.")
    assert violations(page) == []
    page.get_by_role("button", name="Show after").click()
    assert len(table.lanes) == 5
