"""The characters of a page from left to right, as they are drawn, whatever the order of reading."""

from __future__ import annotations

from contextlib import closing
from ctypes import byref, c_double
from dataclasses import dataclass
from pathlib import Path

import pypdfium2
import pypdfium2.raw as pdfium

# Characters farther apart (points) are in two lines.
GAP = 20


@dataclass
class GlyphLine:
    """A line: its characters from left to right without spaces, its edges, and its baseline (points
    from the bottom left corner of the page).
    """

    text: str
    left: float
    right: float
    baseline: float


def glyph_lines(path: Path, page: int = 0) -> list[GlyphLine]:
    """The lines of a page from top to bottom, and from left to right."""
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
            if not parts or each[0] - parts[-1][-1][1] > GAP:
                parts.append([])
            parts[-1].append(each)
        lines += [
            GlyphLine("".join(e[2] for e in part), part[0][0], part[-1][1], baseline)
            for part in parts
        ]
    return lines
