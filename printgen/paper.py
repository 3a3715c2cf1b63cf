"""Millimetres, papers and card sizes."""

from __future__ import annotations

import re
from dataclasses import dataclass


class PlanError(ValueError):
    """The faces cannot be placed on this paper."""


POINTS_PER_MM = 72 / 25.4


@dataclass(frozen=True, slots=True)
class Size:
    """A width and a height in mm."""

    width: float
    height: float

    def turned(self) -> Size:
        """The same size lying on its side."""
        return Size(self.height, self.width)

    def grown(self, margin: float) -> Size:
        """The size with `margin` mm added on each of its four sides."""
        return Size(self.width + 2 * margin, self.height + 2 * margin)

    def __str__(self) -> str:
        return f"{self.width:g} x {self.height:g} mm"


PAPERS = {
    "a4": Size(210, 297),
    "letter": Size(215.9, 279.4),
    "a3": Size(297, 420),
    "a5": Size(148, 210),
    "legal": Size(215.9, 355.6),
}

# Pages for a copy shop's plotter: a poster in one piece.
PAGES = {**PAPERS, "a2": Size(420, 594), "a1": Size(594, 841), "a0": Size(841, 1189)}


# Trim sizes as sleeve makers and printers name them.
CARDS = {
    "poker": Size(63, 88),
    "poker-us": Size(63.5, 88.9),
    "bridge": Size(57.15, 88.9),
    "japanese": Size(59, 86),
    "euro": Size(59, 92),
    "mini": Size(44, 68),
    "mini-us": Size(44.5, 63.5),
    "usa": Size(56, 87),
    "tarot": Size(70, 120),
    "tarot-large": Size(89, 146),
    "domino": Size(44.45, 88.9),
    "index": Size(76, 127),
    "square": Size(88.9, 88.9),
}


# A printer cannot be trusted with less; 10 mm is safe on every home printer.
PRINTER_MARGIN = 5.0

SMALLEST_CARD, LARGEST_CARD = 20.0, 300.0

# What a page of a PDF can be on a side.
LARGEST_PAGE = 5080.0


_DIMENSIONS = re.compile(r"([0-9]+(?:\.[0-9]+)?)\s*x\s*([0-9]+(?:\.[0-9]+)?)\s*(mm|cm|in)?")

MM_BY_UNIT = {"mm": 1.0, "cm": 10.0, "in": 25.4}


def mm_to_points(mm: float) -> float:
    """Millimetres as PDF points of 1/72 inch."""
    return mm * POINTS_PER_MM


def card_size(name: str) -> Size:
    """The trim size called `name`, or written out as `63 x 88 mm`, `2.5 x 3.5 in`.

    Raises ValueError when the name is unknown or the size is not a card's (20 to 300 mm).
    """
    size = CARDS.get(name) or _written(name)
    if size is None:
        raise ValueError(f"no card size '{name}'")
    return _within(size, LARGEST_CARD, "card")


def page_size(name: str) -> Size:
    """The page called `name`, or written out as `500 x 700 mm`.

    Raises ValueError when the name is unknown or no page can have that size.
    """
    size = PAGES.get(name) or _written(name)
    if size is None:
        raise ValueError(f"no page '{name}'")
    return _within(size, LARGEST_PAGE, "page")


def _within(size: Size, largest: float, what: str) -> Size:
    if not all(SMALLEST_CARD <= side <= largest for side in (size.width, size.height)):
        bounds = f"between {SMALLEST_CARD:g} and {largest:g} mm a side"
        raise ValueError(f"a {what} of {size} is not {bounds}")
    return size


def _written(name: str) -> Size | None:
    """A size that is written out."""
    match = _DIMENSIONS.fullmatch(name.strip())
    if not match:
        return None
    unit = MM_BY_UNIT[match[3] or "mm"]
    return Size(float(match[1]) * unit, float(match[2]) * unit)
