"""Read the structure of laid-out pages: which element of the HTML each drawn text belongs to.

An element is known by its HTML name, or by the ARIA role that a template gives it. Text that is in
no paragraph, heading or cell makes a paragraph. Pictures without a description are decoration.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any
from xml.etree.ElementTree import Element

from weasyprint.formatting_structure import boxes
from weasyprint.layout.absolute import AbsolutePlaceholder

from printgen.layout.marked_content import absorb_groups, settle_marks
from printgen.layout.tag_tables import given_scope, is_data_table
from printgen.layout.tag_tree import Node
from printgen.layout.tags import Tag
from printgen.layout.weasyprint_types import Page, PdfObject, Private

# The numbers of the marked contents of a page, by box, as WeasyPrint has them.
Marked = Mapping[Private, Mapping[str, Any]]

_NAMES = {
    "h1": "H1", "h2": "H2", "h3": "H3", "h4": "H4", "h5": "H5", "h6": "H6",
    "p": "P", "blockquote": "BlockQuote", "figcaption": "P",
    "ul": "L", "ol": "L", "li": "LI", "caption": "Caption",
    "table": "Table", "thead": "THead", "tbody": "TBody", "tfoot": "TFoot",
    "tr": "TR", "th": "TH", "td": "TD",
}  # fmt: skip

_ROLES = {
    "heading": "H1", "paragraph": "P", "list": "L", "listitem": "LI",
    "table": "Table", "row": "TR", "columnheader": "TH", "rowheader": "TH", "cell": "TD",
    "img": "Figure", "none": "", "presentation": "",
}  # fmt: skip

# The elements that may hold text itself.
_HOLD_TEXT = {"H1", "H2", "H3", "H4", "H5", "H6", "P", "TD", "TH", "LBody", "Lbl", "Caption"}
_HOLD_TEXT |= {"Figure"}

_PARTS_OF_TABLES = {"THead", "TBody", "TFoot", "TR", "TH", "TD", "Caption"}

_SVG = "{http://www.w3.org/2000/svg}"


class TagBuilder:
    """Builds one tree from the pages of a document, in order."""

    def __init__(self, lang: str) -> None:
        self.root = Node("Sect")
        self.lang = lang
        self._page = 0
        self._marked: Marked = {}
        self._absorbed: Collection[int] = ()
        self._placed = set[int]()
        self._heads, self._heads_of_page = set[Element](), set[Element]()

    def add(self, page: Page, marked: Marked, absorbed: Collection[int] = ()) -> set[int]:
        """Add a page with its marked contents but those `absorbed` by others; the numbers of those
        that are in the tree. The others are decoration.
        """
        self._marked, self._absorbed, self._placed = marked, absorbed, set()
        self._heads_of_page = set()
        self._read(page._page_box, self.root, None, None)
        self._heads |= self._heads_of_page
        self._page += 1
        return self._placed

    def tag(self) -> Tag:
        """The tree."""
        return self.root.tag()

    def _read(
        self, box: Private, node: Node, element: Element | None, block: Private | None
    ) -> None:
        """Read a box in a node that was made for `element`; `block` is the key of its block."""
        if isinstance(box, AbsolutePlaceholder):
            box = box._box
        if isinstance(box, boxes.MarginBox) or self._is_repeated(box):
            return
        if isinstance(box, boxes.TextBox):
            self._place_text(box, node, block)
            return
        if box.element is not None and box.element is not element:
            element = box.element
            if element.get("aria-hidden") == "true":
                return
            node = self._enter(box, node)
        if str(box.element_tag).endswith("::marker"):
            node = node.label()
        if isinstance(box, boxes.ReplacedBox):
            self._place_picture(box, node)
            return
        if isinstance(box, boxes.BlockContainerBox) and not isinstance(box, boxes.InlineBlockBox):
            block = box.element if box.element is not None else box
        for child in box.children:
            self._read(child, node, element, block)

    def _is_repeated(self, box: Private) -> bool:
        """Whether a box is the head of a table on another page than its first."""
        if not getattr(box, "is_header", False) or box.element is None:
            return False
        self._heads_of_page.add(box.element)
        return box.element in self._heads

    def _place_text(self, box: Private, node: Node, block: Private | None) -> None:
        if node.name not in _HOLD_TEXT:
            node = node.child(("P", block), "P")
        if node.kids or box.text.strip():
            self._place(box, node)

    def _place_picture(self, box: Private, node: Node) -> None:
        alt = _description(box.element)
        if node.name == "Figure":
            self._place(box, node)
        elif alt:
            figure = node.child((box.element, "picture"), "Figure")
            figure.alt = alt
            self._place(box, figure)

    def _place(self, box: Private, node: Node) -> None:
        """Put the marked content of a box into a node."""
        found = self._marked.get(box)
        if found is not None and found["mcid"] not in self._absorbed:
            node.kids.append((self._page, found["mcid"]))
            self._placed.add(found["mcid"])

    def _enter(self, box: Private, node: Node) -> Node:
        """The node of an element in a node; the same node if it has no meaning of its own."""
        element: Element = box.element
        name = _name(element)
        if isinstance(box, boxes.ReplacedBox) or not self._fits(name, element, node):
            return node
        if name == "LI":
            return node.list_body(element)
        made = node.child(element, name)
        lang = element.get("lang", "")
        made.lang = lang if lang != self.lang else ""
        if name in ("TH", "TD"):
            made.spans = _span(element, "colspan"), _span(element, "rowspan")
            made.scope = given_scope(element) if name == "TH" else ""
        if name == "Figure":
            made.alt = element.get("aria-label", "")
        return made

    def _fits(self, name: str, element: Element, node: Node) -> bool:
        """Whether an element of a name can be in a node."""
        if name in _PARTS_OF_TABLES:
            return node.name in {"Table", "THead", "TBody", "TFoot", "TR"}
        if name == "LI":
            return node.name == "L"
        if name == "Table":
            return is_data_table(element)
        if name == "Figure":
            return bool(element.get("aria-label"))
        return bool(name) and (node.name not in _HOLD_TEXT or node.name in ("TD", "TH", "LBody"))


def _name(element: Element) -> str:
    """The name of the structure of an element; empty without a meaning of its own."""
    role = element.get("role")
    if role in _ROLES:
        level = element.get("aria-level", "1") if role == "heading" else ""
        return f"H{level}" if level else _ROLES[role]
    return _NAMES.get(str(element.tag), "")


def _span(element: Element, name: str) -> int:
    """The columns or rows of a cell."""
    value = element.get(name, "1")
    return max(1, int(value)) if value.isdecimal() else 1


def _description(element: Element | None) -> str:
    """The words of a picture: those that its template gives, or those in the drawing."""
    if element is None:
        return ""
    given = element.get("aria-label") or element.get("alt") or ""
    if given or element.tag != f"{_SVG}svg":
        return " ".join(given.split())
    title = element.find(f"{_SVG}title")
    words = [title] if title is not None else list(element.iter(f"{_SVG}text"))
    return " ".join(" ".join("".join(each.itertext()).split()) for each in words)


def read_tags(page: Page, stream: PdfObject, marked: Marked, builder: TagBuilder) -> None:
    """Add a drawn page to a tree, and settle the marks of its content stream."""
    groups = absorb_groups(stream)
    absorbed = {number for numbers in groups.values() for number in numbers[1:]}
    settle_marks(stream, builder.add(page, marked, absorbed), groups)
