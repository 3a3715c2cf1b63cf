"""Paper, page and card sizes, units of length, and editions of products."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from math import floor, inf, log, sqrt
from typing import Literal, get_args

# The editions of books, and those of maps.
Edition = Literal["screen", "print", "press", "booklet"]

MapEdition = Literal["tiles", "whole", "counters"]

EDITIONS: tuple[str, ...] = (*get_args(Edition), *get_args(MapEdition))


class PlanError(ValueError):
    """The faces of a product cannot be placed on sheets."""


class PaperError(PlanError):
    """The paper is too small."""


class TitleError(PlanError):
    """The title of a product cannot be printed on its sheets. `characters` are those that the font
    of the marks lacks.
    """

    def __init__(self, message: str, characters: str = ""):
        super().__init__(message)
        self.characters = characters


POINTS_PER_MM = 72 / 25.4


@dataclass(frozen=True, slots=True)
class Size:
    """A width and a height in mm."""

    width: float
    height: float

    def turned(self) -> Size:
        """The size with width and height swapped."""
        return Size(self.height, self.width)

    def grown(self, margin: float) -> Size:
        """The size with `margin` mm added on all four sides."""
        return Size(self.width + 2 * margin, self.height + 2 * margin)

    def upright(self) -> Size:
        """The size in portrait format."""
        return self if self.height >= self.width else self.turned()

    def __str__(self) -> str:
        return f"{self.width:g} x {self.height:g} mm"


PAPERS = {
    "a4": Size(210, 297),
    "letter": Size(215.9, 279.4),
    "a3": Size(297, 420),
    "a5": Size(148, 210),
    "a6": Size(105, 148),
    "legal": Size(215.9, 355.6),
    "tabloid": Size(279.4, 431.8),
    "sra3": Size(320, 450),
    "a2": Size(420, 594),
    "a1": Size(594, 841),
    "a0": Size(841, 1189),
}

SMALLEST_PAPER, LARGEST_PAPER = 100.0, 1200.0


# Trim sizes by their usual names in print shops and sleeve shops.
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


# The smallest printable margin to rely on (mm); 10 mm is safe on every home printer.
PRINTER_MARGIN = 5.0

SMALLEST_CARD, LARGEST_CARD = 20.0, 300.0

# Standard bleed; and margins of sheets: for crop marks beyond it at the head and the sides, and for
# ruler and labels at the foot (mm).
BLEED, HEAD, FOOT, SIDE = 3.0, 10.0, 14.5, 9.5

# Distance of the nearest trim edge from the fold, as folds are never quite straight (mm).
_FOLD = 8.0

# The longest side of a PDF page (mm).
LARGEST_PAGE = 5080.0


_SIDE = r'([0-9]+(?:[.,][0-9]+)?)\s*(mm|cm|in|")?'
_DIMENSIONS = re.compile(rf"{_SIDE}\s*[xX×]\s*{_SIDE}")

MM_BY_UNIT = {"mm": 1.0, "cm": 10.0, "in": 25.4}


def mm_to_points(mm: float) -> float:
    """Convert millimetres to PDF points (1/72 inch)."""
    return mm * POINTS_PER_MM


def card_size(name: str) -> Size:
    """The trim size of a card, by name or by dimensions such as `63 x 88 mm` or `2.5 x 3.5 in`.

    Raises ValueError when the name is unknown or a side is not between 20 and 300 mm.
    """
    size = CARDS.get(name) or _parse_dimensions(name)
    if size is None:
        raise ValueError(f"no card size '{name}'")
    return _check_bounds(size, SMALLEST_CARD, LARGEST_CARD, "card")


# The area of a card (mm²) from which on its type grows, and the most that it grows.
_USUAL_CARD, _MOST_GROWN = 6000.0, 1.6


def type_growth(card: Size) -> float:
    """The share by which the head and the titles of a card of a size are larger than on a poker
    card.
    """
    return max(1.0, min(_MOST_GROWN, sqrt(card.width * card.height / _USUAL_CARD)))


def page_size(name: str) -> Size:
    """The size of a page, by name or by dimensions such as `500 x 700 mm`.

    Raises ValueError when the name is unknown or a PDF page cannot have that size.
    """
    size = PAPERS.get(name) or _parse_dimensions(name)
    if size is None:
        raise ValueError(f"no page '{name}'")
    return _check_bounds(size, SMALLEST_CARD, LARGEST_PAGE, "page")


def paper_name(text: str) -> str:
    """The name of a paper in file names: `a4` for `A4`, `330x483mm` for `330 x 483 mm`.

    A size is rounded to 0.01 mm; the size of a named paper gets its name. Raises ValueError when
    the name is unknown or a side is not between 100 and 1200 mm.
    """
    name = text.strip().lower()
    if name in PAPERS:
        return name
    size = _parse_dimensions(name)
    if size is None:
        raise ValueError(f"no paper '{text:.40}'")
    size = Size(round(size.width, 2), round(size.height, 2))
    _check_bounds(size, SMALLEST_PAPER, LARGEST_PAPER, "paper")
    known = (name for name, other in PAPERS.items() if other == size)
    return next(known, f"{size.width:.6g}x{size.height:.6g}mm")


def paper_size(name: str) -> Size:
    """The size of a paper by the name that `paper_name` gives it. Raises ValueError for others."""
    size = PAPERS.get(name) or _parse_dimensions(name)
    if size is None:
        raise ValueError(f"no paper '{name}'")
    return size


def turns_over_the_top(paper: Size, duplex: str) -> bool:
    """Whether paper is turned about its horizontal axis, such as landscape over the long edge."""
    return (duplex == "long-edge") != (paper.height >= paper.width)


def sheet_margins(paper: Size, bleed: float, duplex: str) -> tuple[float, float, float]:
    """The margins of a sheet of pieces with a bleed at the head, at the foot (or from below the
    fold) and at the sides (mm).
    """
    wider = max(0.0, bleed - BLEED)
    head, foot = HEAD + wider, FOOT + wider
    if duplex == "gutter-fold":
        foot = paper.height / 2 + _FOLD + wider
    elif turns_over_the_top(paper, duplex):
        # The head of the front is behind the foot of the back.
        head = foot
    return head, foot, SIDE + wider


# The sides of cards that fill a sheet are near this ratio, and are multiples of this (mm). Upright
# cards may be this much farther from it, as a difference of logarithms.
_RATIO, _STEP, _LYING = 2**0.5, 0.5, 0.2


def shared_sheet(
    count: int, papers: Iterable[Size], bleed: float, gutter: float, duplex: str
) -> Size:
    """The size of cards of which `count` fill a sheet of each of some papers (mm). Of the ways to
    share a sheet, the one whose cards have about the form of the paper is taken, rather upright.
    """
    upright = [paper.upright() for paper in papers]
    sheet = Size(min(p.width for p in upright), min(p.height for p in upright))
    ways = list[Size]()
    for paper in (sheet, sheet.turned()):
        head, foot, side = sheet_margins(paper, bleed, duplex)
        width, height = paper.width - 2 * side, paper.height - head - foot
        for rows in (n for n in range(1, count + 1) if count % n == 0):
            columns = count // rows
            ways.append(
                Size(
                    floor((width - (columns - 1) * gutter) / columns / _STEP) * _STEP,
                    floor((height - (rows - 1) * gutter) / rows / _STEP) * _STEP,
                )
            )

    def off(size: Size) -> float:
        short, long = sorted((size.width, size.height))
        lying = _LYING if size.width > size.height else 0.0
        return abs(log(long / short / _RATIO)) + lying if short > 0 else inf

    return min(ways, key=off)


def _check_bounds(size: Size, smallest: float, largest: float, what: str) -> Size:
    if not all(smallest <= side <= largest for side in (size.width, size.height)):
        bounds = f"between {smallest:g} and {largest:g} mm a side"
        raise ValueError(f"a {what} of {size} is not {bounds}")
    return size


def _parse_dimensions(name: str) -> Size | None:
    """Parse dimensions; None for other text. The first one may lack its unit."""
    match = _DIMENSIONS.fullmatch(name.strip())
    if not match or match[2] not in (None, match[4]):
        return None
    unit = MM_BY_UNIT["in" if match[4] == '"' else match[4] or "mm"]
    width, height = (float(match[side].replace(",", ".")) * unit for side in (1, 3))
    return Size(width, height)


# --- the room of figures in books -----------------------------------------------------------------

# The room (mm) of an illustration in an A5 book, below its title, and the narrowest on any page.
COLUMN, NARROWEST = Size(112.0, 148.0), 40.0


def column_of(page: Size) -> Size:
    """The room of an illustration on a page. On a page smaller than A5, it is drawn anew instead of
    reduced, so that its words stay large enough to read.
    """
    a5 = PAPERS["a5"]
    width = COLUMN.width - max(0.0, a5.width - page.width)
    height = COLUMN.height - max(0.0, a5.height - page.height)
    return Size(max(NARROWEST, width), max(NARROWEST, height))
