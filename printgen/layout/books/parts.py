"""The parts of a book's HTML, parsed once, and the page numbers in their links."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from hashlib import sha256
from urllib.parse import unquote
from xml.etree.ElementTree import Element, tostring

from printgen.layout.engine import Engine
from printgen.layout.jobs import PageFormat

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
class Block:
    """A block of a section: the digest of its HTML, of its section's attributes, and of the tags
    and attributes of the blocks before it; the indices of its internal links.
    """

    digest: str
    links: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a book: its HTML as text and parsed, its style elements, its internal links with
    their targets, and its blocks by element.
    """

    text: str
    body: Element
    styles: tuple[Element, ...]
    links: tuple[tuple[Element, str], ...]
    blocks: Mapping[Element, Block]

    @property
    def ids(self) -> set[str]:
        """The ids of its elements."""
        return {element.get("id", "") for element in self.body}


@dataclass(frozen=True, slots=True)
class Numbered:
    """A part with the page numbers to print in its links; "00" without any."""

    part: Part
    pages: Mapping[str, int]

    def numbers(self) -> list[str | None]:
        """The number to print in each link; None for a link without a known target."""
        if not self.pages:
            return ["00"] * len(self.part.links)
        found = (self.pages.get(target) for _, target in self.part.links)
        return [str(page) if page else None for page in found]

    def number_links(self) -> None:
        """Write the page number into each link, as `data-page`.

        With CSS `target-counter`, WeasyPrint would lay out each page with a link twice.
        """
        for (link, _), number in zip(self.part.links, self.numbers(), strict=True):
            link.attrib.pop("data-page", None)
            if number:
                link.set("data-page", number)


@dataclass(frozen=True, slots=True)
class Parser:
    """Parses the parts of books. Parts are kept in memory by their text."""

    engine: Engine
    kept: OrderedDict[str, Part] = field(default_factory=OrderedDict)

    def split(self, format: PageFormat, html: str) -> list[Part]:
        """The parts of a book's HTML. Styles that refer to the whole book make it a single part."""
        texts, styles = html.split(PART), [self.engine.style_text(format)]
        styles += (match[1] or match[2] or "" for match in _STYLES.finditer(html))
        if any(map(_WHOLE_BOOK.search, styles)):
            texts = ["".join(texts)]
        return [self.parse(format, text) for text in texts if text.strip()]

    def parse(self, format: PageFormat, text: str) -> Part:
        """Parse a part."""
        if text not in self.kept:
            head = '<!doctype html><html><head><meta charset="utf-8"></head>'
            source = self.engine.parse(format, f"{head}<body>{text}</body></html>")
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
    return Part(text, body, tuple(styles), tuple(inner), dict(_blocks(body, inner)))


def _blocks(body: Element, links: Sequence[tuple[Element, str]]) -> Iterator[tuple[Element, Block]]:
    numbers = {link: index for index, (link, _) in enumerate(links)}
    for section in body:
        siblings = sha256(repr((section.tag, section.attrib)).encode())
        for element in section:
            siblings.update(repr((element.tag, element.attrib)).encode())
            # Selectors such as :last-child match the last block only.
            made = siblings.copy()
            made.update(b"last" if element is section[-1] else b"")
            made.update(tostring(element))
            inner = (numbers[link] for link in element.iter("a") if link in numbers)
            yield element, Block(made.hexdigest(), tuple(inner))


def find_child(element: Element, tag: str) -> Element:
    """The first child of a tag. Raises ValueError without one."""
    found = element.find(tag)
    if found is None:
        raise ValueError(f"no <{tag}> in the document")
    return found
