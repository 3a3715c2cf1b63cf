"""Files that commands write into a project."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_projects import link

from printgen.extras.editing.files import (
    Edit,
    EditError,
    apply,
    edited,
    save,
    span_edit,
    whole_edit,
)
from printgen.project import Folders, ProjectError


@pytest.mark.parametrize("failing", ["write_bytes", "replace"])
@pytest.mark.parametrize("before", [None, b"old"])
def test_a_file_that_cannot_be_written_is_as_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str, before: bytes | None
) -> None:
    def fail(*_: object) -> None:
        raise OSError("no room")

    path = tmp_path / "01-game.de.md"
    if before:
        path.write_bytes(before)
    with monkeypatch.context() as patch:
        patch.setattr(Path, failing, fail)
        with pytest.raises(OSError, match="no room"):
            save(path, b"new")
    assert [each.name for each in tmp_path.iterdir()] == ([path.name] if before else [])
    assert not before or path.read_bytes() == before


def test_a_file_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"old")
    path.chmod(0o640)
    save(path, b"new")
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"new", 0o640)


FILES = {"a.yaml": "\ufeffa: 1\r\nb: Nuit é\r\n", "b.csv": "id,x\n1,2\n"}


def project(root: Path) -> Folders:
    for name, text in FILES.items():
        (root / name).write_bytes(text.encode())
    return Folders(root.resolve())


def contents(folders: Folders) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folders.root.iterdir())}


def test_edits_are_applied_together_and_undone(tmp_path: Path) -> None:
    folders = project(tmp_path)
    before = contents(folders)
    edits = [
        Edit("a.yaml", 3, "1", "22"),
        span_edit("a.yaml", "a: 1\r\nb: Nuit é\r\n", 1, 3, 9, "Night"),
        Edit("b.csv", 4, "", ",y"),
        Edit("c.md", 0, None, "# New\n"),
        whole_edit(folders, "d/e.txt", "x"),
    ]
    undo = apply(folders, edits)
    assert (tmp_path / "a.yaml").read_bytes() == b"\xef\xbb\xbfa: 22\r\nb: Night\r\n"
    assert (tmp_path / "b.csv").read_bytes() == b"id,x,y\n1,2\n"
    assert (tmp_path / "c.md").read_bytes() == b"# New\n"
    assert (tmp_path / "d/e.txt").read_bytes() == b"x"
    again = apply(folders, undo)
    (tmp_path / "d").rmdir()
    assert contents(folders) == before
    assert sorted(again, key=lambda each: (each.file, each.start)) == sorted(
        edits, key=lambda each: (each.file, each.start)
    )


def test_bytes_that_are_no_text_stay(tmp_path: Path) -> None:
    folders = project(tmp_path)
    (tmp_path / "b.csv").write_bytes(b"a\xe9,b\n")
    apply(folders, [Edit("b.csv", 3, "b", "é")])
    assert (tmp_path / "b.csv").read_bytes() == b"a\xe9,\xc3\xa9\n"


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (Edit("a.yaml", 3, "2", "3"), "a.yaml has changed meanwhile"),
        (Edit("a.yaml", 99, "2", "3"), "a.yaml has changed meanwhile"),
        (Edit("a.yaml", 0, None, "x"), "a.yaml exists already"),
        (Edit("none.yaml", 0, "x", "y"), "none.yaml is no longer there"),
        (Edit("../out.yaml", 0, None, "x"), "outside the project"),
        (Edit("link/out.yaml", 0, None, "x"), "outside the project"),
        (Edit("to-file", 0, "secret", "x"), "outside the project"),
        (Edit("loop", 0, None, "x"), "loop"),
    ],
)
def test_nothing_is_written_if_one_edit_does_not_fit(tmp_path: Path, edit: Edit, said: str) -> None:
    outside, root = tmp_path / "outside", tmp_path / "root"
    outside.mkdir()
    root.mkdir()
    (outside / "secret").write_text("secret")
    folders = project(root)
    link(root / "link", outside)
    link(root / "to-file", outside / "secret")
    link(root / "loop", "loop")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    with pytest.raises(ProjectError, match=said):
        apply(folders, [Edit("b.csv", 0, "id", "no"), edit])
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_a_link_within_the_project_stays_one(tmp_path: Path) -> None:
    folders = project(tmp_path)
    link(tmp_path / "other.csv", "b.csv")
    apply(folders, [Edit("other.csv", 0, "id", "name")])
    assert (tmp_path / "other.csv").is_symlink()
    assert (tmp_path / "b.csv").read_bytes() == b"name,x\n1,2\n"


def test_edits_that_overlap_are_refused() -> None:
    with pytest.raises(EditError):
        edited("abc", [Edit("", 0, "ab", "x"), Edit("", 1, "b", "y")])
