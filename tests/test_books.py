"""The books as their readers get them: files, pages, and how type is broken over them."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from helpers import POINTS, ROOT, built, pixels, real, shared, words_in

from printgen import Project
from printgen.outputs import book
from printgen.outputs.job import PrintOptions
from printgen.render.fonts import write_configuration
from printgen.render.layout import Renderer
from printgen.render.volume import Volume, lay_out_book

BOOKS = {
    "zombstone/player-guide": "Zombstone 1881",
    "deathly-thrones/book": "Deathly Thrones",
    "dracula-america/rules": "Dracula America",
    "furia-cartese/rulebook": "Furia Cartese",
    "un-jeu-de-figs/rulebook": "Un jeu de figs !",
}
LANGS = ("fr", "en")
GUIDE = "zombstone/player-guide"
# Whose low ink is looked at too: the one with the most paper to lose.
LOW = (GUIDE,)
A5 = (148 * POINTS, 210 * POINTS)
# The languages in which files are made: both where a test compares them. In its other language each
# book is laid out below.
MADE = {
    "zombstone/player-guide": LANGS,
    "deathly-thrones/book": LANGS,
    "dracula-america/rules": ("en",),
    "furia-cartese/rulebook": ("fr",),
    "un-jeu-de-figs/rulebook": ("en",),
}
FILES = [(name, lang) for name, langs in MADE.items() for lang in langs]
every_book = pytest.mark.parametrize("name", BOOKS)
every_file = pytest.mark.parametrize(("name", "lang"), FILES)
every_language = pytest.mark.parametrize("lang", LANGS)


def make(root: Path) -> None:
    real(root, "lotow", *(name.partition("/")[0] for name in BOOKS))
    # What one build makes of the same pages is laid out once.
    guide = ["screen", "print", "booklet"]
    built(root, GUIDE, editions=guide, papers=["a4"], inks=["full"], jobs=2)
    for langs in set(MADE.values()):
        names = [name for name, own in MADE.items() if own == langs and name != GUIDE]
        built(root, *names, editions=["screen", "print"], inks=["full"], langs=langs, jobs=2)
    built(root, *LOW, inks=["low"], langs=["fr"], editions=["screen"], jobs=2)


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared(tmp_path_factory, "books", make) / "out"


def page_texts(path: Path) -> list[str]:
    document = pypdfium2.PdfDocument(path)
    try:
        return [page.get_textpage().get_text_range() for page in document]
    finally:
        document.close()


# --- files -----------------------------------------------------------------------------------


@every_file
def test_what_pdfinfo_says(out: Path, name: str, lang: str) -> None:
    path = out / f"{name}.{lang}.screen.pdf"
    told = subprocess.run(["pdfinfo", path], capture_output=True, text=True, check=True).stdout
    facts = dict(re.split(r":\s+", line, maxsplit=1) for line in told.splitlines() if ": " in line)
    assert facts["Tagged"] == "yes"
    # French has a space before the mark, English none.
    assert re.sub(r"\s", "", facts["Title"]) == re.sub(r"\s", "", BOOKS[name])
    assert facts["Author"]
    assert facts["Page size"].startswith("419.528 x 595.276 pts") or "A5" in facts["Page size"]
    with pikepdf.open(path) as pdf:
        assert pdf.Root.Lang == lang
        assert pdf.Root.PageMode == "/UseThumbs"


@every_language
def test_every_file_of_the_books_is_sound(out: Path, lang: str) -> None:
    files = sorted(out.rglob(f"*.{lang}.*"))
    # Screen and low ink or print, and the booklet of one.
    assert len(files) >= 2 * sum(lang in langs for langs in MADE.values()) + 1
    for path in files:
        done = subprocess.run(["qpdf", "--check", path], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr


def test_fonts_are_embedded_and_ours(out: Path) -> None:
    ours = {re.sub(r"\W", "", f.name).lower() for f in (ROOT / "fonts").iterdir() if f.is_dir()}
    seen = 0
    for path in out.rglob("*.pdf"):
        with pikepdf.open(path) as pdf:
            for item in pdf.objects:
                if not (isinstance(item, pikepdf.Dictionary) and item.get("/Type") == "/Font"):
                    continue
                if item.Subtype == "/Type0":
                    continue
                seen += 1
                name = str(item.BaseFont).partition("+")[2] or str(item.BaseFont)
                plain = re.sub(r"\W", "", name).lower()
                assert any(plain.startswith(family) for family in ours), name
                described = item.FontDescriptor
                assert any(key in described for key in ("/FontFile2", "/FontFile3")), name
    assert seen > 50


@every_book
def test_boxes(out: Path, name: str) -> None:
    lang = MADE[name][0]
    with pikepdf.open(out / f"{name}.{lang}.print.pdf") as pdf:
        for page in pdf.pages:
            trim, bleed, media = page.trimbox, page.bleedbox, page.mediabox
            assert [float(v) for v in trim] == pytest.approx([0, 0, *A5], abs=0.01)
            grown = [-3 * POINTS, -3 * POINTS, A5[0] + 3 * POINTS, A5[1] + 3 * POINTS]
            assert [float(v) for v in bleed] == pytest.approx(grown, abs=0.01)
            assert list(media) == list(bleed)
    with pikepdf.open(out / f"{name}.{lang}.screen.pdf") as pdf:
        for page in pdf.pages:
            assert [float(v) for v in page.mediabox] == pytest.approx([0, 0, *A5], abs=0.01)


def test_the_paper_reaches_over_the_trim(out: Path) -> None:
    # Worn paper is nowhere white, least of all at its edges.
    for number in (1, 4, 9):
        page = pixels(out / "zombstone/player-guide.fr.print.pdf", number, 2)
        edges = [page[:4], page[-4:], page[:, :4], page[:, -4:]]
        assert max(edge.max() for edge in edges) < 250


@every_file
def test_folios_labels_and_contents(out: Path, name: str, lang: str) -> None:
    path = out / f"{name}.{lang}.screen.pdf"
    document = pypdfium2.PdfDocument(path)
    try:
        labels = [document.get_page_label(number) for number in range(len(document))]
        marks = [(m.get_title(), m.get_dest().get_index(), m.level) for m in document.get_toc()]
    finally:
        document.close()
    assert labels[0] == ("Couverture" if lang == "fr" else "Cover")
    assert labels[1:] == [str(n) for n in range(2, len(labels) + 1)]
    chapters = [(title, index) for title, index, level in marks if level == 0]
    # Contents, errata and index besides the chapters.
    assert len(chapters) >= 12
    text = " ".join(page_texts(path)[2].split())
    for title, index in chapters[1:]:
        shown = r"\s*".join(map(re.escape, title.split()))
        assert re.search(rf"{shown}[\s.]*{index + 1}\b", text), (title, index + 1)


@every_book
def test_no_page_is_empty(out: Path, name: str) -> None:
    path = out / f"{name}.{MADE[name][0]}.screen{'.low-ink' if name in LOW else ''}.pdf"
    for number, text in enumerate(page_texts(path)):
        if len("".join(text.split())) < 150:
            # Then it is a page of drawings.
            assert (pixels(path, number, 2) < 128).mean() > 0.05, number + 1


def test_low_ink_has_no_paper(out: Path) -> None:
    images = {}
    for ink in ("", ".low-ink"):
        with pikepdf.open(out / f"zombstone/player-guide.fr.screen{ink}.pdf") as pdf:
            images[ink] = sum(
                isinstance(item, pikepdf.Stream) and item.get("/Subtype") == "/Image"
                for item in pdf.objects
            )
    assert images[""] >= 7
    assert images[".low-ink"] == 0


def test_pages_of_a_booklet_face_each_other(out: Path) -> None:
    path = out / "zombstone/player-guide.en.booklet.a4.pdf"
    pages = page_texts(out / "zombstone/player-guide.en.screen.pdf")
    document = pypdfium2.PdfDocument(path)
    sides = len(document)
    document.close()
    total = 2 * sides
    assert total % 4 == 0
    assert 0 <= total - len(pages) < 4
    for side in range(sides):
        low, high = side, total - 1 - side
        pair = (high, low) if side % 2 == 0 else (low, high)
        for index, box in zip(pair, ((0, 0, 148.5, 210), (148.5, 0, 297, 210)), strict=True):
            there = set(re.findall(r"\w{5,}", words_in(path, side, box)))
            if index < len(pages):
                meant = set(re.findall(r"\w{5,}", pages[index]))
                assert len(there & meant) >= 0.9 * len(meant), (side, index)
            else:
                assert there == set()


# --- pages -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def renderer(tmp_path_factory: pytest.TempPathFactory) -> Renderer:
    project = Project(ROOT)
    folder = tmp_path_factory.mktemp("fontconfig")
    before = os.environ.get("FONTCONFIG_FILE")
    os.environ["FONTCONFIG_FILE"] = str(write_configuration(project.folders, folder))
    try:
        return Renderer(project.folders)
    finally:
        if before is None:
            del os.environ["FONTCONFIG_FILE"]
        else:
            os.environ["FONTCONFIG_FILE"] = before


# Each book is laid out once, in one of its languages, and looked at in one test.
VOLUMES = list(zip(BOOKS, ("fr", "en", "fr", "en", "fr"), strict=True))


@pytest.mark.parametrize(("name", "lang"), VOLUMES)
def test_how_pages_break_and_read(renderer: Renderer, name: str, lang: str) -> None:
    volume = lay_out(renderer, name, lang)
    no_heading_ends_a_page(volume)
    no_widows_orphans_or_split_rows(volume)
    every_text_is_legible(volume)


def lay_out(renderer: Renderer, name: str, lang: str) -> Volume:
    project = Project(ROOT)
    (target,) = project.targets([name], langs=[lang], inks=["full"], editions=["screen"])
    (batch,) = book.prepare(project.library, target, PrintOptions()).batches()
    return lay_out_book(renderer, batch)


def parents(box: Any, above: tuple[Any, ...] = ()) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    yield box, above
    for child in getattr(box, "children", ()):
        yield from parents(child, (*above, box))


HEADS = {"h1", "h2", "h3"}
TITLES = {"table-title", "table-note", "box-title", "example-title", "scenario-title", "head"}


def no_heading_ends_a_page(volume: Volume) -> None:
    for number, page in enumerate(volume.document.pages, start=1):
        root = page._page_box.children[0]
        lines = [(box, above) for box, above in parents(root) if type(box).__name__ == "LineBox"]
        if number == 1 or not lines:
            continue
        lowest, above = max(lines, key=lambda pair: pair[0].position_y)
        elements = [b.element for b in above if getattr(b, "element", None) is not None]
        tags = {e.tag for e in elements}
        classes = {c for e in elements for c in (e.get("class") or "").split()}
        assert not HEADS & tags, (number, lowest)
        assert not TITLES & classes, (number, lowest)


def no_widows_orphans_or_split_rows(volume: Volume) -> None:
    lines: dict[Any, list[int]] = {}
    rows: dict[Any, set[int]] = {}
    for number, page in enumerate(volume.document.pages):
        counted: dict[Any, int] = {}
        for box, above in parents(page._page_box.children[0]):
            kind = type(box).__name__
            if kind == "LineBox":
                element = next(b.element for b in above[::-1] if b.element is not None)
                counted[element] = counted.get(element, 0) + 1
            # Headings of tables stand on every page anew.
            elif kind == "TableRowBox" and not above[-1].is_header:
                rows.setdefault(box.element, set()).add(number)
        for element, count in counted.items():
            lines.setdefault(element, []).append(count)
    assert len(lines) > 150
    assert len(rows) > 30
    for element, counts in lines.items():
        assert len(counts) == 1 or min(counts) >= 2, (counts, "".join(element.itertext())[:60])
    assert [on for on in rows.values() if len(on) > 1] == []


def test_each_quest_stands_on_two_facing_pages(out: Path) -> None:
    for lang in LANGS:
        texts = page_texts(out / f"deathly-thrones/book.{lang}.screen.pdf")
        head = "Ce qui vous attend ♡ ♤" if lang == "fr" else "What awaits you ♡ ♤"
        found = [n for n, text in enumerate(texts, start=1) if head in " ".join(text.split())]
        assert len(found) == 6
        for left, right in zip(found[::2], found[1::2], strict=True):
            assert left % 2 == 0
            assert right == left + 1
            for page, first, last in ((left, 1, 20), (right, 21, 40)):
                steps = [int(n) for n in re.findall(r"^(\d+) [ΨΔΩ]", texts[page - 1], re.MULTILINE)]
                assert steps == list(range(first, last + 1))


# --- legibility ------------------------------------------------------------------------------


def luminance(colour: Any) -> Any:
    """Relative luminance, as WCAG 2 has it, of sRGB values from 0 to 255."""
    import numpy as np

    share = np.asarray(colour, float) / 255
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    return linear @ [0.2126, 0.7152, 0.0722]


def every_text_is_legible(volume: Volume) -> None:
    """The colour of each piece of text against what is drawn around it."""
    import numpy as np

    document = pypdfium2.PdfDocument(volume.document.write_pdf())
    weak = []
    for number, page in enumerate(volume.document.pages):
        picture = document[number].render(scale=2 * 96 / 72, rev_byteorder=True).to_numpy()
        light = luminance(picture[:, :, :3])
        bleed = (picture.shape[1] / 2 - page._page_box.margin_width()) / 2
        for box, _ in parents(page._page_box):
            if type(box).__name__ != "TextBox" or not box.text.strip():
                continue
            left, top = 2 * (box.position_x + bleed), 2 * (box.position_y + bleed)
            shown = light[
                max(round(top), 0) : round(top + 2 * box.height),
                max(round(left), 0) : round(left + 2 * box.width),
            ]
            ink = luminance([255 * part for part in box.style["color"].to("srgb").coordinates])
            away = np.abs(shown - ink)
            if not away.size:
                continue
            paper = float(np.median(shown[away >= 0.6 * away.max()]))
            ratio = (max(paper, ink) + 0.05) / (min(paper, ink) + 0.05)
            # WCAG asks less of large type.
            bold, size = box.style["font_weight"] >= 700, box.style["font_size"]
            if ratio < (3 if size >= 24 or (bold and size >= 18.7) else 4.5):
                weak.append((number + 1, box.text, round(ratio, 1)))
    document.close()
    assert weak == []


def test_contrast_of_text_on_the_worst_of_worn_paper(out: Path) -> None:
    from PIL import Image, ImageFilter

    folder = ROOT / "templates" / "zombstone"
    style = (folder / "book.css").read_text()
    inks = {match[2] for match in re.finditer(r"([^{}]*)\{[^{}]*?(?<![-\w])color: (#\w{6})", style)}
    assert len(inks) >= 4
    for number in range(1, 7):
        paper = Image.open(folder / "img" / f"page-{number}.jpg").convert("RGB")
        per_mm = paper.width / 154
        # The text block with the bleed of 3 mm; even pages have their fold on the right.
        left, right = (16, 134) if number % 2 == 0 else (20, 138)
        box = tuple(round(side * per_mm) for side in (left, 19, right, 195))
        dark = luminance(paper.crop(box).filter(ImageFilter.BoxBlur(1))).min()
        for ink in inks:
            value = luminance([int(ink[n : n + 2], 16) for n in (1, 3, 5)])
            assert (dark + 0.05) / (value + 0.05) >= 4.5, (number, ink)
    # The words of the cover stand on its label: title and subtitle, then what the book is.
    cover = Image.open(folder / "img" / "book-cover.jpg").convert("RGB")
    across, down = cover.width / 154, cover.height / 222
    for (left, top, right, bottom), ink in (
        ((33, 20, 121, 41), "#1d130c"),
        ((52, 45, 102, 54), "#7c1a12"),
    ):
        box = (round(left * across), round(top * down), round(right * across), round(bottom * down))
        label = luminance(cover.crop(box).filter(ImageFilter.BoxBlur(1))).min()
        value = luminance([int(ink[n : n + 2], 16) for n in (1, 3, 5)])
        assert (label + 0.05) / (value + 0.05) >= 4.5, ink
