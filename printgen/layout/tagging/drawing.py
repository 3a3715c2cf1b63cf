"""Draw pages with marked content, and their structure as plain values: faces and sheets get their
places in a file later, and their structure with them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from printgen.layout.books.section_layout import replaced
from printgen.layout.minify import minify_streams
from printgen.layout.tagging.groups import absorb_groups
from printgen.layout.tagging.nodes import Content, Node
from printgen.layout.tagging.reading import read_structure
from printgen.layout.tagging.writing import marking
from printgen.layout.tags import Mark, Tag
from printgen.layout.weasyprint_types import Document, Page, PdfObject, Private

# The numbers of the marked contents of each page by box, and the areas of links by reference.
_Numbers = Sequence[Mapping[Private, int]]

_Areas = Mapping[bytes, Mark]


def draw_page(page: Page, stream: PdfObject, scale: float) -> Tag:
    """Draw a page into a stream, and return what it says."""
    root = read_structure([page])
    with marking(root):
        page.paint(stream, scale)
    return _document(root, [_numbers(stream)], {})


def write_sheet(document: Document) -> tuple[bytes, Tag]:
    """A PDF of the pages of a document, and what they say."""
    from weasyprint import pdf as module

    root, numbers = read_structure(document.pages), list[Mapping[Private, int]]()

    areas: dict[bytes, Mark] = {}

    def read(file: PdfObject, _: object, version: object, streams: Sequence[PdfObject]) -> None:
        numbers.extend(map(_numbers, streams))
        areas.update(_areas(file))

    with replaced(module, "add_tags", read), marking(root):
        pdf = document.write_pdf(finisher=minify_streams, pdf_tags=True)
    return pdf, _document(root, numbers, areas)


def _numbers(stream: PdfObject) -> dict[Private, int]:
    """The numbers of the marked contents of a page by box."""
    absorbed = absorb_groups(stream)
    found = ((box, number) for box, (number, _) in stream._tags.items())
    return {box: number for box, number in found if number not in absorbed}


def _areas(file: PdfObject) -> dict[bytes, Mark]:
    """The annotations of a file by their references: their pages, and their numbers there."""
    pages = [
        item for item in file.objects if isinstance(item, dict) and item.get("Type") == "/Page"
    ]
    annotations = ((number, page.get("Annots", ())) for number, page in enumerate(pages))
    return {one: (page, at) for page, found in annotations for at, one in enumerate(found)}


def _document(root: Node, numbers: _Numbers, areas: _Areas) -> Tag:
    """A section for what is said, unless it is in one."""
    tag = _tag(root, numbers, areas)
    (only,) = tag.kids if len(tag.kids) == 1 else (None,)
    return only if isinstance(only, Tag) and only.name == "Sect" else replace(tag, name="Sect")


def _tag(node: Node, numbers: _Numbers, areas: _Areas) -> Tag:
    """An element as a plain value."""
    kids: list[Tag | Mark] = []
    found: list[Mark] = []
    for kid in node.kids:
        if isinstance(kid, Node):
            kids.append(_tag(kid, numbers, areas))
        elif isinstance(kid, Content):
            kids += [(kid.page, n)] if (n := numbers[kid.page].get(kid.box)) is not None else []
        elif kid.box.link_annotation:
            found.append(areas[kid.box.link_annotation.reference])
    # Notes need names that are unique in a file.
    role = "Span" if node.role == "Note" else node.role
    spans = node.columns, node.rows
    return Tag(role, tuple(kids), node.alt, node.scope, spans, node.lang, tuple(found), node.label)
