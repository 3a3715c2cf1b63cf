"""Expressions of designers: a small, bounded part of Python's grammar, walked and never evaluated
by Python itself.

Whole numbers, names (`life`, `pot.wounded`, an option as `cavalry`), `+ - * // %`, comparisons,
`and or not`, `a if b else c`, `min`, `max`, `abs`; and of a profile's traits `has(trait)` and
`count(kind)`, where `_` stands for the hyphens of an id. No other attributes, no strings, no power.
"""

from __future__ import annotations

import ast
import operator
import warnings
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

MAX_NUMBER = 10**12

MAX_NODES = 100


Names = Mapping[str, int | tuple[int, int]]


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

_FUNCTIONS: dict[str, Callable[..., int]] = {"min": min, "max": max, "abs": abs}

# What is asked of a profile's traits: the answer is looked up, and is 0 where there is none.
_QUESTIONS = {"has": "trait", "count": "kind of traits"}


class ExpressionError(ValueError):
    """The expression is not of this grammar, or cannot be computed for these values."""


class Missing(ExpressionError):
    """A name has no value here: the expression does not apply."""


@lru_cache(256)
def parse(text: str) -> ast.expr:
    """The expression written in `text`. Raises ExpressionError."""
    try:
        with warnings.catch_warnings():
            # Python's advice on style, as for `1if 1else 2`, is no concern of designers.
            warnings.simplefilter("ignore")
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
    nodes = list(ast.walk(tree))
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    aside = [node.func for node in calls]
    aside += [node.args[0] for node in calls if _asks(node)]
    return sorted({n.id for n in nodes if isinstance(n, ast.Name) and n not in aside})


def parts(tree: ast.expr) -> set[str]:
    """The names that the expression takes a part of: `pot` for `pot.wounded`."""
    nodes = [n.value for n in ast.walk(tree) if isinstance(n, ast.Attribute)]
    return {node.id for node in nodes if isinstance(node, ast.Name)}


def wholes(tree: ast.expr) -> set[str]:
    """The names that the expression takes as whole numbers."""
    aside = [n.value for n in ast.walk(tree) if isinstance(n, ast.Attribute)]
    aside += [n.func for n in ast.walk(tree) if isinstance(n, ast.Call)]
    return {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and n not in aside}


def questions(tree: ast.expr) -> list[tuple[str, str]]:
    """What the expression asks of traits: `has` and a trait, or `count` and a kind of traits."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and _asks(node)]
    return sorted({_question(node) for node in calls})


def _asks(node: ast.Call) -> bool:
    return isinstance(node.func, ast.Name) and node.func.id in _QUESTIONS


def _question(node: ast.Call) -> tuple[str, str]:
    (about,) = node.args
    assert isinstance(node.func, ast.Name) and isinstance(about, ast.Name)
    return node.func.id, about.id


def question(function: str, about: str) -> str:
    """The name that the answer to a question has among the values."""
    return f"{function}({about.replace('-', '_')})"


def evaluate(tree: ast.expr, values: Names) -> int:
    """The value of an expression that `parse` accepted. `values` are whole numbers and pairs.

    Raises Missing for a name without a value, and ExpressionError for what cannot be computed.
    """
    if isinstance(tree, ast.Constant):
        return int(tree.value)  # type: ignore[arg-type]  # `parse` lets no other pass
    if isinstance(tree, ast.Name):
        return _whole(tree.id, values)
    if isinstance(tree, ast.Attribute) and isinstance(tree.value, ast.Name):
        return _part(tree.value.id, tree.attr, values)
    if isinstance(tree, ast.BoolOp):
        return _either(tree, values)
    if isinstance(tree, ast.UnaryOp):
        operand = evaluate(tree.operand, values)
        return not operand if isinstance(tree.op, ast.Not) else -operand
    if isinstance(tree, ast.BinOp):
        return _apply(tree.op, evaluate(tree.left, values), evaluate(tree.right, values))
    if isinstance(tree, ast.Compare):
        return _compare(tree, values)
    if isinstance(tree, ast.IfExp):
        chosen = tree.body if evaluate(tree.test, values) else tree.orelse
        return evaluate(chosen, values)
    if isinstance(tree, ast.Call) and _asks(tree):
        answer = values.get(question(*_question(tree)), 0)
        return answer if isinstance(answer, int) else 0
    if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name):
        return _FUNCTIONS[tree.func.id](*(evaluate(a, values) for a in tree.args))
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
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        good = name in (*_FUNCTIONS, *_QUESTIONS) and not node.keywords
        if name in _QUESTIONS and not (len(node.args) == 1 and isinstance(node.args[0], ast.Name)):
            raise ExpressionError(f"{name} takes the name of one {_QUESTIONS[name]}")
        if (
            name in _FUNCTIONS
            and good
            and (len(node.args) != 1 if name == "abs" else len(node.args) < 2)
        ):
            raise ExpressionError("abs takes one value, min and max take several")
    else:
        good = isinstance(node, allowed)
    if not good:
        raise ExpressionError("this is not allowed in an expression")


def _whole(name: str, values: Names) -> int:
    value = _known(name, values)
    if isinstance(value, tuple):
        raise ExpressionError(f"{name} is a pair: {name}.sound or {name}.wounded")
    return value


def _part(name: str, attribute: str, values: Names) -> int:
    value = _known(name, values)
    if not isinstance(value, tuple):
        raise ExpressionError(f"only a pair has .{attribute}")
    return value[0] if attribute == "sound" else value[1]


def _known(name: str, values: Names) -> int | tuple[int, int]:
    value = values.get(name)
    if value is None:
        raise Missing(name)
    return value


def _either(tree: ast.BoolOp, values: Names) -> int:
    """`and` and `or`, which go no further than they must."""
    result = 0
    for part in tree.values:
        result = evaluate(part, values)
        if bool(result) == isinstance(tree.op, ast.Or):
            break
    return result


def _compare(tree: ast.Compare, values: Names) -> bool:
    """A comparison, or a chain of them, which goes no further than it must."""
    left = evaluate(tree.left, values)
    for op, side in zip(tree.ops, tree.comparators, strict=True):
        right = evaluate(side, values)
        if not _apply(op, left, right):
            return False
        left = right
    return True


def _apply(op: ast.AST, left: int, right: int) -> int:
    try:
        result: int = _OPERATORS[type(op)](left, right)
    except ZeroDivisionError:
        raise ExpressionError("division by zero") from None
    if abs(result) > MAX_NUMBER:
        raise ExpressionError("the numbers grow too large")
    return result
