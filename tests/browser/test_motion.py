"""Everything that moves moves by transform and opacity alone: the browser draws such frames without laying out anew."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.card_table import CardTable, new_card_table
from tests.browser.conftest import STATIC, OpenPage
from tests.browser.tile_table import TileTable, new_table

CHEAP = {"transform", "opacity"}
# All that scripts animate, and what styles do: by the names of what changes.
WATCH = """
window.moved = new Set();
const note = (animation) => {
  for (const frame of animation.effect.getKeyframes())
    for (const name of Object.keys(frame))
      if (!['offset', 'computedOffset', 'easing', 'composite'].includes(name)) window.moved.add(name);
};
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) {
  const animation = animate.apply(this, how);
  note(animation);
  return animation;
};
for (const began of ['animationstart', 'transitionrun'])
  document.addEventListener(began, () => document.getAnimations().forEach(note), true);
"""


def test_styles_animate_nothing_else() -> None:
    [sheet] = (STATIC / "assets").glob("*.css")
    text = sheet.read_text(encoding="utf-8")
    frames = re.findall(r"@keyframes [\w-]+\s*\{((?:[^{}]*\{[^{}]*\})*)", text)
    assert len(frames) >= 6
    moved = {name for frame in frames for name in re.findall(r"(?:^|[{;])\s*([a-z-]+)\s*:", frame)}
    assert moved <= CHEAP
    given = set(re.findall(r"[{;]transition:([^;}]*)", text))
    assert given
    changed = {part.split()[0] for one in given for part in one.split(",")}
    assert changed <= {*CHEAP, "none", "none!important"}


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_turns_of_tiles(open_page: OpenPage, size: str) -> None:
    page = open_page("about:blank", size=size, reduced_motion="no-preference", pace="even")
    page.context.add_init_script(WATCH)
    new_table(page)
    table = TileTable(page)
    for _ in range(3):
        assert table.wait_for_turn()
        table.turn()
    assert table.wait_for_turn()
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    moved = set(page.evaluate("[...window.moved]"))
    assert moved == CHEAP


def test_turns_of_cards(open_page: OpenPage) -> None:
    page = open_page("about:blank", size="phone", reduced_motion="no-preference", pace="even")
    page.context.add_init_script(WATCH)
    new_card_table(page)
    table = CardTable(page)
    for _ in range(2):
        assert table.wait_for_turn()
        table.turn()
    assert table.wait_for_turn()
    assert set(page.evaluate("[...window.moved]")) <= CHEAP
    assert "transform" in page.evaluate("[...window.moved]")
