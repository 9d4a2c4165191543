"""Small changes of a module, one expression at a time: what `mutants.py` breaks the rules with."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import Any

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
    tree: ast.Module
    node: ast.AST
    changed: ast.AST
    key: str

    @property
    def lines(self) -> range:
        """A test has to run one of these lines to meet the change."""
        place: Any = self.node.test if isinstance(self.node, ast.If) else self.node
        return range(place.lineno, place.end_lineno + 1)

    def code(self) -> CodeType:
        """The changed module. This changes the tree, too: it is for a process that lives for this mutant alone."""
        target, changed = self.node, ast.copy_location(self.changed, self.node)

        class Change(ast.NodeTransformer):
            def visit(self, node: ast.AST) -> Any:
                return changed if node is target else self.generic_visit(node)

        return compile(ast.fix_missing_locations(Change().visit(self.tree)), str(self.path), "exec")


def mutants(module: str, path: Path) -> list[Mutant]:
    """Every mutant of a module."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    places = _Places()
    places.visit(tree)
    seen: dict[str, int] = {}
    found: list[Mutant] = []
    for scope, node in places.found:
        for changed in replacements(node):
            key = f"{module} {scope}: {_short(node)} -> {_short(changed)}"
            seen[key] = seen.get(key, 0) + 1
            key += f" #{seen[key]}" if seen[key] > 1 else ""
            found.append(Mutant(module, path, tree, node, changed, key))
    return found


def _short(node: ast.AST) -> str:
    text = " ".join(ast.unparse(ast.fix_missing_locations(copy.deepcopy(node))).split())
    return text if len(text) <= 90 else f"{text[:87]}..."


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

    def visit_Subscript(self, node: ast.Subscript) -> None:
        # A type by another name.
        if not (isinstance(node.value, ast.Name) and node.value.id == "Literal"):
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
