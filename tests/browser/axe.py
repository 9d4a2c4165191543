"""axe in the page: WCAG 2.2 A and AA, by the same rules that people run in their browsers."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from playwright.sync_api import Page

SOURCE = Path(__file__).resolve().parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"]


@cache
def _source() -> str:
    return SOURCE.read_text(encoding="utf-8")


def violations(page: Page) -> list[str]:
    """What axe finds on the page as it stands: rule, impact and the elements."""
    if not page.evaluate("typeof window.axe !== 'undefined'"):
        page.evaluate(_source())
    found = page.evaluate("tags => axe.run(document, {runOnly: {type: 'tag', values: tags}})", TAGS)
    return [
        f"{fault['id']} ({fault['impact']}): {node['target']} {node['html'][:160]}"
        for fault in found["violations"]
        for node in fault["nodes"]
    ]
