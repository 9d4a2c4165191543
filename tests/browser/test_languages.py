"""All five languages in the browser: the browser's own by default, another by choice, and a move in each."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ROOT, OpenPage

LANGUAGES = sorted(path.stem for path in (ROOT / "web" / "messages").glob("*.json"))


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_table_in_each_language(open_page: OpenPage, code: str) -> None:
    words = json.loads((ROOT / "web" / "messages" / f"{code}.json").read_text())
    page = open_page(locale=code)
    expect(page.locator("html")).to_have_attribute("lang", code)
    page.get_by_role("button", name=words["start.now"]).click()
    expect(page.get_by_role("group", name=words["rack.title"])).to_be_visible()
    expect(page.locator(".status")).to_contain_text(words["status.yours"])
    for word in ("action.takeBack", "action.hint"):
        expect(page.get_by_role("button", name=words[word])).to_be_visible()
    # A hint's last step lays a whole play, whose worth the action names.
    for step in ("hint.look", "hint.pieces", "hint.move#other"):
        page.get_by_role("button", name=words["action.hint"]).click()
        expect(page.locator(".notes")).to_contain_text(words[step].split("{")[0].strip())
    beginning = words["play.for#other"].split("{n}")[0]
    expect(page.locator(".actions .primary")).to_contain_text(beginning.strip())
    page.locator(".actions .primary").click()
    expect(page.locator(".side tbody tr").first).to_be_visible()
    shown = page.locator("body").inner_text()
    assert not [key for key in words if "." in key and f" {key} " in shown]


def test_the_language_can_be_changed_and_is_remembered(open_page: OpenPage) -> None:
    page = open_page(locale="pt-BR")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.get_by_label("Language").focus()
    page.keyboard.type("Rom")
    expect(page.get_by_role("button", name="Joacă acum")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Joacă acum")).to_be_visible()
