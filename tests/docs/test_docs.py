"""The documentation does what it says: examples run as printed, links lead somewhere."""

import doctest
import re
import warnings
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [
    ROOT / "README.md",
    ROOT / "rules" / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted((ROOT / "docs").glob("*.md")),
]
RUN_ELSEWHERE = {"write-a-bot.md"}  # tests/bots follows it literally


@pytest.mark.parametrize("page", [p for p in PAGES if ">>>" in p.read_text("utf-8")], ids=lambda page: page.name)
def test_examples_run_as_printed(page: Path) -> None:
    if page.name in RUN_ELSEWHERE:
        assert (ROOT / "tests" / "bots" / "test_docs.py").exists()
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # those of the libraries that the examples import
        failed, tried = doctest.testfile(str(page), module_relative=False)
    assert tried
    assert not failed


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text("utf-8")):
        assert not target.startswith(("http:", "https:")), f"{target}: the documentation stands on its own"
        assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_every_page_is_in_the_table_of_contents() -> None:
    listed = set(re.findall(r"[\w-]+\.md", (ROOT / "mkdocs.yml").read_text("utf-8")))
    assert listed == {page.name for page in (ROOT / "docs").glob("*.md")}
