"""Books for e-readers: valid, whole, and the same every time."""

from __future__ import annotations

import re
import zipfile
from io import BytesIO
from pathlib import Path
from posixpath import normpath
from xml.etree.ElementTree import Element, fromstring

import numpy as np
import pytest
from helpers import shared, starter
from PIL import Image
from runners import runner_of
from screen import make, printed_words, words
from tools import epubcheck

from printgen import Project
from printgen.extras.ebooks.ebook import epub

XHTML, OPF = "{http://www.w3.org/1999/xhtml}", "{http://www.idpf.org/2007/opf}"
DC, TYPE = "{http://purl.org/dc/elements/1.1/}", "{http://www.idpf.org/2007/ops}type"


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared(tmp_path_factory, "screen-books", make)


@pytest.fixture(scope="module")
def files(books: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(books / "dracula-america.epub") as packed:
        return {name: packed.read(name) for name in packed.namelist()}


@pytest.fixture(scope="module")
def pages(files: dict[str, bytes]) -> dict[str, Element]:
    return {name: fromstring(text) for name, text in files.items() if name.endswith(".xhtml")}


def rulebook(root: Path) -> bytes:
    """The English rulebook of the starter as an EPUB file."""
    project = Project(root)
    with runner_of(project) as runner:
        return epub(project.library, "fog", "rulebook", "en", runner)


@pytest.mark.slow
def test_epubcheck_finds_nothing(books: Path) -> None:
    assert epubcheck(books / "dracula-america.epub") == []


def test_the_zip_is_in_order_and_without_dates(books: Path, tmp_path: Path) -> None:
    path = books / "fog.epub"
    with zipfile.ZipFile(path) as packed:
        entries = packed.infolist()
    assert entries[0].filename == "mimetype"
    assert entries[0].compress_type == zipfile.ZIP_STORED
    assert path.read_bytes()[30:58] == b"mimetypeapplication/epub+zip"
    rest = [entry.filename for entry in entries[1:]]
    assert rest == sorted(rest)
    assert {entry.date_time for entry in entries} == {(1980, 1, 1, 0, 0, 0)}
    assert {entry.external_attr >> 16 & 0o777 for entry in entries} == {0o644}
    again = rulebook(starter(tmp_path))
    assert again == path.read_bytes()


def test_what_the_package_says(books: Path, files: dict[str, bytes]) -> None:
    package = fromstring(files["EPUB/package.opf"])
    said = {key: [e.text for e in package.iter(f"{DC}{key}")] for key in ("title", "language")}
    assert said["language"] == ["fr"]
    assert said["title"][0] == "Dracula America"
    assert len(list(package.iter(f"{DC}creator"))) >= 2
    identifier = package.findtext(f".//{DC}identifier", "")
    assert re.fullmatch(r"urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f-]{21}", identifier)
    other = zipfile.ZipFile(books / "fog.epub").read("EPUB/package.opf").decode()
    assert identifier not in other
    meta = {e.get("property"): e.text for e in package.iter(f"{OPF}meta")}
    assert meta["dcterms:modified"] == "2000-01-01T00:00:00Z"
    assert meta["schema:accessibilityHazard"] == "none"
    listed = {f"EPUB/{e.get('href')}" for e in package.iter(f"{OPF}item")}
    packed = set(files) - {"mimetype", "META-INF/container.xml", "EPUB/package.opf"}
    assert listed == packed


def test_the_cover(files: dict[str, bytes]) -> None:
    with Image.open(BytesIO(files["EPUB/cover.jpg"])) as cover:
        assert cover.size == (1600, 2560)
        # A night sky: its edges are dark to the last pixel, and words stand on it.
        grey = np.asarray(cover.convert("L"))
        assert grey[[0, 0, -1, -1], [0, -1, 0, -1]].max() < 60
        assert grey[100:400, 200:1400].max() > 200


def test_links_pictures_and_notes(files: dict[str, bytes], pages: dict[str, Element]) -> None:
    ids = {
        name: {e.attrib["id"] for e in page.iter() if "id" in e.attrib}
        for name, page in pages.items()
    }
    followed = 0
    for name, page in pages.items():
        for link in page.iter(f"{XHTML}a"):
            path, _, where = link.attrib["href"].partition("#")
            home = normpath(f"EPUB/{path}") if path else name
            assert not where or where in ids[home], (name, link.attrib)
            assert home in files
            followed += 1
        for image in page.iter(f"{XHTML}img"):
            assert f"EPUB/{image.attrib['src']}" in files
            assert "alt" in image.attrib
    assert followed > 120
    style = files["EPUB/style.css"].decode()
    named = re.findall(r'url\("([^"]+)"\)', style)
    assert len(named) >= 5
    assert {f"EPUB/{path}" for path in named} <= set(files)
    assert not re.search(r"body[^}]*(background|[^-]color)", style)


def test_contents_name_every_chapter(pages: dict[str, Element]) -> None:
    nav = pages["EPUB/nav.xhtml"]
    kinds = {e.get(TYPE): e for e in nav.iter(f"{XHTML}nav")}
    listed = [link.attrib["href"] for link in kinds["toc"].iter(f"{XHTML}a")]
    assert {f"EPUB/{href.partition('#')[0]}" for href in listed} >= {
        name for name in pages if "chapter-" in name
    }
    assert {e.get(TYPE) for e in kinds["landmarks"].iter(f"{XHTML}a")} == {
        "cover", "toc", "bodymatter",
    }  # fmt: skip
    for name, page in pages.items():
        if "chapter-" in name:
            levels = [int(e.tag[-1]) for e in page.iter() if re.fullmatch(r".*}h[1-6]", e.tag)]
            assert levels[0] == 1
            assert levels.count(1) == 1


def test_no_word_is_lost(books: Path, pages: dict[str, Element]) -> None:
    printed = printed_words(books, "dracula-america", "rules", "fr")
    chapters = [name for name in printed if name.startswith("chapter_")]
    assert len(chapters) == 13
    for name in chapters:
        page = pages[f"EPUB/{name.replace('_', '-')}.xhtml"]
        assert printed[name] - words(page) == {}, name


def test_notes_open_beside_the_text_of_a_dated_book(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    root = starter(tmp_path)
    chapter = next((root / "content/fog/chapters").glob("01-*.en.md"))
    note = "\n\nFog[^1] is *wet*[^1].\n\n[^1]: It is *water*.\n"
    chapter.write_text(chapter.read_text() + note)
    packed = zipfile.ZipFile(BytesIO(rulebook(root)))
    page = fromstring(packed.read(f"EPUB/chapter-{chapter.name.partition('.')[0]}.xhtml"))
    assert ">2023-11-14T22:13:20Z<" in packed.read("EPUB/package.opf").decode()
    found = {e.get(TYPE): e for e in page.iter() if e.get(TYPE)}
    assert found["noteref"].attrib["href"] == "#" + found["footnote"].attrib["id"]
    assert "It is water." in "".join(found["footnote"].itertext())
    assert found["footnote"].tag == f"{XHTML}aside"


def test_a_strangers_drawing_holds_nothing_that_runs(tmp_path: Path) -> None:
    root = starter(tmp_path)
    art = root / "templates" / "plain" / "art"
    art.mkdir(parents=True)
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="alert(1)">{}</svg>'
    inner = '<script>alert(1)</script><rect width="9" height="9" onclick="alert(1)"/>'
    (art / "tail-1.svg").write_text(svg.format(inner))
    packed = zipfile.ZipFile(BytesIO(rulebook(root)))
    drawings = [name for name in packed.namelist() if "templates-plain-art-tail-1" in name]
    assert drawings == ["EPUB/images/templates-plain-art-tail-1.png"]
    assert not [name for name in packed.namelist() if b"alert" in packed.read(name)]
    bomb = '<!DOCTYPE svg [<!ENTITY a "aaaa">]>' + svg.format("&a;")
    (art / "tail-1.svg").write_text(bomb)
    # It is drawn, and is no XML of the book any more.
    packed = zipfile.ZipFile(BytesIO(rulebook(root)))
    assert not [name for name in packed.namelist() if b"ENTITY" in packed.read(name)]
