"""Style sheets that cannot meet: a sheet stays in the tab when its page is left, so what it names must be its own."""

from __future__ import annotations

import re
from collections import defaultdict

from tests.browser.conftest import ROOT, STATIC

SOURCES = ROOT / "web" / "src"
THEME = SOURCES / "theme.css"


def selectors(css: str) -> list[str]:
    """Every selector of a sheet, one by one."""
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    css = re.sub(r"@keyframes[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", css)
    lists = re.findall(r"([^{};]+)\{", css)
    # A comma between brackets belongs to :is() and its like.
    parts = [part.strip() for each in lists if "@" not in each for part in re.split(r",(?![^(]*\))", each)]
    assert parts
    return parts


def classes(selector: str) -> set[str]:
    return {name for name in re.findall(r"\.([a-zA-Z_][\w-]*)", selector) if not name.startswith("s-")}


def test_no_class_is_defined_by_two_sheets() -> None:
    html = (STATIC / "index.html").read_text()
    sheets = {path.name: selectors(path.read_text()) for path in STATIC.glob("assets/*.css")}
    first = {name for name in sheets if name in html}
    assert first
    owners: dict[str, set[str]] = defaultdict(set)
    for name, parts in sheets.items():
        for part in parts:
            # What a selector begins with is what it claims; the rest holds only inside of that.
            if ".s-" not in part and (anchor := re.match(r"[\w*]*\.([\w-]+)", part)):
                owners[anchor[1]].add(name)
    assert {"button", "panel", "board-host"} <= owners.keys(), "the sheets are read wrongly"
    shared = {
        each: names for each, names in owners.items() if len(names - first) > 1 or (names & first and names - first)
    }
    assert not shared
    late = {each for each, names in owners.items() if not names & first}
    for name, parts in sheets.items():
        for part in parts:
            own = [compound for compound in re.split(r"[\s>+~]+", part) if ".s-" in compound]
            met = {each for compound in own for each in classes(compound)} & late
            assert not met, (
                f"{name} gives {part!r} a look that {[owners[each] for each in met]} changes once it is loaded"
            )


def test_names_of_a_sheet_for_everybody_begin_with_its_own() -> None:
    sheets = [path for path in SOURCES.rglob("*.css") if path != THEME]
    assert sheets
    components = {path: path.read_text() for path in SOURCES.rglob("*.svelte")}
    for sheet in sheets:
        prefix = f"{sheet.stem}-"
        for part in selectors(sheet.read_text()):
            assert part.startswith(f".{prefix}"), f"{sheet.name}: {part!r} has to begin with .{prefix}"
        for motion in re.findall(r"@keyframes\s+([\w-]+)", sheet.read_text()):
            assert motion.startswith(prefix), f"{sheet.name}: the motion {motion!r} has to begin with {prefix}"
        for path, text in components.items():
            used = re.findall(rf'class(?:Name)?=["{{][^"}}]*\b{prefix}', text) + re.findall(rf"\.{prefix}", text)
            assert not used, f"{path.name} uses a name of {sheet.name}"


def test_a_component_names_nothing_for_everybody() -> None:
    """Its `:global` holds inside a class of its own; what stands alone belongs to the theme."""
    for path in SOURCES.rglob("*.svelte"):
        _, _, style = path.read_text().partition("<style>")
        for part in selectors(style) if style else []:
            assert not part.startswith(":global"), f"{path.name}: {part!r} belongs into theme.css"
