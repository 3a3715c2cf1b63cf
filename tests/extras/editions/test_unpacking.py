"""Kept editions from strangers: nothing is written but plain files of a project, within limits."""

from __future__ import annotations

import os
import stat
import struct
from collections.abc import Callable
from pathlib import Path
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZipFile, ZipInfo

import pytest

from printgen.extras.editions import edition, keeping
from printgen.extras.editions.edition import EditionError
from printgen.extras.editions.keeping import alike, opened, unpack
from printgen.project import Folders

GAME = "content/a/game.yaml"
CONTENT = b"title: A\nlanguages: [en]\n"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """An empty folder below two others."""
    place = tmp_path / "inner/place"
    place.mkdir(parents=True)
    return place


def packed(path: Path, *entries: tuple[str | ZipInfo, bytes]) -> Path:
    """A ZIP of entries, which may have the same name."""
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        for name, content in entries:
            archive.writestr(name, content)
    return path


def unpacked(path: Path, place: Path) -> dict[str, bytes]:
    unpack(path, place)
    found = (each for each in place.rglob("*") if each.is_file())
    return {each.relative_to(place).as_posix(): each.read_bytes() for each in found}


def entry(name: str, mode: int = 0, **settings: int) -> ZipInfo:
    made = ZipInfo(name)
    made.external_attr = mode << 16
    for key, value in settings.items():
        setattr(made, key, value)
    return made


def refused(place: Path, path: Path, words: str) -> None:
    """The file is refused, and nothing is beside the folder."""
    beside = sorted(place.parent.parent.rglob("*"))
    with pytest.raises(EditionError, match=words):
        unpack(path, place)
    inside = [each for each in place.rglob("*") if each.is_symlink()]
    after = [each for each in place.parent.parent.rglob("*") if place not in each.parents]
    assert (inside, sorted(after)) == ([], beside)


def test_a_zip_of_a_folder_with_a_project_will_do(tmp_path: Path, place: Path) -> None:
    path = packed(
        tmp_path / "x.zip",
        ("fog-1.0/", b""),
        (f"fog-1.0/{GAME}", CONTENT),
        ("fog-1.0/.git/config", b"[core]"),
        ("fog-1.0/content/a/.git/config", b"[core]"),
        ("fog-1.0/out/a.pdf", b"%PDF"),
        ("__MACOSX/fog-1.0/content/._a", b""),
    )
    assert unpacked(path, place) == {GAME: CONTENT, "printgen.yaml": b""}


@pytest.mark.parametrize(
    "name",
    [
        "../evil.yaml", "content/../../evil.yaml", "/evil.yaml", "content//evil.yaml",
        "content/a/..", "./content/evil.yaml", "..\\evil.yaml", "content\\a\\evil.yaml",
        "C:\\evil.yaml", "content/a/evil.yaml\0.txt", "out/../../evil",
        "content/" + "a/" * 1500 + "evil.yaml",
    ],
)  # fmt: skip
def test_unsafe_paths_are_refused(name: str, tmp_path: Path, place: Path) -> None:
    made = ZipInfo("x")
    made.filename = made.orig_filename = name
    path = packed(tmp_path / "x.zip", (GAME, CONTENT), (made, b"evil"))
    refused(place, path, "has an unsafe path")


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR, stat.S_IFSOCK])
def test_what_is_no_file_is_refused(kind: int, tmp_path: Path, place: Path) -> None:
    made = entry("content/a/x.yaml", kind | 0o777)
    path = packed(tmp_path / "x.zip", (GAME, CONTENT), (made, b"/etc/passwd"))
    refused(place, path, r"content/a/x\.yaml is (a link|no file)")


def test_a_file_below_a_link_is_refused(tmp_path: Path, place: Path) -> None:
    made = entry("content/a/images", stat.S_IFLNK | 0o777)
    inner = ("content/a/images/evil.svg", b"<svg/>")
    path = packed(tmp_path / "x.zip", (GAME, CONTENT), (made, b"/tmp"), inner)
    refused(place, path, "is a link")


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_two_files_of_one_name_are_refused(tmp_path: Path, place: Path) -> None:
    path = packed(tmp_path / "x.zip", (GAME, CONTENT), (GAME, b"other"))
    refused(place, path, r"has two files content/a/game\.yaml")


@pytest.mark.parametrize(
    "name",
    [
        "content/A/x.yaml", "content/a/GAME.yaml", "content/a/game.yaml/x", "CONTENT/x",
        "content/a",
    ],
)  # fmt: skip
def test_names_that_differ_by_case_are_refused(name: str, tmp_path: Path, place: Path) -> None:
    path = packed(tmp_path / "x.zip", (GAME, CONTENT), (name, b"x"))
    if name.startswith("CONTENT"):
        # Another folder, which is not read.
        assert unpacked(path, place) == {GAME: CONTENT, "printgen.yaml": b""}
    else:
        refused(place, path, "take for one")


def test_names_in_two_forms_of_letters_are_alike() -> None:
    assert alike(["content/a/\u00e9.svg", "content/a/e\u0301.svg"])
    assert not alike(["content/a/e.svg", "content/a/\u00e9.svg", "content/b/e.svg"])


def test_encrypted_files_are_refused(tmp_path: Path, place: Path) -> None:
    path = packed(tmp_path / "x.zip", (GAME, CONTENT))
    _change(path, b"PK\x01\x02", 8, struct.pack("<H", 1))
    refused(place, path, r"x\.zip is encrypted")


def test_other_compressions_are_refused(tmp_path: Path, place: Path) -> None:
    path = tmp_path / "x.zip"
    with ZipFile(path, "w", ZIP_BZIP2) as archive:
        archive.writestr(GAME, CONTENT)
    refused(place, path, "unknown compression")


def _change(path: Path, record: bytes, offset: int, value: bytes) -> None:
    """Change bytes of the first record of a kind."""
    content = bytearray(path.read_bytes())
    start = content.index(record) + offset
    content[start : start + len(value)] = value
    path.write_bytes(content)


# --- limits -----------------------------------------------------------------------------------


def test_a_bomb_is_refused_before_it_is_unpacked(tmp_path: Path, place: Path) -> None:
    path = packed(tmp_path / "x.zip", (GAME, CONTENT), ("content/a/x.csv", bytes(70_000_000)))
    assert path.stat().st_size < 100_000
    refused(place, path, r"content/a/x\.csv in 'x\.zip' has more than 64 MB")
    assert list(place.iterdir()) == []


def test_a_bomb_that_hides_its_size_is_refused(tmp_path: Path, place: Path) -> None:
    path = packed(tmp_path / "x.zip", ("content/a/x.csv", bytes(70_000_000)), (GAME, CONTENT))
    _change(path, b"PK\x01\x02", 24, struct.pack("<L", 100))
    refused(place, path, "is damaged")
    assert all(each.stat().st_size <= 100 for each in place.rglob("*") if each.is_file())


def test_the_size_of_all_files_is_limited(
    tmp_path: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(edition, "MAX_TOTAL", 1000)
    path = packed(tmp_path / "x.zip", (GAME, CONTENT), ("content/a/x.csv", bytes(1000)))
    refused(place, path, r"'x\.zip' is too large: 2 files")


def test_the_number_of_files_is_limited(
    tmp_path: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(edition, "MAX_FILES", 1)
    path = packed(tmp_path / "x.zip", (GAME, CONTENT), ("content/a/x.csv", b""))
    refused(place, path, r"'x\.zip' is too large: 2 files, 0 MB \(at most 1 file,")


def test_a_long_list_is_refused_before_it_is_read(
    tmp_path: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "MAX_FILES", 2)
    files = [(f"out/{number}.txt", b"") for number in range(11)]
    path = packed(tmp_path / "x.zip", (GAME, CONTENT), *files)
    monkeypatch.setattr(keeping, "ZipFile", None)
    refused(place, path, r"x\.zip is too large")


# --- damage -----------------------------------------------------------------------------------

DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda content: b"",
    "text": lambda content: b"Not a ZIP file.\n" * 100,
    "cut off": lambda content: content[:-30],
    "without a beginning": lambda content: content[40:],
    "another byte": lambda content: content[:60] + bytes([content[60] ^ 255]) + content[61:],
    "another checksum": lambda content: content.replace(content[14:18], b"\1\2\3\4"),
}


@pytest.mark.parametrize("kind", DAMAGES)
def test_damaged_files_are_named(kind: str, tmp_path: Path, place: Path) -> None:
    path = packed(tmp_path / "x.zip", (GAME, CONTENT * 40))
    path.write_bytes(DAMAGES[kind](path.read_bytes()))
    refused(place, path, r"x\.zip is damaged, or no ZIP file")


@pytest.mark.parametrize("seed", range(200))
def test_any_damage_is_a_fault_or_none(seed: int, tmp_path: Path, place: Path) -> None:
    path = packed(tmp_path / "x.zip", (GAME, CONTENT * 40), ("fonts/a.txt", b"x" * 50))
    content = bytearray(path.read_bytes())
    for turn in range(1 + seed % 3):
        content[(seed * 7919 + turn * 104_729) % len(content)] = (seed * 31 + turn) % 256
    path.write_bytes(content)
    try:
        found = unpacked(path, place)
    except EditionError:
        return
    assert all(name.partition("/")[0] in edition.PARTS for name in found)


def test_a_zip_without_a_project_is_named(tmp_path: Path, place: Path) -> None:
    refused(place, packed(tmp_path / "x.zip", ("notes.txt", b"")), "no folder content/")
    refused(
        place, packed(tmp_path / "x.zip", ("a/content/x", b""), ("b/content/x", b"")), "content"
    )


def test_what_is_no_file_is_named(tmp_path: Path, place: Path) -> None:
    os.mkfifo(tmp_path / "pipe.zip")
    for path in (tmp_path / "pipe.zip", tmp_path, tmp_path / "none.zip"):
        refused(place, path, "no file")


@pytest.mark.usefixtures("own_scopes")
def test_the_pages_of_an_edition_from_elsewhere_are_kept_apart(tmp_path: Path) -> None:
    """Those of an edition that the project keeps are its own."""
    folders = Folders(tmp_path.resolve() / "mine")
    kept = folders.editions / "a-1.0.zip"
    kept.parent.mkdir(parents=True)
    packed(kept, (GAME, CONTENT))
    theirs = packed(tmp_path / "theirs.zip", (GAME, CONTENT), ("content/a/x.md", b""))
    scopes = set()
    for name in ("1.0", theirs, theirs, kept):
        with opened(folders, "a", name) as files:
            assert files.folders.root != folders.root
            scopes.add(files.folders.scope)
    assert folders.scope in scopes
    assert len(scopes) == 3
