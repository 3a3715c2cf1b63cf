"""How the boxes of a page become elements of its structure, in the order that PDF/UA-1 asks for
(ISO 14289-1, clause 7).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from xml.etree.ElementTree import Element

from printgen.layout.tag_nodes import (
    CONTENT,
    CONTENTS,
    HEADING,
    LISTS,
    Area,
    Content,
    Node,
    alternative_text,
    is_plain,
    is_silent,
    level_of,
    link_label,
    plain,
    role_of,
    scope_of,
)
from printgen.layout.weasyprint import Box, Page, TextBox, page_box, placed

# --- bring a structure into the order that PDF/UA-1 asks for (ISO 14289-1, clause 7) --------------


_MAX_LEVEL = 6

_CELLS = ("TH", "TD")


def tidy(root: Node) -> None:
    """Remove empty elements, level headings, and fill the rows of tables."""
    _prune(root)
    _level_headings(root)
    for node in list(root.all()):
        if node.role == "Table":
            _fill_rows(node)
        elif node.role == "TR":
            # A row of headers alone has those of the columns.
            headers = list(node.nodes())
            if len(headers) > 1 and all(cell.role == "TH" for cell in headers):
                for cell in headers:
                    cell.scope = "Column"


def _prune(node: Node) -> bool:
    """Remove empty elements; cells stay. Whether the element has anything."""
    kept: list[Node | Content | Area] = []
    for kid in node.kids:
        if not isinstance(kid, Node) or _prune(kid):
            kept.append(kid)
        else:
            node.names += kid.names
    # Contents at the beginning without words; a picture has some.
    while kept and isinstance(kept[0], Content):
        if str(getattr(kept[0].box, "text", "picture")).strip():
            break
        del kept[0]
    node.kids = kept
    if node.role == "TH" and not kept:
        node.role, node.scope = "TD", ""
    if node.role in _CELLS:
        return True
    return node.field is not None or any(not isinstance(kid, Area) for kid in kept)


def _level_headings(root: Node) -> None:
    """Give each heading its level: that of HTML, but the first one is 1, and none is left out."""
    above: list[int] = []
    for node in root.all():
        if node.role == HEADING:
            while above and above[-1] >= node.level:
                above.pop()
            above.append(node.level)
            node.role = f"H{min(len(above), _MAX_LEVEL)}"


def _fill_rows(table: Node) -> None:
    """Add empty cells to the rows that are shorter than others."""
    widths: list[tuple[Node, int]] = []
    direct = [node for node in table.nodes() if node.role == "TR"]
    groups = [[node for node in group.nodes() if node.role == "TR"] for group in table.nodes()]
    # Cells do not reach beyond their group.
    for rows in (direct, *groups):
        # The columns that cells of earlier rows take in the row at an index.
        taken = [0] * len(rows)
        for index, row in enumerate(rows):
            for cell in row.nodes():
                cell.rows = max(1, min(cell.rows, len(rows) - index))
                for other in range(index, index + cell.rows):
                    taken[other] += cell.columns
        widths += zip(rows, taken, strict=True)
    widest = max((width for _, width in widths), default=0)
    for row, width in widths:
        for _ in range(widest - width):
            row.add("TD")


# --- read the structure of a document from its laid-out pages -------------------------------------
#
# An element that continues on the next page is one element of the structure, and so is a link of
# several lines. Uses private parts of WeasyPrint.


@dataclass(frozen=True, slots=True)
class _Place:
    """Where the boxes of an HTML element belong: its element of the structure, or that around it;
    the HTML element itself; the language; whether it is in a list of contents, in the head of a
    table, or in a table that only places its cells.
    """

    node: Node
    owner: Element | None = None
    lang: str = ""
    contents: bool = False
    head: bool = False
    placing: bool = False


def read_structure(pages: Sequence[Page], fields: bool = False) -> Node:
    """The structure of a document, with its fields to fill in or without."""
    reader = _TreeReader(fields)
    for number, page in enumerate(pages):
        reader.read(number, page)
    tidy(reader.root)
    return reader.root


@dataclass(slots=True)
class _TreeReader:
    """Reads page after page, with `fields` to fill in or without. `made` has the elements of the
    structure by what they are in and their HTML element; `notes` the footnotes by their HTML
    element; `heads` the pages of heads of tables; `names` the places that were found.
    """

    fields: bool = False
    root: Node = field(default_factory=lambda: Node("Document"))
    made: dict[tuple[int, int, str], Node] = field(default_factory=dict)
    notes: dict[int, Node] = field(default_factory=dict)
    heads: dict[int, int] = field(default_factory=dict)
    page: int = 0
    links: set[int] = field(default_factory=set)
    names: set[str] = field(default_factory=set)

    def read(self, number: int, page: Page) -> None:
        """Read a page: its text, then its footnotes, not its margins."""
        self.page, self.links = number, set()
        for *_, box in page.links:
            # What an earlier file had of it.
            box.link_annotation = None
            self.links.add(id(box))
        self._kids(page_box(page), _Place(self.root))

    def _kids(self, box: Box, place: _Place) -> None:
        for child in box.children:
            self._box(child, place)

    def _box(self, box: Box, place: _Place) -> None:
        """Read a box."""
        from weasyprint.formatting_structure import boxes

        box = placed(box)
        if isinstance(box, boxes.TextBox):
            self._text(box, place)
        elif isinstance(box, boxes.LineBox):
            self._kids(box, replace(place, node=place.node.line_place(box.element)))
        elif isinstance(box, boxes.ReplacedBox):
            self._picture(box, place)
        elif not isinstance(box, boxes.MarginBox):
            inner = self._enter(box, place)
            self._name(box, (inner or place).node)
            if inner:
                self._kids(box, inner)

    def _name(self, box: Box, node: Node) -> None:
        """Note that links, or an entry of the outline, lead to a box."""
        name = box.style["anchor"]
        if name and name not in self.names:
            self.names.add(name)
            node.names.append(name)
        if box.bookmark_label and box.style["bookmark_level"] != "none" and not node.title:
            node.title = box.bookmark_label

    def _text(self, box: TextBox, place: _Place) -> None:
        """A text. Ornaments that a style adds to an element are silent, and so are leaders."""
        added = "::" in box.element_tag and not box.element_tag.endswith(("::marker", "-call"))
        words = box.text.strip() if place.node.role in LISTS else box.text
        if words and (not added or any(character.isalnum() for character in words)):
            place.node.place_for(CONTENT).kids.append(Content(self.page, box))

    def _picture(self, box: Box, place: _Place) -> None:
        """A picture, unless it is a decoration."""
        if box.element is None or "::" in box.element_tag:
            return
        alt = alternative_text(box.element)
        if alt:
            place = self._linked(box, place)
            node = place.node.place_for(CONTENT).add("Figure", alt=alt)
            node.kids.append(Content(self.page, box))
            self._name(box, node)

    def _enter(self, box: Box, place: _Place) -> _Place | None:
        """The place of what is in a box; None if it is silent."""
        element, tag = box.element, str(box.element_tag)
        if element is None or (element is place.owner and "::" not in tag):
            return self._linked(box, place)
        if "::" in tag:
            return self._added(box, tag.partition("::")[2], element, place)
        if is_silent(element) or self._is_repeated(tag, element):
            return None
        lang = plain(element.get("lang") or place.lang)
        if tag in ("html", "body"):
            return replace(place, owner=element, lang=lang)
        within = replace(
            place,
            owner=element,
            lang=lang,
            contents=place.contents or element.get("role") == CONTENTS,
            head=(place.head or tag == "thead") and tag != "table",
            placing=is_plain(element) if tag == "table" else place.placing,
        )
        if id(element) in self.notes:
            return replace(within, node=self.notes[id(element)])
        node = self._node(box, element, place, within)
        if self.fields and element.get("data-field"):
            self._field(box, element, node)
        return self._linked(box, replace(within, node=node))

    def _node(self, box: Box, element: Element, place: _Place, within: _Place) -> Node:
        """The element of the structure for an HTML element."""
        from weasyprint.formatting_structure.boxes import InlineLevelBox

        role = role_of(element, within.contents, within.placing)
        # The language of the whole document needs no mark.
        lang = within.lang if place.lang and within.lang != place.lang else ""
        expansion = plain(element.get("title", "")) if element.tag == "abbr" else ""
        alt = plain(element.get("aria-label", "")) if element.get("role") == "img" else ""
        if not role and (lang or expansion or alt):
            role = "Span" if isinstance(box, InlineLevelBox) else "Div"
        # The boxes that WeasyPrint adds to an element for its lines are no elements.
        if not role or place.node.is_within(element):
            return place.node
        holder = place.node.place_for(CONTENT if role == "Span" else role)
        key = (id(holder), id(element), role)
        node = self.made.get(key)
        if node is None:
            node = self.made[key] = holder.add(role, lang=lang, expansion=expansion, alt=alt)
            node.owner = element
            if role == HEADING:
                node.level = level_of(element)
            elif role == "L":
                # Terms have no labels.
                node.numbering = {"ol": "Decimal", "ul": "Disc"}.get(str(element.tag), "")
            elif role in ("TH", "TD"):
                # Boxes that are cells by their role alone have no spans.
                node.columns = getattr(box, "colspan", 1)
                node.rows = getattr(box, "rowspan", 1)
                node.scope = scope_of(element, within.head) if role == "TH" else ""
        return node

    def _field(self, box: Box, element: Element, node: Node) -> None:
        """A field of a form, on the first box of its HTML element."""
        holder = node.place_for("Form")
        key = (id(holder), id(element), "Form")
        if key not in self.made:
            self.made[key] = holder.add("Form", field=Area(self.page, box))

    def _added(self, box: Box, pseudo: str, element: Element, place: _Place) -> _Place:
        """The place of what a style adds to an element: the label of a list item or of a note, the
        call of a note, which the note follows, or a text like that of the element.
        """
        place = self._linked(box, place)
        if pseudo == "footnote-call":
            holder = place.node.place_for(CONTENT)
            call = holder.add("Reference")
            if id(element) not in self.notes:
                number = len(self.notes) + 1
                self.notes[id(element)] = holder.add("Note", id=f"note-{number}")
            return replace(place, node=call, owner=None)
        label = pseudo in ("marker", "footnote-marker")
        if label and place.node.role in ("LI", "Note"):
            return replace(place, node=place.node.add("Lbl"), owner=None)
        return replace(place, owner=None)

    def _linked(self, box: Box, place: _Place) -> _Place:
        """The place in a link, if the box has the area of one."""
        if id(box) not in self.links:
            return place
        link = place.node.around("Link")
        if link is None:
            assert box.element is not None
            holder = place.node.place_for(CONTENT)
            key = (id(holder), id(box.element), "Link")
            if key not in self.made:
                self.made[key] = holder.add("Link", label=link_label(box.element))
                if place.contents:
                    # A link of a list of contents is in a reference.
                    reference = holder.add("Reference")
                    reference.kids.append(holder.kids.pop(-2))
                    self.made[key].parent = reference
            link = self.made[key]
            place = replace(place, node=link)
        link.kids.append(Area(self.page, box))
        return place

    def _is_repeated(self, tag: str, element: Element) -> bool:
        """Whether this is the head of a table again, on a later page."""
        if tag not in ("thead", "tfoot"):
            return False
        return self.heads.setdefault(id(element), self.page) != self.page
