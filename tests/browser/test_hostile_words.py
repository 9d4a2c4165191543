"""H11, the page's half: words of strangers are shown as words, on every page that shows them."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.fed_table import Fed, turn

HURT = "window.hurt=1"
WORDS = (
    f"<script>{HURT}</script>",
    f"</script><script>{HURT}</script>",
    f'<img src=x onerror="{HURT}">',
    f"<img src=x onerror={HURT}//",
    f"<svg onload={HURT}>",
    f"<svg><script>{HURT}</script></svg>",
    f'<svg><animate onbegin="{HURT}" attributeName=x dur=1s>',
    f'"><img src=x onerror="{HURT}">',
    f"'><svg onload={HURT}>",
    f'" autofocus onfocus="{HURT}" x="',
    f"<iframe srcdoc='<script>parent.{HURT}</script>'>",
    f'<iframe src="javascript:parent.{HURT}">',
    f'<a href="javascript:{HURT}">x</a>',
    f"<details open ontoggle={HURT}>",
    f"<input autofocus onfocus={HURT}>",
    f"<style onload={HURT}></style>",
    f"<body onload={HURT}>",
    f'<object data="javascript:{HURT}">',
    f"<math><mtext><script>{HURT}</script></mtext></math>",
    f"<template><script>{HURT}</script></template>",
    f"<noscript><p title='</noscript><img src=x onerror={HURT}>'>",
    f"<!--><img src=x onerror={HURT}>-->",
    f"<![CDATA[<script>{HURT}</script>]]>",
    f"{{@html '<img src=x onerror={HURT}>'}}",
    f"${{{HURT}}}{{{{{HURT}}}}}",
    "</title></textarea><svg onload=window.hurt=1>",
    "\\u003cimg src=x onerror=window.hurt=1\\u003e",
    "&lt;img src=x onerror=window.hurt=1&gt;",
)
HEAD = "sixfold record 1\nruleset: tiles/1"
MOVES = "1: 0,0:Yo 0,1:Ys 0,2:Yx = 3\n0: -1,2:Bx -1,3:Bd -1,4:Bs = 5"
WATCH = """() => {
  window.reported = 0;
  addEventListener("securitypolicyviolation", () => window.reported++);
}"""


@pytest.fixture
def watched(open_page: OpenPage) -> Page:
    page = open_page("about:blank")
    page.add_init_script(f"({WATCH})()")
    return page


def unhurt(page: Page) -> None:
    assert page.evaluate("[window.hurt ?? 0, window.reported]") == [0, 0]


@pytest.mark.parametrize("first", range(0, len(WORDS), 4))
def test_names_are_words(watched: Page, first: int) -> None:
    names = WORDS[first : first + 4]
    proof = {"commitment": "0", "secret": "0", "added": []}
    outcome = {"scores": [4, 0, 0, 0], "winners": [0], "reason": "out"}
    table = Fed("0,0:Ro 1,0:Rs", names=names, sheet=[turn(seat, "0,0:Ro", 4) for seat in range(4)])
    table.open(watched)
    for name in names:
        expect(watched.locator(".side thead")).to_contain_text(name)
    now: dict[str, object] = {"phase": "finished", "to_move": None, "scores": [4, 0, 0, 0]}
    now |= {"hand_sizes": [0, 6, 6, 6], "bag": 0, "seat": 0, "hand": "", "outcome": outcome}
    table.send({"t": "event", "n": 2, "event": {"type": "ended", "outcome": outcome, "proof": proof}, "now": now})
    expect(watched.get_by_role("dialog")).to_contain_text(names[0])
    unhurt(watched)


def test_a_strangers_record_is_words(watched: Page) -> None:
    """As names and notes of a record that is looked at, and as rubbish that is refused."""
    for first in range(0, len(WORDS), 2):
        one, two = (words[:60] for words in WORDS[first : first + 2])
        watched.goto("/review")
        watched.get_by_role("textbox").fill(f"{HEAD}\nseat 0: {one}\nseat 1: {two}\nnote: {one}\n\n{MOVES}")
        watched.get_by_role("button", name="Look back at it").click()
        expect(watched.locator("main")).to_contain_text(one)
        unhurt(watched)
        for path in ("/review", "/verify", "/position"):
            watched.goto(path)
            watched.get_by_role("textbox").fill(f"{HEAD}\n{one}: {two}")
            watched.locator("form button").first.click()
            expect(watched.locator(".fault").first).to_be_visible()
            unhurt(watched)


def test_a_strangers_link_is_words(watched: Page) -> None:
    for words in WORDS:
        watched.goto(f"/join/{quote(words, safe='')}")
        expect(watched.get_by_role("heading").first).to_be_visible()
        unhurt(watched)
