"""Fingerprints: equal for equal projects, different after any change."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from helpers import starter

from printgen import Project
from printgen.content.fingerprint import content_hash, mtime_fingerprint, project_fingerprints
from printgen.press.earlier import build_fingerprint
from printgen.products.kind import PrintOptions
from printgen.project import Folders
from printgen.store import Store

STORE = Store(None)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return starter(tmp_path / "project")


def test_copies_have_the_same_content_hash(root: Path, tmp_path: Path) -> None:
    before = content_hash(Folders(root), STORE)
    copy = Path(shutil.copytree(root, tmp_path / "copy"))
    for path in copy.rglob("*"):
        os.utime(path, (1, 1))
    assert content_hash(Folders(copy), STORE) == before
    assert mtime_fingerprint(Folders(copy)) != mtime_fingerprint(Folders(root))


@pytest.mark.parametrize(
    "name",
    ["content/fog/game.yaml", "content/fog/images/new.png", "templates/x.css", "fonts/a.ttf"],
)
def test_a_change_changes_both_fingerprints(root: Path, name: str) -> None:
    before = content_hash(Folders(root), STORE), mtime_fingerprint(Folders(root))
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as stream:
        stream.write("# changed")
    assert content_hash(Folders(root), STORE) != before[0]
    assert mtime_fingerprint(Folders(root)) != before[1]


@pytest.mark.parametrize(
    ("link", "name"),
    [
        ("content/fog", "profiles/captain.yaml"),
        ("content/fog/profiles", "captain.yaml"),
        ("content/fog/traits", "traits.yaml"),
        ("templates/mine", "style.css"),
    ],
)
def test_a_change_in_a_linked_folder_changes_the_fingerprints(
    root: Path, link: str, name: str
) -> None:
    folder, target = root / link, root / "elsewhere"
    folder.mkdir(parents=True, exist_ok=True)
    folder.rename(target)
    folder.symlink_to(target)
    # A link to a folder above leads nowhere new.
    (target / "loop").symlink_to(root)
    (target / "outside").symlink_to("/")
    before = content_hash(Folders(root), STORE), project_fingerprints(Folders(root))
    with (target / name).open("a") as stream:
        stream.write("# changed")
    assert content_hash(Folders(root), STORE) != before[0]
    seen, others = project_fingerprints(Folders(root))
    assert seen != before[1][0]
    assert (others != before[1][1]) == (name != "captain.yaml" and "profiles/" not in name)


def test_what_links_name_outside_the_project_is_not_read(root: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret.yaml"
    (root / "content/fog/profiles/link.yaml").symlink_to(secret)
    before = content_hash(Folders(root), STORE), project_fingerprints(Folders(root))
    secret.write_text("name: {any: X}")
    assert content_hash(Folders(root), STORE) == before[0]
    assert project_fingerprints(Folders(root)) == before[1]


def test_output_does_not_change_the_fingerprints(root: Path) -> None:
    before = content_hash(Folders(root), STORE), mtime_fingerprint(Folders(root))
    (root / "out").mkdir()
    (root / "out" / "x.pdf").write_text("x")
    assert (content_hash(Folders(root), STORE), mtime_fingerprint(Folders(root))) == before


def test_a_renamed_file_changes_the_content_hash(root: Path) -> None:
    before = content_hash(Folders(root), STORE)
    (root / "content/fog/profiles/captain.yaml").rename(root / "content/fog/profiles/chief.yaml")
    assert content_hash(Folders(root), STORE) != before


def test_a_change_after_loading_changes_the_build_fingerprint(root: Path) -> None:
    library = Project(root).library
    sound = build_fingerprint(library, PrintOptions())
    (root / "content/fog/game.yaml").touch()
    assert build_fingerprint(library, PrintOptions()) != sound
    # Loading the project again restores the fingerprint.
    assert build_fingerprint(Project(root).library, PrintOptions()) == sound


def test_print_options_change_the_build_fingerprint(root: Path) -> None:
    library = Project(root).library
    options = [
        PrintOptions(),
        PrintOptions((1, 0)),
        PrintOptions((0, 1)),
        PrintOptions(duplex="short-edge"),
    ]
    assert len({build_fingerprint(library, each) for each in options}) == 4
