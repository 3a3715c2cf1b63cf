"""The finished books: files, pages, page breaks and legibility."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pikepdf
import pypdfium2
import pytest
from forks import in_child
from helpers import POINTS, ROOT, built, pictures, pixels, real, shared, walk, words_in
from known_games import known_project
from pdfx4 import pdfx4_faults
from sound_files import pdf_faults
from tools import verapdf

from printgen.layout import worker
from printgen.layout.books import layout as book_layout
from printgen.layout.books.layout import BookLayout, lay_out_book
from printgen.layout.fitting import PIXELS_PER_MM
from printgen.layout.jobs import Job
from printgen.layout.runners import Encoded, LocalWorkers
from printgen.project import Folders
from printgen.typography.fonts import write_configuration
from printgen.views.studies import COLUMN_WIDTH

pytestmark = pytest.mark.slow

BOOKS = {
    "zombstone/player-guide": "Zombstone 1881",
    "deathly-thrones/book": "Deathly Thrones",
    "dracula-america/rules": "Dracula America",
    "furia-cartese/rulebook": "Furia Cartese",
    "un-jeu-de-figs/rulebook": "Un jeu de figs !",
}
GUIDE = "zombstone/player-guide"
FOLDED = (GUIDE, "en")
A5 = (148 * POINTS, 210 * POINTS)
# Each book is laid out once: in one language, some with low ink.
LOW = {
    ("dracula-america/rules", "fr"),
    ("furia-cartese/rulebook", "en"),
    ("un-jeu-de-figs/rulebook", "fr"),
}
FILES = [FOLDED, ("deathly-thrones/book", "fr"), *sorted(LOW)]


@dataclass(frozen=True)
class Book:
    """A book that was made in a language, in a project of its own."""

    name: str
    lang: str
    root: Path

    @property
    def low(self) -> bool:
        return (self.name, self.lang) in LOW

    def file(self, edition: str) -> Path:
        return self.root / f"out/{self.name}.{self.lang}.{edition}.pdf"

    @property
    def screen(self) -> Path:
        return self.file("screen.low-ink" if self.low else "screen")

    @property
    def notes(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads((self.root / "noted.json").read_text())
        return found


def make(root: Path, name: str, lang: str) -> None:
    real(root, "lotow", name.partition("/")[0])
    ink = "low" if (name, lang) in LOW else "full"
    editions = ["screen"] if ink == "low" else ["screen", "print"]
    # What one build makes of the same pages is laid out once.
    folded: dict[str, Any] = {"papers": ["a4"]} if (name, lang) == FOLDED else {}
    editions += ["press", "booklet"] if folded else []

    def build() -> None:
        """Build in this process, which takes notes of the layout."""
        folders = Folders(root)
        worker.start(folders, write_configuration(folders, root))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(book_layout, "lay_out_book", partial(noted, root))
            patch.setattr(LocalWorkers, "start", laid_out_here)
            built(known_project(root), name, langs=[lang], inks=[ink], editions=editions, **folded)

    log = root / "log"
    assert in_child(build, log) == 0, log.read_text()


def laid_out_here(_: LocalWorkers, jobs: Sequence[Job]) -> Future[Encoded]:
    done: Future[Encoded] = Future()
    done.set_result(worker.work(jobs))
    return done


def find(factory: pytest.TempPathFactory, name: str, lang: str) -> Book:
    key = f"book-{name.replace('/', '-')}-{lang}"
    return Book(name, lang, shared(factory, key, lambda root: make(root, name, lang)))


# Of the module, so that the tests of one book run one after the other.
@pytest.fixture(scope="module", params=FILES, ids="-".join)
def book(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Book:
    return find(tmp_path_factory, *request.param)


def page_texts(path: Path) -> list[str]:
    document = pypdfium2.PdfDocument(path)
    try:
        return [page.get_textpage().get_text_range() for page in document]
    finally:
        document.close()


# --- files -----------------------------------------------------------------------------------


def test_what_pdfinfo_says(book: Book) -> None:
    path = book.screen
    told = subprocess.run(["pdfinfo", path], capture_output=True, text=True, check=True).stdout
    facts = dict(re.split(r":\s+", line, maxsplit=1) for line in told.splitlines() if ": " in line)
    assert facts["Tagged"] == "yes"
    # French has a space before the mark, English none.
    assert re.sub(r"\s", "", facts["Title"]) == re.sub(r"\s", "", BOOKS[book.name])
    assert facts["Author"]
    assert facts["Page size"].startswith("419.528 x 595.276 pts") or "A5" in facts["Page size"]
    with pikepdf.open(path) as pdf:
        assert pdf.Root.Lang == book.lang
        assert pdf.Root.PageMode == "/UseThumbs"


def test_every_file_is_sound(book: Book) -> None:
    files = [*book.root.rglob("*.pdf")]
    # For the screen alone, or for print, a press and folding too.
    assert len(files) == (1 if book.low else 4 if (book.name, book.lang) == FOLDED else 2)
    for path in files:
        assert pdf_faults(path) == ""


def test_fonts_are_embedded_and_ours(book: Book) -> None:
    ours = {re.sub(r"\W", "", f.name).lower() for f in (ROOT / "fonts").iterdir() if f.is_dir()}
    seen = 0
    for item in walk(book.screen):
        if item.get("/Type") != "/Font" or item.Subtype == "/Type0":
            continue
        seen += 1
        plain = re.sub(r"\W", "", str(item.BaseFont).partition("+")[2] or str(item.BaseFont))
        assert any(plain.lower().startswith(family) for family in ours), item.BaseFont
        described = item.FontDescriptor
        assert any(key in described for key in ("/FontFile2", "/FontFile3")), item.BaseFont
    assert seen > 3


def test_every_file_is_accessible(book: Book) -> None:
    # One book is judged as an archival one, too: what that needs is the same for all.
    archival = ["3u"] if (book.name, book.lang) == FOLDED else []
    assert verapdf("ua1", *archival, paths=[book.screen]) == []


def test_boxes(book: Book) -> None:
    with pikepdf.open(book.screen) as pdf:
        for page in pdf.pages:
            assert [float(v) for v in page.mediabox] == pytest.approx([0, 0, *A5], abs=0.01)
    for path in [*book.root.rglob("*.print.pdf"), *book.root.rglob("*.press.pdf")]:
        with pikepdf.open(path) as pdf:
            for page in pdf.pages:
                trim, bleed, media = page.trimbox, page.bleedbox, page.mediabox
                assert [float(v) for v in trim] == pytest.approx([0, 0, *A5], abs=0.01)
                grown = [-3 * POINTS, -3 * POINTS, A5[0] + 3 * POINTS, A5[1] + 3 * POINTS]
                assert [float(v) for v in bleed] == pytest.approx(grown, abs=0.01)
                assert list(media) == list(bleed)


def test_the_paper_reaches_over_the_trim(tmp_path_factory: pytest.TempPathFactory) -> None:
    # Worn paper is nowhere white, least of all at its edges.
    path = find(tmp_path_factory, *FOLDED).file("print")
    for number in (1, 4, 9):
        page = pixels(path, number, 2)
        edges = [page[:4], page[-4:], page[:, :4], page[:, -4:]]
        assert max(edge.max() for edge in edges) < 250


def test_the_press_edition_is_pdf_x_4(tmp_path_factory: pytest.TempPathFactory) -> None:
    folded = find(tmp_path_factory, *FOLDED)
    path = folded.file("press")
    assert pdfx4_faults(path) == []
    assert page_texts(path) == page_texts(folded.file("print"))
    # It looks like the print edition: drawings are in the same places.
    for number in (3, 8):
        ours, theirs = (pixels(file, number, 1) for file in (path, folded.file("print")))
        assert ((ours < 128) == (theirs < 128)).mean() > 0.97


def test_folios_labels_and_contents(book: Book) -> None:
    path = book.screen
    document = pypdfium2.PdfDocument(path)
    try:
        labels = [document.get_page_label(number) for number in range(len(document))]
        marks = [(m.get_title(), m.get_dest().get_index(), m.level) for m in document.get_toc()]
    finally:
        document.close()
    assert labels[0] == ("Couverture" if book.lang == "fr" else "Cover")
    assert labels[1:] == [str(n) for n in range(2, len(labels) + 1)]
    chapters = [(title, index) for title, index, level in marks if level == 0]
    # Contents, errata and index besides the chapters.
    assert len(chapters) >= 12
    text = " ".join(page_texts(path)[2].split())
    for title, index in chapters[1:]:
        shown = r"\s*".join(map(re.escape, title.split()))
        assert re.search(rf"{shown}[\s.]*{index + 1}\b", text), (title, index + 1)


def test_no_page_is_empty(book: Book) -> None:
    path = book.screen
    for number, text in enumerate(page_texts(path)):
        if len("".join(text.split())) < 150:
            # Then it is a page of drawings.
            assert (pixels(path, number, 2) < 128).mean() > 0.05, number + 1


def test_low_ink_has_no_paper(book: Book) -> None:
    images = pictures(book.screen)
    if book.low:
        assert images == 0
    elif book.name == GUIDE:
        assert images >= 7


def test_pages_of_a_booklet_face_each_other(tmp_path_factory: pytest.TempPathFactory) -> None:
    folded = find(tmp_path_factory, *FOLDED)
    path = folded.file("booklet.a4")
    pages = page_texts(folded.screen)
    document = pypdfium2.PdfDocument(path)
    sides = len(document)
    document.close()
    total = 2 * sides
    assert total % 4 == 0
    # Pages to write on, and the back cover.
    assert 1 <= total - len(pages) <= 4
    for side in range(sides):
        low, high = side, total - 1 - side
        pair = (high, low) if side % 2 == 0 else (low, high)
        for index, box in zip(pair, ((0, 0, 148.5, 210), (148.5, 0, 297, 210)), strict=True):
            there = set(re.findall(r"\w{5,}", words_in(path, side, box)))
            if index < len(pages):
                meant = set(re.findall(r"\w{5,}", pages[index]))
                assert len(there & meant) >= 0.9 * len(meant), (side, index)
            else:
                assert ("players" in there) == (index == total - 1), there


# --- pages -----------------------------------------------------------------------------------


def noted(root: Path, *laid: Any) -> BookLayout:
    """Lay out a book, and record what only its boxes show."""
    made = lay_out_book(*laid)
    if not laid[-1].format.template.endswith("/book"):
        return made
    found = {
        "settled": made.converged,
        "ends": [*ends_of_pages(made)],
        "split": split(made),
        "texts": [*texts(made)],
        "columns": [page._page_box.width / PIXELS_PER_MM for page in made.document.pages],
    }
    (root / "noted.json").write_text(json.dumps(found))
    return made


def parents(box: Any, above: tuple[Any, ...] = ()) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    yield box, above
    for child in getattr(box, "children", ()):
        yield from parents(child, (*above, box))


HEADS = {"h1", "h2", "h3"}
TITLES = {"table-title", "table-note", "box-title", "example-title", "scenario-title", "head"}


def ends_of_pages(made: BookLayout) -> Iterator[tuple[int, list[str]]]:
    """The tags and classes around the lowest line or drawing of each page but the cover."""
    for number, page in enumerate(made.document.pages[1:], start=2):
        root = page._page_box.children[0]
        kinds = ("LineBox", "BlockReplacedBox")
        lines = [(box, above) for box, above in parents(root) if type(box).__name__ in kinds]
        if lines:
            _, above = max(lines, key=lambda pair: pair[0].position_y)
            elements = [b.element for b in above if getattr(b, "element", None) is not None]
            classes = [c for e in elements for c in (e.get("class") or "").split()]
            yield number, [*(e.tag for e in elements), *classes]


def split(made: BookLayout) -> dict[str, list[Any]]:
    """The number of lines of each element on each of its pages, and the pages of each row."""
    lines: dict[Any, list[int]] = {}
    rows: dict[Any, set[int]] = {}
    for number, page in enumerate(made.document.pages):
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
    shown = [(counts, "".join(element.itertext())[:60]) for element, counts in lines.items()]
    return {"lines": shown, "rows": [sorted(on) for on in rows.values()]}


def texts(made: BookLayout) -> Iterator[dict[str, Any]]:
    """Each piece of text: its page, its box in pixels of CSS, its colour and its type."""
    for number, page in enumerate(made.document.pages):
        for box, _ in parents(page._page_box):
            if type(box).__name__ == "TextBox" and box.text.strip():
                yield {
                    "page": number,
                    "text": box.text,
                    "box": [box.position_x, box.position_y, box.width, box.height],
                    "ink": [255 * part for part in box.style["color"].to("srgb").coordinates],
                    "bold": box.style["font_weight"] >= 700,
                    "size": box.style["font_size"],
                }


def test_page_numbers_are_true(book: Book) -> None:
    assert book.notes["settled"]


def test_no_heading_ends_a_page(book: Book) -> None:
    ends = book.notes["ends"]
    assert len(ends) > 25
    assert [(page, found) for page, around in ends if (found := (HEADS | TITLES) & {*around})] == []


def test_no_widows_orphans_or_split_rows(book: Book) -> None:
    found = book.notes["split"]
    assert len(found["lines"]) > 150
    assert len(found["rows"]) > 30
    assert [line for line in found["lines"] if len(line[0]) > 1 and min(line[0]) < 2] == []
    assert [on for on in found["rows"] if len(on) > 1] == []


def test_tables_of_studies_are_no_wider_than_the_column(book: Book) -> None:
    assert min(book.notes["columns"]) >= COLUMN_WIDTH


def test_each_quest_is_on_two_facing_pages(tmp_path_factory: pytest.TempPathFactory) -> None:
    texts = page_texts(find(tmp_path_factory, "deathly-thrones/book", "fr").screen)
    head = "Ce qui vous attend ♡ ♠"
    found = [n for n, text in enumerate(texts, start=1) if head in " ".join(text.split())]
    assert len(found) == 6
    for left, right in zip(found[::2], found[1::2], strict=True):
        assert left % 2 == 0
        assert right == left + 1
        for page, first, last in ((left, 1, 20), (right, 21, 40)):
            steps = [int(n) for n in re.findall(r"^(\d+) [ΨΔΩ]", texts[page - 1], re.MULTILINE)]
            assert steps == list(range(first, last + 1))


# --- legibility ------------------------------------------------------------------------------


_LEVELS = np.arange(256) / 255
# The linear light of each level of sRGB.
_LINEAR = np.where(_LEVELS <= 0.04045, _LEVELS / 12.92, ((_LEVELS + 0.055) / 1.055) ** 2.4)
# The luminance that a level adds as red, green and blue.
_ADDED = _LINEAR * np.array([[0.2126], [0.7152], [0.0722]])


def luminance(colour: Any) -> Any:
    """Relative luminance as defined by WCAG 2, of sRGB values from 0 to 255."""
    levels = np.asarray(colour).round().astype(np.uint8)
    return sum(added[levels[..., n]] for n, added in enumerate(_ADDED))


def contrast(ink: float, shown: np.ndarray) -> float:
    """The contrast ratio of a text and the paper around it, by the pixels of its box."""
    away = np.abs(shown - ink)
    paper = float(np.median(shown[away >= 0.6 * away.max()]))
    return (max(paper, ink) + 0.05) / (min(paper, ink) + 0.05)


def test_every_text_is_legible(book: Book) -> None:
    """The colour of each piece of text against what is drawn around it."""
    document = pypdfium2.PdfDocument(book.screen)
    weak, drawn, light = [], -1, np.zeros((0, 0))
    for text in book.notes["texts"]:
        if text["page"] != drawn:
            drawn = text["page"]
            picture = document[drawn].render(scale=2 * 96 / 72, rev_byteorder=True).to_numpy()
            light = luminance(picture[:, :, :3])
        left, top, width, height = (2 * side for side in text["box"])
        rows = slice(max(round(top), 0), round(top + height))
        shown = light[rows, max(round(left), 0) : round(left + width)]
        if not shown.size:
            continue
        ratio = contrast(float(luminance(text["ink"])), shown)
        # WCAG asks less of large type.
        large = text["size"] >= 24 or (text["bold"] and text["size"] >= 18.7)
        if ratio < (3 if large else 4.5):
            weak.append((drawn + 1, text["text"], round(ratio, 1)))
    document.close()
    assert weak == []


def test_contrast_of_text_on_the_worst_of_worn_paper() -> None:
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
        left, top, right, bottom = (round(side * per_mm) for side in (left, 19, right, 195))
        dark = luminance(
            paper.crop((left, top, right, bottom)).filter(ImageFilter.BoxBlur(1))
        ).min()
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
