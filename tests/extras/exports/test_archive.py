"""Zips of folders: reproducible bytes and reported faults."""

from __future__ import annotations

import os
import stat
import time
from pathlib import Path
from zipfile import ZipFile, ZipInfo

import pytest

from printgen.extras.exports.archive import faults, write_zip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "book"
    (made / "inner").mkdir(parents=True)
    (made / "b.txt").write_text("second")
    (made / "a.txt").write_text("first" * 1000)
    (made / "inner" / "c.txt").write_text("third")
    return made


def test_a_zip_is_sorted_and_reproducible(folder: Path, tmp_path: Path) -> None:
    one, other = tmp_path / "one.zip", tmp_path / "other.zip"
    write_zip(one, folder)
    for path in folder.rglob("*.txt"):
        os.utime(path, (time.time() - 9999, time.time() - 9999))
        path.chmod(0o600)
    write_zip(other, folder)
    assert one.read_bytes() == other.read_bytes()
    with ZipFile(one) as packed:
        assert packed.namelist() == ["a.txt", "b.txt", "inner/c.txt"]
        assert packed.read("a.txt") == b"first" * 1000
        assert {entry.date_time for entry in packed.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert packed.infolist()[0].compress_size < 1000
    assert list(faults(one, folder)) == []


def _zip(path: Path, entries: dict[str, int]) -> Path:
    """A zip of entries that have these modes."""
    with ZipFile(path, "w") as packed:
        for name, mode in entries.items():
            entry = ZipInfo(name)
            entry.external_attr = mode << 16
            packed.writestr(entry, "x")
    return path


FILE, LINK = stat.S_IFREG | 0o644, stat.S_IFLNK | 0o777


@pytest.mark.parametrize(
    ("name", "mode", "said"),
    [
        ("/etc/passwd", FILE, "has an unsafe path"),
        ("../x", FILE, "has an unsafe path"),
        ("inner/../../x", FILE, "has an unsafe path"),
        ("C:\\x", FILE, "has an unsafe path"),
        ("inner", LINK, "is not a regular file"),
        ("x.txt", FILE, "does not match book/"),
    ],
)
def test_unsafe_and_unexpected_zip_entries_are_reported(
    folder: Path, tmp_path: Path, name: str, mode: int, said: str
) -> None:
    packed = _zip(tmp_path / "bad.zip", {name: mode})
    assert any(said in fault for fault in faults(packed, folder))


def test_a_file_missing_from_a_zip_is_reported(folder: Path, tmp_path: Path) -> None:
    write_zip(tmp_path / "x.zip", folder)
    (folder / "d.txt").write_text("late")
    assert list(faults(tmp_path / "x.zip", folder)) == ["x.zip does not match book/"]


def test_a_damaged_zip_is_reported(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "x.zip"
    write_zip(path, folder)
    content = bytearray(path.read_bytes())
    content[40] ^= 0xFF
    path.write_bytes(content)
    assert any("damaged" in fault or "cannot be read" in fault for fault in faults(path, folder))
    path.write_bytes(bytes(content[:60]))
    assert any("cannot be read" in fault for fault in faults(path, folder))
