"""Small wrong versions of one module: every comparison, number, boolean operator and sign, changed one at a time."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from attrs import frozen

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr,
    ast.LShift: ast.RShift,
}  # fmt: skip


@frozen
class Mutant:
    """Hold one wrong version.

    Attributes:
        line: the line that was changed.
        column: where in the line, counted from 0; two changes of one kind in a line differ in this.
        change: what was changed into what.
        tree: the whole module.
    """

    line: int
    column: int
    change: str
    tree: ast.Module

    @property
    def name(self) -> str:
        return f"{self.line}: {self.change}"


def mutants(source: str) -> Iterator[Mutant]:
    """Yield every mutant of a module's source, in the order of the tree."""
    tree = ast.parse(source)
    skipped = set(_unjudged(tree))
    places = [node for node in ast.walk(tree) if id(node) not in skipped]
    for place, node in enumerate(places):
        for change, replacement in _changes(node):
            twin = copy.deepcopy(tree)
            twin_skipped = set(_unjudged(twin))
            other = [found for found in ast.walk(twin) if id(found) not in twin_skipped][place]
            replacement(other)
            yield Mutant(getattr(node, "lineno", 0), getattr(node, "col_offset", 0), change, ast.fix_missing_locations(twin))


def _unjudged(tree: ast.Module) -> Iterator[int]:
    """Yield what no test of behaviour can see: annotations, and blocks for type checkers."""
    for node in ast.walk(tree):
        hidden: list[ast.AST | None] = []
        if isinstance(node, ast.AnnAssign):
            hidden = [node.annotation]
        elif isinstance(node, ast.FunctionDef):
            hidden = [node.returns, *(argument.annotation for argument in ast.walk(node.args) if isinstance(argument, ast.arg))]
        elif isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            hidden = [node]
        for root in hidden:
            if root is not None:
                yield from (id(found) for found in ast.walk(root))


def _changes(node: ast.AST) -> Iterator[tuple[str, Callable[[Any], None]]]:
    """Yield every change of one node: its name, and what makes it."""
    yield from _changes_of_operators(node)
    if isinstance(node, ast.Constant):
        if isinstance(node.value, bool):
            yield f"{node.value} to {not node.value}", partial(_set_value, value=not node.value)
        elif isinstance(node.value, int):
            for value in (node.value + 1, node.value - 1):
                yield f"{node.value} to {value}", partial(_set_value, value=value)
    elif isinstance(node, ast.If):
        yield "if to if never", _never
    elif isinstance(node, ast.Continue):
        yield "continue to break", _break
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield "call to nothing", _no_call


def _changes_of_operators(node: ast.AST) -> Iterator[tuple[str, Callable[[Any], None]]]:
    if isinstance(node, ast.Compare):
        for place, operator in enumerate(node.ops):
            for other in COMPARISONS[type(operator)]:
                yield f"{type(operator).__name__} to {other.__name__}", partial(_set_comparison, place=place, other=other)
    elif isinstance(node, ast.BoolOp):
        boolean = ast.Or if isinstance(node.op, ast.And) else ast.And
        yield f"{type(node.op).__name__} to {boolean.__name__}", partial(_set_operator, other=boolean)
    elif isinstance(node, (ast.BinOp, ast.AugAssign)) and type(node.op) in ARITHMETIC:
        sign = ARITHMETIC[type(node.op)]
        yield f"{type(node.op).__name__} to {sign.__name__}", partial(_set_operator, other=sign)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "not to nothing", _drop_not


def _set_comparison(node: ast.Compare, place: int, other: type[ast.cmpop]) -> None:
    node.ops[place] = other()


def _set_operator(node: ast.BoolOp | ast.BinOp | ast.AugAssign, other: type) -> None:
    node.op = other()


def _drop_not(node: ast.UnaryOp) -> None:
    node.op, node.operand = ast.Not(), ast.UnaryOp(ast.Not(), node.operand)


def _set_value(node: ast.Constant, value: int) -> None:
    node.value = value


def _never(node: ast.If) -> None:
    node.test = ast.BoolOp(ast.And(), [node.test, ast.Constant(False)])


def _break(node: ast.Continue) -> None:
    node.__class__ = ast.Break  # type: ignore[assignment]


def _no_call(node: ast.Expr) -> None:
    node.value = ast.Constant(None)
