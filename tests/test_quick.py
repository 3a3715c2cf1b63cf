"""Which tests `make quick` runs for a changed file."""

from __future__ import annotations

from pathlib import PurePosixPath

import pytest
from quick import own_tests


@pytest.mark.parametrize(
    ("file", "tests"),
    [
        ("printgen/rules/terms.py", ["tests/rules/test_terms.py"]),
        ("printgen/press/__init__.py", ["tests/press"]),
        ("printgen/quoting.py", ["tests/test_quoting.py"]),
        ("tests/test_quick.py", ["tests/test_quick.py"]),
        ("tests/helpers.py", []),
        ("content/zombstone/game.yaml", []),
    ],
)
def test_own_tests_a_changed_file(file: str, tests: list[str]) -> None:
    assert [str(test) for test in own_tests(PurePosixPath(file))] == tests
