"""Check that text is large enough to read, and that lines are thick enough to print.

Finished faces and PDFs are measured, so that folios and drawings count, whatever scaled them.
"""

from __future__ import annotations

import re
import zlib
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from io import BytesIO
from itertools import takewhile
from math import ceil
from typing import TYPE_CHECKING

from printgen.layout.book_text import chapter_at
from printgen.layout.content_streams import Marks, read_marks, scale_of, shown_codes, shown_letters
from printgen.layout.faces import Face, Part, unpack_glyphs
from printgen.layout.jobs import ENTRY, Fault, Job, PageFormat, Place
from printgen.typography.print_limits import (
    MIN_LINE,
    MIN_TYPE,
    MIN_TYPE_OF_PIECES,
    small_type,
    thin_line,
    too_small,
    too_thin,
)

if TYPE_CHECKING:
    import pikepdf

    from printgen.layout.books.faults import MapFigure

    # What a page or a form draws, by name.
    _Named = pikepdf.Object | dict[str, pikepdf.Object]

# The longest short side (mm) of a small piece.
PIECE = 100.0

# Forms that a worker remembers.
_KEPT_FORMS = 4096

_LAST_NAME = re.compile(rb"/(\S+)\s*$")
_FORM = re.compile(rb"/Subtype\s*/Form\b")

# The text that a font draws with a code, by what identifies the font.
TextOf = Callable[[object, bytes], str]


def smallest_type(format: PageFormat) -> float:
    """The smallest type (pt) of a format."""
    small = format.kind == "face" and min(format.width, format.height) <= PIECE
    return MIN_TYPE_OF_PIECES if small else MIN_TYPE


_KEPT: OrderedDict[bytes, Marks] = OrderedDict()


def part_marks(part: Part) -> Marks:
    """What a form draws, such as that of a face. Those of drawings are remembered."""
    known = _KEPT.get(part.digest)
    if known is None:
        forms = dict(forms_of(part))
        content = zlib.decompress(part.stream or b"") if part.stream else b""

        def find(name: str) -> Marks | None:
            return part_marks(forms[name]) if name in forms else None

        known = _KEPT[part.digest] = read_marks(content, find, {})
        while len(_KEPT) > _KEPT_FORMS:
            _KEPT.popitem(last=False)
    return known


def forms_of(part: Part) -> Iterable[tuple[str, Part]]:
    """The forms that a part may draw, by name: those of its resources."""
    for source, link in zip(part.source, part.links, strict=False):
        if not isinstance(link, Part):
            continue
        name = _LAST_NAME.search(source)
        if link.stream is None:
            yield from forms_of(link)
        elif name and _FORM.search(b"".join(link.source)):
            yield name[1].decode(), link


def face_text(face: Face) -> TextOf:
    """The texts of a face, by the names of its fonts."""
    fonts = {font.name: font for font in face.fonts}

    @lru_cache
    def glyphs(name: str) -> dict[int, str]:
        return {glyph: text for glyph, _, text in unpack_glyphs(fonts[name].glyphs)}

    def text(font: object, written: bytes) -> str:
        known = glyphs(str(font)) if font in fonts else {}
        return "".join(known.get(code, "") for code in shown_codes(written))

    return text


def pdf_marks(pdf: bytes) -> tuple[list[Marks], TextOf]:
    """What each page of a PDF draws, and its texts."""
    import pikepdf

    with pikepdf.open(BytesIO(pdf)) as document:
        reader = _PdfReader()
        pages = [reader.marks(page.obj) for page in document.pages]
        return pages, reader.text


class _PdfReader:
    """Reads the pages of one PDF, each form once."""

    def __init__(self) -> None:
        self._forms: dict[tuple[int, int], Marks] = {}
        self._fonts: dict[object, dict[int, str]] = {}

    def marks(self, drawn: pikepdf.Object) -> Marks:
        """The marks of a page or a form."""
        resources: _Named = drawn.get("/Resources", {})
        forms: _Named = resources.get("/XObject", {})

        def find(name: str) -> Marks | None:
            form = forms.get(f"/{name}")
            if form is None or form.get("/Subtype") != "/Form":
                return None
            key = form.objgen
            if key not in self._forms:
                self._forms[key] = self._form(form)
            return self._forms[key]

        return read_marks(_content(drawn), find, self._fonts_of(resources))

    def _form(self, form: pikepdf.Object) -> Marks:
        inner = self.marks(form)
        if "/Matrix" not in form:
            return inner
        a, b, c, d, *_ = map(float, form.Matrix)
        scaled = Marks()
        scaled.add(inner, scale_of((a, b, c, d)))
        return scaled

    def _fonts_of(self, resources: _Named) -> dict[str, object]:
        """What identifies the fonts, by name; their texts are read here, while the PDF is open."""
        found: dict[str, object] = {}
        for name, font in dict(resources.get("/Font", {})).items():
            key = font.objgen
            found[name[1:]] = key
            if key not in self._fonts:
                table = font.get("/ToUnicode")
                self._fonts[key] = _unicode(table.read_bytes()) if table is not None else {}
        return found

    def text(self, font: object, written: bytes) -> str:
        """A text as letters."""
        known = self._fonts.get(font, {})
        if b"<" in written and b"(" not in written:
            return "".join(known.get(code, "") for code in shown_codes(written))
        return "".join(known.get(ord(letter), letter) for letter in shown_letters(written))


def _content(drawn: pikepdf.Object) -> bytes:
    """The content of a page or a form."""
    import pikepdf

    if isinstance(drawn, pikepdf.Stream):
        return drawn.read_bytes()
    contents = drawn.get("/Contents")
    if contents is None:
        return b""
    parts = contents if isinstance(contents, pikepdf.Array) else [contents]
    return b"\n".join(part.read_bytes() for part in parts)


_PAIR = re.compile(rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>")
_BLOCK = re.compile(rb"beginbf(char|range)(.*?)endbf", re.DOTALL)
_RANGE = re.compile(rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>")


def _unicode(table: bytes) -> dict[int, str]:
    """The texts of a font's codes: a CMap `ToUnicode`."""
    found: dict[int, str] = {}
    for kind, block in _BLOCK.findall(table):
        if kind == b"char":
            for code, text in _PAIR.findall(block):
                letters = bytes.fromhex(text.decode())
                found[int(code, 16)] = letters.decode("utf-16-be", "replace")
            continue
        for first, last, text in _RANGE.findall(block):
            start = int(text, 16)
            for step in range(int(last, 16) - int(first, 16) + 1):
                found[int(first, 16) + step] = chr(start + step)
    return found


def smallest_text(marks: Marks, text: TextOf, least: float) -> tuple[float, str] | None:
    """The smallest text below a size, with its size; spaces and ornaments are none."""
    for size in sorted(size for size in marks.texts if too_small(size, least)):
        texts = [text(font, written) for font, written in marks.texts[size]]
        # Ornaments, without letters or digits, may be small.
        read = (number for number, words in enumerate(texts) if any(map(str.isalnum, words)))
        first = next(read, None)
        if first is not None:
            # Drawings are written letter by letter.
            letters = "".join(takewhile(lambda words: len(words) == 1, texts[first:]))
            return size, (letters or texts[first]).strip()
    return None


def page_faults(
    format: PageFormat, named: str, marks: Marks, text: TextOf, place: Place = ENTRY
) -> list[Fault]:
    """The faults of what a face or some pages draw. `named` says which, for the message."""
    found = []
    least = smallest_type(format)
    small = smallest_text(marks, text, least)
    if small:
        found.append(small_type(named, small[1], small[0], least))
    if marks.line is not None and too_thin(marks.line):
        found.append(thin_line(named, marks.line))
    return [Fault(*fault, place=place) for fault in found]


def face_faults(job: Job, face: Face) -> list[Fault]:
    """The faults of a face."""
    return page_faults(job.format, job.described, part_marks(face.form), face_text(face))


def sheet_faults(job: Job, pdf: bytes) -> list[Fault]:
    """The faults of a sheet, of all its pages together."""
    pages, text = pdf_marks(pdf)
    together = Marks()
    for marks in pages:
        together.add(marks, 1.0)
    return page_faults(job.format, job.described, together, text)


def book_faults(
    job: Job,
    pdf: bytes,
    starts: Sequence[tuple[str, int]],
    maps: Sequence[MapFigure],
    drawings: Callable[[int], Mapping[str, str]],
) -> list[Fault]:
    """The faults of a book: of each chapter, the worst page, and of each map and drawing. `starts`
    are the chapters with their first pages, in order; `drawings` gives the files of the drawings of
    a page by the names of their forms.
    """
    pages, text = pdf_marks(pdf)
    faults: dict[tuple[str, Place], tuple[float, Fault]] = {}
    for number, marks in enumerate(pages, start=1):
        place = chapter_at(starts, number)
        # The edition if it has pages of its own.
        edition = f", {job.format.edition}" if job.format.edition else ""
        named = f"{job.format.product} ({job.format.lang}{edition}), page {number}"
        here = [figure for figure in maps if figure.page == number]
        for fault in page_faults(job.format, named, marks, text, place):
            worst = min(marks.texts) if fault.code == "type-small" else marks.line or 0.0
            found = [(worst, fault)]
            if fault.code == "type-small":
                found = [(worst, _of_map(job.format, marks, text, named, here) or fault)]
            else:
                thin = {
                    file: marks.forms[name]
                    for name, file in drawings(number).items()
                    if too_thin(marks.forms.get(name, MIN_LINE))
                }
                found = found if worst < min(thin.values(), default=MIN_LINE) else []
                for file, width in thin.items():
                    where = chapter_at(starts, number, figure=file)
                    message = thin_line(f"'{file}' in {named}", width)
                    found.append((width, Fault(*message, place=where)))
            for size, each in found:
                key = each.code, each.place
                if key not in faults or size < faults[key][0]:
                    faults[key] = size, each
    return [fault for _, fault in faults.values()]


def _of_map(
    format: PageFormat, marks: Marks, text: TextOf, named: str, maps: Sequence[MapFigure]
) -> Fault | None:
    """The fault of the map with the smallest type of a page, if it is a map's."""
    small = smallest_text(marks, text, smallest_type(format))
    for figure in maps if small else ():
        size, letters = small or (0.0, "")
        if word := figure.word_of(letters):
            map_named = f"the map '{figure.title}' in {named}"
            fault = small_type(map_named, word, size, smallest_type(format))
            wider = ceil(100 * (smallest_type(format) / size - 1))
            hint = f"at least {smallest_type(format):g} pt: the column must be {wider} % wider"
            return Fault(fault.code, fault.message, hint, place=("chapter", figure.place))
    return None
