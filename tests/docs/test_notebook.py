"""Every notebook runs from top to bottom, and prints what stands in it."""

import json
from pathlib import Path

import pytest

from tests.docs.notebook import NOTEBOOKS, kept, printed, run


def test_there_is_a_notebook() -> None:
    assert NOTEBOOKS


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_it_prints_what_stands_in_it(path: Path) -> None:
    told = [(kept(cell), text) for cell, text in run(path)]
    assert [text for _, text in told] == [stands for stands, _ in told], "run `python -m tests.docs.notebook`"
    assert any(text for _, text in told)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_jupyter_can_open_it(path: Path) -> None:
    """The fields that its format demands: nbformat 4."""
    book = json.loads(path.read_text("utf-8"))
    assert (book["nbformat"], book["nbformat_minor"]) == (4, 5)
    assert book["metadata"]["kernelspec"]["language"] == "python"
    ids = [cell["id"] for cell in book["cells"]]
    assert len(set(ids)) == len(ids)
    for cell in book["cells"]:
        assert cell["cell_type"] in ("code", "markdown")
        code = {"execution_count", "outputs"} if cell["cell_type"] == "code" else set()
        assert set(cell) == {"cell_type", "id", "metadata", "source"} | code


def test_a_cell_shows_what_it_prints_and_its_last_value() -> None:
    names: dict[str, object] = {}
    assert printed("x = 2\nprint('so')\nx + 1", names) == "so\n3\n"
    assert printed("x += 1", names) == ""
    assert printed("None", names) == ""
    with pytest.raises(ZeroDivisionError):
        printed("x / 0", names)
