"""The starter as a project with and without problems, and the user's settings."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from cli_runs import CAPTAIN, replace

from printgen.project import STARTERS

STARTER = STARTERS / "skirmish"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A project without problems."""
    return shutil.copytree(STARTER, tmp_path / "game")


@pytest.fixture
def broken(game: Path) -> Path:
    """A project with two errors and a warning, in three files."""
    replace(game / CAPTAIN, "cutlass", "cutlas")
    replace(game / "content/fog/products.yaml", "sailor: 3", "sailer: 3")
    (game / "content/fog/notes.txt").write_text("to do")
    return game


@pytest.fixture
def warned(game: Path) -> Path:
    """A project with one warning."""
    (game / "content/fog/notes.txt").write_text("to do")
    return game


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """A configuration folder, for XDG_CONFIG_HOME."""
    (tmp_path / "config" / "printgen").mkdir(parents=True)
    return tmp_path / "config"
