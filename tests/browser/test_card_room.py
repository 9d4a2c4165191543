"""Room for the card table: at 400 % zoom, with large text, on small and large screens."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.card_table import CardTable, new_card_table
from tests.browser.conftest import OpenPage

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
SPILLS = """(things) => [...document.querySelectorAll(things)]
  .filter((thing) => thing.checkVisibility())
  .filter((thing) => thing.scrollWidth > thing.clientWidth + 1 || thing.scrollHeight > thing.clientHeight + 1)
  .map((thing) => [thing.className, thing.innerText, thing.scrollWidth, thing.clientWidth].join(' '))"""


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
    page.set_viewport_size({"width": 320, "height": 256})
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
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(SPILLS, ".lane, .foot, .words, .actions .button, .bar, .tool, .new button") == []
        assert page.evaluate(OUT_OF_REACH, THINGS) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
