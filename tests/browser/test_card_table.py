"""The card table's own craft: lanes that say how they stand, steps back and forth, a draft that survives, C11."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import FloatRect, Page, expect

from tests.browser.boxes import resize
from tests.browser.card_table import CardTable, go_together, new_card_table
from tests.browser.conftest import OpenPage
from tests.browser.hot_seat import seated
from tests.browser.test_access import inspect, violations
from tests.browser.test_by_link import invite, sit_down
from tests.browser.test_gestures import Fingers, middle


def opened(page: Page) -> CardTable:
    """A table at which the opening is over and it is our turn."""
    new_card_table(page)
    table = CardTable(page)
    assert table.wait_for_turn()
    if page.get_by_text("You open").is_visible():
        table.turn()
        assert table.wait_for_turn()
    return table


def test_lanes_say_how_they_stand_and_steps_go_back_and_forth(open_page: OpenPage) -> None:
    page = open_page("/")
    table = opened(page)
    hand, (name, row) = table.hand, next(iter(table.lanes.items()))
    stranger = next(card for card in hand if not go_together([*row, card]))
    table.drag(table.card(stranger), table.lane(name))
    expect(table.lane(name)).to_contain_text(re.compile("Does not fit|Do not go together|Twice in one row"))
    expect(table.action).to_have_text("One row to repair")
    undo, redo = page.get_by_role("button", name="Undo"), page.get_by_role("button", name="Redo")
    undo.click()
    assert (table.hand, table.lanes[name]) == (hand, row)
    redo.click()
    assert sorted(table.lanes[name]) == sorted([*row, stranger])
    # A card of the table taken away: the row it leaves needs one more.
    page.get_by_role("button", name="Reset turn").click()
    expect(table.action).to_have_text("Play at least one card")
    if len(row) == 3:
        page.locator(f'li.lane [data-card][data-piece="{row[0]}"]').first.click()
        page.get_by_role("button", name="Start a new row here").click()
        expect(table.lane(name)).to_contain_text("Needs one more card")
        expect(table.action).to_have_text("2 rows to repair")
        page.locator(f'li.lane [data-card][data-piece="{row[0]}"]').first.click()
        page.get_by_role("button", name="Return card").click()
        expect(table.lane(name)).to_contain_text("3 of 6")


def test_arrows_go_from_card_to_card_and_row_to_row(open_page: OpenPage) -> None:
    page = open_page("/")
    table = opened(page)
    hand, (name, row) = table.hand, next(iter(table.lanes.items()))
    focused = page.locator("[data-card]:focus")
    page.keyboard.press("1")
    expect(focused).to_have_attribute("data-piece", hand[0])
    expect(focused).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Shift+ArrowRight")
    expect(focused).to_have_attribute("data-piece", hand[1])
    expect(page.locator("[data-hand] [aria-pressed=true]")).to_have_count(2)
    for _ in table.lanes:
        page.keyboard.press("ArrowUp")
    expect(table.lane(name).locator(":focus")).to_have_attribute("data-piece", row[1])
    page.keyboard.press("Home")
    expect(focused).to_have_attribute("data-piece", row[0])
    page.keyboard.press("Escape")
    expect(page.locator("[aria-pressed=true]")).to_have_count(0)


def test_a_typed_step_and_a_draft_that_survives_a_reload(open_page: OpenPage) -> None:
    page = open_page("/")
    table = opened(page)
    card = table.hand[0]
    page.keyboard.press("?")
    page.get_by_role("textbox", name="Type a move").fill("Zz A")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog").get_by_text("I cannot read “Zz A”.")).to_be_visible()
    page.get_by_role("textbox", name="Type a move").fill(f"{card} +")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(page.locator("li.lane", has_text="Needs 2 more cards")).to_be_visible()
    lanes = table.lanes
    page.reload()
    expect(page.locator("li.lane", has_text="Needs 2 more cards")).to_be_visible()
    assert table.lanes == lanes


def test_everybodys_stacks_can_be_fanned_out(open_page: OpenPage) -> None:
    page = open_page("/")
    table = opened(page)
    while not page.get_by_role("button", name=re.compile("Fan out")).first.is_visible():
        table.follow_the_hint()
        assert table.wait_for_turn()
        assert table.turns < 30
    fan = page.get_by_role("button", name=re.compile("Qwirkles of .+ Fan out")).first
    fan.click()
    stack = page.locator(".fan").first
    assert len(str(stack.get_attribute("aria-label")).split(",")) == 6
    page.get_by_role("button", name=re.compile("Stack up")).first.click()
    expect(stack).to_be_hidden()


def overlap(one: FloatRect, other: FloatRect) -> bool:
    apart = one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
    return not (apart or one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"])


def test_around_one_device_the_hand_lies_open_for_all(open_page: OpenPage) -> None:
    """C11 in hot seat: everyone looks at the hand on the screen; the solver finds a way, so it must be played."""
    page = open_page("/new?with=here&game=cards")
    for seat in (1, 2):
        page.get_by_label(f"Name at seat {seat}").fill(f"Player {'AB'[seat - 1]}")
    seated(page, "Player A")
    table = CardTable(page)
    for turn in range(2):
        page.get_by_role("button", name="show mine").click()
        expect(page.get_by_role("list", name="Your hand")).to_be_visible()
        if turn == 0:
            table.turn()
    page.get_by_role("button", name="I cannot play").click()
    # Everyone is to look at the hand on the rack and at the rows: nothing lies over either.
    asked = page.get_by_role("region", name="I cannot play")
    expect(asked).to_contain_text("Does anybody see a way?")
    boxes = [box for each in page.locator("li.lane, [data-hand]").all() if (box := each.bounding_box())]
    assert len(boxes) >= 2
    panel = asked.bounding_box()
    assert panel is not None
    assert not any(overlap(panel, box) for box in boxes)
    page.get_by_role("button", name="Nobody sees one").click()
    must = page.locator(".notice", has_text="There is a way to play")
    redrawn = page.locator(".note", has_text="has drawn a new hand")
    expect(must.or_(redrawn).first).to_be_visible()


def test_who_cannot_play_shows_the_hand_and_another_may_show_a_way(open_page: OpenPage) -> None:
    """C11 between two browsers: the hand is open to the other, who plays a way with it."""
    ana = open_page()
    link = invite(ana, "Ana", "cards")
    ben = open_page(link, size="tablet", touch=True)
    sit_down(ben, "Ben")
    for page in (ana, ben):
        expect(page.get_by_role("list", name="Your hand").or_(page.get_by_role("dialog")).first).to_be_visible()
    for page in (ana, ben):
        if page.get_by_role("dialog").is_visible():
            page.get_by_role("dialog").get_by_role("button").first.click()
            break
    tables = {"Ana": CardTable(ana), "Ben": CardTable(ben, "touch")}
    expect(ana.locator(".status")).to_contain_text(re.compile("Your turn|Ben is playing"))
    names = ("Ana", "Ben") if "Your turn" in ana.locator(".status").inner_text() else ("Ben", "Ana")
    opener, helped = tables[names[0]], tables[names[1]]
    assert opener.wait_for_turn()
    opener.turn()
    assert helped.wait_for_turn()
    hand = helped.hand
    helped.press(helped.page.get_by_role("button", name="I cannot play"))
    helped.press(helped.page.get_by_role("button", name="Show my hand"))
    # Who is stuck, whose hand it is, what is asked and how long there is: told to both, and nobody reads "your turn".
    waiting = helped.page.locator(".notice")
    expect(waiting).to_contain_text("Your hand lies open")
    expect(helped.page).to_have_title(re.compile("Your hand lies open"))
    expect(helped.action).to_have_text("The others look for a way")
    notice = opener.page.locator(".notice")
    expect(notice).to_contain_text(f"{names[1]} cannot play and shows this hand.")
    expect(notice.get_by_text("Can you find a way?")).to_be_visible()
    expect(opener.page).to_have_title(re.compile(f"{names[1]} is stuck"))
    expect(opener.page.locator(".whose")).to_have_text(f"{names[1]}’s hand")
    for panel in (waiting, notice):
        expect(panel.get_by_role("timer")).to_have_text(re.compile(r"^(1:00|0:\d\d)$"))
    assert sorted(opener.hand) == sorted(hand)
    lying = helped.lanes
    assert violations(ana) + violations(ben) == []
    # A plain way where there is one; else the other sees none either, and the solver decides.
    if opener.lay_what_fits():
        expect(opener.action).to_have_text("Show this way")
        opener.commit()
        expect(helped.action).to_have_text("Not your turn")
        # The player hears what was played in their name, and can look at it.
        told = re.compile(rf"{names[0]} showed you a way, and it was played for you. {names[1]} played \d cards?\.")
        expect(helped.page.locator("[aria-live=polite] p", has_text=told)).to_have_count(1)
        expect(helped.page.locator(".did")).to_have_text(told)
        expect(helped.page.locator("li.lane .dot").first).to_be_visible()
        # They had no turn of their own before: the story begins with the empty table and the opening.
        helped.press(helped.page.get_by_role("button", name="Show before"))
        expect(helped.page.locator("li.lane")).to_have_count(0)
        helped.press(helped.page.get_by_role("button", name="Next turn"))
        expect(helped.page.locator("li.lane")).to_have_count(len(lying))
        assert helped.lanes == lying
    else:
        opener.press(opener.page.get_by_role("button", name="I see no way either"))
    expect(notice).to_have_count(0)


def test_the_table_is_accessible_in_the_middle_of_a_turn(open_page: OpenPage, screens: Path) -> None:
    """A lane to repair with a card chosen, and the question where to move it."""
    page = open_page("/")
    table = opened(page)
    table.follow_the_hint()
    assert table.wait_for_turn()
    table.move([table.hand[0]], None)
    expect(page.locator("li.lane", has_text="Needs 2 more cards")).to_be_visible()
    table.card(table.hand[0]).click()
    found = inspect(page, screens, "cards-draft")
    page.keyboard.press("m")
    expect(page.get_by_role("dialog", name="Where to?")).to_be_visible()
    found += inspect(page, screens, "cards-where")
    assert found == []


def test_a_finger_scrolls_the_rows_and_lifts_a_card_by_resting_on_it(open_page: OpenPage) -> None:
    page = open_page("/", size="phone", touch=True)
    new_card_table(page)
    table = CardTable(page, "touch")
    assert table.wait_for_turn()
    # Rows of single cards on a small phone: more than it shows.
    resize(page, 360, 600)
    rows = page.locator(".lanes")
    for _ in range(5):
        table.move([table.hand[0]], None)
    assert rows.evaluate("rows => rows.scrollHeight - rows.clientHeight") > 60
    rows.evaluate("rows => rows.scrollTop = 0")
    before = table.lanes
    card = page.locator("li.lane [data-card]").first
    piece = card.get_attribute("data-piece")
    x, y = middle(card)
    fingers = Fingers(page)
    fingers.slide([(x, y)], [(x, y - 90)], steps=10)
    fingers.lift()
    page.wait_for_function("rows => rows.scrollTop > 30", arg=rows.element_handle())
    assert table.lanes == before
    rows.evaluate("rows => rows.scrollTop = 0")
    x, y = middle(card)
    fingers.touch("touchStart", (x, y))
    expect(page.locator(".carried")).to_be_visible()
    goal = table.lane(list(before)[1])
    to = middle(goal)
    lift = 0.9 * float(card.evaluate("card => card.offsetWidth"))
    for part in (0.25, 0.5, 0.75, 1):
        fingers.touch("touchMove", (x + (to[0] - x) * part, y + (to[1] + lift - y) * part))
    expect(goal).to_have_class(re.compile("over"))
    fingers.lift()
    expect(goal.locator(f'[data-card][data-piece="{piece}"]')).to_be_visible()
