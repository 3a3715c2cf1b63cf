"""Serialise elements as HTML or XHTML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from xml.etree.ElementTree import Element

from printgen.layout.sanitize import SVG

_VOID = {"br", "col", "hr", "img", "wbr"}

_SVG_SPACE = "http://www.w3.org/2000/svg"

_TEXT = {ord("&"): "&amp;", ord("<"): "&lt;", ord(">"): "&gt;"}

_QUOTED = {**_TEXT, ord('"'): "&quot;", ord("\n"): "&#10;", ord("\t"): "&#9;"}


def write(elements: Iterable[Element], xml: bool = False) -> str:
    """Elements as HTML, or as XHTML if `xml`."""
    return "".join(part for element in elements for part in _written(element, xml, False))


def _written(element: Element, xml: bool, within: bool) -> Iterator[str]:
    drawn = element.tag.startswith(SVG)
    name = element.tag.removeprefix(SVG)
    yield f"<{name}"
    if drawn and not within:
        yield f' xmlns="{_SVG_SPACE}"'
    for key, value in element.attrib.items():
        # Attributes without a value are valid in HTML only.
        yield f' {key}="{value.translate(_QUOTED)}"'
    if not len(element) and not element.text and (drawn or (xml and name in _VOID)):
        yield "/>"
    elif name in _VOID and not drawn:
        yield ">"
    else:
        yield ">"
        yield (element.text or "").translate(_TEXT)
        for child in element:
            yield from _written(child, xml, drawn)
        yield f"</{name}>"
    yield (element.tail or "").translate(_TEXT)


def squeeze(html: str) -> str:
    """HTML without the blank lines that templates leave."""
    return re.sub(r"\n\s*\n+", "\n", html)
