"""The structure of sheets: each face is read where it is drawn first; its copies are counted.

Copies that are filled in are all read: each has fields of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pikepdf import Name, Object, Page, Pdf

from printgen.geometry.outlines import Matrix
from printgen.imposition.structure import Content, Contents, Structure
from printgen.layout.content_streams import without_marks
from printgen.layout.tags import WHOLE, Rectangle, Tag, drawing, marks_of
from printgen.typography.labels import fill

# The words on a page that are read, as `MarkedCanvas` writes them.
_WORDS = re.compile(rb"/(\w+) <</MCID (\d+)>> BDC")

_ARTIFACT, _FIGURE = b"/Artifact BMC", b"/Figure <</MCID %d>> BDC"


# The most fields of the copies of a face, for readers to open the file. Later copies have none.
MOST_FIELDS = 10_000


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


# A face, and the number of its copy, from 1.
_Copy = tuple[int, int]


class FaceTags:
    """Marks faces on sheets while they are drawn, page by page. `copies` are words such as
    `Copies: {count}`, `copy` such as `{label} (copy {number})`, for a field of a copy.
    """

    def __init__(self, pdf: Pdf, tags: Sequence[FaceTag], copies: str = "", copy: str = ""):
        self._pdf, self._copies, self._copy = pdf, copies, copy
        self._structure = Structure(pdf)
        self._tags = {face.first: face.tag for face in tags}
        self._marks: dict[int, set[int]] = {}
        # The copies that are filled in of faces with fields.
        self._filled_in: dict[int, int] = {}
        for face in tags:
            fields = field_count(face.tag)
            for page, number in marks_of(face.tag):
                self._marks.setdefault(face.first + page, set()).add(number)
                if fields:
                    self._filled_in[face.first + page] = max(1, MOST_FIELDS // fields)
        # Equal faces share a form.
        self._by_form: dict[tuple[int, int], _Drawn] = {}
        self._by_copy: dict[_Copy, _Drawn] = {}
        # The words on pages and the copies that are read, in reading order.
        self._read: list[tuple[Tag, Contents] | _Copy] = []

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
            self._read_copy(drawn, 1)
            if WHOLE not in marks:
                return form, b""
            drawn.number = self._figure(page, matrix, extent).number
            return form, _FIGURE % drawn.number
        drawn.copies += 1
        if drawn.copies < self._filled_in.get(drawn.face, 0):
            again = _same_form(self._pdf, form, form.read_bytes())
            self._read_copy(_Drawn(drawn.face, page.obj, again, matrix, extent), drawn.copies + 1)
            return again, b""
        # The copies of later pages are those of the first page.
        if drawn.copy is not None or drawn.face not in self._tags:
            return self._plain(drawn), _ARTIFACT
        drawn.copy = self._figure(page, matrix, extent)
        return self._plain(drawn), _FIGURE % drawn.copy.number

    def _read_copy(self, drawn: _Drawn, number: int) -> None:
        """Read a copy of a face."""
        copy = (drawn.face, number)
        self._by_copy[copy] = drawn
        self._read.append(copy)

    def finish(self) -> None:
        """Write the structure."""
        for read in self._read:
            if isinstance(read[0], Tag):
                self._structure.add(*read)
                continue
            face, number = read
            tag = self._tags.get(face)
            if tag is None:
                continue
            first = self._by_copy[face, 1]
            several = first.copies > 0 and face in self._filled_in
            own = with_own_fields(tag, number, self._copy) if several else tag
            counted = self._counted(first) if number == 1 else []
            self._structure.add(own, self._contents(read, tag), *counted)
        self._structure.finish()

    def _contents(self, copy: _Copy, tag: Tag) -> Contents:
        """Where the contents of a tag are."""
        first, number = copy
        drawn = {(p, n): self._by_copy.get((first + p, number)) for p, n in marks_of(tag)}
        return {(p, n): face.content(n) for (p, n), face in drawn.items() if face}

    def _counted(self, drawn: _Drawn) -> list[tuple[Tag, Contents]]:
        """The number of copies of a face, as an element whose content is the first that is not read
        itself.
        """
        if drawn.copy is None:
            return []
        tag = drawing(fill(self._copies, count=drawn.copies + 1))
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
            drawn.plain = _same_form(self._pdf, drawn.form, without_marks(drawn.form.read_bytes()))
        return drawn.plain


def _extent(form: Object) -> Rectangle:
    """The extent of a form in its own units."""
    left, lower, right, upper = map(float, form.BBox.as_list())
    return left, lower, right, upper


def _same_form(pdf: Pdf, form: Object, content: bytes) -> Object:
    """A form like another one, with some content."""
    made = pdf.make_stream(content)
    for key in ("/Type", "/Subtype", "/BBox", "/Resources"):
        made[key] = form[key]
    return made


def field_count(tag: Tag) -> int:
    """The number of fields of an element and of those in it."""
    inner = sum(field_count(kid) for kid in tag.kids if isinstance(kid, Tag))
    return inner + (tag.field is not None)


def with_own_fields(tag: Tag, copy: int, words: str) -> Tag:
    """An element of a copy: its fields say its number, and totals are those of its own fields.

    `words` are such as `{label} (copy {number})`.
    """
    kids = (with_own_fields(k, copy, words) if isinstance(k, Tag) else k for k in tag.kids)
    field = tag.field
    if field is not None:
        label = fill(words, number=copy, label=field.label)
        group = f"{field.group} {copy}" if field.group else ""
        field = replace(field, label=label, group=group)
    return replace(tag, kids=tuple(kids), field=field)


def add_structure(pdf: Pdf, tag: Tag) -> None:
    """Write what the pages of a file say into it; their content streams have the marks."""
    pages = [page.obj for page in pdf.pages]
    areas = {
        (number, at): (page, annotation)
        for number, page in enumerate(pages)
        for at, annotation in enumerate(page.get(Name.Annots, ()))
    }
    structure = Structure(pdf, areas)
    structure.add(tag, {(page, n): Content(pages[page], None, n) for page, n in marks_of(tag)})
    structure.finish()


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
