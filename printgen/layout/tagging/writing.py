"""Write the structure of a document into its PDF, in place of WeasyPrint's tags.

WeasyPrint makes an element for each box of each page and line: an element that continues on the
next page is read out as two, headings skip levels, and links in lists of contents have no element.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count

import pydyf

from printgen.layout.patches import marking, tagging
from printgen.layout.tagging.nodes import Area, Content, Node
from printgen.layout.tagging.reading import read_structure
from printgen.layout.weasyprint import Document, Page, PdfObject, Private, marked_boxes

# Points of a CSS pixel.
_POINTS = 0.75


@contextmanager
def tagged(document: Document) -> Iterator[None]:
    """Write the tags of a document while `write_pdf(pdf_tags=True)` runs."""
    root = read_structure(document.pages)

    def write(pdf: PdfObject, streams: Sequence[PdfObject]) -> None:
        _Writer(pdf, document.pages, streams).write(root)

    with tagging(write), marking(root.boxes()):
        yield


@dataclass(slots=True)
class _Writer:
    """Writes a structure. `parents` has the elements of contents by the number of their page or
    form, in the order of their marks, and those of links by the number of these. `places` has the
    elements that links lead to by name, `titles` those of the outline by page and title.
    """

    pdf: PdfObject
    pages: Sequence[Page]
    streams: Sequence[PdfObject]
    parents: dict[int, Private] = field(default_factory=dict)
    ids: dict[str, bytes] = field(default_factory=dict)
    forms: dict[int, int] = field(default_factory=dict)
    places: dict[str, bytes] = field(default_factory=dict)
    titles: dict[tuple[bytes, str], bytes] = field(default_factory=dict)
    numbers: Iterator[int] = field(default_factory=count)

    def write(self, root: Node) -> None:
        """Write the structure and refer to it from the catalog."""
        # Pages come first: their numbers are those of their streams.
        for stream in self.streams:
            self.parents[next(self.numbers)] = [b"null"] * len(marked_boxes(stream) or ())
        top = self._object({"Type": "/StructTreeRoot"})
        document = self._element(root, top.reference)
        top["K"] = pydyf.Array([document])
        self._name_targets(document)
        nums: list[object] = []
        for number, found in sorted(self.parents.items()):
            nums += [number, pydyf.Array(found) if isinstance(found, list) else found]
        top["ParentTree"] = self._object({"Nums": pydyf.Array(nums)}).reference
        top["ParentTreeNextKey"] = next(self.numbers)
        if self.ids:
            names = [part for id, at in sorted(self.ids.items()) for part in (pydyf.String(id), at)]
            top["IDTree"] = self._object({"Names": pydyf.Array(names)}).reference
        self.pdf.catalog["StructTreeRoot"] = top.reference

    def _object(self, values: dict[str, object]) -> PdfObject:
        made = pydyf.Dictionary(values)
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

    def _describe(self, made: PdfObject, node: Node) -> None:
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
        self.parents[key][number] = parent
        return [pydyf.Dictionary(reference) if len(reference) > 2 else number]

    def _form(self, stream: PdfObject, size: int) -> int:
        """The number of a form whose contents have `size` marks at most."""
        if id(stream) not in self.forms:
            number = self.forms[id(stream)] = next(self.numbers)
            self.parents[number] = [b"null"] * size
            stream.extra["StructParents"] = number
        return self.forms[id(stream)]

    def _area(self, area: Area, label: str, parent: bytes) -> list[object]:
        """The annotation of a link, with the words of the link."""
        annotation = area.box.link_annotation
        if not annotation:
            return []
        number = annotation["StructParent"] = next(self.numbers)
        self.parents[number] = parent
        if label:
            annotation["Contents"] = pydyf.String(label)
        page = self.pdf.page_references[area.page]
        return [
            pydyf.Dictionary({"Type": "/OBJR", "Obj": annotation.reference, "Pg": page}),
        ]


def _has_annotation(kid: Node | Content | Area) -> bool:
    return isinstance(kid, Area) and bool(kid.box.link_annotation)
