"""The private names of libraries that Python files use, as far as can be seen without running them.

A name is private if it begins with one underscore. It is a library's if no file of printgen defines
it: as a function, a class, a variable, an attribute of `self` or a slot. For other objects than
`self`, the file itself must define it. What a protocol declares, it does not define.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

# Methods of named tuples, whose names are public in spite of their underscore.
_NAMED_TUPLES = {"_asdict", "_fields", "_make", "_replace"}
_READERS = {"getattr", "setattr", "hasattr", "delattr", "attrgetter", "replaced"}


def private_names(path: Path, package: Path) -> set[str]:
    """The private names of libraries in a file of a package."""
    if not _has_candidates(path):
        return set()
    own = _defined(path)
    found = set[str]()
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.Attribute):
            is_self = isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
            if node.attr not in own and not (is_self and node.attr in _all_defined(package)):
                found.add(node.attr)
        elif isinstance(node, ast.Call):
            found |= set(_as_text(node)) - own
        elif isinstance(node, ast.ImportFrom) and not (node.module or "").startswith(package.name):
            found |= {alias.name for alias in node.names} | set((node.module or "").split("."))
        elif isinstance(node, ast.Import):
            found |= {part for alias in node.names for part in alias.name.split(".")}
    return {name for name in found if re.match(r"_[A-Za-z]", name)} - _NAMED_TUPLES


def _has_candidates(path: Path) -> bool:
    """Whether a file may have such names: most have none, and parsing takes long."""
    text = path.read_text(encoding="utf-8")
    used = set(re.findall(r"(?:\.|import |from |[\"'])(_[A-Za-z]\w*)", text))
    return bool(used - _defined_in(text)) or (bool(used) and "Protocol)" in text)


def _as_text(call: ast.Call) -> Iterator[str]:
    """The names that `getattr` and its kin are given as text."""
    function = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
    if function in _READERS:
        for value in call.args:
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                yield value.value


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def _all_defined(package: Path) -> frozenset[str]:
    texts = (path.read_text(encoding="utf-8") for path in package.rglob("*.py"))
    return frozenset().union(*map(_defined_in, texts))


def _defined_in(text: str) -> set[str]:
    """What a text defines for `self`: methods and attributes."""
    pattern = r"(?:(?:def|class) |self\.|^ +)(_\w+)(?=\(|: | = |, self)"
    return set(re.findall(pattern, text, re.MULTILINE))


@cache
def _defined(path: Path) -> frozenset[str]:
    """The names that a file defines."""
    found, declared = set[str](), set[str]()
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
            found.add(node.name)
            if isinstance(node, ast.ClassDef) and "Protocol" in map(ast.unparse, node.bases):
                declared |= {
                    ast.unparse(part.target)
                    for part in node.body
                    if isinstance(part, ast.AnnAssign)
                }
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            if isinstance(node.value, ast.Name) and node.value.id == "self":
                found.add(node.attr)
        elif isinstance(node, ast.Assign):
            found |= _slots(node)
    return frozenset(found - declared)


def _slots(node: ast.AST) -> set[str]:
    if not (isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__slots__"):
        return set()
    values = (part.value for part in ast.walk(node.value) if isinstance(part, ast.Constant))
    return {value for value in values if isinstance(value, str)}
