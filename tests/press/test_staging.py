"""The manifest is true at every moment, and nothing that was left half done stays."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from forks import in_child

from printgen.press import staging
from printgen.press.staging import Staging, locked, publish, read_manifest, replaced_folder
from printgen.project import Folders, ProjectError

NAMES = ("out/g/a.html", "out/g/b.html", "out/g/c.html")


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    """A project with three files that were published once."""
    made = Folders((tmp_path / "project").resolve())
    made.root.mkdir()
    publish(made, _pages("old"), _records())
    return made


def _pages(word: str) -> dict[str, bytes]:
    return {name: f"<!doctype html>{word}</html>".encode() for name in NAMES}


def _records() -> list[dict[str, object]]:
    return [{"path": name} for name in NAMES]


def _words(folders: Folders) -> list[str]:
    """What is in the files."""
    return ["new" if b"new" in (folders.root / n).read_bytes() else "old" for n in NAMES]


def _true_records(folders: Folders) -> list[str]:
    """The files that the manifest names, all as it says."""
    records = read_manifest(folders)
    for name, record in records.items():
        assert record["sha256"] == hashlib.sha256((folders.root / name).read_bytes()).hexdigest()
    return list(records)


def _leftovers(folders: Folders) -> list[str]:
    return [path.name for path in folders.out.rglob(".*") if path.name != ".lock"]


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[object]]:
    """What happens when the second file is renamed."""
    replace, does = Path.replace, list[object]()

    def failing(path: Path, target: Path) -> Path:
        if path.name == ".b.html.printgen-part" and does:
            if does[0] == "kill":
                os._exit(7)
            raise PermissionError(13, "Permission denied")
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", failing)
    yield does


def test_files_and_records_change_together(folders: Folders) -> None:
    publish(folders, _pages("new"), _records())
    assert _words(folders) == ["new"] * 3
    assert _true_records(folders) == list(NAMES)
    assert _leftovers(folders) == []


def test_a_file_that_cannot_be_renamed_keeps_its_record(
    folders: Folders, broken: list[object]
) -> None:
    broken.append("fail")
    with pytest.raises(ProjectError, match=r"cannot write .*out: Permission denied"):
        publish(folders, _pages("new"), _records())
    assert _words(folders) == ["new", "old", "old"]
    assert _true_records(folders) == list(NAMES)
    assert _leftovers(folders) == []


def test_a_killed_command_leaves_only_true_records(
    folders: Folders, broken: list[object], tmp_path: Path
) -> None:
    broken.append("kill")
    code = in_child(lambda: publish(folders, _pages("new"), _records()), tmp_path / "log")
    assert code == 7
    broken.clear()
    assert _words(folders) == ["new", "old", "old"]
    assert _true_records(folders) == []
    assert _leftovers(folders) != []
    publish(folders, _pages("new"), _records())
    assert _words(folders) == ["new"] * 3
    assert _true_records(folders) == list(NAMES)
    assert _leftovers(folders) == []


def test_records_of_other_files_stay_all_the_time(
    folders: Folders, broken: list[object], tmp_path: Path
) -> None:
    broken.append("kill")
    only = {NAMES[1]: _pages("new")[NAMES[1]]}
    in_child(lambda: publish(folders, only, [{"path": NAMES[1]}]), tmp_path / "log")
    assert _true_records(folders) == [NAMES[0], NAMES[2]]


def test_a_file_that_cannot_be_synced_is_named(
    folders: Folders, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(descriptor: int) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(ProjectError, match=r"cannot write out/g/a\.html: Input/output error"):
        publish(folders, _pages("new"), _records())
    assert _words(folders) == ["old"] * 3


# --- whole folders ---------------------------------------------------------------------------


def _export(folders: Folders, word: str) -> None:
    with locked(folders), replaced_folder(folders, "out/g/epub") as part:
        (part / "a").write_text(word)


@pytest.mark.parametrize("can_exchange", [True, False])
def test_a_folder_is_replaced(
    folders: Folders, can_exchange: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not can_exchange:
        monkeypatch.setattr(staging, "_exchange", lambda one, other: False)
    for word in ("old", "new", "newer"):
        _export(folders, word)
        assert (folders.out / "g/epub/a").read_text() == word
        assert _leftovers(folders) == []


def test_a_folder_comes_back_if_the_new_one_cannot_be_renamed(
    folders: Folders, monkeypatch: pytest.MonkeyPatch
) -> None:
    _export(folders, "old")
    rename = Path.rename

    def failing(path: Path, target: Path) -> Path:
        if path.name == ".epub.printgen-part":
            raise OSError(28, "No space left on device")
        return rename(path, target)

    monkeypatch.setattr(staging, "_exchange", lambda one, other: False)
    monkeypatch.setattr(Path, "rename", failing)
    with pytest.raises(ProjectError, match="No space left on device"):
        _export(folders, "new")
    assert (folders.out / "g/epub/a").read_text() == "old"
    assert _leftovers(folders) == []


def test_a_build_removes_the_folder_of_a_killed_export(folders: Folders) -> None:
    left = folders.out / "g" / ".epub.printgen-part"
    (left / "inner").mkdir(parents=True)
    (left / "inner" / ".b.printgen-part").write_text("x")
    with locked(folders), Staging(folders) as staging:
        assert not left.exists()
        staging.commit([])
    assert json.loads((folders.out / "manifest.json").read_text())["files"]
