"""The structure of a file of sheets: elements of faces, of copies, and of the fields of forms (PDF
1.7, 12.7).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import atan2, degrees
from typing import TYPE_CHECKING

from pikepdf import Array, Dictionary, Name, Object, Pdf, String

from printgen.geometry.outlines import IDENTITY, Matrix, bounds
from printgen.layout.assembly import subset
from printgen.layout.tags import Field, Mark, Rectangle, Tag, marks_of
from printgen.project import FONTS

if TYPE_CHECKING:
    import uharfbuzz

# What is filled in looks written by hand.
_FONT = FONTS / "caveat" / "Caveat_400Regular.ttf"

# Simple fonts have the signs of Windows (PDF 1.7, annex D).
_FIRST, _LAST, _ENCODING = 32, 255, "cp1252"

# The size of type: a share of the height of a line, and at most this (points).
_SHARE, _LARGEST = 0.85, 15.0

# The height of a line of several (points).
_LINE = 22.0

# Flags of annotations and fields (PDF 1.7, tables 165 and 228): printed; several lines; computed.
_PRINTED, _MULTILINE, _READ_ONLY = 4, 1 << 12, 1


class Fields:
    """The fields of a PDF, which grow in reading order."""

    def __init__(self, pdf: Pdf):
        self._pdf = pdf
        self._names = set[str]()
        self._fields = list[Object]()
        self._totals = list[tuple[Object, str]]()
        self._groups = dict[str, list[str]]()
        self._font: Dictionary | None = None
        # What boxes to tick look like, by their sides.
        self._ticks = dict[tuple[float, float], Dictionary]()

    def add(self, field: Field, page: Object, matrix: Matrix) -> Object:
        """The annotation of a field on a page on which its own page is drawn with a matrix."""
        name, box = self._name(field.label), bounds(field.box, matrix)
        made = self._pdf.make_indirect(
            Dictionary(
                Type=Name.Annot,
                Subtype=Name.Widget,
                Rect=Array([round(edge, 2) for edge in box]),
                F=_PRINTED,
                P=page,
                T=String(name),
                TU=String(field.label),
            )
        )
        if turn := round(degrees(atan2(matrix[1], matrix[0]))) % 360:
            made.MK = Dictionary(R=turn)
        if field.kind == "tick":
            self._tick(made, field.box)
        else:
            self._text(made, field)
            if field.kind == "total":
                self._totals.append((made, field.group))
            elif field.group:
                self._groups.setdefault(field.group, []).append(name)
        if Name.Annots not in page:
            page.Annots = Array()
        page.Annots.append(made)
        page.Tabs = Name.S
        self._fields.append(made)
        return made

    def finish(self) -> None:
        """Write the form into the PDF."""
        if not self._fields:
            return
        for made, group in self._totals:
            made.AA = Dictionary(C=_sum(self._groups.get(group, [])))
        form = Dictionary(
            Fields=Array(self._fields),
            DR=self._resources,
            DA=String("/Hand 12 Tf 0 g"),
        )
        if self._totals:
            form.CO = Array([made for made, _ in self._totals])
        self._pdf.Root.AcroForm = form

    @property
    def _resources(self) -> Dictionary:
        """What texts are written with."""
        if self._font is None:
            self._font = Dictionary(Font=Dictionary(Hand=_hand(self._pdf)))
        return self._font

    def _name(self, label: str) -> str:
        """A name that is unique in the file: names have no full stops."""
        base = re.sub(r"[\W_]+", "-", label.casefold()).strip("-")[:40] or "field"
        number = 1
        while (name := f"{base}-{number}") in self._names:
            number += 1
        self._names.add(name)
        return name

    def _text(self, made: Object, field: Field) -> None:
        _, lower, _, upper = field.box
        line = _LINE if field.kind == "lines" else upper - lower
        size = round(min(_LARGEST, _SHARE * line), 1)
        made.FT, made.DA = Name.Tx, String(f"/Hand {size:g} Tf 0.1 0.1 0.35 rg")
        empty = self._appearance(field.box, b"/Tx BMC EMC")
        empty.Resources = self._resources
        made.AP = Dictionary(N=empty)
        if field.kind == "lines":
            made.Ff = _MULTILINE
        elif field.kind == "total":
            made.Ff = _READ_ONLY

    def _tick(self, made: Object, box: Rectangle) -> None:
        made.FT, made.AS, made.V = Name.Btn, Name.Off, Name.Off
        left, lower, right, upper = box
        sides = round(right - left, 2), round(upper - lower, 2)
        if sides not in self._ticks:
            off, on = self._appearance(box, b""), self._appearance(box, _cross(box))
            self._ticks[sides] = Dictionary({"/Off": off, "/Yes": on})
        made.AP = Dictionary(N=self._ticks[sides])

    def _appearance(self, box: Rectangle, content: bytes) -> Object:
        """What a field looks like."""
        left, lower, right, upper = box
        made = self._pdf.make_stream(content)
        made.Type, made.Subtype = Name.XObject, Name.Form
        made.BBox = Array([0, 0, round(right - left, 2), round(upper - lower, 2)])
        return made


def _cross(box: Rectangle) -> bytes:
    """A cross in a box, with a pen of a twentieth of its side."""
    left, lower, right, upper = box
    width, height = right - left, upper - lower
    side = min(width, height)
    x0, y0 = (width - 0.6 * side) / 2, (height - 0.6 * side) / 2
    x1, y1 = width - x0, height - y0
    corners = (x0, y0, x1, y1, x0, y1, x1, y0)
    return b"%.2f w 1 J 0.1 0.1 0.35 RG %.2f %.2f m %.2f %.2f l %.2f %.2f m %.2f %.2f l S" % (
        max(0.9, side / 20),
        *corners,
    )


def _sum(names: Sequence[str]) -> Dictionary:
    """The action that computes the sum of fields, with the function of PDF viewers for it. Names
    have letters, digits and hyphens only.
    """
    listed = ", ".join(f'"{name}"' for name in names)
    script = f'AFSimple_Calculate("SUM", new Array({listed}));'
    return Dictionary(S=Name.JavaScript, JS=String(script))


def _hand(pdf: Pdf) -> Object:
    """The font of what is filled in, embedded."""
    import uharfbuzz

    program = _FONT.read_bytes()
    face = uharfbuzz.Face(program)
    font = uharfbuzz.Font(face)
    signs = bytes(range(_FIRST, _LAST + 1)).decode(_ENCODING, errors="ignore")
    content, ascent, descent = subset(program, [], {}, signs)
    file = pdf.make_stream(content)
    file.Length1 = len(content)
    scale = 1000 / face.upem
    widths = [round(_width(font, code) * scale) for code in range(_FIRST, _LAST + 1)]
    described = Dictionary(
        Type=Name.FontDescriptor,
        FontName=Name("/AAAAAA+Caveat-Regular"),
        Flags=32,
        FontBBox=Array([0, descent, max(widths), ascent]),
        ItalicAngle=0,
        Ascent=ascent,
        Descent=descent,
        CapHeight=ascent,
        StemV=80,
        FontFile2=file,
    )
    return pdf.make_indirect(
        Dictionary(
            Type=Name.Font,
            Subtype=Name.TrueType,
            BaseFont=Name("/AAAAAA+Caveat-Regular"),
            Encoding=Name.WinAnsiEncoding,
            FirstChar=_FIRST,
            LastChar=_LAST,
            Widths=Array(widths),
            FontDescriptor=pdf.make_indirect(described),
        )
    )


def _width(font: uharfbuzz.Font, code: int) -> int:
    """The width of a sign of the encoding in units of the font; 0 if it has none."""
    sign = bytes([code]).decode(_ENCODING, errors="ignore")
    glyph = font.get_nominal_glyph(ord(sign)) if sign else None
    return 0 if glyph is None else font.get_glyph_h_advance(glyph)


# --------------------------------------------------------------------------------------------------
# Write the structure of a PDF (PDF 1.7, 14.7): its elements, and which content belongs to each.


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
        kids: list[Object | int] = []
        for kid in tag.kids:
            if isinstance(kid, Tag):
                added = self._add(kid, contents, element)
                kids += [] if added is None else [added]
            elif kid in contents:
                kids.append(self._reference(contents[kid], element))
        kids += [*self._links(tag, element), *self._field(tag, contents, element)]
        if (tag.kids or tag.field) and not kids:
            return None
        element.K = Array(kids)
        return element

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


# --- read the structure of a PDF whose pages get other places, such as those of a booklet ---------


# Elements that need what pages lose when they are imposed: the areas of links, and names.
_PLAIN = {"Link": "Span", "Note": "Span", "Annot": "Span"}

# The numbers of pages by their objects.
_Pages = Mapping[tuple[int, int], int]


def read_tags(pdf: Pdf) -> Tag | None:
    """What the pages of a PDF say; None without a structure."""
    root = pdf.Root.get(Name.StructTreeRoot)
    if root is None:
        return None
    pages = {page.obj.objgen: number for number, page in enumerate(pdf.pages)}
    kids = tuple(kid for element in _list(root.K) for kid in _kids(element, None, pages))
    return Tag("Sect", kids)


def _list(kids: Object) -> list[Object]:
    return list(kids) if isinstance(kids, Array) else [kids]


def _tag(element: Object, page: Object | None, pages: _Pages) -> Tag:
    """An element with its content."""
    attributes = element.get(Name.A, Dictionary())
    spans = int(attributes.get(Name.ColSpan, 1)), int(attributes.get(Name.RowSpan, 1))
    role, scope = str(element.S)[1:], str(attributes.get(Name.Scope, "/"))[1:]
    texts = (str(element.get(name, "")) for name in (Name.Alt, Name.Lang, Name.E))
    alt, lang, expansion = texts
    numbering = str(attributes.get(Name.ListNumbering, "/"))[1:]
    kids = tuple(_kids(element, page, pages))
    return Tag(
        _PLAIN.get(role, role),
        kids,
        alt,
        scope,
        spans,
        lang,
        box=_box(attributes),
        numbering=numbering,
        expansion=expansion,
    )


def _box(attributes: Object) -> Rectangle | None:
    """The place of a drawing on its page."""
    if Name.BBox not in attributes:
        return None
    left, lower, right, upper = map(float, attributes.BBox.as_list())
    return left, lower, right, upper


def _kids(element: Object, page: Object | None, pages: _Pages) -> Iterator[Tag | Mark]:
    """The content of an element on the pages; forms have no content of their own."""
    page = element.get(Name.Pg, page)
    for kid in _list(element.get(Name.K, Array())):
        if isinstance(kid, Dictionary) and Name.S in kid:
            yield _tag(kid, page, pages)
        elif isinstance(kid, Dictionary):
            if Name.MCID in kid and Name.Stm not in kid:
                yield pages[kid.get(Name.Pg, page or kid).objgen], int(kid.MCID)
        elif page is not None:
            yield pages[page.objgen], int(kid)
