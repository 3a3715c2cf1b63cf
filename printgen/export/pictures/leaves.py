"""Pages of built files, and the cards that are cut from sheets: where they are, how they look, and
how much there is to see on them.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pypdfium2
from PIL import Image, ImageDraw

from printgen.paper import POINTS_PER_MM

# Nobody needs a page larger than this, in pixels on its longer side.
LONGEST = 3600


@dataclass(frozen=True, slots=True)
class Leaf:
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
        """The leaf as an RGBA picture with so many pixels a mm, or as many as are sensible."""
        per_mm = min(per_mm, LONGEST / max(self.width, self.height))
        document = pypdfium2.PdfDocument(self.path)
        try:
            page = document[self.page]
            whole = page.get_size()
            box = (self.x, self.y, self.x + self.width, self.y + self.height)
            left, top, right, bottom = (side * POINTS_PER_MM for side in box)
            crop = (left, whole[1] - bottom, whole[0] - right, top)
            inside = tuple(max(0.0, side) for side in crop)
            bitmap = page.render(scale=per_mm / POINTS_PER_MM, rev_byteorder=True, crop=inside)
            found = bitmap.to_pil().convert("RGBA")
        finally:
            document.close()
        if self.turned:
            found = found.rotate(180)
        if self.radius:
            found.putalpha(_rounded(found.size, self.radius * per_mm))
        return found

    def interest(self) -> float:
        """How much there is to see, from 0: what is drawn counts more than what is written, and an
        empty corner nothing."""
        return _interest(np.asarray(self.picture(1.5).convert("RGB"), dtype=float))

    def words(self) -> str:
        """The text of the whole page."""
        document = pypdfium2.PdfDocument(self.path)
        try:
            return str(document[self.page].get_textpage().get_text_range())
        finally:
            document.close()


def pages(path: Path) -> list[Leaf]:
    """The pages of a file, each as it is cut."""
    document = pypdfium2.PdfDocument(path)
    try:
        return [_cut(path, number, document[number]) for number in range(len(document))]
    finally:
        document.close()


def _cut(path: Path, number: int, page: pypdfium2.PdfPage) -> Leaf:
    left, _, _, top = page.get_cropbox()
    x0, y0, x1, y1 = page.get_trimbox()
    box = (x0 - left, top - y1, x1 - x0, y1 - y0)
    return Leaf(path, number, *(side / POINTS_PER_MM for side in box))


def _rounded(size: tuple[int, int], radius: float) -> Image.Image:
    mask = Image.new("L", (4 * size[0], 4 * size[1]))
    box = (0, 0, mask.width - 1, mask.height - 1)
    ImageDraw.Draw(mask).rounded_rectangle(box, 4 * radius, fill=255)
    return mask.reduce(4)


# Cells of a page (pixels), the ink of a cell that holds something, and of one that holds more than
# words.
CELL, WRITTEN, DRAWN = 9, 0.02, 0.26
# What a cell counts that holds words alone; and how much of a page may be drawn before more of it
# is no gain.
WORDS, ENOUGH = 0.35, 0.45


def _interest(pixels: np.ndarray) -> float:
    paper = np.median(pixels.reshape(-1, 3), axis=0)
    ink = np.abs(pixels - paper).max(axis=2) / 255
    ink[ink < 0.16] = 0
    rows, columns = ink.shape[0] // CELL, ink.shape[1] // CELL
    cells = ink[: rows * CELL, : columns * CELL].reshape(rows, CELL, columns, CELL).mean((1, 3))
    # Along the edges lies what paper looks like when it is old.
    inner = cells[2:-2, 2:-2]
    if not inner.size:
        return 0.0
    drawn, written = float((inner > DRAWN).mean()), float((inner > WRITTEN).mean())
    return min(drawn, ENOUGH) + WORDS * written
