"""The documentation does what it says: examples run as printed, links lead somewhere."""

import doctest
import re
import warnings
from pathlib import Path

import pytest

from tests.docs import wrap

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [
    ROOT / "README.md",
    ROOT / "rules" / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted(DOCS.rglob("*.md")),
]
RUN_ELSEWHERE = {"write-a-bot.md"}  # tests/bots follows it literally


def name(page: Path) -> str:
    """A page by its place."""
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", [p for p in PAGES if ">>>" in p.read_text("utf-8")], ids=name)
def test_examples_run_as_printed(page: Path) -> None:
    if page.name in RUN_ELSEWHERE:
        assert (ROOT / "tests" / "bots" / "test_docs.py").exists()
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # those of the libraries that the examples import
        failed, tried = doctest.testfile(str(page), module_relative=False)
    assert tried
    assert not failed


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text("utf-8")):
        assert not target.startswith(("http:", "https:")), f"{target}: the documentation stands on its own"
        assert (page.parent / target).exists(), f"{page.name} links to {target}"


def anchors(page: Path) -> set[str]:
    """The headings of a page, as links name them."""
    prose = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.M | re.S)
    titles = (title.lower() for title in re.findall(r"^#+ (.*)$", prose, re.M))
    return {re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", title).strip()) for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_anchors_are_headings(page: Path) -> None:
    for target, anchor in re.findall(r"\]\(([^)#]*)#([^)]+)\)", page.read_text("utf-8")):
        other = page.parent / target if target else page
        assert anchor in anchors(other), f"{page.name} links to {target}#{anchor}"


def test_every_page_is_in_the_table_of_contents() -> None:
    listed = re.findall(r"[\w/-]+\.md", (ROOT / "mkdocs.yml").read_text("utf-8"))
    assert sorted(listed) == sorted(page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md"))


def test_every_place_on_the_map_exists() -> None:
    """What stands in backticks and looks like a path ends the path of a file or a folder."""
    text = (DOCS / "architecture.md").read_text("utf-8")
    roots = (ROOT / name for name in ("src", "web/src", "web/tests", "web/offline", "tests", "bench"))
    there = {f"/{path.relative_to(ROOT).as_posix()}" for root in roots for path in root.rglob("*")}
    for path in re.findall(r"`([\w./-]+(?:/|\.(?:py|ts|js|json|svelte|css|md|ini|toml|wasm)))`", text):
        named = f"/{path.rstrip('/')}"
        assert (ROOT / path).exists() or any(one.endswith(named) for one in there), path
    tree = text.partition("```text\n")[2].partition("```")[0]
    for path in re.findall(r"^ *([\w.]+(?:/|\.py))(?: |$)", tree, re.M):
        assert (ROOT / "src" / "sixfold" / path).exists() or (ROOT / path).exists(), path


@pytest.mark.parametrize("page", wrap.PAGES, ids=name)
def test_prose_has_one_width(page: Path) -> None:
    text = page.read_text("utf-8")
    assert text == wrap.wrapped(text), "run `make format`, or `python -m tests.docs.wrap`"
