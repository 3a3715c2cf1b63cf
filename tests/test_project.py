"""Paths within a project."""

from __future__ import annotations

from pathlib import Path

import pytest

from printgen.project import Folders, OutsideProject


def test_paths_outside_the_project_are_refused(tmp_path: Path) -> None:
    folders = Folders(tmp_path.resolve())
    folders.content.mkdir()
    with pytest.raises(OutsideProject):
        folders.inside(folders.content, "a\0b.png")
    with pytest.raises(OutsideProject):
        folders.inside(folders.content, "")
    with pytest.raises(FileNotFoundError):
        folders.inside(folders.content, "x" * 5_000)
