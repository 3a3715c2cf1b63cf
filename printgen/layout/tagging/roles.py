"""What HTML elements are in the structure of a PDF: their roles, alternative texts and scopes."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from printgen.layout.tagging.nodes import HEADING

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


def numbering_of(element: Element) -> str:
    """What the labels of a list are; empty for terms."""
    return {"ol": "Decimal", "ul": "Disc"}.get(str(element.tag), "")


def scope_of(element: Element, head: bool) -> str:
    """What a header of a table is for. `head` is whether it is in the head of the table."""
    if element.get("role") in ("rowheader", "columnheader"):
        return "Row" if element.get("role") == "rowheader" else "Column"
    return _SCOPES.get(element.get("scope", ""), "Column" if head else "Row")


def plain(text: str) -> str:
    """A text on one line."""
    return " ".join(text.split())
