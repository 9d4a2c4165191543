"""A child's table: one tap away, on the device, pictures before words, words spoken, and an end: what did we build?"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.test_access import violations
from tests.browser.test_local import asked_of_server
from tests.browser.words import LANGUAGES, words

ENGLISH = words("en")
# What the browser's voice is asked to say; a machine without loudspeakers says it as well.
LISTEN = """
window.heard = [];
speechSynthesis.speak = (sentence) => window.heard.push([sentence.lang, sentence.text]);
speechSynthesis.cancel = () => window.heard.push("hush");
"""


def begin(page: Page) -> None:
    page.get_by_role("button", name=ENGLISH["kid.play"]).click()
    expect(page.get_by_role("group", name="Your rack")).to_be_visible()
    our_turn(page)


def our_turn(page: Page) -> bool:
    """Wait until something can be done; false when the game is over."""
    bubble = page.locator(".bubble")
    expect(bubble).to_have_text(re.compile("|".join(ENGLISH[f"kid.{key}"] for key in ("tile", "stuck", "built"))))
    return bubble.inner_text() != ENGLISH["kid.built"]


def choose(page: Page) -> Locator:
    """Choose one tile after the other until one fits somewhere: the places, none when no tile has one."""
    places = page.locator(".cell.is-tile.is-fit")
    for slot in page.locator(".rack-slot.filled").all():
        slot.click()
        # Pressed and shown where it fits in one go: before that, the places of the tile before it are seen.
        expect(slot).to_have_attribute("aria-pressed", "true")
        if places.count() > 0:
            break
    return places


def lay_one(page: Page) -> bool:
    """Lay a tile where it fits; false when none does."""
    places = choose(page)
    if places.count() == 0:
        return False
    cell = places.first.get_attribute("data-cell")
    # By its key: that brings the place into sight, wherever a large board has it.
    places.first.press("Enter")
    expect(page.locator(f'.cell.is-loose[data-cell="{cell}"]')).to_be_visible()
    expect(page.locator(".bubble")).to_have_text(re.compile(f"{ENGLISH['kid.ready']}|{ENGLISH['kid.more']}"))
    return True


def take_turn(page: Page) -> None:
    done = page.get_by_role("button", name=re.compile(f"^({ENGLISH['kid.done']}|{ENGLISH['kid.swap']})$"))
    bubble = page.locator(".bubble")
    if bubble.inner_text() != ENGLISH["kid.stuck"]:
        assert lay_one(page), "nothing fits, and nobody says so"
    while bubble.inner_text() == ENGLISH["kid.more"]:
        assert lay_one(page), "more is to be laid, and nothing fits"
    expect(done).to_have_attribute("aria-disabled", "false")
    done.click()


def heard(page: Page) -> list[str]:
    return [each[1] for each in page.evaluate("window.heard") if each != "hush"]


def test_a_whole_game_with_a_child(open_page: OpenPage) -> None:
    page = open_page("about:blank")
    page.add_init_script(LISTEN)
    page.goto("/")
    expect(page.get_by_role("button", name=ENGLISH["kid.play"])).to_be_visible()
    asked = asked_of_server(page)
    begin(page)
    # On the device, whatever was chosen for other games, and short.
    expect(page).to_have_url(re.compile("/t/~"))
    # Everybody's tiles are open, and there is one seat for child and parent.
    expect(page.locator(".person")).to_have_count(2)
    expect(page.locator(".person .hand .piece")).to_have_count(6)
    assert violations(page) == []
    turns = 0
    while our_turn(page):
        take_turn(page)
        expect(page.locator(".bubble")).not_to_have_text(ENGLISH["kid.ready"])
        turns += 1
    assert turns > 5
    built = page.get_by_role("region", name=ENGLISH["kid.built"])
    expect(built).to_be_visible()
    # The Qwirkles of the finished picture are outlined, a star for each.
    stars = built.get_by_role("img", name="Qwirkle").locator(".full").count()
    assert stars == page.locator(".person .full").count()
    lines = page.locator(".board-outline.is-lit").count()
    assert 0 <= stars == lines
    assert violations(page) == []
    built.get_by_role("textbox").fill("A dragon")
    with page.expect_download() as picture:
        built.get_by_role("button", name=ENGLISH["result.picture"]).click()
    assert picture.value.path().read_bytes().startswith(b"\x89PNG")
    first = page.url
    assert asked == []
    built.get_by_role("button", name=ENGLISH["result.rematch"]).click()
    expect(page).not_to_have_url(first)
    our_turn(page)


def test_what_is_tapped_is_said(open_page: OpenPage) -> None:
    page = open_page("about:blank", size="phone", touch=True)
    page.add_init_script(LISTEN)
    page.goto("/")
    begin(page)
    assert ENGLISH["kid.tile"] in heard(page)
    slot = page.locator(".rack-slot.filled").first
    name = (slot.get_attribute("aria-label") or "").split(": ")[1]
    slot.tap()
    expect(slot).to_have_attribute("aria-pressed", "true")
    page.wait_for_function("name => window.heard.some(each => each[1] === name)", arg=name)
    assert ["en", name] in page.evaluate("window.heard")
    voice = page.get_by_role("button", name=ENGLISH["kid.voice"])
    expect(voice).to_have_attribute("aria-pressed", "true")
    voice.tap()
    expect(voice).to_have_attribute("aria-pressed", "false")
    page.evaluate("window.heard = []")
    slot.tap()
    expect(slot).to_have_attribute("aria-pressed", "false")
    slot.tap()
    expect(slot).to_have_attribute("aria-pressed", "true")
    assert heard(page) == []
    # The choice is kept, and so is the table.
    page.reload()
    expect(voice).to_have_attribute("aria-pressed", "false")
    our_turn(page)
    assert heard(page) == []


def test_a_browser_without_a_voice_is_silent(open_page: OpenPage) -> None:
    page = open_page("about:blank")
    page.add_init_script("delete window.speechSynthesis; delete window.SpeechSynthesisUtterance;")
    page.goto("/")
    begin(page)
    expect(page.get_by_role("button", name=ENGLISH["kid.voice"])).to_have_count(0)
    page.locator(".rack-slot.filled").first.click()
    expect(page.locator(".bubble")).not_to_have_text(ENGLISH["kid.tile"])


def test_a_tile_goes_only_where_it_fits_and_comes_back(open_page: OpenPage) -> None:
    page = open_page("/")
    begin(page)
    done = page.get_by_role("button", name=ENGLISH["kid.done"])
    expect(done).to_have_attribute("aria-disabled", "true")
    assert lay_one(page)
    page.get_by_role("button", name=ENGLISH["kid.back"]).click()
    expect(page.locator(".cell.is-loose")).to_have_count(0)
    expect(page.locator(".rack-slot.filled")).to_have_count(6)
    # A second tap on a tile that lies there takes it home too.
    assert lay_one(page)
    page.locator(".cell.is-loose").click()
    expect(page.locator(".cell.is-loose")).to_have_count(0)
    take_turn(page)
    our_turn(page)
    page.get_by_role("link", name=ENGLISH["oops.home"]).click()
    page.get_by_role("link", name="Pip").click()
    expect(page.locator(".bubble")).to_be_visible()


@pytest.mark.parametrize("size", ["phone", "landscape", "tablet", "desktop"])
def test_everything_has_its_place(open_page: OpenPage, size: str) -> None:
    page = open_page("/", size=size)
    begin(page)
    take_turn(page)
    our_turn(page)
    # A tap on a place does what the key does.
    choose(page).first.click()
    expect(page.locator(".cell.is-loose")).to_have_count(1)
    boxes = {
        name: page.locator(name).first.bounding_box() for name in (".bubble", ".people", ".rack", ".side:last-child")
    }
    width, height = page.viewport_size["width"], page.viewport_size["height"]  # type: ignore[index]
    for name, box in boxes.items():
        assert box is not None, name
        assert box["x"] >= 0, name
        assert box["y"] >= 0, name
        assert box["x"] + box["width"] <= width, name
        assert box["y"] + box["height"] <= height, name
    for slot in page.locator(".rack-slot").all():
        box = slot.bounding_box()
        assert box is not None
        assert box["width"] >= 44
    people, rack = boxes[".people"], boxes[".rack"]
    assert people is not None
    assert rack is not None
    assert people["y"] + people["height"] <= rack["y"]


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_few_words_fit_in_every_language(open_page: OpenPage, code: str) -> None:
    page = open_page("/", size="phone", locale=code)
    page.get_by_role("button", name=words(code)["kid.play"]).click()
    expect(page.locator(".bubble")).to_have_text(words(code)["kid.tile"])
    wide = page.evaluate(
        """[...document.querySelectorAll('.side, .bubble')]
             .filter(e => e.scrollWidth > e.clientWidth).map(e => e.innerText)"""
    )
    assert wide == []
