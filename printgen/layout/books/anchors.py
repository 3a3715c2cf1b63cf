"""Positions of a book's anchors and sections: read from one layout pass, used in the next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from printgen.layout.fitting import PIXELS_PER_MM
from printgen.layout.weasyprint import Box, Page, page_box

# A chapter is tightened when its last page is filled to less than this share.
SPARSE_SHARE = 0.45

# What the ids of the place before a table plan, and of the plan itself, begin with.
PLACE, PLACED = "place_", "placed_"


@dataclass(frozen=True, slots=True)
class SectionEnd:
    """The end of a section: its last page, the empty height below it and its height there (mm)."""

    last: int
    room: float
    used: float


@dataclass(slots=True)
class Anchors:
    """The positions in a laid-out book.

    `pages` is the first page of each anchor, counted from 1; `sections` the end of each section by
    id; `tight` the sections with tighter type; `places` the empty height (mm) at the place of each
    table plan that is on a later page, because it is too tall.
    """

    pages: dict[str, int] = field(default_factory=dict)
    sections: dict[str, SectionEnd] = field(default_factory=dict)
    tight: set[str] = field(default_factory=set)
    places: dict[str, float] = field(default_factory=dict)

    def page_count(self, name: str) -> int:
        """The number of pages of a section."""
        return self.sections[name].last - self.pages[name] + 1

    def sparse_sections(self) -> set[str]:
        """The sections of several pages with a nearly empty last page."""
        return {
            name
            for name, end in self.sections.items()
            if self.page_count(name) > 1 and end.used < SPARSE_SHARE * (end.used + end.room)
        }

    def room(self) -> dict[str, float]:
        """The empty height (mm) below each section, and at the place of each plan that it is too
        low for.
        """
        return {name: end.room for name, end in self.sections.items()} | self.places


def keep_tightened(loose: Anchors, tightened: Anchors) -> Anchors:
    """Combine two layouts, the second with tightened sections: keep the sections tight that take
    fewer pages.
    """
    sparse = loose.sparse_sections()
    tight = {name for name in sparse if tightened.page_count(name) < loose.page_count(name)}
    kept = {name: tightened.sections[name] for name in tight}
    return Anchors(tightened.pages, loose.sections | kept, tight, loose.places)


def read_anchors(pages: Sequence[Page]) -> Anchors:
    """Read the positions from the pages of a WeasyPrint document."""
    anchors = Anchors()
    for number, page in enumerate(pages, start=1):
        # A box that continues over several pages has its anchor on each of them.
        for name in page.anchors:
            anchors.pages.setdefault(name, number)
            if name.startswith(PLACE):
                anchors.places[name] = (
                    _bottom(page_box(page)) - page.anchors[name][1]
                ) / PIXELS_PER_MM
        for name, used, room in _sections(page_box(page)):
            anchors.sections[name] = SectionEnd(number, room, used)
    for name in list(anchors.places):
        if anchors.pages.get(PLACED + name.removeprefix(PLACE), 0) <= anchors.pages[name]:
            del anchors.places[name]
    return anchors


def _sections(page: Box) -> Iterator[tuple[str, float, float]]:
    """The sections on a page: id, height, and empty height (mm) above the footnotes or margin."""
    bottom = _bottom(page)
    for body in page.children[0].children:
        for box in getattr(body, "children", ()):
            if box.element_tag == "section" and box.element is not None and box.element.get("id"):
                end = box.position_y + box.margin_height()
                room = max(0.0, bottom - end) / PIXELS_PER_MM
                yield box.element.get("id"), box.margin_height() / PIXELS_PER_MM, room


def _bottom(page: Box) -> float:
    """The lower edge of the text of a page, above the footnotes or margin."""
    from weasyprint.formatting_structure.boxes import FootnoteAreaBox

    notes = sum(b.margin_height() for b in page.children[1:] if isinstance(b, FootnoteAreaBox))
    bottom: float = page.content_box_y() + page.height - notes
    return bottom
