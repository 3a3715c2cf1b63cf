"""Rectangles of built pages, such as a page at its trim size or a card on an imposed sheet."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw

from printgen.layout import pdfium
from printgen.layout.drawn_pages import DrawnPages
from printgen.layout.pdfium import Box
from printgen.paper import POINTS_PER_MM

Pixels = npt.NDArray[np.float64]

Mask = npt.NDArray[np.bool_]


# Maximum pixels of a region's longer side.
MAX_SIDE = 3600


@dataclass(frozen=True)
class PageRegion:
    """A rectangle of a PDF page, in mm from the page's top left corner, with round corners.

    On the page, it is turned clockwise by `turn` degrees: 0, 90, 180 or 270. Width and height are
    those of the upright region. What draws or reads it raises CannotDraw.
    """

    path: Path
    page: int
    x: float
    y: float
    width: float
    height: float
    radius: float = 0.0
    turn: int = 0

    def picture(self, per_mm: float) -> Image.Image:
        """The region as an RGBA image at `per_mm` pixels per mm, or at MAX_SIDE if smaller."""
        per_mm = min(per_mm, MAX_SIDE / max(self.width, self.height))
        found = self._drawn(per_mm).convert("RGBA")
        if self.turn:
            found = found.rotate(self.turn, expand=True)
        if self.radius:
            found.putalpha(_rounded(found.size, self.radius * per_mm))
        return found

    @cached_property
    def _pages(self) -> DrawnPages:
        return DrawnPages(self.path)

    @cached_property
    def _size(self) -> tuple[float, float]:
        """The size of the page in points."""
        return self._pages.call(pdfium.size, self.page)

    def _drawn(self, per_mm: float) -> Image.Image:
        """The region as it is on the page."""
        width, height = self._size
        sides = (self.height, self.width) if self.turn % 180 else (self.width, self.height)
        box = (self.x, self.y, self.x + sides[0], self.y + sides[1])
        left, top, right, bottom = (side * POINTS_PER_MM for side in box)
        crop = (max(0, left), max(0, height - bottom), max(0, width - right), max(0, top))
        return self._pages.picture(self.page, per_mm / POINTS_PER_MM, crop)

    @cached_property
    def interest(self) -> float:
        """How much the region shows, from 0. Drawings count more than text."""
        pixels = np.asarray(self._drawn(SAMPLING), dtype=float)
        page_height = self._size[1] / POINTS_PER_MM
        words = np.zeros(pixels.shape[:2], dtype=bool)
        for line in self._pages.call(pdfium.lines, self.page):
            left, low, right, top = (side / POINTS_PER_MM for side in line)
            sides = (page_height - top - self.y - MARGIN, page_height - low - self.y + MARGIN)
            ends = (left - self.x - MARGIN, right - self.x + MARGIN)
            y0, y1, x0, x1 = (max(0, round(side * SAMPLING)) for side in (*sides, *ends))
            words[y0:y1, x0:x1] = True
        return _interest(pixels, words)

    @cached_property
    def covered(self) -> float:
        """The share of the region, from 0 to 1, that has something on it."""
        pixels = np.asarray(self.picture(SAMPLING).convert("RGB"), dtype=float)
        cells = _cells(_ink(pixels))
        return float((cells > 0.02).mean()) if cells.size else 0.0

    @property
    def letters(self) -> int:
        """The number of letters and digits in the region."""
        return sum(character.isalnum() for character in self.text)

    @cached_property
    def text(self) -> str:
        """The text of the region."""
        sides = (self.height, self.width) if self.turn % 180 else (self.width, self.height)
        left, top = self.x * POINTS_PER_MM, self._size[1] - self.y * POINTS_PER_MM
        right, bottom = left + sides[0] * POINTS_PER_MM, top - sides[1] * POINTS_PER_MM
        return self._pages.call(pdfium.text, self.page, (left, bottom, right, top))

    def looks_like(self, other: PageRegion) -> bool:
        """Whether two regions look the same, such as the backs of a deck."""
        if (self.width, self.height) != (other.width, other.height) or self.text != other.text:
            return False
        a, b = (
            np.asarray(region.picture(SAMPLING).convert("L"), float) for region in (self, other)
        )
        rows, columns = min(a.shape[0], b.shape[0]), min(a.shape[1], b.shape[1])
        return float(np.abs(a[:rows, :columns] - b[:rows, :columns]).mean()) / 255 < SAME

    def words(self) -> str:
        """The text of the whole page, not only of the region."""
        return self._pages.call(pdfium.text, self.page)


def pages(path: Path) -> list[PageRegion]:
    """The pages of a PDF at trim size. Raises CannotDraw."""
    boxes = DrawnPages(path).call(pdfium.trims)
    return [_cut(path, number, *both) for number, both in enumerate(boxes)]


def _cut(path: Path, number: int, crop: Box, trim: Box) -> PageRegion:
    left, _, _, top = crop
    x0, y0, x1, y1 = trim
    x, y, width, height = (side / POINTS_PER_MM for side in (x0 - left, top - y1, x1 - x0, y1 - y0))
    return PageRegion(path, number, x, y, width, height)


def _rounded(size: tuple[int, int], radius: float) -> Image.Image:
    mask = Image.new("L", (4 * size[0], 4 * size[1]))
    box = (0, 0, mask.width - 1, mask.height - 1)
    ImageDraw.Draw(mask).rounded_rectangle(box, 4 * radius, fill=255)
    return mask.reduce(4)


# Pixels per mm to measure interest, cell size in pixels, margin around text lines in mm,
# and minimum share of ink in a cell with a drawing; a ruled line has less.
SAMPLING, CELL, MARGIN, MIN_INK = 2.0, 12, 0.6, 0.25

# Maximum channel difference (0 to 1) from the paper colour; aged paper is uneven.
PAPER_TOLERANCE = 0.22

# Maximum mean difference (0 to 1) of two regions that look the same.
SAME = 0.02

# Weight of a cell with text only, and the maximum share of drawings or text that counts.
TEXT_WEIGHT, MAX_SHARE = 0.4, 0.4


def _interest(pixels: Pixels, words: Mask) -> float:
    """The interest of an RGB image (0 to 255) whose text is masked by `words`."""
    ink = _ink(pixels)
    drawn, written = _cells(ink & ~words), _cells(ink & words)
    if not drawn.size:
        return 0.0
    drawings, text = float((drawn > MIN_INK).mean()), float((written > 0).mean())
    return min(drawings, MAX_SHARE) + TEXT_WEIGHT * min(text, MAX_SHARE)


def _ink(pixels: Pixels) -> Mask:
    """The pixels that do not have the colour of the paper."""
    paper = np.median(pixels.reshape(-1, 3), axis=0)
    found: Mask = np.abs(pixels - paper).max(axis=2) / 255 > PAPER_TOLERANCE
    return found


def _cells(marks: Mask) -> Pixels:
    """The share of each cell that is marked, without the outermost cells, where paper textures are
    stained.
    """
    rows, columns = marks.shape[0] // CELL, marks.shape[1] // CELL
    square = marks[: rows * CELL, : columns * CELL].reshape(rows, CELL, columns, CELL)
    found: Pixels = square.mean(axis=(1, 3))[1:-1, 1:-1]
    return found
