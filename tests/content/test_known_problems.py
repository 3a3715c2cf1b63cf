"""Problems from the store: the same as without it, and no library is read for them."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli_runs import CAPTAIN, replace
from helpers import starter

from printgen import Project
from printgen.content.fingerprint import checked_digest
from printgen.project import Folders, ProjectError
from printgen.store import Store


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return starter(tmp_path / "project")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "cache")


def test_known_problems_need_no_library(root: Path, store: Store) -> None:
    replace(root / CAPTAIN, "traits:", "triats:")
    first = Project(root, store)
    again = Project(root, store)
    assert again.problems == first.problems == Project(root).problems != []
    assert "library" in vars(first)
    assert "library" not in vars(again)
    assert list(again.library.games["fog"].traits) == list(first.library.games["fog"].traits)


@pytest.mark.parametrize(
    "name",
    ["content/fog/game.yaml", "content/fog/images/a.png", "templates/x/style.css", "fonts/a/A.ttf"],
)
def test_a_change_is_seen(root: Path, store: Store, name: str) -> None:
    before = checked_digest(Folders(root))
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as stream:
        stream.write("# changed")
    assert checked_digest(Folders(root)) not in (before, None)


def test_an_empty_folder_is_seen(root: Path, store: Store) -> None:
    Project(root, store)
    (root / "content/fog/profils").mkdir()
    assert [p.code for p in Project(root, store).problems] == ["folder-unknown"]


def test_problems_of_files_elsewhere_are_not_kept(root: Path, store: Store) -> None:
    replace(root / CAPTAIN, "images/captain.svg", "../../art/captain.png")
    assert checked_digest(Folders(root)) is None
    assert [p.code for p in Project(root, store).problems] == ["image-missing"]
    (root / "art").mkdir()
    (root / "art" / "captain.png").write_bytes(b"none")
    assert [p.code for p in Project(root, store).problems] == ["image-invalid"]


@pytest.mark.parametrize("target", ["game.yaml", "no-such-file", "/etc/hostname"])
def test_problems_with_links_are_not_kept(root: Path, store: Store, target: str) -> None:
    (root / "content/fog/link.yaml").symlink_to(target)
    assert checked_digest(Folders(root)) is None
    assert Project(root, store).problems == Project(root).problems != []


def test_files_that_change_while_they_are_checked(
    root: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    from printgen.rules import checks

    def interrupted(library: object) -> list[object]:
        replace(root / CAPTAIN, "name:", "nmae:")
        return []

    with monkeypatch.context() as patch:
        patch.setattr(checks, "check_library", interrupted)
        assert Project(root, store).problems == []
    replace(root / CAPTAIN, "nmae:", "name:")
    assert "library" in vars(Project(root, store))


def test_files_that_change_before_the_library_is_read(root: Path, store: Store) -> None:
    Project(root, store)
    project = Project(root, store)
    replace(root / CAPTAIN, "name:", "nmae:")
    with pytest.raises(ProjectError, match="has errors now"):
        _ = project.library
    replace(root / CAPTAIN, "nmae:", "name: ")
    project = Project(root, store)
    replace(root / CAPTAIN, "name: ", "name:  ")
    assert project.library.games["fog"].profiles
