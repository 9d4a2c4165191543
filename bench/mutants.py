"""Mutation testing of the rules: does a test fail when a rule is broken? `python bench/mutants.py [tiles] [cards]`

Every mutant is one small change of one expression in `src/sixfold/tiles` or `src/sixfold/cards`. It runs in a forked
child that loads the changed module in memory, so the working tree is never touched; the first failing test kills it.
Fast tests run first, and only what survives them meets the slow ones. Mutants that mean the same program are listed
with their reason in bench/mutants.json; they count as survivors all the same.
"""

from __future__ import annotations

import argparse
import ast
import copy
import importlib.abc
import importlib.util
import json
import os
import resource
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

ROOT = Path(__file__).parents[1]
REASONS = ROOT / "bench" / "mutants.json"
TESTS: dict[str, list[list[str]]] = {
    "tiles": [
        ["tests/tiles", "tests/spec/test_tiles.py", "-k", "not brute and not tiny and not perft and not playthrough"],
        ["tests/spec/test_tiles.py", "tests/tiles/test_tiny.py", "tests/laws/test_tiles.py", "-k", "not whole_games"],
    ],
    "cards": [
        [
            "tests/cards/test_moves.py",
            "tests/cards/test_table.py",
            "tests/cards/test_state.py",
            "tests/cards/test_view.py",
        ],
        ["tests/spec/test_cards.py", "tests/cards", "tests/laws/test_cards.py"],
    ],
}
"""For each game the tests that know it, the fast ones first. Before them runs the file named like the module."""

COMPARE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Add,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One changed module. `key` names it by what changed and where, so that it survives an edit elsewhere."""

    module: str
    path: Path
    line: int
    key: str
    source: str


# ---- making them -----------------------------------------------------------------------------------------------------


def replacements(node: ast.AST) -> Iterator[ast.AST]:
    """Every small change of one node."""
    match node:
        case ast.Compare(ops=[operator, *rest]):
            yield ast.Compare(node.left, [COMPARE[type(operator)](), *rest], node.comparators)
            if rest:
                yield ast.Compare(node.left, [operator, COMPARE[type(rest[0])](), *rest[1:]], node.comparators)
        case ast.BinOp(left=left, op=operation, right=right) if type(operation) in OPERATORS:
            yield ast.BinOp(left, OPERATORS[type(operation)](), right)
        case ast.AugAssign(target=target, op=operation, value=value) if type(operation) in OPERATORS:
            yield ast.AugAssign(target, OPERATORS[type(operation)](), value)
        case ast.BoolOp(op=operation, values=values):
            yield ast.BoolOp(ast.Or() if isinstance(operation, ast.And) else ast.And(), values)
        case ast.UnaryOp(op=ast.Not() | ast.Invert(), operand=operand):
            yield operand
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            yield operand
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield ast.Constant(value + 1)
        case ast.Constant(value=str(value)):
            yield ast.Constant(value + "~")
        case ast.IfExp(body=body, orelse=other):
            yield body
            yield other
        case ast.If():
            yield ast.If(ast.Constant(True), node.body, node.orelse)
            yield ast.If(ast.Constant(False), node.body, node.orelse)
        case ast.Expr(value=ast.Call()):
            yield ast.Pass()
        case ast.Return(value=value) if value is not None and not isinstance(value, ast.Constant):
            yield ast.Return(ast.Constant(None))
        case ast.Break():
            yield ast.Continue()
        case ast.Continue():
            yield ast.Break()


class _Places(ast.NodeVisitor):
    """Collects the nodes to change, with the function they are in; not annotations, docstrings, imports, messages."""

    def __init__(self) -> None:
        self.found: list[tuple[str, ast.AST]] = []
        self.scope: list[str] = []

    def generic_visit(self, node: ast.AST) -> None:
        if isinstance(node, ast.expr | ast.stmt):
            self.found.append((".".join(self.scope) or "<module>", node))
        super().generic_visit(node)

    def _inside(self, node: ast.FunctionDef | ast.ClassDef) -> None:
        self.scope.append(node.name)
        for statement in node.body:
            self.visit(statement)
        if isinstance(node, ast.FunctionDef):
            for default in (*node.args.defaults, *node.args.kw_defaults):
                if default is not None:
                    self.visit(default)
        self.scope.pop()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._inside(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._inside(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):
            self.generic_visit(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                self.visit(part.value)

    def visit_If(self, node: ast.If) -> None:
        # `if TYPE_CHECKING` does nothing when the program runs.
        if not (isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"):
            self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        names = [target.id for target in node.targets if isinstance(target, ast.Name)]
        if not {"__all__", "__slots__"} & set(names) and not (
            isinstance(node.value, ast.Call) and getattr(node.value.func, "id", "") == "TypeVar"
        ):
            self.generic_visit(node)

    def visit_Import(self, node: ast.Import) -> None:
        return

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        return


def mutants(module: str, path: Path) -> list[Mutant]:
    """Every mutant of a module."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    places = _Places()
    places.visit(tree)
    seen: dict[str, int] = {}
    found: list[Mutant] = []
    for scope, node in places.found:
        for changed in replacements(node):
            before, after = _short(node), _short(changed)
            key = f"{module} {scope}: {before} -> {after}"
            seen[key] = seen.get(key, 0) + 1
            key += f" #{seen[key]}" if seen[key] > 1 else ""
            source = _with(tree, node, changed)
            found.append(Mutant(module, path, getattr(node, "lineno", 0), key, source))
    return found


def _short(node: ast.AST) -> str:
    text = " ".join(ast.unparse(ast.fix_missing_locations(copy.deepcopy(node))).split())
    return text if len(text) <= 90 else f"{text[:87]}..."


def _with(tree: ast.Module, node: ast.AST, changed: ast.AST) -> str:
    class Change(ast.NodeTransformer):
        def visit(self, one: ast.AST) -> Any:
            return ast.copy_location(changed, one) if one is node else self.generic_visit(one)

    # The transformer edits in place: put every field back by working on nodes that are only shallow copies.
    return ast.unparse(ast.fix_missing_locations(Change().visit(_shallow(tree, node))))


def _shallow(tree: Any, keep: ast.AST) -> Any:
    """A copy of the tree in which only `keep` is the original node."""
    if tree is keep:
        return tree
    if isinstance(tree, list):
        return [_shallow(item, keep) for item in tree]
    if not isinstance(tree, ast.AST):
        return tree
    twin = copy.copy(tree)
    for name, value in ast.iter_fields(tree):
        setattr(twin, name, _shallow(value, keep))
    return twin


# ---- running them ----------------------------------------------------------------------------------------------------


class _Loader(importlib.abc.Loader):
    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def create_module(self, spec: Any) -> ModuleType | None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        code: CodeType = compile(self.mutant.source, str(self.mutant.path), "exec")
        exec(code, module.__dict__)


class _Finder(importlib.abc.MetaPathFinder):
    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def find_spec(self, name: str, path: Any, target: Any = None) -> Any:
        if name != self.mutant.module:
            return None
        return importlib.util.spec_from_loader(name, _Loader(self.mutant), origin=str(self.mutant.path))


@dataclass(frozen=True, slots=True)
class Stage:
    """Tests that run together, and the CPU-seconds after which a mutant counts as one that never ends."""

    tests: Sequence[str]
    limit_s: int | None = None


def run_tests(mutant: Mutant | None, stages: Sequence[Stage], quiet: bool = True) -> int:
    """In a forked child: 0 when all tests pass, anything else when one fails or the time is up."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    code = 99
    try:
        if quiet:
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, 1)
            os.dup2(null, 2)
        if mutant is not None:
            sys.meta_path.insert(0, _Finder(mutant))
        import pytest

        for stage in stages:
            here = [one for one in stage.tests if not one.startswith("tests/") or (ROOT / one).exists()]
            if not any(one.startswith("tests/") for one in here):
                continue
            if stage.limit_s is not None:
                resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + stage.limit_s, -1))
            code = int(pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--no-header", *here]))
            if code:
                break
    finally:
        os._exit(code)


def measured(game: str, fast: bool) -> list[Stage]:
    """The stages of a game, each allowed twice what it takes without a mutant."""
    stages = []
    for tests in TESTS[game][: 1 if fast else None]:
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        if run_tests(None, [Stage(tests)], quiet=False):
            sys.exit(f"the tests of {game} fail without any mutant")
        spent = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        stages.append(Stage(tests, int(2 * spent) + 2))
    return stages


def _prepare() -> None:
    """Load what every child needs, but nothing of sixfold."""
    os.chdir(ROOT)
    sys.path.insert(0, str(ROOT))
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = os.devnull
    import hypothesis.strategies
    import numpy
    import pytest

    hypothesis.settings.register_profile("mutants", derandomize=True, database=None, print_blob=False)
    hypothesis.settings.load_profile("mutants")
    assert pytest
    assert numpy
    assert not any(name.startswith("sixfold") for name in sys.modules), "children must load the rules themselves"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("games", nargs="*", default=["tiles", "cards"])
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--only", default="", help="only mutants whose key holds this text")
    parser.add_argument("--every", type=int, default=1, help="only every n-th mutant")
    parser.add_argument("--fast", action="store_true", help="without the slow tests: more live, found sooner")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    _prepare()
    known: dict[str, str] = json.loads(REASONS.read_text(encoding="utf-8")) if REASONS.exists() else {}
    answer: dict[str, Any] = {}
    failed = False
    for game in options.games:
        folder = ROOT / "src" / "sixfold" / game
        stages = measured(game, options.fast)
        every = [m for path in sorted(folder.glob("*.py")) for m in mutants(f"sixfold.{game}.{path.stem}", path)]
        chosen = [m for m in every if options.only in m.key][:: options.every]
        start = time.monotonic()
        survivors = _survivors(chosen, stages, options.workers, lambda text: print(text, file=sys.stderr, flush=True))
        killed = len(chosen) - len(survivors)
        unexplained = [m for m in survivors if m.key not in known]
        share = killed / len(chosen) if chosen else 1.0
        print(f"{game}: {killed} of {len(chosen)} killed, {share:.1%}, {time.monotonic() - start:.0f} s")
        for mutant in survivors:
            print(f"  {mutant.path.name}:{mutant.line} {mutant.key}\n    {known.get(mutant.key, 'NO REASON GIVEN')}")
        failed |= share < 0.95 or bool(unexplained)
        answer[game] = {"mutants": len(chosen), "killed": killed, "share": share, "unexplained": len(unexplained)}
    if options.json:
        print(json.dumps(answer))
    sys.exit(1 if failed else 0)


def _survivors(
    chosen: Sequence[Mutant], stages: Sequence[Stage], workers: int, tell: Callable[[str], None]
) -> list[Mutant]:
    done = 0

    def alive(mutant: Mutant) -> bool:
        nonlocal done
        game, own = mutant.module.split(".")[1:]
        lives = run_tests(mutant, [Stage([f"tests/{game}/test_{own}.py"], stages[0].limit_s), *stages]) == 0
        done += 1
        if lives:
            tell(f"[{done}/{len(chosen)}] lives: {mutant.path.name}:{mutant.line} {mutant.key}")
        elif done % 50 == 0:
            tell(f"[{done}/{len(chosen)}]")
        return lives

    # Threads only wait here; the work is in their children.
    with ThreadPoolExecutor(workers) as pool:
        return [mutant for mutant, lives in zip(chosen, pool.map(alive, chosen), strict=True) if lives]


if __name__ == "__main__":
    main()
