"""Files that are no text, where texts are read: what they are, and links to elsewhere."""

from __future__ import annotations

import os
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from PIL import Image
from small_projects import GAME, found, write

from printgen import Project
from printgen.content.file_kinds import other_kind


def packed(*names: str) -> bytes:
    """A ZIP file with parts of some names."""
    whole = BytesIO()
    with ZipFile(whole, "w") as file:
        for name in names:
            file.writestr(
                name, b"application/vnd.oasis.opendocument.text" if "mime" in name else b"x"
            )
    return whole.getvalue()


def picture(form: str) -> bytes:
    whole = BytesIO()
    Image.new("RGB", (2, 2)).save(whole, form)
    return whole.getvalue()


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (packed("[Content_Types].xml", "word/document.xml"), "a Word file"),
        (packed("xl/workbook.xml"), "an Excel workbook"),
        (packed("mimetype"), "a text of LibreOffice"),
        (packed("notes.txt"), "a packed file (ZIP)"),
        (b"\xd0\xcf\x11\xe0" + bytes(600), "an old version of Word"),
        (b"{\\rtf1\\ansi # Start}", "an RTF file"),
        (b"%PDF-1.7\n%\xe2\xe3", "a PDF"),
        (picture("PNG"), "a picture (PNG)"),
        (picture("JPEG"), "a picture (JPEG)"),
        (picture("WEBP"), "RIFF"),
        ("# Start é".encode("utf-16"), "UTF-16"),
        ("# Start".encode("utf-16-be"), "UTF-16"),
        (b"\xef\xbb\xbf<!DOCTYPE HTML>\n<p>", "a web page"),
        (b"\n <html lang='en'>", "a web page"),
        (b"version https://git-lfs.github.com/spec/v1\noid x", "Git LFS"),
        (b"\x7fELF" + bytes(200), "no text"),
    ],
)
def test_what_is_no_text_says_what_it_is(content: bytes, what: str) -> None:
    kind = other_kind(content)
    assert kind and what in kind[0] and kind[1]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"a",
        b"# PDF-1.7",
        b"title: a\0b\n",
        "# <html> é".encode(),
        b"\xef\xbb\xbf# Start",
        b"\xff",
    ],
)
def test_what_may_be_text(content: bytes) -> None:
    assert other_kind(content) is None


def test_each_place_of_a_text_names_the_kind_of_its_file(root: Path) -> None:
    games = {
        "content/g/chapters/01-a.en.md": packed("word/document.xml"),
        "content/g/traits/a.yaml": picture("PNG"),
        "content/g/traits/b.csv": b"%PDF-1.7 a,b",
        "content/g/products.yaml": "book: {}".encode("utf-16"),
        "content/h/game.yaml": packed("xl/workbook.xml"),
        "templates/plain/style.css": picture("JPEG"),
    }
    for name, content in games.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(content)
    named = {p.position.file: (p.code, p.message) for p in Project(root).check()}
    assert named == {
        "content/g/chapters/01-a.en.md": ("yaml-encoding", "this is a Word file"),
        "content/g/traits/a.yaml": ("yaml-encoding", "this is a picture (PNG)"),
        "content/g/traits/b.csv": ("sheet-unreadable", "this is a PDF, not a CSV file"),
        "content/g/products.yaml": ("yaml-encoding", "this is UTF-16 text"),
        "content/h/game.yaml": ("yaml-encoding", "this is an Excel workbook"),
        "templates/plain/style.css": ("style-invalid", "this is a picture (JPEG)"),
    }


def test_folders_and_pipes_in_the_place_of_files(root: Path) -> None:
    write(root, {"content/h/game.yaml": GAME, "content/i/game.yaml": GAME})
    (root / "content/g/chapters/01-a.en.md").mkdir(parents=True)
    (root / "content/g/cards.csv").mkdir()
    cards = "{output: cards, title: C, source: cards.csv, faces: {front: {}}}"
    write(root, {"content/g/products.yaml": f"c: {cards}\n"})
    os.mkfifo(root / "content/h/products.yaml")
    (root / "content/i/chapters").mkdir()
    os.mkfifo(root / "content/i/chapters/01-a.en.md")
    messages = {str(p.position.file): p.message for p in Project(root).check()}
    assert messages == {
        "content/g/chapters/01-a.en.md": "'01-a.en.md' is a folder, not a file",
        "content/g/cards.csv": "a folder, not a file",
        "content/h/products.yaml": "a pipe or a device, not a file",
        "content/i/chapters/01-a.en.md": "a pipe or a device, not a file",
    }


@pytest.mark.parametrize(
    "name", ["templates", "fonts", "templates/plain", "fonts/own", "fonts/a.ttf"]
)
def test_links_of_themes_and_fonts_to_elsewhere(root: Path, name: str) -> None:
    (root / name).parent.mkdir(exist_ok=True)
    (root / name).symlink_to("/etc/hostname" if name.endswith("ttf") else "/etc")
    assert found(root) == [("path-outside", name)]
