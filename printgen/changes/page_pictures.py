"""What the pages of a PDF look like, whole and without running heads, page numbers and grounds."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path

import numpy as np
import pikepdf
from numpy.typing import NDArray

from printgen.layout import pdfium
from printgen.layout.drawn_pages import DrawnPages

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


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading in the outline of a file, with the number of its page, from 0."""

    page: int
    words: str


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
        here = [heading for heading in self._headings if heading.page == number]
        before = [heading for heading in self._headings if heading.page < number]
        return (here[:1] or before[-1:] or [Heading(number, "")])[0].words

    def _look(self, number: int) -> str:
        """The digest of the pixels of a page."""
        return hashlib.sha256(_drawn(self._whole, number).tobytes()).hexdigest()

    def _words(self, number: int) -> tuple[str, float, float]:
        """The words of a page without running heads and page numbers, and where they begin: the
        left edge and the top of the first letter, in points.
        """
        return self._bare.call(pdfium.words_and_start, number)

    def has_content_of(self, other: Pages, number: int) -> bool:
        """Whether a page looks like the page with its number in another file but for running heads,
        ornaments and grounds.
        """
        one, two = self._content(number), other._content(number)
        return one.shape == two.shape and bool((one == two).all())

    def is_moved(self, number: int, other: Pages, there: int) -> bool:
        """Whether a page has the same content as a page of another file, perhaps beside another
        margin.
        """
        mine, left, top = self.words(number)
        others, other_left, other_top = other.words(there)
        if mine != others:
            return False
        one = self._content(number)
        two = other._content(there, other_left - left, other_top - top)
        if one.shape != two.shape:
            return False
        differing = np.abs(one.astype(np.int16) - two.astype(np.int16)).max(axis=2) > _STRONG
        inked = max(1, int((one.min(axis=2) < 255 - _STRONG).sum()))
        return bool(differing.sum() <= max(20, _MOST * inked))

    def _content(self, number: int, left: float = 0.0, top: float = 0.0) -> Pixels:
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


def _read(path: Path) -> tuple[bytes, list[Heading]]:
    """A file whose pages draw only what is marked as content; and its headings, page by page."""
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
    return buffer.getvalue(), sorted(found, key=lambda heading: heading.page)


def _headings(
    items: Iterable[pikepdf.OutlineItem], numbers: Mapping[tuple[int, int], int]
) -> Iterator[Heading]:
    """The headings of an outline, by the numbers of its pages."""
    for item in items:
        place = item.destination
        if isinstance(place, pikepdf.Array) and place[0].objgen in numbers:
            yield Heading(numbers[place[0].objgen], " ".join(item.title.split()))
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
