"""E-books in Arabic, which is written from right to left."""

from __future__ import annotations

import zipfile
from base64 import b64decode
from io import BytesIO
from pathlib import Path
from re import findall

import pytest
from fontTools.ttLib import TTFont
from runners import runner_of
from script_samples import sample_project
from tools import epubcheck

from printgen import Project
from printgen.extras.ebooks.ebook import epub, web_book

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The EPUB file and the page of a book in the letters of DejaVu Sans."""
    root = sample_project(tmp_path_factory.mktemp("ar"), "ar")
    with (root / "content/g/game.yaml").open("a") as game:
        # Its fonts are followed by DejaVu Sans, which has Arabic letters.
        game.write("style: classic\n")
    project = Project(root)
    with runner_of(project) as runner:
        (root / "book.epub").write_bytes(epub(project.library, "g", "book", "ar", runner))
        (root / "book.html").write_bytes(web_book(project.library, "g", "book", "ar", runner))
    return root


def test_pages_are_turned_from_left_to_right(books: Path) -> None:
    assert epubcheck(books / "book.epub") == []
    with zipfile.ZipFile(books / "book.epub") as packed:
        files = {name: packed.read(name).decode() for name in packed.namelist() if "ml" in name}
        (package,) = (packed.read(n).decode() for n in packed.namelist() if n.endswith(".opf"))
    assert '<spine page-progression-direction="rtl">' in package
    pages = [text for name, text in files.items() if name.endswith(".xhtml")]
    assert pages
    assert all('lang="ar" dir="rtl"' in text.replace(' xml:lang="ar"', "") for text in pages)
    assert any('<h3 id="الحارس"' in text or '<h2 id="الحارس"' in text for text in pages)


def test_the_page_is_mirrored_and_its_letters_are_joined(books: Path) -> None:
    html = (books / "book.html").read_text("utf-8")
    assert '<html lang="ar" dir="rtl">' in html
    assert "padding-right: 1.4rem" in html or "padding-right:1.4rem" in html
    joined = set()
    for font in findall(r"url\(data:font/woff;base64,([^)]+)\)", html):
        with TTFont(BytesIO(b64decode(font.strip("\"'")))) as read:
            if "GSUB" in read and 0x0642 in read.getBestCmap():
                joined |= {each.FeatureTag for each in read["GSUB"].table.FeatureList.FeatureRecord}
    assert joined >= {"init", "medi", "fina"}
