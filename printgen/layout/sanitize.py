"""The HTML of a project's templates, made harmless: what is not allowed by name is left out.

A template may be a stranger's, and browsers and e-readers open what it writes. So nothing stays
that runs, that is fetched from outside, or that leaves its place on the page.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from printgen.layout import allow_list as allowed
from printgen.layout.batch import LayoutBatch, LayoutResult
from printgen.problems import Problem
from printgen.project import RESOURCE_BASE_URL

if TYPE_CHECKING:
    from printgen.layout.renderer import Renderer


SVG = "{http://www.w3.org/2000/svg}"

_XLINK = "{http://www.w3.org/1999/xlink}"

# Nobody nests so deep by hand, and what walks a tree must not run out of stack.
MAX_DEPTH = 80

MAX_SPAN = 100


_ID = re.compile(r"[A-Za-z_][\w.-]*", re.ASCII)

_PLAIN_VALUE = re.compile(r"[\w\s.,%'\"#+-]*")

_LINK = re.compile(r"(?:https?://|mailto:)[^\s\"'<>\\^`{|}]+", re.IGNORECASE | re.ASCII)

_VALUE_URL = re.compile(r"url\(\s*['\"]?\s*([^'\")\s]*)\s*['\"]?\s*\)", re.IGNORECASE)

_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")


class TooDeep(ValueError):
    """Elements within elements within elements."""


def clean_faces(renderer: Renderer, batch: LayoutBatch, result: LayoutResult) -> None:
    """Add the faces of a batch to the result as cleaned elements, or what is wrong with them."""
    for face in batch.faces:
        try:
            result.trees.append(clean(renderer.fill(batch, face, 0)[0]))
        except TooDeep as error:
            message = f"{face.name}: {error}"
            result.problems.append(Problem(face.position, "layout-limit", message))
            return


def clean(html: str) -> list[Element]:
    """The elements of a piece of HTML, cleaned. HTML has plain tags, SVG its namespace; ids are as
    they were. Raises TooDeep.
    """
    import tinyhtml5

    document = tinyhtml5.parse("<!doctype html>" + html, namespace_html_elements=False)
    body = next(document.iter("body"), None)
    holder = Element("div")
    if body is not None:
        _fill(body, holder, 0)
    loose = Element("span")
    loose.text, holder.text = holder.text, None
    return [loose, *holder] if (loose.text or "").strip() else list(holder)


def clean_drawing(source: Element) -> Element | None:
    """The root of an SVG file, cleaned; None when it is no drawing."""
    if source.tag != f"{SVG}svg":
        return None
    holder = Element("div")
    _take(source, holder, 0)
    return holder[0] if len(holder) else None


def _fill(source: Element, target: Element, depth: int) -> None:
    """The cleaned content of an element into another one."""
    if depth > MAX_DEPTH:
        raise TooDeep(f"elements lie more than {MAX_DEPTH} deep in each other")
    _say(target, source.text)
    for child in source:
        if isinstance(child.tag, str):
            _take(child, target, depth)
        _say(target, child.tail)


def _take(source: Element, target: Element, depth: int) -> None:
    """An element into another one, if it may stay."""
    name, drawn = source.tag.removeprefix(SVG), source.tag.startswith(SVG)
    if name in (allowed.DRAWN if drawn else allowed.HTML):
        made = Element(source.tag)
        made.attrib.update(_attributes(name, drawn, source.attrib))
        if name == "img" and "src" not in made.attrib:
            _say(target, made.get("alt"))
            return
        target.append(made)
        _fill(source, made, depth + 1)
    elif (
        name.partition(":")[0] not in allowed.GONE and not drawn and not source.tag.startswith("{")
    ):
        _fill(source, target, depth + 1)


def _say(target: Element, words: str | None) -> None:
    """Words at the end of an element."""
    if not words:
        return
    words = _CONTROLS.sub("", words)
    if len(target):
        target[-1].tail = (target[-1].tail or "") + words
    else:
        target.text = (target.text or "") + words


def _attributes(name: str, drawn: bool, given: dict[str, str]) -> dict[str, str]:
    known = allowed.PAINT if drawn else allowed.ANYWHERE | allowed.OWN.get(name, frozenset())
    kept = {}
    for key, raw in given.items():
        plain = "href" if key in (f"{_XLINK}href", "xlink:href") else key
        value = _CONTROLS.sub("", raw)
        if plain == "style":
            value = _style(value)
        elif plain == "id":
            value = value if _ID.fullmatch(value) else ""
        elif plain == "role":
            value = value if value in allowed.ROLES else ""
        elif plain not in known | allowed.ARIA or not _harmless(name, plain, value, drawn):
            continue
        if value or plain == "alt":
            kept[plain] = value
    return kept


def _harmless(name: str, key: str, value: str, drawn: bool) -> bool:
    """Whether an attribute that may stand there has a value that may."""
    if key in ("src", "data-under"):
        return all(part.startswith(RESOURCE_BASE_URL) for part in value.split(" "))
    if key == "href":
        return value.startswith("#") or (not drawn and _LINK.fullmatch(value) is not None)
    if key in ("colspan", "rowspan", "span"):
        return value.isdecimal() and 1 <= int(value[:9]) <= MAX_SPAN
    if drawn and "url" in value.lower():
        return all(found.startswith("#") for found in _VALUE_URL.findall(value)) and (
            "url" not in _VALUE_URL.sub("", value).lower()
        )
    return True


def _style(value: str) -> str:
    """What of a style attribute may stay."""
    kept = []
    for part in value.split(";"):
        key, _, words = (piece.strip() for piece in part.partition(":"))
        key = key.lower()
        known = key in allowed.STYLES or (key == "display" and words.lower() in allowed.DISPLAYS)
        if known and words and _PLAIN_VALUE.fullmatch(words):
            kept.append(f"{key}: {words}")
    return "; ".join(kept)
