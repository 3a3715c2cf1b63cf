"""Where the parts of a book came to stand: known from a first layout, used in the second."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from printgen.layout.fitting import PIXELS_PER_MM

# A last page that is filled to less than this share is worth setting its chapter tighter.
SPARSE_SHARE = 0.45


@dataclass(frozen=True, slots=True)
class Section:
    """How a section ends: on which page, and how much of that (mm) is empty below, filled above."""

    last: int
    room: float
    used: float


@dataclass(slots=True)
class Anchors:
    """`pages` is the first page of each anchor, counted from 1; `sections` is how each section
    ends, by its id; `tight` are those that are to be set, or were set, tighter."""

    pages: dict[str, int] = field(default_factory=dict)
    sections: dict[str, Section] = field(default_factory=dict)
    tight: set[str] = field(default_factory=set)

    def length(self, name: str) -> int:
        """The number of pages of a section."""
        return self.sections[name].last - self.pages[name] + 1

    def sparse_sections(self) -> set[str]:
        """The sections that run over to a last page which they hardly fill."""
        return {
            name
            for name, end in self.sections.items()
            if self.length(name) > 1 and end.used < SPARSE_SHARE * (end.used + end.room)
        }

    def room(self) -> dict[str, float]:
        """What is empty (mm) below the end of each section."""
        return {name: end.room for name, end in self.sections.items()}


def keep_tightened(loose: Anchors, tried: Anchors) -> Anchors:
    """Of two layouts, the second with short sections set tighter: tighter stay those that took
    fewer pages."""
    tight = {name for name in loose.sparse_sections() if tried.length(name) < loose.length(name)}
    kept = {name: tried.sections[name] for name in tight}
    return Anchors(tried.pages, loose.sections | kept, tight)


def read_anchors(pages: list[Any]) -> Anchors:
    """Read the places from the pages of a WeasyPrint document."""
    anchors = Anchors()
    for number, page in enumerate(pages, start=1):
        # What goes on over several pages has its anchor on each of them.
        for name in page.anchors:
            anchors.pages.setdefault(name, number)
        for name, used, room in _sections(page._page_box):
            anchors.sections[name] = Section(number, room, used)
    return anchors


def _sections(page: Any) -> Iterator[tuple[str, float, float]]:
    """The sections on a page: how much they fill, and what is left above the notes or margin."""
    from weasyprint.formatting_structure.boxes import FootnoteAreaBox

    root, *others = page.children
    notes = sum(b.margin_height() for b in others if isinstance(b, FootnoteAreaBox))
    bottom = page.content_box_y() + page.height - notes
    for body in root.children:
        for box in getattr(body, "children", ()):
            if box.element_tag == "section" and box.element is not None and box.element.get("id"):
                end = box.position_y + box.margin_height()
                room = max(0.0, bottom - end) / PIXELS_PER_MM
                yield box.element.get("id"), box.margin_height() / PIXELS_PER_MM, room
