"""Tests of problems that case files cannot express.

A test marked `sees(code)` fails unless a problem of this code is created while it runs; a test
marked `spares(code)` fails if one is created. Problems that worker processes send count too.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from printgen.problems import Problem

MARKS = ("sees", "spares")


@contextmanager
def recorded_codes() -> Iterator[set[str]]:
    """The codes of all problems created, or received from a worker, within the context."""
    codes: set[str] = set()
    with pytest.MonkeyPatch.context() as patch:
        for name in ("__init__", "__setstate__"):
            patch.setattr(Problem, name, _recording(getattr(Problem, name), codes))
        yield codes


def _recording(method: Any, codes: set[str]) -> Any:
    def record(problem: Problem, *args: Any, **kwargs: Any) -> None:
        method(problem, *args, **kwargs)
        codes.add(problem.code)

    return record


def marked_codes(item: pytest.Item, mark: str) -> set[str]:
    """The codes of the marks `sees` or `spares` of a test."""
    return {code for found in item.iter_markers(mark) for code in found.args}


@cache
def codes_in_tests(mark: str) -> frozenset[str]:
    """The codes that any test is marked with, found in the source of the tests."""
    texts = (path.read_text("utf-8") for path in Path(__file__).parent.rglob("test_*.py"))
    called = f"pytest.mark.{mark}"
    return frozenset(
        argument.value
        for text in texts
        # Most files have no such mark, and are not parsed.
        if called in text
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == called
        for argument in node.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    )
