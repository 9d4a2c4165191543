"""Walks through the page as people take them: any link, any button, a step back; and a look at all they come past.

A walk is the same in every run (`test_a_walk[7]` is walk 7), and SIXFOLD_DEAL=anything takes other ones. A failure
tells its seed and its steps.
"""

from __future__ import annotations

import os
import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.boxes import drawn, faults
from tests.browser.conftest import OpenPage
from tests.scale import scale

WALKS = scale(20, 200)
STEPS = scale(10, 15)
# Files to keep take the server a while and show nothing.
SKIPPED = ["PNG", "SVG", "Animation", "Score sheet (PDF)"]
# What can be pressed now, where it is on the screen, and what it says.
PRESSABLE = """(skipped) => {
  const open = [...document.querySelectorAll('dialog[open], .curtain')].at(-1);
  const things = [...(open ?? document).querySelectorAll('a[href], button, summary, label.game, [role=gridcell]')]
    .filter((each) => each.checkVisibility({visibilityProperty: true}) && !each.closest('[inert], .sr-only, .notes'))
    .filter((each) => !each.matches(':disabled, [aria-disabled=true], [download], [target]'))
    .map((each) => [each, (each.ariaLabel ?? each.innerText).trim().replaceAll('\\n', ' ')])
    .filter(([, words]) => !skipped.includes(words))
    .map(([each, words], at) => { each.dataset.walk = at; return words; });
  return things.length > 0 && things;
}"""
PRESS = """(at) => {
  const thing = document.querySelector(`[data-walk="${at}"]`);
  thing?.scrollIntoView({block: 'center', behavior: 'instant'});
  const box = thing?.getBoundingClientRect();
  document.querySelectorAll('[data-walk]').forEach((each) => delete each.dataset.walk);
  return box && [box.left + box.width / 2, box.top + box.height / 2];
}"""


def settled(page: Page) -> None:
    """The page has come and has drawn itself."""
    expect(page.locator(".loading")).to_have_count(0)
    drawn(page)


def step(page: Page, chance: random.Random) -> str:
    """Press something, or go back; what was done, in words."""
    if chance.random() < 0.12 and page.evaluate("history.state !== null || location.pathname !== '/'"):
        page.go_back()
        if page.url == "about:blank":
            page.goto("/")
        return "back"
    # A table that is being reached has nothing to press yet.
    found: list[str] = page.wait_for_function(PRESSABLE, arg=SKIPPED).json_value()
    at = chance.randrange(len(found))
    where: Any = page.evaluate(PRESS, at)
    if where is None:
        return f"{found[at]!r}, which went away"
    page.mouse.click(*where)
    return repr(found[at])


@pytest.mark.parametrize("walk", range(WALKS))
def test_a_walk(open_page: OpenPage, walk: int) -> None:
    seed = f"{walk} {os.environ.get('SIXFOLD_DEAL', '')}"
    chance = random.Random(seed)
    size = ("phone", "desktop", "tablet", "landscape")[walk % 4]
    page = open_page(size=size, dark=chance.random() < 0.3)
    page.on("dialog", lambda dialog: dialog.dismiss())
    taken: list[str] = []
    settled(page)
    # Most people play first; what they loaded stays with them.
    if chance.random() < 0.7:
        page.get_by_role("button", name="Play now").click()
        expect(page.locator(".shell")).to_be_visible()
        taken.append("Play now")
    for _ in range(STEPS):
        taken.append(step(page, chance))
        settled(page)
        found = faults(page)
        assert found == [], f"walk {seed!r} on a {size}: {' > '.join(taken)}: {found}"
