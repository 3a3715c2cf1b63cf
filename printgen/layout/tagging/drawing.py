"""The structure of a drawing: its marked contents, with transparent groups as one content each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from weasyprint.pdf.stream import Stream

from printgen.layout.minify import join_parts, minify_streams, without_marks
from printgen.layout.patches import marking, tagging
from printgen.layout.tagging.nodes import Area, Content, Node, plain
from printgen.layout.tagging.reading import read_structure
from printgen.layout.tags import Field, Mark, Rectangle, Tag
from printgen.layout.weasyprint import (
    Document,
    Page,
    PdfObject,
    Private,
    marked_boxes,
    stream_resources,
)

# The beginning and the end of marked content, and a drawn form.
_TOKEN = re.compile(
    rb"^(?:/\w+\s+(?:<</MCID \d+>>\s+BDC|BMC)|(?P<end>EMC)|/(?P<form>\S+) Do)$", re.MULTILINE
)

_NUMBER = re.compile(rb"<</MCID (\d+)>>\s+BDC$", re.MULTILINE)


def absorb_groups(stream: PdfObject) -> set[int]:
    """Make one marked content of each group that a page draws. The numbers of the contents that are
    now in the first one of their group.
    """
    groups = {name: _group_numbers(group) for name, group in _groups(stream)}
    if any(groups.values()):
        marker = _Marker(groups)
        stream.stream = [_TOKEN.sub(marker.write, join_parts(stream.stream))]
    return {number for numbers in groups.values() for number in numbers[1:]}


def _group_numbers(group: PdfObject) -> list[int]:
    """The numbers of the contents in a group, whose marks are removed."""
    content = join_parts(group.stream)
    numbers = [int(number) for number in _NUMBER.findall(content)]
    for _, inner in _groups(group):
        numbers += _group_numbers(inner)
    group.stream = [without_marks(content)]
    return sorted(numbers)


def _groups(stream: PdfObject) -> Iterator[tuple[str, PdfObject]]:
    """The groups that a stream draws; pages may share the resources that name them."""
    forms = {
        n: f for n, f in (stream_resources(stream).get("XObject") or {}).items() if _is_group(f)
    }
    if forms:
        drawn = {match["form"] for match in _TOKEN.finditer(join_parts(stream.stream))}
        yield from ((name, form) for name, form in forms.items() if name.encode() in drawn)


def _is_group(form: PdfObject) -> bool:
    return isinstance(form, Stream)


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


# Points of a CSS pixel.
_POINTS = 0.75


@dataclass(frozen=True, slots=True)
class _Drawn:
    """What was drawn: the numbers of marked contents by box and the height (points) of each page,
    and the areas of links by reference.
    """

    numbers: Sequence[Mapping[Private, int]]
    heights: Sequence[float]
    areas: Mapping[bytes, Mark]


def draw_page(page: Page, stream: PdfObject, scale: float, height: float) -> Tag:
    """Draw a page into a stream that is `height` points high, and return what it says."""
    root = read_structure([page])
    with marking(root.boxes()):
        page.paint(stream, scale)
    return _document(root, _Drawn([_numbers(stream)], [height], {}))


def write_sheet(document: Document) -> tuple[bytes, Tag]:
    """A PDF of the pages of a document, and what they say."""
    root, numbers = read_structure(document.pages, fields=True), list[Mapping[Private, int]]()
    areas: dict[bytes, Mark] = {}

    def read(file: PdfObject, streams: Sequence[PdfObject]) -> None:
        numbers.extend(map(_numbers, streams))
        areas.update(_areas(file))

    with tagging(read), marking(root.boxes()):
        pdf = document.write_pdf(finisher=minify_streams, pdf_tags=True)
    heights = [page.height * _POINTS for page in document.pages]
    return pdf, _document(root, _Drawn(numbers, heights, areas))


def _numbers(stream: PdfObject) -> dict[Private, int]:
    """The numbers of the marked contents of a page by box."""
    absorbed = absorb_groups(stream)
    found = ((box, number) for box, (number, _) in (marked_boxes(stream) or {}).items())
    return {box: number for box, number in found if number not in absorbed}


def _areas(file: PdfObject) -> dict[bytes, Mark]:
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
    left, top = box.border_box_x() * _POINTS, box.border_box_y() * _POINTS
    upper, height = drawn.heights[area.page] - top, box.border_height() * _POINTS
    edges = left, upper - height, left + box.border_width() * _POINTS, upper
    x0, y0, x1, y1 = (round(edge, 2) for edge in edges)
    kind, label = element.get("data-field"), plain(element.get("aria-label", ""))
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
