"""The picture files that names in content mean."""

from __future__ import annotations

import csv
import os
from pathlib import Path
from unicodedata import normalize

import pytest
from PIL import Image
from small_projects import link, write

from printgen import Project
from printgen.content.picture_files import NoPicture, PictureFiles
from printgen.layout.files import Files
from printgen.project import Folders, picture_resource, resource_name

ACCENTS = "éléphant.png"

# The files in `images/`.
FILES = (
    "a#b.png", "a?b.png", "a%20b.png", "100%.png", "my hero.png", "it's.png", 'say "x".png',
    normalize("NFD", ACCENTS), normalize("NFC", "ñandú.webp"), "Ember.png", "sub/wolf.jpg",
    "two.png", "sub/two.png", "art.psd", "oak.svg", "oak.txt",
)  # fmt: skip

# Names that authors write, and the files that they mean.
GOOD = {
    "images/a#b.png": "a#b.png",
    "a?b.png": "a?b.png",
    "images/a%20b.png": "a%20b.png",
    "100%": "100%.png",
    "my hero": "my hero.png",
    "it's.png": "it's.png",
    'say "x".png': 'say "x".png',
    normalize("NFC", ACCENTS): normalize("NFD", ACCENTS),
    normalize("NFD", "images/ñandú.webp"): normalize("NFC", "ñandú.webp"),
    "EMBER": "Ember.png",
    "wolf": "sub/wolf.jpg",
    "sub/wolf.jpg": "sub/wolf.jpg",
    "images/two.png": "two.png",
    "sub/two": "sub/two.png",
    # Of several files, the one that can be printed.
    "oak": "oak.svg",
}

# Names that mean none, with what the message or the hint says.
BAD = {
    "two": "images/sub/two.png or images/two.png",
    "embr.png": "did you mean 'Ember.png'?",
    "folder.png": "is a folder",
    "images/pipe.png": "is no regular file",
    "images/link.png": "is a link to a file outside the project",
    r"C:\art\x.png": "write images/x.png",
    "file:///home/me/x.png": "write images/x.png",
    "https://drive.google.com/file/d/1/view": "nothing is fetched",
    "drive.google.com/x": "nothing is fetched",
    r"images\sub\wolf.jpg": "write images/sub/wolf.jpg",
    "a:b.png": "has a colon",
    "a\0b.png": "a character that names of files never have",
    r"..\..\x.png": "write the path from the folder of the game",
}


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project whose deck has its pictures in `images/`."""
    root = tmp_path_factory.mktemp("names").resolve()
    images = root / "content/g/images"
    for name in FILES:
        write(
            images,
            {name: "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path/></svg>"},
        )
        if not name.endswith((".svg", ".txt")):
            kind = {".jpg": "JPEG", ".webp": "WEBP"}.get(Path(name).suffix, "PNG")
            Image.new("RGB", (4, 4)).save(images / name, kind)
    (images / "folder.png").mkdir()
    os.mkfifo(images / "pipe.png")
    link(images / "link.png", "/etc/hostname")
    faces = "{front: {title: name, picture: art}}"
    write(root, {
        "printgen.yaml": "",
        "content/g/game.yaml": "title: G\nlanguages: [en]\n",
        "content/g/products.yaml":
            f"d: {{output: cards, title: D, source: cards.csv, faces: {faces}}}\n",
    })  # fmt: skip
    return root


def test_a_name_means_a_file(game: Path) -> None:
    pictures, files = PictureFiles(Folders(game), "g"), Files(Folders(game))
    for name, file in GOOD.items():
        assert pictures.find(name) == game / "content/g/images" / file, name
        # Pages find the same file.
        assert files.find(resource_name(picture_resource("g", name))) == pictures.find(name)
    for name, said in BAD.items():
        fault = pictures.find(name)
        assert isinstance(fault, NoPicture), name
        assert said in f"{fault.message} ({fault.hint})", name
        assert files.find(resource_name(picture_resource("g", name))) is None


def test_a_wrong_name_is_told_at_its_cell(game: Path) -> None:
    cells = [*GOOD, "images/ember.png", "todo", "art"]
    with (game / "content/g/cards.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([["Name", "Art"], *([f"C{c}", c] for c in cells)])
    row = 2 + len(GOOD)
    assert [(p.code, str(p.position)) for p in Project(game).check()] == [
        ("image-name", f"content/g/cards.csv:B{row}"),
        ("image-missing", f"content/g/cards.csv:B{row + 1}"),
        ("image-missing", f"content/g/cards.csv:B{row + 2}"),
    ]


@pytest.mark.parametrize(
    ("faces", "odd"),
    [
        # A column that a recipe prints as a picture is one, whatever is in it.
        ("{front: {title: name, picture: art}}", ["a", "1", "todo"]),
        ("{front: {title: name, picture: art}}", ["7"]),
        # So is one of which most values are files.
        ("{front: {title: name}}", ["images/two.png", "Ember.png", "todo"]),
    ],
)
def test_an_odd_cell_makes_no_text_of_a_picture_column(
    tmp_path: Path, faces: str, odd: list[str]
) -> None:
    write(tmp_path, {
        "printgen.yaml": "",
        "content/g/game.yaml": "title: G\nlanguages: [en]\n",
        "content/g/products.yaml":
            f"d: {{output: cards, title: D, source: cards.csv, faces: {faces}}}\n",
        "content/g/cards.csv": "Name,Art\n" + "".join(f"C{cell},{cell}\n" for cell in odd),
    })  # fmt: skip
    found = Project(tmp_path).check()
    assert [(p.code, str(p.position)) for p in found if p.code != "sheet-header"] == [
        ("image-missing", f"content/g/cards.csv:B{row}") for row in range(2, 2 + len(odd))
    ]


def test_a_picture_that_replaces_another_of_the_same_name_is_seen(tmp_path: Path) -> None:
    write(tmp_path, {"printgen.yaml": "", "content/g/images/Ember.png": "1"})
    files, name = Files(Folders(tmp_path)), "content/g/ember"
    before = files.digest(name)
    assert before
    assert not files.changed()
    write(tmp_path, {"content/g/images/Ember.png": "22"})
    assert files.changed()
    files.forget()
    assert files.digest(name) != before
