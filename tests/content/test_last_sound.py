"""Where texts changed since the last check without errors."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from cli_runs import CAPTAIN, replace
from helpers import starter

from printgen import Project
from printgen.content.kept_problems import changes_since_sound, remember_sound
from printgen.problems import Position
from printgen.project import Folders
from printgen.store import Store


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return starter(tmp_path / "project")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "cache")


def changes(root: Path, store: Store) -> list[str]:
    found = changes_since_sound(Folders(root), store)
    return [f"{passage.start.file}:{passage.start.line}" for passage in found]


def line_of(path: Path, word: str) -> int:
    return 1 + next(n for n, line in enumerate(path.read_text().splitlines()) if word in line)


def test_nothing_is_known_before_a_check_without_errors(root: Path, store: Store) -> None:
    replace(root / CAPTAIN, "name:", "nmae:")
    assert Project(root, store).problems
    assert changes(root, store) == []
    assert changes(root, Store(None)) == []


def test_changed_lines_are_named_until_the_next_check_without_errors(
    root: Path, store: Store
) -> None:
    assert not Project(root, store).problems
    assert changes(root, store) == []
    line = line_of(root / CAPTAIN, "stats:")
    replace(root / CAPTAIN, "stats:", "stast:")
    (root / CAPTAIN).write_text("# First.\n" + (root / CAPTAIN).read_text() + "# Last.\n")
    last = len((root / CAPTAIN).read_text().splitlines())
    expected = [f"{CAPTAIN}:1", f"{CAPTAIN}:{line + 1}", f"{CAPTAIN}:{last}"]
    assert Project(root, store).problems
    assert changes(root, store) == expected
    replace(root / CAPTAIN, "stast:", "stats:")
    assert not Project(root, store).problems
    assert changes(root, store) == []


def test_what_was_sound_before_is_known_again(root: Path, store: Store) -> None:
    assert not Project(root, store).problems
    line = line_of(root / CAPTAIN, "name:")
    (root / CAPTAIN).write_text("# First.\n" + (root / CAPTAIN).read_text())
    assert not Project(root, store).problems
    assert changes(root, store) == []
    replace(root / CAPTAIN, "# First.\n", "")
    assert not Project(root, store).problems
    replace(root / CAPTAIN, "name:", "nmae:")
    assert changes(root, store) == [f"{CAPTAIN}:{line}"]


def test_a_new_file_and_a_removed_line_are_changes(root: Path, store: Store) -> None:
    assert not Project(root, store).problems
    line = line_of(root / CAPTAIN, "traits:")
    lines = (root / CAPTAIN).read_text().splitlines()
    (root / CAPTAIN).write_text("\n".join([*lines[: line - 1], *lines[line:]]) + "\n")
    (root / "content/fog/chapters").mkdir(exist_ok=True)
    (root / "content/fog/chapters/99-new.en.md").write_text("# New\n")
    place = min(line, len(lines) - 1)
    new = "content/fog/chapters/99-new.en.md:1"
    assert changes(root, store) == [new, f"{CAPTAIN}:{place}"]


def test_a_rewritten_text_is_one_change(root: Path, store: Store) -> None:
    path = root / "content/fog/chapters/99-new.en.md"
    path.parent.mkdir(exist_ok=True)
    path.write_text("# New\n" + "words\n" * 900)
    remember_sound(Folders(root), store, "a" * 40)
    path.write_text("# New\n\n" + "other\n" * 900)
    assert changes(root, store) == ["content/fog/chapters/99-new.en.md:2"]


@pytest.mark.parametrize("lines", [3, 900])
def test_each_line_of_a_new_text_is_changed(root: Path, store: Store, lines: int) -> None:
    assert not Project(root, store).problems
    name = "content/fog/chapters/99-new.en.md"
    (root / name).write_text("".join(f"{n}\n" for n in range(lines)))
    [passage] = changes_since_sound(Folders(root), store)
    assert [passage.has(Position(name, n)) for n in (0, 1, lines, lines + 1)] == [0, 1, 1, 0]
    assert not passage.has(Position(CAPTAIN, 1))


def test_links_are_not_read(root: Path, store: Store, tmp_path: Path) -> None:
    (tmp_path / "secret.md").write_text("one\n")
    assert not Project(root, store).problems
    (root / "content/fog/link.md").symlink_to(tmp_path / "secret.md")
    assert changes(root, store) == []


def test_a_pipe_is_not_waited_for(root: Path, store: Store) -> None:
    remember_sound(Folders(root), store, "a" * 40)
    os.mkfifo(root / CAPTAIN.replace("captain", "pipe"))
    assert changes(root, store) == []
