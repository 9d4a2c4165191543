"""Room for the card table: at 400 % zoom, with large text, on small and large screens."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.boxes import box, resize
from tests.browser.card_table import CardTable, new_card_table
from tests.browser.conftest import OpenPage
from tests.browser.frames import Frame, change_frames, views_in
from tests.browser.test_access import SMALL, violations
from tests.browser.words import LANGUAGES, words

# What cannot be brought into sight and touched: its middle shows something else even after scrolling there.
OUT_OF_REACH = """(things) => [...document.querySelectorAll(things)]
  .filter((thing) => thing.checkVisibility())
  .filter((thing) => {
    thing.scrollIntoView({block: 'center'});
    const {left, top, width, height} = thing.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return !(hit && (thing.contains(hit) || hit.contains(thing)));
  })
  .map((thing) => thing.outerHTML.slice(0, 160))"""
THINGS = "li.lane, .lanes button, [data-hand] [data-card], .actions .button, .top button, .bar button"
# Words that leave their own box, by the box.
# A font's own height may exceed the height of its line; what spills downward is at least a line.
SPILLS = """(things) => [...document.querySelectorAll(things)]
  .filter((thing) => thing.checkVisibility())
  .filter((thing) => thing.scrollWidth > thing.clientWidth + 1 ||
    thing.scrollHeight > thing.clientHeight + parseFloat(getComputedStyle(thing).fontSize) / 2)
  .map((thing) => [thing.className, thing.innerText, thing.scrollWidth, thing.clientWidth].join(' '))"""


# A note goes by itself after some seconds, which a busy machine may need to look: each is measured when it comes.
NOTED = """() => {
  window.noted = [];
  new MutationObserver(() => {
    for (const note of document.querySelectorAll('.note'))
      if (/^You take (a|[2-9]) Qwirkles?: [A-Z]/.test(note.innerText))
        window.noted.push({
          note: note.getBoundingClientRect().top,
          chips: document.querySelector('.chips').getBoundingClientRect().bottom,
        });
  }).observe(document.body, { subtree: true, childList: true });
}"""


def draft_a_broken_row(page: Page) -> CardTable:
    """A table with some rows, one of them a single card just laid."""
    new_card_table(page)
    table = CardTable(page)
    for _ in range(2):
        assert table.wait_for_turn()
        table.turn()
    assert table.wait_for_turn()
    table.move([table.hand[0]], None)
    expect(page.locator("li.lane.broken")).to_have_count(1)
    return table


def test_at_400_percent_zoom_the_page_scrolls_to_everything(open_page: OpenPage) -> None:
    """WCAG 1.4.10: a screen of 1280 x 1024 at 400 % is one of 320 x 256."""
    page = open_page("/")
    table = draft_a_broken_row(page)
    resize(page, 320, 256)
    assert page.evaluate("document.documentElement.scrollHeight") > 256
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert page.evaluate(OUT_OF_REACH, THINGS) == []
    low = table.page.locator("li.lane").evaluate_all(
        "lanes => lanes.map(lane => lane.clientHeight).filter(height => height < 24)"
    )
    assert low == []


def test_text_of_twice_the_size_stays_in_its_boxes(open_page: OpenPage) -> None:
    """WCAG 1.4.4: every word is inside its box, and everything can still be reached."""
    page = open_page("/")
    draft_a_broken_row(page)
    page.evaluate("document.documentElement.style.fontSize = '32px'")
    for width, height in ((360, 740), (820, 1180), (1280, 800)):
        resize(page, width, height)
        assert page.evaluate(SPILLS, ".lane, .foot, .words, .actions .button, .bar, .tool, .new button") == []
        assert page.evaluate(OUT_OF_REACH, THINGS) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width


# Eighteen legal rows: seven of one shape, eleven of one colour.
MANY = [
    *("RoOoGo", "RsBsPs", "RdOdYdGdBd", "OcGcPc", "RtOtYtBtPt", "RxBxPx", "OsYsGs"),
    *(
        "RoRsRcRt",
        "OoOdOc",
        "YoYcYx",
        "GoGsGdGx",
        "BoBsBcBt",
        "PoPdPc",
        "GcGdGt",
        "YsYdYt",
        "RcRdRx",
        "BdBtBx",
        "PsPtPx",
    ),
]


def with_rows(page: Page, rows: list[str], hand: str) -> CardTable:
    """A table at which these rows lie and it is our turn. Only the rows and the hand are put in."""
    new_card_table(page)
    table = CardTable(page, "touch")
    assert table.wait_for_turn()

    def put_in(frame: Frame) -> None:
        for view in views_in(frame):
            view["rows"] = rows
            view["now"] |= {"hand": hand, "opening_move": False}

    change_frames(page, put_in)
    page.reload()
    expect(page.locator("li.lane")).to_have_count(len(rows))
    box(page.locator("li.lane").last)  # which has come to rest then
    return table


def test_a_phone_shows_the_whole_table_of_eighteen_rows(open_page: OpenPage) -> None:
    page = open_page("/", size="phone", touch=True)
    resize(page, 390, 844)
    with_rows(page, MANY, "RdRxYdGoGdBsBdBcPc")
    hidden = page.locator("li.lane, li.new").evaluate_all(
        """lanes => lanes.filter(lane => {
          const [box, room] = [lane.getBoundingClientRect(), lane.closest('.lanes').getBoundingClientRect()];
          return box.top < room.top || box.bottom > room.bottom || box.right > innerWidth;
        }).length"""
    )
    assert hidden == 0
    heights = page.locator("li.lane").evaluate_all("lanes => lanes.map(lane => lane.offsetHeight)")
    assert min(heights) >= 36
    assert page.evaluate(SMALL, ".lanes button, .rack button, .actions button, .bar button, .top button") == []
    # Whoever wants larger rows has them, and scrolls.
    before = page.locator("li.lane [data-card]").first.evaluate("card => card.offsetWidth")
    page.get_by_role("button", name="Larger rows").tap()
    assert page.locator("li.lane [data-card]").first.evaluate("card => card.offsetWidth") > 1.5 * before


def test_fingers_find_44_pixels_where_there_is_room(open_page: OpenPage) -> None:
    """A few rows on a phone are large, and everything else that a finger presses is."""
    page = open_page("/", size="phone", touch=True)
    with_rows(page, MANY[:5], "RdRxYdGoGdBsBdBcPc")
    small = page.locator("li.lane, li.lane [data-card], [data-hand] [data-card], .tool, .actions button, .bar button")
    sizes = small.evaluate_all("all => all.map(each => [each.className, each.offsetWidth, each.offsetHeight])")
    assert [each for each in sizes if each[1] and (each[1] < 44 or each[2] < 44)] == []


def test_a_chosen_card_lies_as_a_ghost_where_it_fits_and_two_taps_add_it(open_page: OpenPage) -> None:
    page = open_page("/", size="phone", touch=True)
    table = with_rows(page, MANY, "RdRxYdGoGdBsBdBcPc")
    table.card("Yd").tap()
    says = page.locator(".says")
    expect(says).to_contain_text("Yellow diamond: fits 1 row.")
    ghosts = page.locator(".ghost")
    expect(ghosts).to_have_count(1)
    row = page.locator("li.lane", has=ghosts)
    assert table.pieces(row) == ["Yo", "Yc", "Yx"]
    expect(page.locator("li.lane.aside")).to_have_count(len(MANY) - 1)
    expect(page.locator("[aria-live=polite] p", has_text="Yellow diamond: fits 1 row.")).to_have_count(1)
    assert violations(page) == []
    # The whole row is the target: the second tap is on one of its cards.
    row.locator("[data-card]").last.tap()
    expect(ghosts).to_have_count(0)
    expect(page.locator("li.lane", has=page.locator('[data-card][data-piece="Yx"]')).first).to_be_visible()
    assert table.pieces(page.locator("li.lane", has=page.locator(".dot"))) == ["Yo", "Yd", "Yc", "Yx"]
    # A way out without a move.
    table.card("Rd").tap()
    expect(says).to_contain_text("Red diamond: fits")
    page.get_by_role("button", name="Choose nothing").tap()
    expect(page.locator("[aria-pressed=true][data-card]")).to_have_count(0)


def test_rows_stay_where_they_are_while_cards_are_chosen(open_page: OpenPage) -> None:
    """A finger that is on its way to a row must not meet another: what the line says takes no room from them."""
    page = open_page("/", size="phone", touch=True)
    table = with_rows(page, MANY[:12], "RxYdGoGdBsBdBcPc")
    first = page.locator("li.lane").first
    lies = box(first)
    says = page.locator(".says")
    table.card("Yd").tap()
    expect(says).to_contain_text("Yellow diamond: fits")
    assert box(first) == lies
    table.card("Pc").tap()
    expect(says).to_contain_text("2 cards chosen: fits no row as it lies.")
    assert box(first) == lies
    page.get_by_role("button", name="Choose nothing").tap()
    expect(says).not_to_contain_text("2 cards chosen")
    assert box(first) == lies


def test_no_help_is_given_to_whom_it_is_off(open_page: OpenPage) -> None:
    page = open_page("/", size="phone", touch=True)
    new_card_table(page)
    table = CardTable(page, "touch")
    assert table.wait_for_turn()
    table.turn()
    assert table.wait_for_turn()
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("radio", name="None").check()
    page.keyboard.press("Escape")
    answered: list[Frame] = []
    change_frames(page, lambda frame: answered.append(frame) if frame["t"] == "fits" else None)
    page.reload()
    table.card(table.hand[0]).tap()
    expect(page.locator(".says")).to_contain_text("1 card chosen")
    table.move([table.hand[1]], None)
    expect(page.locator("li.lane.broken")).to_have_count(1)
    assert answered
    assert not any("fits" in frame for frame in answered)
    expect(page.locator(".ghost, .aside")).to_have_count(0)


def places(page: Page) -> dict[str, list[int]]:
    """Where each row lies, in whole pixels."""
    read = """lanes => Object.fromEntries(lanes.map(lane => {
      const {left, top, width, height} = lane.getBoundingClientRect();
      return [lane.dataset.lane, [left, top, width, height].map(Math.round)];
    }))"""
    found: dict[str, list[int]] = page.locator("li.lane").evaluate_all(read)
    return found


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_rows_keep_their_place_while_one_is_broken_and_the_button_leads_there(open_page: OpenPage, size: str) -> None:
    page = open_page("/", size=size, touch=True)
    table = with_rows(page, MANY, "RdRxYdGoGdBsBdBcPc")
    lying = places(page)
    table.card("Rd").tap()
    row = page.locator("li.lane", has=page.locator('[data-piece="Yc"]'))
    row.tap(position={"x": 12, "y": 12})
    expect(row).to_have_class(re.compile("broken"))
    expect(row.locator("ul")).to_have_attribute("aria-label", re.compile("Does not fit: red diamond"))
    expect(row.locator(".odd [data-card]")).to_have_attribute("data-piece", "Rd")
    page.locator(".lanes").evaluate("rows => rows.scrollTop = 0")
    assert places(page) == lying
    assert violations(page) == []
    # Out of sight, the button brings it back.
    resize(page, 360, 520)
    rows = page.locator(".lanes")
    rows.evaluate("rows => rows.scrollTop = rows.scrollHeight")
    expect(table.action).to_have_text("One row to repair")
    table.action.tap()
    expect(row.locator(":focus")).to_have_count(1)
    room, lies = box(rows), box(row)
    assert room["y"] <= lies["y"] + 1
    assert lies["y"] + lies["height"] <= room["y"] + room["height"] + 1


def test_notes_leave_the_names_free_and_say_which_qwirkle(open_page: OpenPage) -> None:
    page = open_page("/", size="phone")
    new_card_table(page)
    table = CardTable(page)
    page.evaluate(NOTED)
    while not page.evaluate("window.noted.length") and table.wait_for_turn():
        table.follow_the_hint() if not page.get_by_text("You open").is_visible() else table.turn()
        assert table.turns < 30
    noted = page.evaluate("window.noted")
    assert noted
    assert [each for each in noted if each["note"] < each["chips"]] == []


def test_what_another_takes_is_told_above_the_rows_and_not_over_them(open_page: OpenPage) -> None:
    page = open_page("/", size="phone")

    def taken(frame: Frame) -> None:
        event = frame.get("event", {})
        if event.get("type") == "played" and event["seat"] == 1:
            event["laid"]["taken"] = ["RoRsRdRcRtRx"]

    change_frames(page, taken)
    new_card_table(page)
    table = CardTable(page)
    assert table.wait_for_turn()
    page.evaluate(
        """() => {
          window.noted = [];
          new MutationObserver(() => {
            for (const note of document.querySelectorAll('.note')) window.noted.push(note.innerText);
          }).observe(document.body, { subtree: true, childList: true });
        }"""
    )
    table.turn()
    assert table.wait_for_turn()
    expect(page.locator("[aria-live=polite] p", has_text="Qwirkle taken: Red").first).to_be_attached()
    assert [note for note in page.evaluate("window.noted") if note.startswith("Pip")] == []


def test_a_card_that_was_moved_can_still_be_told(open_page: OpenPage) -> None:
    page = open_page("/", size="phone", touch=True)
    with_rows(page, MANY, "RdOxYsGtBdPoPsRsOt")
    card = page.locator("li.lane [data-card]").first
    card.tap()
    page.get_by_role("button", name="Start a new row here").tap()
    mark = page.locator("li.lane .home")
    expect(mark).to_have_count(1)
    face = page.locator("li.lane .face:has(.home)")
    small, large = box(mark), box(face)
    assert small["width"] <= 0.45 * large["width"]
    assert small["height"] <= 0.45 * large["height"]
    # Its middle shows the piece.
    assert small["x"] > large["x"] + large["width"] / 2
    assert small["y"] + small["height"] < large["y"] + large["height"] / 2


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_step_back_leaves_the_hand_where_it_is(open_page: OpenPage, code: str) -> None:
    page = open_page("/", size="phone", touch=True)
    with_rows(page, MANY, "RdOxYsGtBdPoPsRsOt")
    page.evaluate("code => localStorage.setItem('sixfold.language', code)", code)
    page.reload()
    hand, said = page.locator("[data-hand]"), words(code)
    where = pytest.approx(box(hand)["y"], abs=2)  # words in two lines are a hair higher than one
    for _ in range(2):
        page.locator("li.lane [data-card]").first.tap()
        page.get_by_role("button", name=said["cards.new"]).tap()
        assert box(hand)["y"] == where
    undo = page.get_by_role("button", name=said["cards.undo"], exact=True)
    undo.tap()
    expect(page.get_by_role("button", name=said["cards.redo"], exact=True)).to_be_visible()
    assert box(hand)["y"] == where
    undo.tap()
    expect(undo).to_have_count(0)
    assert box(hand)["y"] == where
