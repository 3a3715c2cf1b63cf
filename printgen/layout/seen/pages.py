"""What a page shows: its letters with their boxes, and its lightness, pixel by pixel."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from unicodedata import normalize

import numpy as np
import pypdfium2
import pypdfium2.raw as pdfium
from numpy.typing import NDArray

# Pixels per inch: the letters of 5.5 pt are about four pixels high.
DPI = 100

SCALE = DPI / 72

# The most letters of a ligature, and the height of a mark such as an ellipsis, as a share of its
# width.
_LIGATURE, _LOW = 4, 0.35

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Letters:
    """The letters and digits of pages in the order in which they are drawn.

    `text` is folded (see `fold`); `boxes` has left, top, right and bottom (points from the top left
    corner of the page) of the ink of each, `pages` the index of its page; `starts` are the first
    letters of words.
    """

    text: str
    boxes: NDArray[np.float64]
    pages: NDArray[np.int32]
    starts: NDArray[np.bool_]


def fold(text: str) -> str:
    """The letters and digits of a text, as they are compared."""
    return "".join(filter(str.isalnum, normalize("NFC", text).casefold()))


def read_letters(pages: list[pypdfium2.PdfPage]) -> Letters:
    """The letters of pages."""
    found: list[str] = []
    boxes: list[tuple[float, float, float, float]] = []
    numbers: list[int] = []
    starts: list[bool] = []
    for number, page in enumerate(pages):
        (edge, _, _, upper), begins = page.get_bbox(), True
        for letter, (left, top, right, bottom) in _characters(page):
            folded = fold(letter)
            for each in folded:
                found.append(each)
                boxes.append((left - edge, upper - top, right - edge, upper - bottom))
                numbers.append(number)
                starts.append(begins)
                begins = False
            begins = letter.isspace() or (begins and not folded)
    placed = np.array(boxes, np.float64).reshape(-1, 4)
    kept = ~_stands_for_many(placed)
    return Letters(
        "".join(letter for letter, is_kept in zip(found, kept, strict=True) if is_kept),
        placed[kept],
        np.array(numbers, np.int32)[kept],
        np.array(starts, np.bool_)[kept],
    )


def _stands_for_many(boxes: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Whether letters are those of a mark that stands for cut-off words: the text of an ellipsis is
    that of all letters which it replaces. The letters of a ligature have one box, too.
    """
    changes = np.flatnonzero(np.any(boxes[1:] != boxes[:-1], axis=1)) + 1
    ends = np.array([*changes, len(boxes)])
    sizes = np.diff(np.array([0, *ends]))
    width, height = (boxes[:, 2:] - boxes[:, :2]).T
    low = height[ends - 1] < _LOW * width[ends - 1] if len(boxes) else np.zeros(1, np.bool_)
    return np.repeat((sizes > 1) & (low | (sizes > _LIGATURE)), sizes)


def _characters(page: pypdfium2.PdfPage) -> list[tuple[str, tuple[float, float, float, float]]]:
    """The characters of a page with left, top, right and bottom, upward from its lower edge."""
    text = page.get_textpage()
    sides = [ctypes.c_double() for _ in range(4)]
    left, right, bottom, top = sides
    references = [ctypes.byref(side) for side in sides]
    found = []
    for index in range(text.count_chars()):
        letter = chr(pdfium.FPDFText_GetUnicode(text, index))
        if letter.isalnum():
            pdfium.FPDFText_GetCharBox(text, index, *references)
        found.append((letter, (left.value, top.value, right.value, bottom.value)))
    text.close()
    return found


def lightness(page: pypdfium2.PdfPage) -> Floats:
    """The lightness of a page's pixels, from 0 (black) to 1 (white)."""
    bitmap = page.render(scale=SCALE, grayscale=True, may_draw_forms=False)
    pixels: Floats = bitmap.to_numpy().reshape(bitmap.height, bitmap.width).astype(np.float32)
    return pixels / np.float32(255)
