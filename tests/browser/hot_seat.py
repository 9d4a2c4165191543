"""Several people around one device: the curtain between their turns, and the question before the first."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect


def seated(page: Page, oldest: str, press: Callable[[Locator], None] = Locator.click) -> Locator:
    """Set the table. When two announced as much, say who is the oldest (T2, C2). Gives the curtain before a hand."""
    press(page.get_by_role("button", name="Set the table"))
    curtain = page.get_by_role("heading", name="Hand the device to")
    tie = page.get_by_role("dialog")
    expect(curtain.or_(tie).first).to_be_visible()
    if tie.is_visible():
        press(tie.get_by_role("button", name=oldest))
    return curtain
