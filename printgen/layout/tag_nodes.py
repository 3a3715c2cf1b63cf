"""The structure of a PDF as a tree, before it is written, and the roles of HTML elements (ISO
32000-1, 14.7 and 14.8).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from xml.etree.ElementTree import Element

from printgen.layout.weasyprint import Box

# The role of text, pictures and what stands within lines, for the rules below.
CONTENT = "content"

# A heading; `structure.py` gives it its level.
HEADING = "H"

# Elements that group others. Text directly in them is a paragraph.
GROUPS = frozenset(("Document", "Part", "Art", "Sect", "Div", "BlockQuote"))

# The kids of roles that may not have others, and what those are put into.
_KIDS: dict[str, tuple[frozenset[str], str]] = {
    "L": (frozenset(("LI", "L", "Caption")), "LI"),
    "LI": (frozenset(("Lbl", "LBody")), "LBody"),
    "TOC": (frozenset(("TOC", "TOCI", "Caption")), "TOCI"),
    "Table": (frozenset(("TR", "THead", "TBody", "TFoot", "Caption")), "TR"),
    "THead": (frozenset(("TR",)), "TR"),
    "TBody": (frozenset(("TR",)), "TR"),
    "TFoot": (frozenset(("TR",)), "TR"),
    "TR": (frozenset(("TH", "TD")), "TD"),
}

# What may stand within lines.
_IN_LINES = frozenset((CONTENT, "Span", "Figure", "Link", "Reference", "Note", "Form"))

# The roles that may not hold text themselves.
LISTS = frozenset(_KIDS)

# What a role must be put into, the first one where none of them is there.
_HOLDERS: dict[str, tuple[str, ...]] = {
    "LI": ("L",),
    "Lbl": ("LI", "Note", "TOCI"),
    "LBody": ("LI",),
    "TOCI": ("TOC",),
    "THead": ("Table",),
    "TBody": ("Table",),
    "TFoot": ("Table",),
    "TR": ("Table", "THead", "TBody", "TFoot"),
    "TH": ("TR",),
    "TD": ("TR",),
}


@dataclass(eq=False, slots=True)
class Content:
    """A text or a picture that is drawn on a page (counted from 0)."""

    page: int
    box: Box


@dataclass(eq=False, slots=True)
class Area:
    """The area of a link on a page, whose annotation is on its box."""

    page: int
    box: Box


@dataclass(eq=False, slots=True)
class Node:
    """An element of the structure. Texts are empty where there is nothing to say.

    `lang` is that of its text, `alt` its text for those who cannot see it, `expansion` that of an
    abbreviation, `label` the words of a link, `scope` what a header is for, `numbering` what the
    labels of a list are, `id` that of a note, `names` those of the places that links lead to, and
    `title` that of an entry in the outline.
    `field` are the page and the box of a field of a form.
    `owner` is the HTML element that it is for, or whose lines an automatic node holds.
    """

    role: str
    parent: Node | None = None
    kids: list[Node | Content | Area] = field(default_factory=list)
    lang: str = ""
    alt: str = ""
    expansion: str = ""
    label: str = ""
    scope: str = ""
    numbering: str = ""
    id: str = ""
    names: list[str] = field(default_factory=list)
    title: str = ""
    level: int = 0
    columns: int = 1
    rows: int = 1
    field: Area | None = None
    automatic: bool = False
    owner: object = None

    def add(self, role: str, **values: Any) -> Node:
        """Add a kid."""
        made = Node(role, self, **values)
        self.kids.append(made)
        return made

    def nodes(self) -> Iterator[Node]:
        """The kids that are elements."""
        return (kid for kid in self.kids if isinstance(kid, Node))

    def all(self) -> Iterator[Node]:
        """The element and those in it, in reading order."""
        yield self
        for kid in self.nodes():
            yield from kid.all()

    def contents(self) -> Iterator[Content]:
        """All that is drawn of the element, in reading order."""
        for kid in self.kids:
            if isinstance(kid, Node):
                yield from kid.contents()
            elif isinstance(kid, Content):
                yield kid

    def boxes(self) -> set[Box]:
        """The boxes of all that is drawn of the element."""
        return {content.box for content in self.contents()}

    def around(self, role: str) -> Node | None:
        """The innermost element of a role that this is in, or is."""
        node: Node | None = self
        while node is not None and node.role != role:
            node = node.parent
        return node

    def is_within(self, owner: object) -> bool:
        """Whether this is for an HTML element, or in the element for it."""
        node: Node | None = self
        while node is not None and (node.automatic or node.owner is not owner):
            node = node.parent
        return node is not None

    def place_for(self, role: str) -> Node:
        """The element in which a kid of a role may stand: this one, or one that is made in it."""
        if self.role == "P" and self.automatic and self.parent:
            # A block amid the lines of another one ends their paragraph; another one follows.
            if role not in _IN_LINES:
                return self.parent.place_for(role)
            if self.parent.kids[-1] is not self:
                return self.parent.line_place(self.owner)
        kids, wrapper = _KIDS.get(self.role, (None, ""))
        if kids is not None and role not in kids:
            return self._last(wrapper, role).place_for(role)
        holders = _HOLDERS.get(role)
        if holders and self.role not in holders:
            return self.place_for(holders[0])._last(holders[0], role).place_for(role)
        return self

    def line_place(self, owner: object) -> Node:
        """The element for the lines of an HTML element: a paragraph in elements of groups."""
        if self.role not in GROUPS:
            return self
        last = self.kids[-1] if self.kids else None
        if isinstance(last, Node) and last.automatic and last.owner is owner:
            return last
        return self.add("P", automatic=True, owner=owner)

    def _last(self, role: str, inner: str) -> Node:
        """The last kid if it was made to hold others of the same kind, or a new one."""
        last = self.kids[-1] if self.kids else None
        if not isinstance(last, Node) or not last.automatic or last.role != role:
            return self.add(role, automatic=True)
        # A new term begins a new item.
        new = inner == "Lbl" and any(kid.role == "LBody" for kid in last.nodes())
        return self.add(role, automatic=True) if new else last


# --------------------------------------------------------------------------------------------------
# What HTML elements are in the structure of a PDF: their roles, alternative texts and scopes.


_SVG = "{http://www.w3.org/2000/svg}"

# Elements that are not listed leave no trace: their text belongs to the element around them.
_BY_TAG = {
    "main": "Part",
    "article": "Art",
    "section": "Sect",
    "nav": "Sect",
    "aside": "Div",
    "figure": "Sect",
    "figcaption": "Caption",
    "blockquote": "BlockQuote",
    "p": "P",
    "pre": "P",
    "ul": "L",
    "ol": "L",
    "dl": "L",
    "li": "LI",
    "dt": "Lbl",
    "dd": "LBody",
    "table": "Table",
    "caption": "Caption",
    "thead": "THead",
    "tbody": "TBody",
    "tfoot": "TFoot",
    "tr": "TR",
    "th": "TH",
    "td": "TD",
    **{f"h{level}": HEADING for level in range(1, 7)},
}

_BY_ROLE = {
    "heading": HEADING,
    "list": "L",
    "listitem": "LI",
    "table": "Table",
    "row": "TR",
    "cell": "TD",
    "rowheader": "TH",
    "columnheader": "TH",
}

_TABLE = frozenset(("table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td"))

# The roles of lists in a list of contents.
_IN_CONTENTS = {"L": "TOC", "LI": "TOCI"}

# The role of an HTML element with a list of contents.
CONTENTS = "doc-toc"

_SCOPES = {"row": "Row", "rowgroup": "Row", "col": "Column", "colgroup": "Column"}


def role_of(element: Element, contents: bool, placing: bool) -> str:
    """The role of an element; empty without one. `contents` is whether a list of contents is around
    it, `placing` whether it is or belongs to a table that only places its cells.
    """
    if is_plain(element) or (placing and element.tag in _TABLE):
        return ""
    role = _BY_ROLE.get(element.get("role", "")) or _BY_TAG.get(str(element.tag), "")
    return _IN_CONTENTS.get(role, role) if contents else role


def is_silent(element: Element) -> bool:
    """Whether an element is a decoration, which screen readers skip."""
    return element.get("aria-hidden") == "true"


def is_plain(element: Element) -> bool:
    """Whether what an element looks like means nothing, such as a table that places a picture."""
    return element.get("role") in ("none", "presentation")


def alternative_text(element: Element) -> str:
    """The words for a picture; empty if it is a decoration."""
    if is_silent(element) or is_plain(element):
        return ""
    said = element.get("aria-label") or element.get("alt") or ""
    if not said and element.tag == f"{_SVG}svg":
        title = element.find(f"{_SVG}title")
        texts = [title] if title is not None else list(element.iter(f"{_SVG}text"))
        said = " ".join("".join(text.itertext()) for text in texts)
    return plain(said)


def link_label(element: Element) -> str:
    """The words of a link, with those that a reference prints after them."""
    said = element.get("aria-label") or element.get("title") or "".join(element.itertext())
    return plain(said + element.get("data-reference", ""))


def level_of(element: Element) -> int:
    """The level of a heading."""
    tag, given = str(element.tag), element.get("aria-level", "")
    if given.isdecimal():
        return max(1, int(given[:2]))
    return int(tag[1]) if tag[:1] == "h" and tag[1:].isdecimal() else 2


def scope_of(element: Element, head: bool) -> str:
    """What a header of a table is for. `head` is whether it is in the head of the table."""
    if element.get("role") in ("rowheader", "columnheader"):
        return "Row" if element.get("role") == "rowheader" else "Column"
    return _SCOPES.get(element.get("scope", ""), "Column" if head else "Row")


def plain(text: str) -> str:
    """A text on one line."""
    return " ".join(text.split())
