"""Expressions in content: a small, bounded subset of Python's grammar, with an interpreter of its
own. Python never evaluates them.

The subset: integers, names (`life`, `pot.wounded`, an option such as `cavalry`), `+ - * // %`,
comparisons, `and or not`, `a if b else c`, `min`, `max`, `abs`, and the trait functions
`has(trait)` and `count(kind)`, with `_` in place of the hyphens of an id. Other attributes and `**`
are not allowed. Conditions on rows also compare words, `school == "ritual"`, without regard to
capital letters; a value that a row lacks is `""`, which is neither less nor more than another one.
"""

from __future__ import annotations

import ast
import operator
import re
import warnings
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from printgen.problems import did_you_mean

MAX_NUMBER = 10**12

MAX_NODES = 100


Names = Mapping[str, int | str | tuple[int, int]]


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

# Functions of a profile's traits, with the kind of their argument. Their values are looked up by
# `question`; the default is 0.
_TRAIT_FUNCTIONS = {"has": "trait", "count": "kind of traits"}


# Operators of other notations, and those of expressions.
_FOREIGN_OPERATORS = {"=<": "<=", "=>": ">=", "<>": "!=", "&&": "and", "||": "or"}

_EQUALS = re.compile(r"(?<![=<>!])=(?![=<>])")


# An id with hyphens, and one where the name of a trait is expected.
_ID = re.compile(r"[a-z]\w*(?:-\w+)+")
_HAS_ID = re.compile(rf"\bhas\(({_ID.pattern})\)")

_ONE_EQUALS_SIGN = "compare with ==, not ="

# The parts of a pair.
_PARTS = ("sound", "wounded")


class ExpressionError(ValueError):
    """The expression is invalid, or cannot be computed for these values."""

    def __init__(self, message: str, hint: str = ""):
        super().__init__(message)
        self.hint = hint


class Missing(ExpressionError):
    """A name has no value: the expression does not apply."""


@lru_cache(256)
def parse(text: str, *, words: bool = False) -> ast.expr:
    """Parse an expression, one that compares `words` or not. Raises ExpressionError."""
    tree = read(text)
    check_grammar(tree, words=words)
    return tree


def read(text: str) -> ast.expr:
    """A text as a syntax tree of Python, not too long. Raises ExpressionError."""
    try:
        with warnings.catch_warnings():
            # Python warns about style, as in `1if 1else 2`.
            warnings.simplefilter("ignore")
            tree = ast.parse(text.strip(), mode="eval")
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise _not_an_expression(text) from None
    if sum(1 for _ in ast.walk(tree.body)) > MAX_NODES:
        raise ExpressionError("the expression is too long")
    return tree.body


def check_grammar(tree: ast.expr, *, words: bool = False) -> None:
    """Raise ExpressionError for a tree outside the grammar; `words` in quotes may be in it."""
    for node in ast.walk(tree):
        allowed = (
            ast.BoolOp, ast.BinOp, ast.UnaryOp, ast.Compare, ast.IfExp, ast.Name, ast.Load,
            ast.And, ast.Or, ast.Not, ast.USub, *_OPERATORS,
        )  # fmt: skip
        if isinstance(node, ast.Constant):
            number = isinstance(node.value, int) and abs(node.value) <= MAX_NUMBER
            good = number or (words and isinstance(node.value, str))
        elif isinstance(node, ast.Attribute):
            good = isinstance(node.value, ast.Name)
            if isinstance(node.value, ast.Name) and node.attr not in _PARTS:
                message = f"{node.value.id} has no part '{node.attr}'"
                raise ExpressionError(message, did_you_mean(node.attr, _PARTS))
        elif isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else ""
            check_call(node, ())
            good = bool(name) and not node.keywords
            if name in _TRAIT_FUNCTIONS and not (
                len(node.args) == 1 and isinstance(node.args[0], ast.Name)
            ):
                raise _not_one_name(name, ", ".join(map(ast.unparse, node.args)))
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


def check_call(node: ast.Call, more: Iterable[str]) -> None:
    """Raise ExpressionError for an unknown function, and for `=` in place of `==`. `more` are
    further functions that are known.
    """
    known = [*more, *_FUNCTIONS, *_TRAIT_FUNCTIONS]
    if isinstance(node.func, ast.Name) and node.func.id not in known:
        raise ExpressionError(f"no function '{node.func.id}'", did_you_mean(node.func.id, known))
    if any(keyword.arg for keyword in node.keywords):
        raise ExpressionError(_ONE_EQUALS_SIGN)


def _not_an_expression(text: str) -> ExpressionError:
    """What is wrong with a text that Python cannot parse."""
    for foreign, known in _FOREIGN_OPERATORS.items():
        if foreign in text:
            return ExpressionError("this is not an expression", f"did you mean '{known}'?")
    if _EQUALS.search(text):
        return ExpressionError(_ONE_EQUALS_SIGN)
    # Hyphens are minus signs in `has(great-axe)`; in `has(hit-and-run)`, they are nothing.
    if found := _HAS_ID.search(text):
        return _not_one_name("has", found[1])
    return ExpressionError("this is not an expression")


def _not_one_name(function: str, argument: str) -> ExpressionError:
    """What is wrong with the argument of a trait function, such as an id with its hyphens."""
    written, hint = argument.replace(" - ", "-"), ""
    if _ID.fullmatch(written):
        hint = f"write {written.replace('-', '_')}, with _ for the hyphens of an id"
    return ExpressionError(f"{function} takes the name of one {_TRAIT_FUNCTIONS[function]}", hint)


def names(tree: ast.expr) -> list[str]:
    """The names in the expression without functions and their traits; `pot` for `pot.wounded`."""
    nodes = list(ast.walk(tree))
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    excluded = [node.func for node in calls]
    excluded += [node.args[0] for node in calls if _is_trait_call(node)]
    return sorted({n.id for n in nodes if isinstance(n, ast.Name) and n not in excluded})


def parts(tree: ast.expr) -> set[str]:
    """The names used with an attribute: `pot` for `pot.wounded`."""
    nodes = [n.value for n in ast.walk(tree) if isinstance(n, ast.Attribute)]
    return {node.id for node in nodes if isinstance(node, ast.Name)}


def wholes(tree: ast.expr) -> set[str]:
    """The names used as integers."""
    excluded = [n.value for n in ast.walk(tree) if isinstance(n, ast.Attribute)]
    excluded += [n.func for n in ast.walk(tree) if isinstance(n, ast.Call)]
    return {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and n not in excluded}


def questions(tree: ast.expr) -> list[tuple[str, str]]:
    """The trait functions of the expression: `has` and a trait, or `count` and a trait kind."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and _is_trait_call(node)]
    return sorted({_trait_call(node) for node in calls})


def _is_trait_call(node: ast.Call) -> bool:
    return isinstance(node.func, ast.Name) and node.func.id in _TRAIT_FUNCTIONS


def _trait_call(node: ast.Call) -> tuple[str, str]:
    (about,) = node.args
    assert isinstance(node.func, ast.Name) and isinstance(about, ast.Name)
    return node.func.id, about.id


def question(function: str, about: str) -> str:
    """The key of a trait function in the values: `has(trait)` or `count(kind)`."""
    return f"{function}({about.replace('-', '_')})"


def evaluate(tree: ast.expr, values: Names) -> int:
    """The value of an expression accepted by `parse`. `values` are integers, pairs and words; words
    alone are 1, no words 0.

    Raises Missing for a name without a value, and ExpressionError when the computation fails.
    """
    found = _evaluate(tree, values)
    return bool(found) if isinstance(found, str) else found


def _evaluate(tree: ast.expr, values: Names) -> int | str:
    if isinstance(tree, ast.Constant):
        # `parse` accepts integers and words only.
        return tree.value if isinstance(tree.value, str) else int(tree.value)  # type: ignore[arg-type]
    if isinstance(tree, ast.Name):
        value = _known(tree.id, values)
        if isinstance(value, tuple):
            raise ExpressionError(f"{tree.id} is a pair: {tree.id}.sound or {tree.id}.wounded")
        return value
    if isinstance(tree, ast.Attribute) and isinstance(tree.value, ast.Name):
        value = _known(tree.value.id, values)
        if value == "":
            return value
        if not isinstance(value, tuple):
            raise ExpressionError(f"only a pair has .{tree.attr}")
        return value[_PARTS.index(tree.attr)]
    if isinstance(tree, ast.BoolOp):
        # `and` and `or`, with short-circuit evaluation.
        result: int | str = 0
        for part in tree.values:
            result = _evaluate(part, values)
            if bool(result) == isinstance(tree.op, ast.Or):
                break
        return result
    if isinstance(tree, ast.UnaryOp):
        operand = _evaluate(tree.operand, values)
        return not operand if isinstance(tree.op, ast.Not) else -_number(operand)
    if isinstance(tree, ast.BinOp):
        return _apply(tree.op, _evaluate(tree.left, values), _evaluate(tree.right, values))
    if isinstance(tree, ast.Compare):
        return _compare(tree, values)
    if isinstance(tree, ast.IfExp):
        chosen = tree.body if _evaluate(tree.test, values) else tree.orelse
        return _evaluate(chosen, values)
    if isinstance(tree, ast.Call) and _is_trait_call(tree):
        answer = values.get(question(*_trait_call(tree)), 0)
        return answer if isinstance(answer, int) else 0
    if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name):
        return _FUNCTIONS[tree.func.id](*(_number(_evaluate(a, values)) for a in tree.args))
    raise ExpressionError("this is not allowed here")


def _known(name: str, values: Names) -> int | str | tuple[int, int]:
    value = values.get(name)
    if value is None:
        raise Missing(name)
    return value


def _compare(tree: ast.Compare, values: Names) -> bool:
    """A comparison or a chain of comparisons, with short-circuit evaluation."""
    left = _evaluate(tree.left, values)
    for op, side in zip(tree.ops, tree.comparators, strict=True):
        right = _evaluate(side, values)
        if not _apply(op, left, right):
            return False
        left = right
    return True


def _apply(op: ast.AST, left: int | str, right: int | str) -> int:
    if isinstance(op, ast.cmpop) and (isinstance(left, str) or isinstance(right, str)):
        return _compare_words(op, left, right)
    try:
        result: int = _OPERATORS[type(op)](_number(left), _number(right))
    except ZeroDivisionError:
        raise ExpressionError("division by zero") from None
    if abs(result) > MAX_NUMBER:
        raise ExpressionError("the numbers grow too large")
    return result


def _compare_words(op: ast.cmpop, left: int | str, right: int | str) -> bool:
    """A comparison with words: of their letters, in any case, with single spaces."""
    if isinstance(op, ast.Eq | ast.NotEq):
        same, other = (
            " ".join(side.split()).casefold() if isinstance(side, str) else side
            for side in (left, right)
        )
        return (same == other) == isinstance(op, ast.Eq)
    if "" in (left, right):
        return False
    raise ExpressionError("words are compared by == and !=")


def _number(value: int | str) -> int:
    """A value to compute with. Raises Missing for one that is lacking."""
    if value == "":
        raise Missing("")
    if isinstance(value, str):
        raise ExpressionError("words are compared by == and !=")
    return value
