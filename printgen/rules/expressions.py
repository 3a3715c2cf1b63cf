"""Constraint expressions: a small, bounded part of Python's grammar, walked and never evaluated by
Python itself.

Whole numbers, names of stats (`life`, `pot.wounded`), `+ - * // %`, comparisons, `and or not`,
`a if b else c`, and `min`, `max`, `abs`. No attributes but those of a pair, no strings, no power.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from typing import Any

MAX_NUMBER = 10**12
MAX_NODES = 100

Names = Mapping[str, Any]

_OPERATORS: dict[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_FUNCTIONS: dict[str, Callable[..., Any]] = {"min": min, "max": max, "abs": abs}


class ExpressionError(ValueError):
    """The expression is not of this grammar, or cannot be computed for these values."""


class Missing(ExpressionError):
    """A name has no value here: the expression does not apply."""


def parse(text: str) -> ast.expr:
    """The expression written in `text`. Raises ExpressionError."""
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise ExpressionError("this is not an expression") from None
    nodes = list(ast.walk(tree.body))
    if len(nodes) > MAX_NODES:
        raise ExpressionError("the expression is too long")
    for node in nodes:
        _refuse(node)
    return tree.body


def names(tree: ast.expr) -> list[str]:
    """The names of stats that the expression uses, `pot.wounded` as `pot`."""
    found = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name)]
    return sorted(set(found) - set(_FUNCTIONS))


def evaluate(tree: ast.expr, values: Names) -> Any:
    """The value of an expression that `parse` accepted.

    Raises Missing for a name without a value, and ExpressionError for what cannot be computed.
    """
    if isinstance(tree, ast.Constant):
        return tree.value
    if isinstance(tree, ast.Name):
        if values.get(tree.id) is None:
            raise Missing(tree.id)
        return values[tree.id]
    if isinstance(tree, ast.Attribute):
        return _part(evaluate(tree.value, values), tree.attr)
    if isinstance(tree, ast.BoolOp):
        parts = (evaluate(value, values) for value in tree.values)
        return all(parts) if isinstance(tree.op, ast.And) else any(parts)
    if isinstance(tree, ast.UnaryOp):
        operand = evaluate(tree.operand, values)
        return not operand if isinstance(tree.op, ast.Not) else -_number(operand)
    if isinstance(tree, ast.BinOp):
        return _apply(tree.op, evaluate(tree.left, values), evaluate(tree.right, values))
    if isinstance(tree, ast.Compare):
        sides = [evaluate(side, values) for side in (tree.left, *tree.comparators)]
        pairs = zip(tree.ops, sides, sides[1:], strict=False)
        return all(_apply(op, left, right) for op, left, right in pairs)
    if isinstance(tree, ast.IfExp):
        chosen = tree.body if evaluate(tree.test, values) else tree.orelse
        return evaluate(chosen, values)
    if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name):
        return _FUNCTIONS[tree.func.id](*(_number(evaluate(a, values)) for a in tree.args))
    raise ExpressionError("this is not allowed here")


def _refuse(node: ast.AST) -> None:
    """Raise ExpressionError for a node that is not of the grammar."""
    allowed = (
        ast.BoolOp, ast.BinOp, ast.UnaryOp, ast.Compare, ast.IfExp, ast.Name, ast.Load,
        ast.And, ast.Or, ast.Not, ast.USub, *_OPERATORS,
    )  # fmt: skip
    if isinstance(node, ast.Constant):
        good = isinstance(node.value, int) and abs(node.value) <= MAX_NUMBER
    elif isinstance(node, ast.Attribute):
        good = node.attr in ("sound", "wounded") and isinstance(node.value, ast.Name)
    elif isinstance(node, ast.Call):
        known = isinstance(node.func, ast.Name) and node.func.id in _FUNCTIONS
        good = known and not node.keywords and len(node.args) >= 1
    else:
        good = isinstance(node, allowed)
    if not good:
        raise ExpressionError("this is not allowed in a constraint")


def _number(value: Any) -> int:
    if not isinstance(value, int):
        raise ExpressionError(f"{value} is not a whole number")
    return value


def _part(value: Any, attribute: str) -> int:
    if not isinstance(value, tuple):
        raise ExpressionError(f"only a pair has .{attribute}")
    return int(value[0] if attribute == "sound" else value[1])


def _apply(op: ast.AST, left: Any, right: Any) -> Any:
    try:
        result = _OPERATORS[type(op)](_number(left), _number(right))
    except ZeroDivisionError:
        raise ExpressionError("division by zero") from None
    if abs(result) > MAX_NUMBER:
        raise ExpressionError("the numbers grow too large")
    return result
