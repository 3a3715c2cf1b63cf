"""The functions of WeasyPrint that are replaced: whether a new release has changed them."""

from __future__ import annotations

import ast

import pytest
from helpers import ROOT

from printgen.layout.patches import REPLACED, Replaced, install


@pytest.mark.parametrize("replaced", REPLACED, ids=lambda replaced: replaced.name)
def test_a_replaced_function_is_the_one_that_its_replacement_was_written_for(
    replaced: Replaced,
) -> None:
    install()
    assert replaced.digest_now() == replaced.digest, (
        f"this WeasyPrint has another `{replaced.name}`: compare its source with the one before, "
        "adapt the replacement in `layout/patches.py`, then write the new digest"
    )


@pytest.mark.parametrize("replaced", REPLACED, ids=lambda replaced: replaced.name)
def test_all_modules_that_use_a_function_have_its_replacement(replaced: Replaced) -> None:
    install()
    if replaced.make:
        assert len({id(getattr(owner, replaced.name)) for owner in replaced.owners}) == 1


def test_few_functions_are_replaced() -> None:
    assert len(REPLACED) <= 12


def test_no_other_module_replaces_functions_of_libraries() -> None:
    """Assignments to attributes of classes, and to attributes by name."""
    found = {
        path.name
        for path in (ROOT / "printgen" / "layout").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if _replaces(node)
    }
    # `kept_texts` records the calls of one stream.
    assert found == {"patches.py", "kept_texts.py"}


def _replaces(node: ast.AST) -> bool:
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id in ("setattr", "exec")
    owners = [
        each.value for each in getattr(node, "targets", ()) if isinstance(each, ast.Attribute)
    ]
    return any(isinstance(each, ast.Name) and each.id[:1].isupper() for each in owners)
