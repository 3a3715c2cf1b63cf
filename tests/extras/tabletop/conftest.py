"""The starter with fast templates."""

from __future__ import annotations

import pytest
from helpers import starter

from printgen import Project


@pytest.fixture(scope="session")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """The starter with simple, fast templates: a number as front, and the same back for all."""
    root = starter(tmp_path_factory.mktemp("starter"))
    theme = root / "templates" / "quick"
    theme.mkdir(parents=True)
    (theme / "number.html.j2").write_text('<p class="safe">{{ number }}</p>')
    (theme / "same.html.j2").write_text('<p class="safe">The back</p>')
    return Project(root)
