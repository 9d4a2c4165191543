"""Notebooks, run cell by cell from the top without Jupyter: `python -m tests.docs.notebook` writes what they print.

A notebook is JSON, and a cell is Python: reading it takes these lines. nbclient would start a kernel and a server of
messages for the same, with two dozen packages in every test environment.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

EXAMPLES = Path(__file__).parents[2] / "examples"
NOTEBOOKS = sorted(EXAMPLES.glob("*.ipynb"))


def printed(source: str, names: dict[str, Any]) -> str:
    """What a cell prints, and the value of its last line, as Jupyter shows them."""
    body = ast.parse(source)
    last = body.body.pop() if body.body and isinstance(body.body[-1], ast.Expr) else None
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        exec(compile(body, "cell", "exec"), names)
        if (
            isinstance(last, ast.Expr)
            and (value := eval(compile(ast.Expression(last.value), "cell", "eval"), names)) is not None
        ):
            print(repr(value))
    return told.getvalue()


@contextlib.contextmanager
def beside(path: Path) -> Iterator[None]:
    """Run where Jupyter would: in the folder of the notebook, which can be imported from."""
    here = Path.cwd()
    os.chdir(path.parent)
    sys.path.insert(0, str(path.parent))
    try:
        yield
    finally:
        sys.path.remove(str(path.parent))
        os.chdir(here)


def run(path: Path) -> Iterator[tuple[dict[str, Any], str]]:
    """Each cell of code with what it prints, from the top."""
    names: dict[str, Any] = {"__name__": "__main__"}
    with beside(path):
        for cell in json.loads(path.read_text("utf-8"))["cells"]:
            if cell["cell_type"] == "code":
                yield cell, printed("".join(cell["source"]), names)


def kept(cell: dict[str, Any]) -> str:
    """What stands below a cell in the file."""
    return "".join(text for output in cell["outputs"] for text in output["text"])


def write(path: Path) -> None:
    """Put what the cells print below them."""
    book = json.loads(path.read_text("utf-8"))
    told = iter(list(run(path)))
    for number, cell in enumerate(cell for cell in book["cells"] if cell["cell_type"] == "code"):
        text = next(told)[1]
        cell["execution_count"] = number + 1
        cell["outputs"] = (
            [{"name": "stdout", "output_type": "stream", "text": text.splitlines(keepends=True)}] if text else []
        )
    path.write_text(json.dumps(book, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    for one in NOTEBOOKS:
        write(one)
