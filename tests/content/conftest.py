"""A project with one game."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from small_projects import GAME, write


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project with one game, and a folder `outside` beside it."""
    write(tmp_path / "outside", {"secret.yaml": "secret: 1\n", "game.yaml": "secret: 1\n"})
    Image.new("L", (4, 4)).save(tmp_path / "outside" / "secret.png")
    return write(tmp_path / "project", {"printgen.yaml": "", "content/g/game.yaml": GAME})


@pytest.fixture
def open_root(root: Path) -> Iterator[Path]:
    """The project in a folder that every user can enter."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    shutil.copytree(root, folder / "project")
    yield folder / "project"
    for path in [folder, *folder.rglob("*")]:
        path.chmod(0o755)
    shutil.rmtree(folder)
