"""HTML of templates as clean elements, written as HTML or XHTML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from xml.etree.ElementTree import Element, SubElement

from printgen.layout.sanitize import SVG

# --- serialise elements as HTML or XHTML ----------------------------------------------------------


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


# --- normalise the HTML of a book's sections: ids, references, heading levels, footnotes ----------


_HEADING = re.compile(r"h([1-6])")

# Punctuation that may not start a line.
_CLOSING = re.compile("[\u00a0\u202f]?[,.;:!?…»”)\\]]+")

_CHIPS = {"card", "die", "symbol", "pip", "sum"}

_OWN_URL = re.compile(r"url\(\s*['\"]?#([^'\")\s]*)['\"]?\s*\)")


# Ids of the page template.
_RESERVED = {"page_contents", "page_text", "page_here", "page_light"}


# A section's id and elements.
Section = tuple[str, list[Element]]


def normalise(sections: list[Section], labels: Mapping[str, str]) -> None:
    """Normalise the sections of a book in place."""
    _make_ids_unique(sections)
    for id, elements in sections:
        _order_headings(elements)
        _gather_notes(id, elements, labels)
        for element in list(every(elements)):
            _write_reference(element)
            _keep_together(element)
            if element.tag == "table":
                _scope_heads(element)
    known = {id for id, _ in sections} | set(_ids(sections))
    for _, elements in sections:
        for element in every(elements):
            _normalise_element(element, known)


def every(elements: Iterable[Element]) -> Iterator[Element]:
    """The elements and all their descendants."""
    for element in elements:
        yield from element.iter()


def demote(elements: Iterable[Element]) -> None:
    """Lower headings by one level."""
    for element in every(elements):
        match = _HEADING.fullmatch(element.tag)
        if match:
            element.tag = f"h{min(6, int(match[1]) + 1)}"


# --- ids --------------------------------------------------------------------------------------


def _ids(sections: list[Section]) -> Iterator[str]:
    for _, elements in sections:
        for element in every(elements):
            if "id" in element.attrib:
                yield element.attrib["id"]


def _make_ids_unique(sections: list[Section]) -> None:
    """Make ids unique: prefix the ids within drawings, keep the first of other duplicates."""
    used = {id for id, _ in sections} | _RESERVED
    drawings = 0
    for _, elements in sections:
        inner: set[int] = set()
        for element in every(elements):
            if id(element) in inner:
                continue
            if element.tag == f"{SVG}svg":
                drawings += 1
                within = [child for child in element.iter() if child is not element]
                inner |= set(map(id, within))
                rename(within, f"d{drawings}-")
                used |= {child.get("id", "") for child in within}
            name = element.get("id")
            if name in used:
                del element.attrib["id"]
            elif name:
                used.add(name)


def rename(elements: list[Element], prefix: str) -> None:
    """Prefix the ids within a drawing and their references."""
    own = {element.attrib["id"] for element in elements if "id" in element.attrib}
    taken: set[str] = set()
    for element in elements:
        for key, value in list(element.attrib.items()):
            if key == "id":
                if value in taken:
                    del element.attrib["id"]
                else:
                    taken.add(value)
                    element.set("id", prefix + value)
            elif key == "href":
                if value[1:] in own:
                    element.set("href", f"#{prefix}{value[1:]}")
                else:
                    del element.attrib["href"]
            elif "url" in value:
                element.set(key, _OWN_URL.sub(lambda found: f"url(#{prefix}{found[1]})", value))


# --- headings ---------------------------------------------------------------------------------


def _order_headings(elements: list[Element]) -> None:
    """Make the first heading the only h1, without skipped levels below it."""
    above: list[int] = []
    for number, element in enumerate(e for e in every(elements) if _HEADING.fullmatch(e.tag)):
        level = max(int(element.tag[1]), 2 if number else 1)
        above = [other for other in above if other < level] + [level]
        element.tag = f"h{len(above)}"


# --- footnotes --------------------------------------------------------------------------------


def _gather_notes(section: str, elements: list[Element], labels: Mapping[str, str]) -> None:
    """Move footnotes to the end of their section, with links in both directions."""
    calls = [e for e in every(elements) if "footnote" in e.get("class", "").split()]
    if not calls:
        return
    notes = Element("div", {"class": "notes"})
    for number, call in enumerate(calls, start=1):
        name = f"{section}_{number}"
        note = SubElement(notes, "aside", {"class": "note", "id": f"note_{name}"})
        note.set("role", "doc-footnote")
        line = SubElement(note, "p")
        mark = SubElement(line, "a", {"href": f"#call_{name}", "role": "doc-backlink"})
        mark.set("aria-label", f"{number}. {labels['back_to_text']}")
        mark.text, mark.tail = f"{number}.", " " + (call.text or "")
        line.extend(list(call))
        for child in list(call):
            call.remove(child)
        call.tag, call.text = "sup", None
        call.attrib.clear()
        call.set("class", "call")
        link = SubElement(call, "a", {"id": f"call_{name}", "href": f"#note_{name}"})
        link.set("role", "doc-noteref")
        link.text = str(number)
    elements.append(notes)


# --- tables -----------------------------------------------------------------------------------


def _write_reference(link: Element) -> None:
    """Write the section that a reference leads to behind its text; screens have no pages."""
    number = link.attrib.pop("data-near", "").strip()
    if link.attrib.pop("data-far", "") and link.tag == "a":
        link.attrib.pop("id", None)
        text = f"\u00a0{number}" if number else ""
        if len(link):
            link[-1].tail = (link[-1].tail or "") + text
        else:
            link.text = (link.text or "") + text


def _scope_heads(table: Element) -> None:
    """Say of each head what it is the head of, as tables written in chapters do not."""
    for row in table.iter("tr"):
        only_heads = row.find("td") is None
        for head in row.findall("th"):
            if not head.get("scope"):
                head.set("scope", "col" if only_heads else "row")


# --- line breaks ------------------------------------------------------------------------------


def _keep_together(parent: Element) -> None:
    """Keep cards and dice on one line with the punctuation after them."""
    for index, child in enumerate(list(parent)):
        match = _CLOSING.match(child.tail or "")
        if match and _CHIPS & set(child.get("class", "").split()):
            kept = Element("span", {"class": "kept"})
            kept.append(child)
            kept.tail = (child.tail or "")[match.end() :]
            child.tail = match[0]
            parent[index] = kept


# --- elements ---------------------------------------------------------------------------------


def _normalise_element(element: Element, known: set[str]) -> None:
    """Remove dangling references; mark pictures without a description as decorative."""
    href = element.get("href", "")
    if element.tag == "a" and (not href or (href.startswith("#") and href[1:] not in known)):
        element.tag = "span"
        element.attrib.pop("href", None)
        element.attrib.pop("role", None)
    if element.get("aria-labelledby", "") not in known:
        element.attrib.pop("aria-labelledby", None)
    if element.tag == "img":
        element.attrib.setdefault("alt", "")
    elif element.tag == f"{SVG}svg" and not element.get("aria-label"):
        element.attrib.pop("role", None)
        element.set("aria-hidden", "true")
