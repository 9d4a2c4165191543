"""One width for the prose of the documentation: `python -m tests.docs.wrap` writes every page anew at 120 characters.

Paragraphs and items of lists are wrapped. Tables, headings, code and pictures stay as they are; inline code is never
broken. Run it after a merge instead of solving conflicts of line ends by hand.
"""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

WIDTH = 120
ROOT = Path(__file__).parents[2]
GENERATED = {"performance.md", "strength.md"}  # by bench/, which has its own way with lines
PAGES = [
    ROOT / "README.md",
    ROOT / "rules" / "README.md",
    ROOT / "CONTRIBUTING.md",
    *(page for page in sorted((ROOT / "docs").rglob("*.md")) if page.name not in GENERATED),
]
ITEM = re.compile(r" *(?:[-*]|\d+\.) +")
AS_IT_IS = re.compile(r"[#|<!]|:::| {4}|$")
TOGETHER = "\x00"
"""Stands for a space at which no line may end."""


def wrapped(text: str) -> str:
    """The same page with lines of prose as long as they may be."""
    return "\n".join(_lines(text.split("\n")))


def _lines(lines: list[str]) -> Iterator[str]:
    block: list[str] = []
    fenced = False
    for line in lines:
        if line.lstrip().startswith("```"):
            fenced = not fenced
            yield from _wrap(block)
            block = []
            yield line
        elif fenced:
            yield line
        elif block and line.strip() and not ITEM.match(line) and not line.startswith(("#", "|", "<", "!", ":::")):
            block.append(line)
        elif AS_IT_IS.match(line) and not ITEM.match(line):
            yield from _wrap(block)
            block = []
            yield line
        else:
            yield from _wrap(block)
            block = [line]
    yield from _wrap(block)


def _wrap(block: list[str]) -> list[str]:
    """A paragraph, or an item of a list with its mark in front."""
    if not block:
        return []
    found = ITEM.match(block[0])
    mark = found.group() if found else " " * (len(block[0]) - len(block[0].lstrip()))
    words = " ".join([block[0][len(mark) :].strip(), *(line.strip() for line in block[1:])])
    words = re.sub(r"(`+)(?!`).*?\1", lambda code: code.group().replace(" ", TOGETHER), words)
    # A line that began so would be an item, a heading or a quotation.
    words = re.sub(r" (?=(?:[-+*#>|]|\d+\.) )", TOGETHER, words)
    lines = textwrap.wrap(
        words,
        WIDTH,
        initial_indent=mark,
        subsequent_indent=" " * len(mark),
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace(TOGETHER, " ") for line in lines]


def main() -> None:
    """Write every page anew, or those that are named."""
    for page in map(Path, sys.argv[1:]) if sys.argv[1:] else PAGES:
        page.write_text(wrapped(page.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
