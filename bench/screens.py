"""The pictures of the README: a real server, a real browser, and games dealt the same in every run.

python bench/screens.py      writes docs/pictures/*.png
"""

from __future__ import annotations

import sys
import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, expect

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.browser.card_table import CardTable, new_card_table
from tests.browser.conftest import SAME_ENTROPY, Serving, chromium
from tests.browser.tile_table import TileTable, new_table

PICTURES = Path(__file__).resolve().parents[1] / "docs" / "pictures"


def keep(page: Page, name: str) -> None:
    """The page as it is when the notices have gone, in few colours: flat tiles need no more."""
    expect(page.locator(".notes .note")).to_have_count(0)
    with Image.open(BytesIO(page.screenshot())) as picture:
        picture.convert("RGB").quantize(192).save(PICTURES / f"{name}.png", optimize=True)


def page_of(browser: Browser, serving: Serving, name: str, width: int, height: int) -> Page:
    """A page of its own, dealt by the name of its picture."""
    serving.deal_for(name)
    context = browser.new_context(
        base_url=serving.url, viewport={"width": width, "height": height}, locale="en-GB", reduced_motion="reduce"
    )
    context.add_init_script(SAME_ENTROPY)
    return context.new_page()


def tiles(page: Page, turns: int) -> None:
    """Some way into a game of tiles."""
    new_table(page, bot="Magnus")
    table = TileTable(page)
    while table.turns < turns and table.wait_for_turn():
        table.turn()
    table.wait_for_turn()


def cards(page: Page, turns: int) -> None:
    """Some way into a game of cards."""
    new_card_table(page, bot="Magnus")
    table = CardTable(page)
    for _ in range(turns):
        if table.wait_for_turn():
            table.turn()
    table.wait_for_turn()


def main() -> None:
    """Play, look, keep."""
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as data, chromium() as browser:
        serving = Serving(Path(data))
        serving.start()
        try:
            page = page_of(browser, serving, "tiles", 1280, 800)
            tiles(page, 9)
            keep(page, "tiles")
            page = page_of(browser, serving, "cards", 1280, 800)
            cards(page, 4)
            keep(page, "cards")
            page = page_of(browser, serving, "phone", 390, 780)
            tiles(page, 6)
            keep(page, "phone")
        finally:
            serving.stop()


if __name__ == "__main__":
    main()
