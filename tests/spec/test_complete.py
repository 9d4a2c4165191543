"""Nothing is missing from spec/: every rule set, clause, refusal, error code and command has its case.

What there is comes from the code and the rule pages, never from a list kept here.
"""

import ast
import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sixfold import rulesets
from sixfold.cli import COMMANDS, usage
from tests.spec.files import SPEC, clauses, load, reasons

SOURCE = Path(__file__).parents[2] / "src" / "sixfold"
TESTS = Path(__file__).parents[1]
GAMES = ("tiles", "cards")
LETTERS = {"tiles": "T", "cards": "C"}


def strings(folder: Path) -> Iterator[str]:
    """Every text in the code of a folder, docstrings left out."""
    for path in sorted(folder.rglob("*.py")):
        yield from constants(ast.parse(path.read_text(encoding="utf-8")))


def constants(tree: ast.AST) -> Iterator[str]:
    """Every text in a piece of code, docstrings left out."""
    spoken = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in spoken:
            yield node.value


def cases(game: str) -> list[dict[str, Any]]:
    """The refusals written down for a game."""
    found = load(f"illegal/{game}.json")
    return found if isinstance(found, list) else found["cases"]


@pytest.mark.parametrize(("game", "count"), [("tiles", 21), ("cards", 16)])
def test_every_clause_is_written(game: str, count: int) -> None:
    assert list(clauses(game)) == [f"{LETTERS[game]}{number}" for number in range(1, count + 1)]
    for clause, text in clauses(game).items():
        assert len(text.split()) > 10, f"{clause} says nothing"


@pytest.mark.parametrize("game", GAMES)
def test_every_refusal_has_a_case(game: str) -> None:
    """The rule page and spec/illegal name the same refusals."""
    assert {(case["clause"], case["reason"]) for case in cases(game)} == reasons(game)


@pytest.mark.parametrize("game", GAMES)
def test_every_reason_word_is_a_word_of_the_code(game: str) -> None:
    assert {word for _, word in reasons(game)} <= set(strings(SOURCE / game))


def test_every_reason_word_of_the_tile_code_is_written() -> None:
    """In tiles/ a refusal is `refuse(clause, reason, ...)`."""
    used: set[str] = set()
    for path in (SOURCE / "tiles").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "refuse":
                reason = node.args[1]
                assert isinstance(reason, ast.Constant), f"{path.name}:{node.lineno} hides its reason word"
                used.add(str(reason.value))
    assert used == {word for _, word in reasons("tiles")}


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_has_a_case(game: str) -> None:
    """A refusal, or an example that names it."""
    shown = {case["clause"] for case in cases(game)}
    for path in sorted((SPEC / "examples").glob(f"{game}*.json")):
        shown |= set(re.findall(rf'"({LETTERS[game]}\d+)"', path.read_text(encoding="utf-8")))
    assert set(clauses(game)) - shown == set()


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_is_cited_by_the_code(game: str) -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in sorted((SOURCE / game).glob("*.py")))
    cited = set()
    for letter, first, last in re.findall(r"\b([TC])(\d+)(?:(?:–| to )[TC](\d+))?", code):
        cited |= {f"{letter}{number}" for number in range(int(first), int(last or first) + 1)}
    assert set(clauses(game)) <= cited


@pytest.mark.parametrize("name", rulesets.names())
def test_every_rule_set_has_counts(name: str) -> None:
    game = rulesets.find(name).game
    counted = "\n".join(path.read_text(encoding="utf-8") for path in (SPEC / "perft").glob(f"{game}*.json"))
    assert name in counted


@pytest.mark.parametrize("name", [name for name in rulesets.names() if not name.startswith("tiny")])
def test_every_rule_set_has_a_playthrough(name: str) -> None:
    written = [path.read_text(encoding="utf-8") for path in (SPEC / "playthroughs").iterdir()]
    for seats in (2, 3, 4):
        assert any(
            text.startswith(f"{name},")
            and len(re.findall(r"\d+", text.removeprefix(name).partition("seed")[0])) == seats
            for text in written
        ), f"no golden game of {name} for {seats}"


def codes() -> set[str]:
    """Every namespaced error code of the code: written in full, or put together from `namespace/{word}`."""
    found: set[str] = set()
    for path in sorted(SOURCE.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found |= {text for text in constants(tree) if re.fullmatch(r"[a-z]+/[a-z][a-z-]*", text)}
        for function, namespace, place in composers(tree):
            calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and len(node.args) > place]
            words = [call.args[place] for call in calls if isinstance(call.func, ast.Name) and call.func.id == function]
            found |= {namespace + text for word in words for text in constants(word)}
    return {code for code in found if code.partition("/")[0] not in ("application", "image", "text")}


def composers(tree: ast.Module) -> Iterator[tuple[str, str, int]]:
    """Functions and exceptions that make a code of a word they are given: name, namespace, place of the argument."""
    for outer in tree.body:
        inner = outer.body if isinstance(outer, ast.ClassDef) else [outer]
        for function in (node for node in inner if isinstance(node, ast.FunctionDef)):
            names = [argument.arg for argument in function.args.args if argument.arg != "self"]
            for text in (node for node in ast.walk(function) if isinstance(node, ast.JoinedStr)):
                match text.values:
                    case [ast.Constant(value=str(start)), ast.FormattedValue(value=ast.Name(id=word))] if (
                        re.fullmatch("[a-z]+/", start)
                        and word in names
                        and isinstance(outer, ast.ClassDef | ast.FunctionDef)
                    ):
                        yield outer.name, start, names.index(word)


def test_every_code_is_tested() -> None:
    """Each error code that is raised anywhere is named by a test or by spec/."""
    assert {"table/not-your-turn", "request/json", "store/newer", "position/hand"} <= codes(), "nothing was found"
    tests = [path for path in TESTS.rglob("*.py") if path != Path(__file__)]
    named = {text for path in tests for text in constants(ast.parse(path.read_text(encoding="utf-8")))}
    told = "\n".join([*named, *(path.read_text(encoding="utf-8") for path in SPEC.rglob("*.json"))])
    assert {code for code in codes() if code not in told} == set()


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_exists_and_is_tested(name: str) -> None:
    """A file, a line of help, and a test that runs it by name."""
    assert importlib.util.find_spec(f"sixfold.commands.{name}") is not None
    assert f"  {name} " in usage()
    called = re.compile(rf'"{name}"|commands\.{name}\b|commands import .*\b{name}\b|sixfold {name}\b')
    tests = [p for p in TESTS.rglob("*.py") if p != Path(__file__)]
    assert any(called.search(path.read_text(encoding="utf-8")) for path in tests), f"no test runs {name}"


def test_every_command_file_is_in_the_table() -> None:
    files = {path.stem for path in (SOURCE / "commands").glob("*.py")} - {"__init__"}
    assert files <= set(COMMANDS)
