"""The pages of books of two editions, and which look different."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from io import BytesIO
from pathlib import Path
from shutil import copyfile
from typing import TypedDict

import numpy as np
import pikepdf
from numpy.typing import NDArray

from printgen.content.models.products import FacesProduct
from printgen.extras.editions.decks import Prepared, TargetChoice, default_targets
from printgen.extras.editions.edition import Edition
from printgen.extras.editions.texts import EntryTexts
from printgen.imposition.compose import write_pdf
from printgen.imposition.face_tags import add_structure
from printgen.imposition.structure import read_tags
from printgen.layout import pdfium
from printgen.layout.accessibility import copy_colours
from printgen.layout.drawn_pages import DrawnPages
from printgen.layout.jobs import JobResult, Outcome, result_digest
from printgen.layout.tags import Mark, Tag
from printgen.paper import PlanError
from printgen.press.targets import stopping
from printgen.problems import PlacementError, Problem
from printgen.products import output_kind
from printgen.products.kind import PrintOptions, TargetBuild
from printgen.products.target import Target, document_info

# --------------------------------------------------------------------------------------------------
# What the pages of a PDF look like, whole and without running heads, page numbers and grounds.


# Pixels of a page are compared at this resolution.
DPI = 100

_POINTS = 72

# The part of pixels (of 255) that shows a difference, and how many of them: a glyph may be drawn a
# pixel further to the right on a page whose margin is another one.
_STRONG, _MOST = 90, 0.004

# Operators that draw, beside those that end a path without drawing it.
_DRAWS = re.compile(rb"(?:^|\s)(?:TJ|Tj|Do|sh|'|\")$")

_PAINTS = re.compile(rb"(?:^|(?<=\s))(?:f\*?|F|S|s|B\*?|b\*?)$")

Pixels = NDArray[np.uint8]


class Pages:
    """The pages of a PDF, by their numbers from 0. What draws or reads them raises CannotDraw."""

    def __init__(self, path: Path):
        bare, self._headings = _read(path)
        self._whole, self._bare = DrawnPages(path), DrawnPages(bare, path.name)
        self._count = len(self._whole.call(pdfium.sizes))
        self.words = cache(self._words)
        self.look = cache(self._look)

    def __len__(self) -> int:
        return self._count

    def heading(self, number: int) -> str:
        """The first heading on a page, or else the last one before it."""
        here = [words for page, words in self._headings if page == number]
        before = [words for page, words in self._headings if page < number]
        return (here[:1] or before[-1:] or [""])[0]

    def _look(self, number: int) -> str:
        """The digest of the pixels of a page."""
        return hashlib.sha256(_drawn(self._whole, number).tobytes()).hexdigest()

    def _words(self, number: int) -> tuple[str, float, float]:
        """The words of a page without running heads and page numbers, and where they begin: the
        left edge and the top of the first letter, in points.
        """
        return self._bare.call(pdfium.words_and_start, number)

    def is_moved(self, number: int, other: Pages, there: int) -> bool:
        """Whether a page has the same content as a page of another file, perhaps beside another
        margin.
        """
        mine, left, top = self.words(number)
        others, other_left, other_top = other.words(there)
        if mine != others:
            return False
        one = self.content(number)
        two = other.content(there, other_left - left, other_top - top)
        if one.shape != two.shape:
            return False
        differing = np.abs(one.astype(np.int16) - two.astype(np.int16)).max(axis=2) > _STRONG
        inked = max(1, int((one.min(axis=2) < 255 - _STRONG).sum()))
        return bool(differing.sum() <= max(20, _MOST * inked))

    def content(self, number: int, left: float = 0.0, top: float = 0.0) -> Pixels:
        """The pixels of the content of a page, from a point right of and above its corner (in
        points).
        """
        return _drawn(self._bare, number, left, top)


def _drawn(pages: DrawnPages, number: int, left: float = 0.0, top: float = 0.0) -> Pixels:
    x0, y0, x1, y1 = pages.call(pdfium.media, number)
    width, height = (round(edge * DPI / _POINTS) for edge in (x1 - x0, y1 - y0))
    box = x0 + left, y0 + top, x1 + left, y1 + top
    return np.asarray(pages.part([number], box, width, height)[0])


# --- pages without what is not content -------------------------------------------------------


def _read(path: Path) -> tuple[bytes, list[tuple[int, str]]]:
    """A file whose pages draw only what is marked as content; and the headings of its outline,
    with the numbers of their pages."""
    buffer = BytesIO()
    with pikepdf.Pdf.open(path) as pdf:
        numbers = {page.obj.objgen: number for number, page in enumerate(pdf.pages)}
        with pdf.open_outline() as outline:
            found = list(_headings(outline.root, numbers))
        for page in pdf.pages:
            page.contents_coalesce()
            content = page.Contents.read_bytes()
            page.Contents = pdf.make_stream(without_artifacts(content))
        pdf.save(buffer)
    return buffer.getvalue(), sorted(found, key=lambda heading: heading[0])


def _headings(
    items: Iterable[pikepdf.OutlineItem], numbers: Mapping[tuple[int, int], int]
) -> Iterator[tuple[int, str]]:
    """The headings of an outline, by the numbers of its pages."""
    for item in items:
        place = item.destination
        if isinstance(place, pikepdf.Array) and place[0].objgen in numbers:
            yield numbers[place[0].objgen], " ".join(item.title.split())
        yield from _headings(item.children, numbers)


def without_artifacts(content: bytes) -> bytes:
    """A content stream that draws only its marked content; one without marks is left as it is.

    Operators that set a state are kept: content that follows may rely on it.
    """
    if b"MCID" not in content:
        return content
    inside, lines, previous = list[bool](), list[bytes](), b""
    for text in content.split(b"\n"):
        if text.endswith(b"BMC"):
            inside.append(False)
        elif text.endswith(b"BDC"):
            inside.append(b"MCID" in text or b"MCID" in previous)
        elif text == b"EMC" and inside:
            inside.pop()
        elif not any(inside):
            if _DRAWS.search(text):
                previous = text
                continue
            text = _PAINTS.sub(b"n", text)
        previous = text
        lines.append(text)
    return b"\n".join(lines)


# --- the pages of books and sheets that changed ---------------------------------------------------
#
# A page is unchanged if what is marked as content on it, its words and its pictures, looks the
# same as on the old page with its number, or as on another old page: it only moved. Running heads,
# page numbers, ornaments and grounds are no content; pages where only these changed are listed
# separately.


# The most pages that another page may have moved by.
_FAR = 40


@dataclass(frozen=True, slots=True)
class Paged:
    """A product with pages in a language, laid out. Without `results`, it cannot be laid out."""

    target: Target
    build: TargetBuild | None
    results: list[JobResult]
    problems: list[Problem]

    @property
    def digests(self) -> tuple[object, ...]:
        """Equal for products with equal files."""
        found = [result_digest(result) for result in self.results]
        return (*found, repr(self.build.inputs) if self.build else "")


class PageRecord(TypedDict):
    """A page of a book by its number in the file, from 1, and the heading that it is under."""

    page: int
    heading: str


class BookRecord(TypedDict):
    """The pages of a book in a language that changed, in a file of their own, relative to the
    project; the pages where only running heads, ornaments or grounds changed; and the number of
    pages in both editions.
    """

    book: str
    title: str
    lang: str
    file: str
    pages: list[PageRecord]
    ornaments: list[int]
    before: int
    after: int


def page_targets(edition: Edition, *asked: *TargetChoice) -> list[Target]:
    """A target for each product with pages in each language: books for the screen, others on a
    paper.
    """
    found = default_targets(edition, *asked)
    products = edition.content.products
    return [t for t in found if not isinstance(products[t.product].value, FacesProduct)]


def prepare_pages(edition: Edition, target: Target) -> Prepared[Paged]:
    """A product with pages. Errors of the edition hide one that may show them."""
    entry = edition.content.products[target.product]
    if stopping(edition.errors, [target]):
        return _impossible(target, [])
    try:
        kind = output_kind(target.output)
        build = kind.prepare(edition.library, target, entry.value, PrintOptions())
        tasks = list(build.tasks())
    except PlanError as error:
        return _impossible(target, [entry.problem("product-paper", str(error), key=True)])
    except PlacementError as error:
        return _impossible(target, [error.problem])

    def finish(outcomes: list[Outcome]) -> Paged:
        problems = [problem for outcome in outcomes for problem in outcome.problems]
        if any(outcome.failed for outcome in outcomes):
            return Paged(target, None, [], problems)
        return Paged(target, build, [outcome.result for outcome in outcomes], problems)

    return Prepared(tasks, finish)


def _impossible(target: Target, problems: list[Problem]) -> Prepared[Paged]:
    return Prepared([], lambda _: Paged(target, None, [], problems))


def changed_pages(
    edition: Edition, old: Paged | None, new: Paged, scratch: Path, folder: Path
) -> BookRecord | None:
    """The pages of a product that changed, and the name of their file in a folder; None if none
    changed, or if the new product cannot be laid out.
    """
    if new.build is None or (old and old.digests == new.digests):
        return None
    paths = scratch / "old.pdf", scratch / "new.pdf"
    new.build.compose(new.results, paths[1])
    after = Pages(paths[1])
    if old is None or old.build is None:
        changed, ornaments, count = list(range(len(after))), list[int](), 0
    else:
        old.build.compose(old.results, paths[0])
        before = Pages(paths[0])
        (changed, ornaments), count = _changed(before, after), len(before)
    if not changed and not ornaments and count == len(after):
        return None
    target = new.target
    title = edition.content.products[target.product].value.title
    return {
        "book": target.id,
        "title": EntryTexts(edition, target.lang).text(title),
        "lang": target.lang,
        "file": _write(edition, target, paths[1], changed, folder) if changed else "",
        "pages": [{"page": n + 1, "heading": after.heading(n)} for n in changed],
        "ornaments": [n + 1 for n in ornaments],
        "before": count,
        "after": len(after),
    }


def _changed(before: Pages, after: Pages) -> tuple[list[int], list[int]]:
    """The numbers, from 0, of the new pages that are no old ones, and of those where only running
    heads, ornaments or grounds changed.
    """
    changed, ornaments = list[int](), list[int]()
    for number in range(len(after)):
        if number < len(before):
            if after.look(number) == before.look(number):
                continue
            if np.array_equal(after.content(number), before.content(number)):
                ornaments.append(number)
                continue
        # The nearest pages first.
        others = [n for n in range(len(before)) if 0 < abs(n - number) <= _FAR]
        others.sort(key=lambda other: abs(other - number))
        if not any(after.is_moved(number, before, other) for other in others):
            changed.append(number)
    return changed, ornaments


def _write(
    edition: Edition, target: Target, whole: Path, numbers: Sequence[int], folder: Path
) -> str:
    """Write some pages of a file into a folder; the name of their file."""
    name = f"{Path(target.path).stem}.pages.pdf"
    with pikepdf.Pdf.open(whole) as source, pikepdf.Pdf.new() as pdf:
        if len(numbers) == len(source.pages):
            copyfile(whole, folder / name)
            return name
        for number in numbers:
            pdf.pages.append(source.pages[number])
            page = pdf.pages[-1].obj
            for key in ("/Annots", "/StructParents", "/Tabs"):
                if key in page:
                    del page[key]
        # Pages of sheets draw forms, whose tags cannot be read back.
        said = read_tags(source) if target.output == "book" else None
        places = {number: place for place, number in enumerate(numbers)}
        if said and (kept := _on_pages(said, places)):
            add_structure(pdf, kept)
        copy_colours(pdf, source)
        write_pdf(pdf, document_info(edition.library, target), folder / name)
    return name


def _on_pages(tag: Tag, places: Mapping[int, int]) -> Tag | None:
    """What some pages say, by their new places; None for nothing."""
    kids: list[Tag | Mark] = []
    for kid in tag.kids:
        if not isinstance(kid, Tag):
            page, number = kid
            kids += [(places[page], number)] if page in places else []
        elif kept := _on_pages(kid, places):
            kids.append(kept)
    return replace(tag, kids=tuple(kids)) if kids else None
