"""Words with names in braces: known names get their values, and nothing else of `str.format`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest
from markupsafe import Markup
from test_layers import trees

from printgen.typography.labels import MOST_TIMES, fill

FORMATTING = {"format", "format_map", "vformat"}


@pytest.mark.parametrize(
    "words",
    [
        "{nothing}", "{}", "{0}", "{", "}", "{{", "}}", "{count", "count}", "{ count }",
        "{count!s:2147483000}", "{count:2147483000}", "{count:{count}}", "{count.__class__}",
        "{count[0]}", "{count!r}", "%s %(count)s ${count}x", "{compte é}",
    ],
)  # fmt: skip
def test_nothing_but_known_names_is_filled_in(words: str) -> None:
    assert fill(words, other=3) == words
    assert "2147483000" not in words or len(fill(words, count=3)) <= len(words)


def test_values_are_filled_in_once() -> None:
    assert fill("{a} of {b}", a="{b}", b="{a}") == "{b} of {a}"
    assert fill("{words}, {words}", words=1) == "1, 1"
    assert fill("{{count}}", count=3) == "{3}"
    assert fill("{words} {self}", words=1, self=2) == "1 2"


def test_html_stays_html() -> None:
    filled = fill(Markup("<b>{name}</b> {more}"), name="<i>", more=Markup("<u>x</u>"))
    assert isinstance(filled, Markup)
    assert filled == "<b>&lt;i&gt;</b> <u>x</u>"
    assert type(fill("{name}", name=Markup("<u>"))) is str


def test_a_short_text_does_not_grow_without_limit() -> None:
    value = "x" * 20_000
    assert len(fill("{n}" * 6_000, n=value)) < MOST_TIMES * len(value) + 3 * 6_000


def _format_calls(tree: ast.Module) -> Iterator[ast.expr]:
    """The places that format a string that is not written there, or in a constant of the module."""
    written = {
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign) and _is_written(node.value, set())
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr in FORMATTING and not _is_written(node.func.value, written):
                yield node
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
            # A remainder has a number on its right side.
            values = isinstance(node.right, ast.Tuple | ast.Dict | ast.List | ast.JoinedStr)
            if values and not _is_written(node.left, written):
                yield node
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "format":
            yield from () if all(_is_written(each, written) for each in node.args[1:]) else (node,)


def _is_written(node: ast.AST, constants: set[str]) -> bool:
    """Whether a string is in the code, itself or as HTML."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Markup":
        return len(node.args) == 1 and _is_written(node.args[0], constants)
    if isinstance(node, ast.Name):
        return node.id in constants
    return isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)


def test_no_code_formats_a_string_that_a_project_may_have_written() -> None:
    found = []
    for name, tree in trees().items():
        for node in _format_calls(tree):
            place = f"{name}:{node.lineno}: {ast.unparse(node)}"
            # The methods of log handlers and formatters.
            if ast.unparse(node) not in ("self.format(record)", "super().format(record)"):
                found.append(place)
    assert not found


def test_the_search_for_formatted_strings_finds_them() -> None:
    code = "\n".join(
        (
            "A = '{}'", "A.format(1)", "'{}'.format(1)", "Markup('{}').format(1)", "x % 2",
            "words['a'].format(1)", "text.format_map(v)", "Markup(x).format(1)", "x % (1,)",
            "format(1, x)", "string.Formatter().vformat(x, (), {})",
        )
    )  # fmt: skip
    assert [node.lineno for node in _format_calls(ast.parse(code))] == [6, 7, 8, 9, 10, 11]
