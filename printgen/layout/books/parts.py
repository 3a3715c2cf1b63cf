"""The parts of a book's HTML, parsed once, and the page numbers in their links."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Container, Mapping
from copy import copy
from dataclasses import dataclass, field
from urllib.parse import unquote
from xml.etree.ElementTree import Element

from printgen.layout.jobs import PageFormat
from printgen.layout.typesetter import Typesetter

# The end of a part in `book.html.j2`.
PART = "<!-- part -->"

# Styles that refer to other sections or to the whole book: total of pages, page of a target,
# elements that move to other pages, sizes relative to the first page.
_WHOLE_BOOK = re.compile(
    r"counters?\(\s*pages|target-|running\(|position:\s*fixed|:has\(|:empty|[\d.]v(?:[whib]|min|max)\b"
)

# Parsed parts kept in memory, oldest use first.
MAX_KEPT_PARTS = 400

_STYLES = re.compile(r"<style[^>]*>(.*?)</style>|\sstyle=\"([^\"]*)\"", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a book: its HTML as text and parsed, its style elements, and its internal links
    with their targets.
    """

    text: str
    body: Element
    styles: tuple[Element, ...]
    links: tuple[tuple[Element, str], ...]

    @property
    def ids(self) -> set[str]:
        """The ids of its elements."""
        return {element.get("id", "") for element in self.body}


@dataclass(frozen=True, slots=True)
class Numbered:
    """A part with the page numbers to print in its links; "00" without any.

    The links whose ids are in `far` print the page of their target wherever they stand.
    """

    part: Part
    pages: Mapping[str, int]
    far: Container[str] = ()

    def numbers(self) -> list[tuple[str, str]]:
        """The page number of each link, empty without a known target, and what a reference prints
        after its text.
        """
        found = list[tuple[str, str]]()
        for link, target in self.part.links:
            number = str(self.pages.get(target, "")) if self.pages else "00"
            key = "data-near" if self._is_near(link, target) else "data-far"
            words = link.get(key, "").replace("#", number).strip() if number else ""
            found.append((number, f" {words}" if words else ""))
        return found

    def _is_near(self, link: Element, target: str) -> bool:
        """Whether a link prints no page: it stands on the page of its target or on the facing one.

        Left pages have even numbers.
        """
        here, there = self.pages.get(link.get("id", "")), self.pages.get(target)
        if "data-near" not in link.attrib or link.get("id") in self.far or not here or not there:
            return False
        return here // 2 == there // 2

    def far_links(self) -> set[str]:
        """The ids of the links that print the page of their target."""
        return {
            link.get("id", "")
            for link, target in self.part.links
            if "data-near" in link.attrib and not self._is_near(link, target)
        }

    def number_links(self) -> None:
        """Write the page number into each link, as `data-page`, and what a reference prints, as
        `data-reference`.

        With CSS `target-counter`, WeasyPrint would lay out each page with a link twice.
        """
        for (link, _), written in zip(self.part.links, self.numbers(), strict=True):
            for key, value in zip(("data-page", "data-reference"), written, strict=True):
                link.attrib.pop(key, None)
                if value:
                    link.set(key, value)


@dataclass(frozen=True, slots=True)
class Parser:
    """Parses the parts of books. Parts are kept in memory by their text."""

    typesetter: Typesetter
    kept: OrderedDict[str, Part] = field(default_factory=OrderedDict)

    def split(self, format: PageFormat, html: str) -> list[Part]:
        """The parts of a book's HTML. Styles that refer to the whole book make it a single part."""
        texts, styles = html.split(PART), [self.typesetter.style_text(format)]
        styles += (match[1] or match[2] or "" for match in _STYLES.finditer(html))
        if any(map(_WHOLE_BOOK.search, styles)):
            texts = ["".join(texts)]
        return [self.parse(format, text) for text in texts if text.strip()]

    def parse(self, format: PageFormat, text: str) -> Part:
        """Parse a part."""
        if text not in self.kept:
            head = '<!doctype html><html><head><meta charset="utf-8"></head>'
            source = self.typesetter.parse(format, f"{head}<body>{text}</body></html>")
            self.kept[text] = _part(text, find_child(source.etree_element, "body"))
        self.kept.move_to_end(text)
        if len(self.kept) > MAX_KEPT_PARTS:
            self.kept.popitem(last=False)
        return self.kept[text]


def _part(text: str, body: Element) -> Part:
    styles = [copy(element) for element in body.iter("style")]
    for element in body.iter("style"):
        # The styles are in the head of every section.
        element.text = ""
    links = [(link, link.get("href", "")) for link in body.iter("a")]
    inner = [(link, unquote(href[1:])) for link, href in links if href.startswith("#")]
    return Part(text, body, tuple(styles), tuple(inner))


def find_child(element: Element, tag: str) -> Element:
    """The first child of a tag. Raises ValueError without one."""
    found = element.find(tag)
    if found is None:
        raise ValueError(f"no <{tag}> in the document")
    return found
