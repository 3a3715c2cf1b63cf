"""File names of card faces."""

from __future__ import annotations

import pytest

from printgen.extras.exports.channels import file_name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("doc-holliday", "doc-holliday"),
        ("../../etc/passwd", "etc-passwd"),
        ("C:\\Windows\0\n", "c-windows"),
        ("Œil d’été ☠", "il-d-ete"),
        ("☠☠", "card"),
        ("x" * 500, "x" * 60),
        ("-rf", "rf"),
    ],
)
def test_file_names_are_safe(text: str, name: str) -> None:
    assert file_name(text) == name
