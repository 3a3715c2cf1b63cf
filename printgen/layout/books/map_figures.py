"""The maps of a book: where they are printed, and their words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from printgen.layout.jobs import Job, figure_place
from printgen.layout.text_coverage import chapter_sections

# The class of a map in the HTML of a book.
_CLASS = "map-figure"


@dataclass(frozen=True, slots=True)
class MapFigure:
    """A map of a book: its place, its title, its page, and its words."""

    place: str
    title: str
    page: int
    words: frozenset[str]

    def word_of(self, text: str) -> str:
        """The word of the map that a text begins with, the longest one; empty without one."""
        return max((word for word in self.words if text.startswith(word)), key=len, default="")


def map_figures(job: Job, root: Element, pages: Mapping[str, int]) -> list[MapFigure]:
    """The maps of a book. `root` is the HTML, `pages` the page of each anchor."""
    return [
        _figure(chapter, element, pages)
        for chapter, section in chapter_sections(job, root)
        for element in section.iter()
        if _CLASS in (element.get("class") or "").split()
    ]


def _figure(chapter: str, element: Element, pages: Mapping[str, int]) -> MapFigure:
    """A map of a chapter."""
    id = element.get("id") or ""
    drawings = [part for part in element.iter() if _name(part) == "svg"]
    heads = (part for part in element.iter() if "table-title" in (part.get("class") or "").split())
    title = next(("".join(head.itertext()).strip() for head in heads), "")
    texts = (part for drawing in drawings for part in drawing.iter() if _name(part) == "text")
    words = frozenset(text for part in texts if (text := "".join(part.itertext()).strip()))
    return MapFigure(figure_place(chapter, id), title, pages.get(id, 0), words)


def _name(element: Element) -> str:
    """The name of an element without its namespace."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""
