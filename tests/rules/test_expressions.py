"""Constraint expressions: values, refused syntax and limits."""

from __future__ import annotations

import ast
from typing import Any, NamedTuple

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from printgen.content.models.game import Constraint
from printgen.rules.expressions import (
    MAX_NODES,
    MAX_NUMBER,
    ExpressionError,
    Missing,
    evaluate,
    names,
    parse,
)


class Pair(NamedTuple):
    sound: int
    wounded: int


VALUES: dict[str, Any] = {"a": 3, "b": -2, "zero": 0, "life": 8, "pot": Pair(3, 1), "min": 5}


def worth(text: str, values: dict[str, Any] | None = None) -> int:
    return evaluate(parse(text), VALUES if values is None else values)


# --- values -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("life", 8),
        ("-life", -8),
        ("a + b * 2", -1),
        ("(a + b) * 2", 2),
        ("7 // 2", 3),
        ("-7 // 2", -4),
        ("7 % 3", 1),
        ("-7 % 3", 2),
        ("pot.sound - pot.wounded", 2),
        ("life == 8", True),
        ("life != 8", False),
        ("0 < a <= 3 < life", True),
        ("0 < b < 1 // zero", False),
        ("3 < a", False),
        ("a and b", -2),
        ("zero and 1 // zero", 0),
        ("zero or b", -2),
        ("a or 1 // zero", 3),
        ("not a", False),
        ("not zero", True),
        ("a if life > 9 else b", -2),
        ("1 if a else 1 // zero", 1),
        ("min(a, b, 0)", -2),
        ("max(a, b)", 3),
        ("abs(b)", 2),
        ("min(min, 7)", 5),
        ("True", 1),
        ("  a  ", 3),
        ("a # a note", 3),
        ("1if 1else 2", 1),
        (f"{MAX_NUMBER}", MAX_NUMBER),
        (f"{MAX_NUMBER} - 1 + 1", MAX_NUMBER),
    ],
)
def test_expressions_evaluate(text: str, value: int) -> None:
    assert worth(text) == value


@pytest.mark.parametrize("text", ["unknown", "unknown.sound", "a + unknown", "a and unknown"])
def test_a_name_without_a_value_is_missing(text: str) -> None:
    with pytest.raises(Missing):
        worth(text)


@pytest.mark.parametrize(
    "text", ["zero and unknown", "a or unknown", "a if a else unknown", "9 < a < unknown"]
)
def test_a_name_that_is_not_evaluated_needs_no_value(text: str) -> None:
    assert worth(text) in (0, 3)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1 // zero", "division by zero"),
        ("1 % zero", "division by zero"),
        ("pot", "a pair"),
        ("pot + 1", "a pair"),
        ("not pot", "a pair"),
        ("pot and 1", "a pair"),
        ("a if pot else b", "a pair"),
        ("pot == pot", "a pair"),
        ("max(pot, 1)", "a pair"),
        ("life.sound", "only a pair"),
        ("life.wounded > 1", "only a pair"),
        (f"{MAX_NUMBER} + 1", "too large"),
        (f"-{MAX_NUMBER} - 1", "too large"),
        (f"{MAX_NUMBER} * {MAX_NUMBER}", "too large"),
        (" * ".join(["999999999999"] * 20), "too large"),
    ],
)
def test_evaluation_errors(text: str, why: str) -> None:
    with pytest.raises(ExpressionError, match=why):
        worth(text)


def test_names_of_an_expression() -> None:
    assert names(parse("pot.wounded <= max(life, a) + a")) == ["a", "life", "pot"]
    assert names(parse("min(min, abs(max))")) == ["max", "min"]
    assert names(parse("1 + 2")) == []


# --- refused expressions ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "life.real",
        "life.__class__",
        "pot.sound.real",
        "pot.__class__.__mro__",
        "(1).sound",
        "(a + b).sound",
        "().sound",
        "open('x')",
        "__import__('os')",
        "print(1)",
        "sum(a, b)",
        "a()",
        "a.sound()",
        "min()(1)",
        "(min)(1)(2)",
        "(lambda: 1)()",
        "min()",
        "min(1)",
        "max(a)",
        "abs()",
        "abs(1, 2)",
        "min(a, b, key=abs)",
        "min(a, default=1)",
        "min(*pot)",
        "max(**a)",
        "min((a, b))",
        "'text'",
        "b'bytes'",
        "'a' * 9",
        "a == 'x'",
        "f'{a}'",
        "f'{a:>9}'",
        "1.5",
        "1e3",
        "1j",
        "None",
        "...",
        "2 ** 3",
        "a ** a ** a",
        "1 / 2",
        "a << 9",
        "a >> 1",
        "a & b",
        "a | b",
        "a ^ b",
        "a @ b",
        "~a",
        "lambda: 1",
        "lambda a: a",
        "[a]",
        "(a, b)",
        "{a}",
        "{a: b}",
        "[a for a in b]",
        "{a for a in b}",
        "{a: b for a in b}",
        "(a for a in b)",
        "any(a for a in b)",
        "(a := 1)",
        "a[0]",
        "a[0:1]",
        "pot[0]",
        "a in b",
        "a not in b",
        "a is b",
        "a is not b",
        "await a",
        "(yield)",
        "(yield from a)",
        str(MAX_NUMBER + 1),
        "9" * 190,
        "0x" + "f" * 150,
    ],
)
def test_forbidden_syntax_is_refused(text: str) -> None:
    with pytest.raises(ExpressionError):
        parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "a b",
        "a +",
        "a = 1",
        "a; b",
        "a\nb",
        "a := 1",
        "import os",
        "def f(): pass",
        "return 1",
        "a\0",
        "a == = b",
        "0104",
        "1__0",
        "a $ b",
        "life ≥ 1",
        "'",
        "#",
        "(" * 100,
        "9" * 5_000,
        "(" * 250 + "1" + ")" * 250,
        "-" * 5_000 + "1",
        "not " * 50_000 + "1",
        "1" + "+1" * 50_000,
    ],
)
def test_invalid_expressions_are_refused(text: str) -> None:
    with pytest.raises(ExpressionError):
        parse(text)


def test_the_number_of_nodes_is_limited() -> None:
    # A chain of N comparisons has its node, N operators and N + 1 sides.
    longest = "1" + "<1" * ((MAX_NODES - 2) // 2)
    assert len(list(ast.walk(ast.parse(longest, mode="eval").body))) == MAX_NODES
    assert worth(longest) == 0
    with pytest.raises(ExpressionError, match="too long"):
        parse(longest + "<1")


def test_a_constraint_has_1_to_200_characters() -> None:
    rule = {"stat_line": "hero", "message": "no"}
    longest = "life == " + "1" * 192
    assert Constraint.model_validate({**rule, "check": longest}).check == longest
    with pytest.raises(ValidationError):
        Constraint.model_validate({**rule, "check": longest + "1"})
    with pytest.raises(ValidationError):
        Constraint.model_validate({**rule, "check": ""})


# --- properties of all expressions ------------------------------------------------------------

LEAVES = st.sampled_from(["a", "b", "zero", "life", "pot.sound", "pot.wounded", "True", "False"])
NUMBERS = st.integers(0, 20).map(str)
BINARY = ["+", "-", "*", "//", "%", "==", "!=", "<", "<=", ">", ">=", "and", "or"]


def grown(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Larger expressions, with brackets and without, where operator precedence matters."""
    two = st.builds("({} {} {})".format, parts, st.sampled_from(BINARY), parts)
    bare = st.builds("{} {} {}".format, parts, st.sampled_from(BINARY), parts)
    chain = st.builds(
        "({} {} {} {} {})".format,
        parts,
        st.sampled_from(["<", "<=", "==", "!="]),
        parts,
        st.sampled_from([">", ">=", "<", "=="]),
        parts,
    )
    one = st.builds("({}{})".format, st.sampled_from(["-", "not ", "--"]), parts)
    choice = st.builds("({} if {} else {})".format, parts, parts, parts)
    calls = st.builds("{}({}, {})".format, st.sampled_from(["min", "max"]), parts, parts)
    return two | bare | chain | one | choice | calls | st.builds("abs({})".format, parts)


# Eight operands of at most 20 cannot exceed MAX_NUMBER.
EXPRESSIONS = st.recursive(LEAVES | NUMBERS, grown, max_leaves=8)
WHOLE = st.integers(-20, 20)


@settings(deadline=None, max_examples=200)
@given(EXPRESSIONS, WHOLE, WHOLE, st.builds(Pair, WHOLE, WHOLE))
@example("-7 // b % a", 3, -2, Pair(1, 1))
@example("a and b or zero", 0, 1, Pair(1, 1))
def test_values_match_those_of_python(text: str, a: int, b: int, pot: Pair) -> None:
    values = {"a": a, "b": b, "zero": 0, "life": 8, "pot": pot}
    functions = {"__builtins__": {}, "min": min, "max": max, "abs": abs}
    try:
        expected = eval(text, functions, values)
    except ZeroDivisionError:
        with pytest.raises(ExpressionError, match="division by zero"):
            worth(text, values)
    else:
        assert worth(text, values) == expected


SIGNS = r"""
    a b pot life unknown min max abs . .sound .real ( ) [ ] { } , + - * ** / // % == != < <= >
    and or not if else in is lambda : := = ; ' " f' # \ @ ~ ! ? 0 1 12 1.5 999999999999 é ♡ None
"""
TOKENS = st.sampled_from([*SIGNS.split(), "\n", "\t", "\0"])


@settings(deadline=None, max_examples=200)
@given(st.lists(TOKENS, max_size=20).map(" ".join) | st.text(max_size=40))
def test_random_text_has_a_bounded_value_or_is_refused(text: str) -> None:
    try:
        value = worth(text)
    except ExpressionError:
        return
    assert isinstance(value, int)
    assert abs(value) <= MAX_NUMBER
