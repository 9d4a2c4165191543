"""All five languages in the browser: the browser's own by default, another by choice, and a move in each."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.boxes import resize
from tests.browser.conftest import OpenPage
from tests.browser.tile_table import TileTable, choose
from tests.browser.words import LANGUAGES, words

# Words of the first column that reach into the next.
CUT = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.innerText)"


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_table_in_each_language(open_page: OpenPage, code: str) -> None:
    said = words(code)
    page = open_page(locale=code)
    expect(page.locator("html")).to_have_attribute("lang", code)
    page.get_by_role("button", name=said["start.now"]).click()
    expect(page.get_by_role("group", name=said["rack.title"])).to_be_visible()
    expect(page.locator(".status")).to_contain_text(said["status.yours"])
    for word in ("action.takeBack", "action.hint"):
        expect(page.get_by_role("button", name=said[word])).to_be_visible()
    TileTable(page).play_a_hint(said)
    expect(page.locator(".side tbody tr").first).to_be_visible()
    for size in (page.viewport_size, {"width": 820, "height": 1180}):
        assert size is not None
        resize(page, size["width"], size["height"])
        assert page.locator(".side .turn").evaluate_all(CUT) == []
    shown = page.locator("body").inner_text()
    assert not [key for key in said if "." in key and f" {key} " in shown]


def test_the_language_can_be_changed_and_is_remembered(open_page: OpenPage) -> None:
    page = open_page(locale="pt-BR")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    choose(page.get_by_label("Language"), "Rom")
    expect(page.get_by_role("button", name="Joacă acum")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Joacă acum")).to_be_visible()
