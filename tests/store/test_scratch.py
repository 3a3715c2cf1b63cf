"""Folders of temporary files: those of killed commands are removed, all others stay."""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path

import pytest
from forks import in_child

from printgen.store.scratch import Scratch, scratch_folder


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The system's folder for temporary files."""
    base = tmp_path / "base"
    base.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(base))
    return base


def _grow_old(*paths: Path) -> None:
    for path in paths:
        os.utime(path, (1, 1))


def test_a_folder_ends_with_its_block(place: Path) -> None:
    with scratch_folder() as folder:
        (folder / "a").mkdir()
        (folder / "a" / "b").write_text("x")
        assert folder.parent == place
    assert list(place.iterdir()) == []


def test_what_a_killed_command_left_is_removed_later(place: Path, tmp_path: Path) -> None:
    def command() -> None:
        scratch = Scratch()
        (scratch.path / "b").write_text("x")
        os._exit(7)

    assert in_child(command, tmp_path / "log") == 7
    (left,) = place.iterdir()
    with scratch_folder():
        # It might be so new that its command has not locked it yet.
        assert left.exists()
        _grow_old(left)
        with scratch_folder():
            assert not left.exists()


def _deep(folder: Path) -> None:
    """Make so many folders in one another that Python may not be able to remove them."""
    for _ in range(1200):
        folder = folder / "a"
        folder.mkdir()


def test_a_folder_that_cannot_be_removed_stops_no_command(place: Path) -> None:
    left = place / "printgen-scratch-abcdefgh"
    left.mkdir()
    _deep(left)
    _grow_old(left)
    with scratch_folder() as folder:
        _deep(folder)
    subprocess.run(["rm", "-rf", place], check=True)


def test_the_folder_of_a_running_command_stays(place: Path) -> None:
    with scratch_folder() as first:
        _grow_old(first)
        with scratch_folder() as second:
            assert first.exists()
            assert second != first


def test_what_others_made_stays(place: Path, tmp_path: Path) -> None:
    mine = place / "printgen-scratch-backup"
    mine.mkdir()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    link = place / "printgen-scratch-abcdefgh"
    link.symlink_to(elsewhere)
    _grow_old(mine, elsewhere)
    with scratch_folder():
        assert mine.exists()
        assert elsewhere.exists()
