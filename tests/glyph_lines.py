"""The characters of a page from left to right, as they are drawn, whatever the order of reading."""

from __future__ import annotations

from contextlib import closing
from ctypes import byref, c_double
from dataclasses import dataclass
from pathlib import Path

import pypdfium2
import pypdfium2.raw as pdfium


@dataclass
class GlyphLine:
    """A line: its characters from left to right without spaces, each with its edges, and its
    baseline (points from the bottom left corner of the page).
    """

    places: list[tuple[str, float, float]]
    baseline: float

    @property
    def text(self) -> str:
        return "".join(character for character, _, _ in self.places)

    @property
    def left(self) -> float:
        return self.places[0][1]

    @property
    def right(self) -> float:
        return self.places[-1][2]


def glyph_lines(path: Path, page: int = 0, gap: float = 9) -> list[GlyphLine]:
    """The lines of a page from top to bottom, and from left to right. Characters with a wider `gap`
    (points) between them are in two lines.
    """
    rows: dict[float, list[tuple[float, float, str]]] = {}
    x, y = c_double(), c_double()
    with closing(pypdfium2.PdfDocument(path)) as pdf:
        text = pdf[page].get_textpage()
        for index in range(text.count_chars()):
            letter = chr(pdfium.FPDFText_GetUnicode(text, index))
            if letter.isprintable() and not letter.isspace():
                pdfium.FPDFText_GetCharOrigin(text, index, byref(x), byref(y))
                left, _, right, _ = text.get_charbox(index, loose=True)
                rows.setdefault(round(y.value, 1), []).append((left, right, letter))
    lines = []
    for baseline, row in sorted(rows.items(), reverse=True):
        parts: list[list[tuple[float, float, str]]] = []
        for each in sorted(row):
            if not parts or each[0] - parts[-1][-1][1] > gap:
                parts.append([])
            parts[-1].append(each)
        lines += [GlyphLine([(c, x, end) for x, end, c in part], baseline) for part in parts]
    return lines
