"""Pages of built files, and the cards that are cut from sheets: where they are, how they look, and
how much there is to see on them.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pypdfium2
from PIL import Image, ImageDraw

from printgen.paper import POINTS_PER_MM

Pixels = npt.NDArray[np.float64]

Mask = npt.NDArray[np.bool_]


# Nobody needs a page larger than this, in pixels on its longer side.
LONGEST = 3600


@dataclass(frozen=True, slots=True)
class PageRegion:
    """A page of a file as it is cut, or a card on it: a box in mm from the page's top left corner,
    with round corners. What stands on its head on the sheet is `turned`.
    """

    path: Path
    page: int
    x: float
    y: float
    width: float
    height: float
    radius: float = 0.0
    turned: bool = False

    def picture(self, per_mm: float) -> Image.Image:
        """The region as an RGBA picture with so many pixels a mm, or as many as are sensible."""
        per_mm = min(per_mm, LONGEST / max(self.width, self.height))
        document = pypdfium2.PdfDocument(self.path)
        try:
            found = self._render(document[self.page], per_mm).convert("RGBA")
        finally:
            document.close()
        if self.turned:
            found = found.rotate(180)
        if self.radius:
            found.putalpha(_rounded(found.size, self.radius * per_mm))
        return found

    def _render(self, page: pypdfium2.PdfPage, per_mm: float) -> Image.Image:
        """The region as it stands on its page."""
        whole = page.get_size()
        box = (self.x, self.y, self.x + self.width, self.y + self.height)
        left, top, right, bottom = (side * POINTS_PER_MM for side in box)
        crop = (left, whole[1] - bottom, whole[0] - right, top)
        inside = tuple(max(0.0, side) for side in crop)
        bitmap = page.render(scale=per_mm / POINTS_PER_MM, rev_byteorder=True, crop=inside)
        found: Image.Image = bitmap.to_pil()
        return found

    def interest(self) -> float:
        """How much there is to see, from 0: what is drawn counts more than what is written, and an
        empty corner nothing."""
        document = pypdfium2.PdfDocument(self.path)
        try:
            page = document[self.page]
            pixels = np.asarray(self._render(page, JUDGED).convert("RGB"), dtype=float)
            high = page.get_size()[1] / POINTS_PER_MM
            text = page.get_textpage()
            lines = [text.get_rect(number) for number in range(text.count_rects())]
        finally:
            document.close()
        words = np.zeros(pixels.shape[:2], dtype=bool)
        for line in lines:
            left, low, right, top = (side / POINTS_PER_MM for side in line)
            sides = (high - top - self.y - MORE, high - low - self.y + MORE)
            ends = (left - self.x - MORE, right - self.x + MORE)
            y0, y1, x0, x1 = (max(0, round(side * JUDGED)) for side in (*sides, *ends))
            words[y0:y1, x0:x1] = True
        return _interest(pixels, words)

    def words(self) -> str:
        """The text of the whole page."""
        document = pypdfium2.PdfDocument(self.path)
        try:
            return str(document[self.page].get_textpage().get_text_range())
        finally:
            document.close()


def pages(path: Path) -> list[PageRegion]:
    """The pages of a file, each as it is cut."""
    document = pypdfium2.PdfDocument(path)
    try:
        return [_cut(path, number, document[number]) for number in range(len(document))]
    finally:
        document.close()


def _cut(path: Path, number: int, page: pypdfium2.PdfPage) -> PageRegion:
    left, _, _, top = page.get_cropbox()
    x0, y0, x1, y1 = page.get_trimbox()
    box = (x0 - left, top - y1, x1 - x0, y1 - y0)
    return PageRegion(path, number, *(side / POINTS_PER_MM for side in box))


def _rounded(size: tuple[int, int], radius: float) -> Image.Image:
    mask = Image.new("L", (4 * size[0], 4 * size[1]))
    box = (0, 0, mask.width - 1, mask.height - 1)
    ImageDraw.Draw(mask).rounded_rectangle(box, 4 * radius, fill=255)
    return mask.reduce(4)


# Pixels a mm that a page is judged by, and those of its cells; by how many mm a line of words is
# larger than its box; how much of a cell holds ink where something is drawn: a ruled line is less.
JUDGED, CELL, MORE, DRAWN = 2.0, 12, 0.6, 0.25

# What differs so little from the paper is paper, or what paper looks like when it is old.
FAINT = 0.22

# What a cell counts that holds words alone; and how much of a page may be drawn, or written on,
# before more of it is no gain.
WORDS, ENOUGH = 0.4, 0.4


def _interest(pixels: Pixels, words: Mask) -> float:
    paper = np.median(pixels.reshape(-1, 3), axis=0)
    ink = np.abs(pixels - paper).max(axis=2) / 255 > FAINT
    rows, columns = ink.shape[0] // CELL, ink.shape[1] // CELL

    def cells(marks: Mask) -> Pixels:
        # Along the edges paper is stained.
        square = marks[: rows * CELL, : columns * CELL].reshape(rows, CELL, columns, CELL)
        found: Pixels = square.mean(axis=(1, 3))[1:-1, 1:-1]
        return found

    if rows < 3 or columns < 3:
        return 0.0
    drawn = float((cells(ink & ~words) > DRAWN).mean())
    written = float((cells(ink & words) > 0).mean())
    return min(drawn, ENOUGH) + WORDS * min(written, ENOUGH)
