"""Paths within a project."""

from __future__ import annotations

from pathlib import Path

import pytest

from printgen.project import Folders, OutsideProject, find_project
from printgen.settings import ProjectSettings, read_project_settings
from printgen.store import Store
from printgen.typography.fonts import font_families, own_fonts


def test_paths_outside_the_project_are_refused(tmp_path: Path) -> None:
    folders = Folders(tmp_path.resolve())
    folders.content.mkdir()
    with pytest.raises(OutsideProject):
        folders.inside(folders.content, "a\0b.png")
    with pytest.raises(OutsideProject):
        folders.inside(folders.content, "")
    with pytest.raises(FileNotFoundError):
        folders.inside(folders.content, "x" * 5_000)


def test_a_marker_elsewhere_is_a_problem_without_its_words(tmp_path: Path) -> None:
    root = tmp_path / "pack"
    root.mkdir()
    (tmp_path / "secret").write_text("paper: a4\nsecret: [words\n")
    (root / "printgen.yaml").symlink_to(tmp_path / "secret")
    settings, problems = read_project_settings(find_project(root))
    assert settings == ProjectSettings()
    assert [str(problem) for problem in problems] == [
        "printgen.yaml:1:1: path-outside: the link is outside the project"
    ]


def test_a_marker_may_be_a_link_within_the_project(tmp_path: Path) -> None:
    (tmp_path / "own.yaml").write_text("paper: letter\n")
    (tmp_path / "printgen.yaml").symlink_to("own.yaml")
    settings, problems = read_project_settings(find_project(tmp_path))
    assert (settings.paper, problems) == ("letter", [])


def test_fonts_in_a_linked_folder_elsewhere_are_not_used(tmp_path: Path) -> None:
    folders = Folders((tmp_path / "pack").resolve())
    folders.root.mkdir()
    elsewhere = tmp_path / "fonts"
    elsewhere.mkdir()
    (elsewhere / "secret.ttf").write_bytes(b"no font")
    (folders.root / "fonts").symlink_to(elsewhere)
    assert list(own_fonts(folders)) == []
    assert font_families(folders, Store(None))
    (folders.root / "fonts").unlink()
    elsewhere.rename(folders.root / "fonts")
    assert [path.name for path in own_fonts(folders)] == ["secret.ttf"]
