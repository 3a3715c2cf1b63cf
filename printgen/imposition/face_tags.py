"""The structure of sheets: each face is read where it is drawn first; its copies are counted."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pikepdf import Name, Object, Page, Pdf

from printgen.geometry.matrices import Matrix
from printgen.imposition.structure import Content, Contents, Structure
from printgen.layout.minify import without_marks
from printgen.layout.tags import WHOLE, Mark, Rectangle, Tag, drawing, marks_of

# The words on a page that are read, as `MarkedCanvas` writes them.
_WORDS = re.compile(rb"/(\w+) <</MCID (\d+)>> BDC")

_ARTIFACT, _FIGURE = b"/Artifact BMC", b"/Figure <</MCID %d>> BDC"


@dataclass(frozen=True, slots=True)
class FaceTag:
    """What faces say: a tag for the face `first`, or for it and those that follow it."""

    tag: Tag
    first: int


def tags_of_faces(tags: Iterable[Tag | None]) -> list[FaceTag]:
    """The tags of faces that have one each."""
    return [FaceTag(tag, number) for number, tag in enumerate(tags) if tag]


@dataclass(slots=True)
class _Drawn:
    """A face that is read: its place on a page, its form without marks, and its copies."""

    face: int
    page: Object
    form: Object
    matrix: Matrix
    extent: Rectangle
    number: int = WHOLE
    plain: Object | None = None
    copies: int = 0
    copy: Content | None = None

    def content(self, number: int) -> Content:
        """A content of the face by its number there."""
        if number == WHOLE:
            return Content(self.page, None, self.number, self.matrix, self.extent)
        return Content(self.page, self.form, number, self.matrix)


class FaceTags:
    """Marks faces on sheets while they are drawn, page by page. `copies` are words such as
    `Copies: {count}`.
    """

    def __init__(self, pdf: Pdf, tags: Sequence[FaceTag], copies: str = ""):
        self._pdf, self._copies = pdf, copies
        self._structure = Structure(pdf)
        self._tags = {face.first: face.tag for face in tags}
        self._marks: dict[int, set[int]] = {}
        for face in tags:
            for page, number in marks_of(face.tag):
                self._marks.setdefault(face.first + page, set()).add(number)
        # Equal faces share a form.
        self._by_form: dict[tuple[int, int], _Drawn] = {}
        self._by_face: dict[int, _Drawn] = {}
        # The words on pages and the faces that are read, in reading order.
        self._read: list[tuple[Tag, Contents] | int] = []

    def add_words(self, page: Page) -> None:
        """Read the words on a page of printer's marks."""
        for name, number in _WORDS.findall(page.Contents.read_bytes()):
            content = Content(page.obj, None, int(number))
            self._structure.reserve(content)
            self._read.append((Tag(name.decode(), ((0, 0),)), {(0, 0): content}))

    def draw(
        self,
        page: Page,
        face: int,
        form: Object,
        matrix: Matrix,
        extent: Rectangle | None = None,
    ) -> tuple[Object, bytes]:
        """The form to draw for a face on a page with a matrix, and the operator that begins its
        content; empty if the form has contents of its own. `extent` is the part that is shown.
        """
        extent = extent or _extent(form)
        marks = self._marks.get(face)
        if not marks:
            return form, _ARTIFACT
        drawn = self._by_form.get(form.objgen)
        if drawn is None:
            drawn = self._by_form[form.objgen] = _Drawn(face, page.obj, form, matrix, extent)
            self._by_face[face] = drawn
            self._read.append(face)
            if WHOLE not in marks:
                return form, b""
            drawn.number = self._figure(page, matrix, extent).number
            return form, _FIGURE % drawn.number
        drawn.copies += 1
        # The copies of later pages are those of the first page.
        if drawn.copies > 1 or drawn.face not in self._tags:
            return self._plain(drawn), _ARTIFACT
        drawn.copy = self._figure(page, matrix, extent)
        return self._plain(drawn), _FIGURE % drawn.copy.number

    def finish(self) -> None:
        """Write the structure."""
        for read in self._read:
            if not isinstance(read, int):
                self._structure.add(*read)
            elif read in self._tags:
                tag = self._tags[read]
                self._structure.add(tag, self._contents(read, tag), *self._counted(read))
        self._structure.finish()

    def _contents(self, first: int, tag: Tag) -> Contents:
        """Where the contents of a tag are."""
        drawn = {(p, n): self._by_face.get(first + p) for p, n in marks_of(tag)}
        return {(p, n): face.content(n) for (p, n), face in drawn.items() if face}

    def _counted(self, face: int) -> list[tuple[Tag, Contents]]:
        """The number of copies of a face, as an element whose content is the first copy."""
        drawn = self._by_face.get(face)
        if drawn is None or drawn.copy is None:
            return []
        tag = drawing(self._copies.format(count=drawn.copies + 1))
        return [(tag, {(0, WHOLE): drawn.copy})]

    def _figure(self, page: Page, matrix: Matrix, extent: Rectangle) -> Content:
        """A new content in the stream of a page: a form."""
        number = self._structure.new_number(page.obj)
        content = Content(page.obj, None, number, matrix, extent)
        self._structure.reserve(content)
        return content

    def _plain(self, drawn: _Drawn) -> Object:
        """The form of a face without marks, for its copies: a content has one place in a file."""
        if WHOLE in self._marks[drawn.face]:
            return drawn.form
        if drawn.plain is None:
            drawn.plain = without_contents(self._pdf, drawn.form)
        return drawn.plain


def _extent(form: Object) -> Rectangle:
    """The extent of a form in its own units."""
    left, lower, right, upper = map(float, form.BBox.as_list())
    return left, lower, right, upper


def without_contents(pdf: Pdf, form: Object) -> Object:
    """A copy of a form without marked content."""
    plain = pdf.make_stream(without_marks(form.read_bytes()))
    for key in ("/Type", "/Subtype", "/BBox", "/Resources"):
        plain[key] = form[key]
    return plain


def add_structure(pdf: Pdf, tag: Tag) -> None:
    """Write what the pages of a file say into it; their content streams have the marks."""
    pages = [page.obj for page in pdf.pages]
    structure = Structure(pdf, dict(_annotations(pages)))
    structure.add(tag, {(page, n): Content(pages[page], None, n) for page, n in marks_of(tag)})
    structure.finish()


def _annotations(pages: Sequence[Object]) -> Iterator[tuple[Mark, tuple[Object, Object]]]:
    """The annotations of pages, by page and number."""
    for number, page in enumerate(pages):
        for at, annotation in enumerate(page.get(Name.Annots, ())):
            yield (number, at), (page, annotation)


def add_drawing(pdf: Pdf, alt: str) -> None:
    """Write that a file of one page without marks is a drawing, with the words that describe it."""
    (page,) = pdf.pages
    page.contents_add(pdf.make_stream(_FIGURE % 0 + b"\n"), prepend=True)
    page.contents_add(pdf.make_stream(b"\nEMC"))
    left, lower, right, upper = map(float, page.mediabox.as_list())
    add_structure(pdf, Tag("Figure", ((0, 0),), alt, box=(left, lower, right, upper)))


def add_words(pdf: Pdf) -> None:
    """Write the words on the pages of a file, which a `MarkedCanvas` has drawn, as structure."""
    tags = FaceTags(pdf, ())
    for page in pdf.pages:
        tags.add_words(page)
    tags.finish()
