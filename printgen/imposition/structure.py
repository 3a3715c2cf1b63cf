"""Write the structure of a PDF (PDF 1.7, 14.7): its elements, and which content belongs to each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from pikepdf import Array, Dictionary, Name, Object, Pdf, String

from printgen.geometry.matrices import IDENTITY, Matrix, bounds
from printgen.imposition.fields import Fields
from printgen.layout.tags import Mark, Rectangle, Tag, marks_of


@dataclass(frozen=True, slots=True)
class Content:
    """Marked content: its page, its form if a form has it, and its number in the page or form.

    `matrix` is that of its form on the page, `extent` is what it fills of the form.
    """

    page: Object
    form: Object | None
    number: int
    matrix: Matrix = IDENTITY
    extent: Rectangle | None = None

    def box(self, own: Rectangle | None) -> Array | None:
        """Where a box of the form, or its extent, is on the page."""
        box = own or self.extent
        if box is None:
            return None
        return Array([round(edge, 2) for edge in bounds(box, self.matrix)])


# The pages and annotations of areas, by the numbers that tags give them.
Areas = Mapping[Mark, tuple[Object, Object]]

# The elements of the contents of a stream, by number.
_Owners = dict[int, Object | None]

# Where the contents of a tag are. A content that is not printed is absent.
Contents = dict[Mark, Content]


class Structure:
    """The structure of a PDF, which grows in reading order. `areas` are those of its links."""

    def __init__(self, pdf: Pdf, areas: Areas | None = None):
        self._pdf, self._areas, self._fields = pdf, areas or {}, Fields(pdf)
        self._root = pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot))
        self._document = self._element("Document", self._root)
        self._document_kids = list[Object]()
        # The elements of the contents of each page and form, by its number in the parent tree. The
        # areas of links have the numbers after them.
        self._owners = list[_Owners]()
        self._linked = list[tuple[Object, Object]]()
        self._keys = dict[tuple[int, int], int]()

    def new_number(self, page: Object) -> int:
        """The next number of a marked content in the stream of a page."""
        return max(self._owners[self._key(page)], default=-1) + 1

    def reserve(self, content: Content) -> None:
        """Take the number of a content whose element follows later."""
        self._owners[self._key(content.form or content.page)].setdefault(content.number, None)

    def add(self, tag: Tag, contents: Contents, *more: tuple[Tag, Contents]) -> None:
        """Add an element to the document, with others inside at its end."""
        element = self._add(tag, contents, self._document)
        if element is None:
            return
        for inner, places in more:
            added = self._add(inner, places, element)
            if added is not None:
                element.K.append(added)
        self._document_kids.append(element)

    def finish(self) -> None:
        """Write the structure into the PDF."""
        self._document.K = Array(self._document_kids)
        self._root.K = Array([self._document])
        numbers = Array()
        for key, owners in enumerate(self._owners):
            last = max(owners, default=-1)
            numbers.append(key)
            numbers.append(Array([owners.get(number) for number in range(last + 1)]))
        for key, (area, element) in enumerate(self._linked, len(self._owners)):
            area["/StructParent"] = key
            numbers.append(key)
            numbers.append(element)
        self._root.ParentTree = self._pdf.make_indirect(Dictionary(Nums=numbers))
        self._root.ParentTreeNextKey = len(self._owners) + len(self._linked)
        self._pdf.Root.StructTreeRoot = self._root
        self._fields.finish()

    def _key(self, stream: Object) -> int:
        """The number of a page or form in the parent tree."""
        known = self._keys.get(stream.objgen)
        if known is None:
            known = self._keys[stream.objgen] = len(self._owners)
            stream["/StructParents"] = known
            self._owners.append({})
        return known

    def _element(self, name: str, parent: Object) -> Object:
        source = Dictionary({"/Type": Name.StructElem, "/S": Name(f"/{name}"), "/P": parent})
        return self._pdf.make_indirect(source)

    def _add(self, tag: Tag, contents: Contents, parent: Object) -> Object | None:
        """An element with its content; None if none of it is printed."""
        element = self._element(tag.name, parent)
        if tag.alt:
            element.Alt = String(tag.alt)
        if tag.lang:
            element.Lang = String(tag.lang)
        if tag.expansion:
            element.E = String(tag.expansion)
        if attributes := _attributes(tag, contents):
            element.A = attributes
        kids = [
            *self._kids(tag.kids, contents, element),
            *self._links(tag, element),
            *self._field(tag, contents, element),
        ]
        if (tag.kids or tag.field) and not kids:
            return None
        element.K = Array(kids)
        return element

    def _kids(
        self, kids: Iterable[Tag | Mark], contents: Contents, element: Object
    ) -> Iterable[Object | int]:
        for kid in kids:
            if isinstance(kid, Tag):
                added = self._add(kid, contents, element)
                if added is not None:
                    yield added
            elif kid in contents:
                yield self._reference(contents[kid], element)

    def _links(self, tag: Tag, element: Object) -> Iterator[Object]:
        """The areas of a link; without any, it is no link."""
        areas = [self._areas[area] for area in tag.areas if area in self._areas]
        if tag.name == "Link" and not areas:
            element.S = Name.Span
        for page, area in areas:
            area.Contents = String(tag.label)
            self._linked.append((area, element))
            yield Dictionary(Type=Name.OBJR, Obj=area, Pg=page)

    def _field(self, tag: Tag, contents: Contents, element: Object) -> Iterator[Object]:
        """The field of a form, where the contents of its page are."""
        field = tag.field
        if field is None:
            return
        places = (content for (page, _), content in contents.items() if page == field.page)
        if place := next(places, None):
            made = self._fields.add(field, place.page, place.matrix)
            self._linked.append((made, element))
            yield Dictionary(Type=Name.OBJR, Obj=made, Pg=place.page)

    def _reference(self, content: Content, element: Object) -> Object | int:
        """The reference to a content of an element."""
        self._owners[self._key(content.form or content.page)][content.number] = element
        if Name.Pg not in element:
            element.Pg = content.page
        if content.form is None and element.Pg.objgen == content.page.objgen:
            return content.number
        found = Dictionary(Type=Name.MCR, Pg=content.page, MCID=content.number)
        if content.form is not None:
            found.Stm = content.form
        return found


def _attributes(tag: Tag, contents: Contents) -> Dictionary | None:
    """The attributes of a drawing, a list or a cell."""
    if tag.numbering:
        return Dictionary({"/O": Name.List, "/ListNumbering": Name(f"/{tag.numbering}")})
    if tag.name == "Figure":
        content = next((contents[mark] for mark in marks_of(tag) if mark in contents), None)
        box = content and content.box(tag.box)
        return Dictionary({"/O": Name.Layout, "/BBox": box}) if box else None
    found: dict[str, Name | int] = {}
    if tag.scope:
        found["/Scope"] = Name(f"/{tag.scope}")
    for name, span in zip(("/ColSpan", "/RowSpan"), tag.spans, strict=True):
        if span != 1:
            found[name] = span
    return Dictionary({"/O": Name.Table, **found}) if found else None
