"""Write the structure of a document into its PDF, in place of WeasyPrint's tags.

WeasyPrint makes an element for each box of each page and line: an element that continues on the
next page is read out as two, headings skip levels, and links in lists of contents have no element.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import count

import pydyf
from weasyprint.pdf.stream import Stream

from printgen.layout.content_streams import join_parts, minify_streams, without_marks
from printgen.layout.patches import marking, tagging
from printgen.layout.tag_nodes import Area, Content, Node, plain
from printgen.layout.tag_reading import read_structure
from printgen.layout.tags import Field, Mark, Rectangle, Tag
from printgen.layout.weasyprint import (
    Box,
    ContentStream,
    Document,
    Page,
    PdfDictionary,
    PdfFile,
    marked_boxes,
    stream_resources,
)

# Points of a CSS pixel.
_POINTS = 0.75


@contextmanager
def tagged(document: Document) -> Iterator[None]:
    """Write the tags of a document while `write_pdf(pdf_tags=True)` runs."""
    root = read_structure(document.pages)

    def write(pdf: PdfFile, streams: Sequence[ContentStream]) -> None:
        _Writer(pdf, document.pages, streams).write(root)

    with tagging(write), marking(root.boxes()):
        yield


@dataclass(slots=True)
class _Writer:
    """Writes a structure. `contents` has the elements of contents by the number of their page or
    form, in the order of their marks, and `links` those of links by the number of these. `places`
    has the elements that links lead to by name, `titles` those of the outline by page and title.
    """

    pdf: PdfFile
    pages: Sequence[Page]
    streams: Sequence[ContentStream]
    contents: dict[int, list[bytes]] = field(default_factory=dict)
    links: dict[int, bytes] = field(default_factory=dict)
    ids: dict[str, bytes] = field(default_factory=dict)
    forms: dict[int, int] = field(default_factory=dict)
    places: dict[str, bytes] = field(default_factory=dict)
    titles: dict[tuple[bytes, str], bytes] = field(default_factory=dict)
    numbers: Iterator[int] = field(default_factory=count)

    def write(self, root: Node) -> None:
        """Write the structure and refer to it from the catalog."""
        # Pages come first: their numbers are those of their streams.
        for stream in self.streams:
            self.contents[next(self.numbers)] = [b"null"] * len(marked_boxes(stream) or ())
        top = self._object({"Type": "/StructTreeRoot"})
        document = self._element(root, top.reference)
        top["K"] = pydyf.Array([document])
        self._name_targets(document)
        nums: list[object] = []
        for number in sorted({*self.contents, *self.links}):
            link = self.links.get(number)
            nums += [number, link or pydyf.Array(self.contents[number])]
        top["ParentTree"] = self._object({"Nums": pydyf.Array(nums)}).reference
        top["ParentTreeNextKey"] = next(self.numbers)
        if self.ids:
            names = [part for id, at in sorted(self.ids.items()) for part in (pydyf.String(id), at)]
            top["IDTree"] = self._object({"Names": pydyf.Array(names)}).reference
        self.pdf.catalog["StructTreeRoot"] = top.reference

    def _object(self, values: dict[str, object]) -> PdfDictionary:
        made: PdfDictionary = pydyf.Dictionary(values)
        self.pdf.add_object(made)
        return made

    def _element(self, node: Node, parent: bytes) -> bytes:
        """Write an element and those in it. Returns its reference."""
        made = self._object({"Type": "/StructElem", "S": f"/{node.role}", "P": parent})
        here: bytes = made.reference
        page = next((kid.page for kid in node.kids if not isinstance(kid, Node)), None)
        if page is not None:
            made["Pg"] = self.pdf.page_references[page]
        kids: list[object] = []
        for kid in node.kids:
            if isinstance(kid, Node):
                kids.append(self._element(kid, here))
            elif isinstance(kid, Content):
                kids += self._content(kid, page, here)
            else:
                kids += self._area(kid, node.label, here)
        if node.role == "Link" and not any(_has_annotation(kid) for kid in node.kids):
            # Its target is not in this file.
            made["S"] = "/Span"
        if kids:
            made["K"] = pydyf.Array(kids)
        self._describe(made, node)
        self.places |= dict.fromkeys(node.names, here)
        if node.title:
            first = next((content.page for content in node.contents()), page)
            if first is not None:
                self.titles.setdefault((self.pdf.page_references[first], node.title), here)
        return here

    def _name_targets(self, document: bytes) -> None:
        """Name the elements that links and the outline lead to, beside their places on pages."""
        names = self.pdf.catalog.get("Names", {}).get("Dests", {}).get("Names", [])
        for at, (name, place) in enumerate(zip(names[::2], names[1::2], strict=True)):
            target = pydyf.Array([self.places.get(name.string, document), *place[1:]])
            names[2 * at + 1] = pydyf.Dictionary({"D": place, "SD": target})
        for item in self.pdf.objects:
            if isinstance(item, dict) and "Title" in item and "Dest" in item:
                key = item["Dest"][0], item["Title"].string
                item["SE"] = self.titles.get(key, document)

    def _describe(self, made: PdfDictionary, node: Node) -> None:
        """Add what an element says of itself."""
        texts = {"Lang": node.lang, "Alt": node.alt, "E": node.expansion, "ID": node.id}
        made.update({key: pydyf.String(text) for key, text in texts.items() if text})
        if node.id:
            self.ids[node.id] = made.reference
        attributes: dict[str, object] = {}
        if node.role in ("TH", "TD"):
            spans = {"ColSpan": node.columns, "RowSpan": node.rows}
            attributes = {key: number for key, number in spans.items() if number > 1}
            if node.scope:
                attributes["Scope"] = f"/{node.scope}"
            owner = "/Table"
        elif node.numbering:
            owner, attributes = "/List", {"ListNumbering": f"/{node.numbering}"}
        elif node.role == "Figure":
            owner, attributes = "/Layout", {"BBox": self._area_of(node)}
        if attributes:
            made["A"] = pydyf.Dictionary({"O": owner, **attributes})

    def _area_of(self, node: Node) -> object:
        """The place of a picture on its page, in points."""
        content = next(node.contents())
        box, height = content.box, self.pages[content.page].height
        x, y = box.content_box_x(), box.content_box_y()
        edges = x, height - y - box.height, x + box.width, height - y
        return pydyf.Array([round(edge * _POINTS, 3) for edge in edges])

    def _content(self, content: Content, page: int | None, parent: bytes) -> list[object]:
        """The marked content of an element, empty if nothing was drawn."""
        marks = marked_boxes(self.streams[content.page]) or {}
        if content.box not in marks:
            return []
        number, stream = marks[content.box]
        key = content.page
        reference: dict[str, object] = {"Type": "/MCR", "MCID": number}
        if content.page != page:
            reference["Pg"] = self.pdf.page_references[content.page]
        if stream is not self.streams[content.page]:
            # Transparent groups are forms with marks of their own.
            reference["Pg"] = self.pdf.page_references[content.page]
            reference["Stm"] = stream.reference
            key = self._form(stream, len(marks))
        self.contents[key][number] = parent
        return [pydyf.Dictionary(reference) if len(reference) > 2 else number]

    def _form(self, stream: ContentStream, size: int) -> int:
        """The number of a form whose contents have `size` marks at most."""
        if id(stream) not in self.forms:
            number = self.forms[id(stream)] = next(self.numbers)
            self.contents[number] = [b"null"] * size
            stream.extra["StructParents"] = number
        return self.forms[id(stream)]

    def _area(self, area: Area, label: str, parent: bytes) -> list[object]:
        """The annotation of a link, with the words of the link."""
        annotation = area.box.link_annotation
        if not annotation:
            return []
        number = annotation["StructParent"] = next(self.numbers)
        self.links[number] = parent
        if label:
            annotation["Contents"] = pydyf.String(label)
        page = self.pdf.page_references[area.page]
        return [
            pydyf.Dictionary({"Type": "/OBJR", "Obj": annotation.reference, "Pg": page}),
        ]


def _has_annotation(kid: Node | Content | Area) -> bool:
    return isinstance(kid, Area) and bool(kid.box.link_annotation)


# --- pages that are drawn with marked content, and their structure as plain values ----------------


# The beginning and the end of marked content, and a drawn form.
_TOKEN = re.compile(
    rb"^(?:/\w+\s+(?:<</MCID \d+>>\s+BDC|BMC)|(?P<end>EMC)|/(?P<form>\S+) Do)$", re.MULTILINE
)

_NUMBER = re.compile(rb"<</MCID (\d+)>>\s+BDC$", re.MULTILINE)


def absorb_groups(stream: ContentStream) -> set[int]:
    """Make one marked content of each group that a page draws: an artifact of one without words,
    such as a panel that lets a picture through. The numbers of the contents that are now in the
    first one of their group.
    """
    groups = {name: _group_numbers(group) for name, group in _groups(stream)}
    if groups:
        marker = _Marker(groups)
        stream.stream = [_TOKEN.sub(marker.write, join_parts(stream.stream))]
    return {number for numbers in groups.values() for number in numbers[1:]}


def _group_numbers(group: ContentStream) -> list[int]:
    """The numbers of the contents in a group, whose marks are removed."""
    content = join_parts(group.stream)
    numbers = [int(number) for number in _NUMBER.findall(content)]
    for _, inner in _groups(group):
        numbers += _group_numbers(inner)
    group.stream = [without_marks(content)]
    return sorted(numbers)


def _groups(stream: ContentStream) -> Iterator[tuple[str, ContentStream]]:
    """The groups that a stream draws; pages may share the resources that name them."""
    resources = (stream_resources(stream).get("XObject") or {}).items()
    forms = {name: form for name, form in resources if isinstance(form, Stream)}
    if forms:
        drawn = {match["form"] for match in _TOKEN.finditer(join_parts(stream.stream))}
        yield from ((name, form) for name, form in forms.items() if name.encode() in drawn)


class _Marker:
    """Marks the groups that a stream draws outside of other marks."""

    def __init__(self, groups: dict[str, list[int]]):
        self._groups, self._inside = groups, False

    def write(self, match: re.Match[bytes]) -> bytes:
        """A token as it is written."""
        form = match["form"]
        if form is None:
            self._inside = not match["end"]
            return match[0]
        numbers = self._groups.get(form.decode())
        if self._inside or numbers is None:
            return match[0]
        begin = b"/Span <</MCID %d>> BDC" % numbers[0] if numbers else b"/Artifact BMC"
        return b"%s\n%s\nEMC" % (begin, match[0])


# --------------------------------------------------------------------------------------------------
# Draw pages with marked content, and their structure as plain values: faces and sheets get their
# places in a file later, and their structure with them.


@dataclass(frozen=True, slots=True)
class _Drawn:
    """What was drawn: the numbers of marked contents by box and the height (points) of each page,
    and the areas of links by reference.
    """

    numbers: Sequence[Mapping[Box, int]]
    heights: Sequence[float]
    areas: Mapping[bytes, Mark]


def draw_page(page: Page, stream: ContentStream, scale: float, height: float) -> Tag:
    """Draw a page into a stream that is `height` points high, and return what it says."""
    root = read_structure([page])
    with marking(root.boxes()):
        page.paint(stream, scale)
    return _document(root, _Drawn([_numbers(stream)], [height], {}))


def write_sheet(document: Document) -> tuple[bytes, Tag]:
    """A PDF of the pages of a document, and what they say."""
    root, numbers = read_structure(document.pages, fields=True), list[Mapping[Box, int]]()
    areas: dict[bytes, Mark] = {}

    def read(file: PdfFile, streams: Sequence[ContentStream]) -> None:
        numbers.extend(map(_numbers, streams))
        areas.update(_areas(file))

    with tagging(read), marking(root.boxes()):
        pdf = document.write_pdf(finisher=minify_streams, pdf_tags=True)
    heights = [page.height * _POINTS for page in document.pages]
    return pdf, _document(root, _Drawn(numbers, heights, areas))


def _numbers(stream: ContentStream) -> dict[Box, int]:
    """The numbers of the marked contents of a page by box."""
    absorbed = absorb_groups(stream)
    found = ((box, number) for box, (number, _) in (marked_boxes(stream) or {}).items())
    return {box: number for box, number in found if number not in absorbed}


def _areas(file: PdfFile) -> dict[bytes, Mark]:
    """The annotations of a file by their references: their pages, and their numbers there."""
    pages = [
        item for item in file.objects if isinstance(item, dict) and item.get("Type") == "/Page"
    ]
    annotations = ((number, page.get("Annots", ())) for number, page in enumerate(pages))
    return {one: (page, at) for page, found in annotations for at, one in enumerate(found)}


def _document(root: Node, drawn: _Drawn) -> Tag:
    """A section for what is said, unless it is in one."""
    tag = _tag(root, drawn)
    (only,) = tag.kids if len(tag.kids) == 1 else (None,)
    return only if isinstance(only, Tag) and only.name == "Sect" else replace(tag, name="Sect")


def _tag(node: Node, drawn: _Drawn) -> Tag:
    """An element as a plain value."""
    kids: list[Tag | Mark] = []
    areas: list[Mark] = []
    for kid in node.kids:
        if isinstance(kid, Node):
            kids.append(_tag(kid, drawn))
        elif isinstance(kid, Content):
            number = drawn.numbers[kid.page].get(kid.box)
            kids += [] if number is None else [(kid.page, number)]
        elif kid.box.link_annotation:
            areas.append(drawn.areas[kid.box.link_annotation.reference])
    return Tag(
        # Notes need names that are unique in a file.
        "Span" if node.role == "Note" else node.role,
        tuple(kids),
        node.alt,
        node.scope,
        (node.columns, node.rows),
        node.lang,
        tuple(areas),
        node.label,
        _box(node, drawn) if node.role == "Figure" else None,
        node.numbering,
        node.expansion,
        _field(node.field, drawn) if node.field else None,
    )


def _field(area: Area, drawn: _Drawn) -> Field:
    """A field of a form, where the border of its box is."""
    box, element = area.box, area.box.element
    assert element is not None
    left, top = box.border_box_x() * _POINTS, box.border_box_y() * _POINTS
    upper, height = drawn.heights[area.page] - top, box.border_height() * _POINTS
    edges = left, upper - height, left + box.border_width() * _POINTS, upper
    x0, y0, x1, y1 = (round(edge, 2) for edge in edges)
    kind, label = element.get("data-field", ""), plain(element.get("aria-label", ""))
    return Field(kind, label, area.page, (x0, y0, x1, y1), element.get("data-group", ""))


def _box(figure: Node, drawn: _Drawn) -> Rectangle | None:
    """The place of a picture on its page."""
    content = next(figure.contents(), None)
    if content is None:
        return None
    box, height = content.box, drawn.heights[content.page]
    x, y = box.content_box_x() * _POINTS, height - box.content_box_y() * _POINTS
    edges = x, y - box.height * _POINTS, x + box.width * _POINTS, y
    left, lower, right, upper = (round(edge, 2) for edge in edges)
    return left, lower, right, upper
