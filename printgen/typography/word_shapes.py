"""Words as outlines in the fonts of a project, for the labels of sheets: these are drawn in a font
of printgen, which has Latin, Greek and Cyrillic letters only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from printgen.content.fingerprint import file_version
from printgen.content.results import kept_result
from printgen.project import FONTS, Folders
from printgen.reading import read_regular
from printgen.sealing.decoding import CannotDecode, decoded
from printgen.store import Store
from printgen.typography.fonts import MAX_FONT_BYTES, own_fonts

# After the fonts of the project, those of printgen with most scripts.
_OURS = ("dejavu-sans/DejaVuSans.ttf", "noto-sans-symbols-2/NotoSansSymbols2_400Regular.ttf")

_HEAVY = re.compile("bold|black|heavy|italic|oblique", re.IGNORECASE)

# `M`, `L`, `C` or `Z`, and the points of it, as of SVG.
Step = tuple[str, tuple[float, ...]]


@dataclass(frozen=True, slots=True)
class WordShape:
    """The outlines of words on a baseline, from left to right, and their width; lengths in em."""

    width: float
    steps: tuple[Step, ...]


def word_shapes(
    folders: Folders, store: Store, words: str, missing: Iterable[str]
) -> dict[str, WordShape]:
    """The shapes of the parts of a text that consist of `missing` characters, each in the first
    font that has them all. A part that no font has is left out.
    """
    parts = re.findall(f"[{''.join(map(re.escape, sorted(missing)))}]+", words)
    # Labels are in regular type.
    own = sorted(own_fonts(folders), key=lambda path: _HEAVY.search(path.stem) is not None)
    fonts = [*own, *(FONTS / name for name in _OURS)]
    shapes = ((part, _first_shape(store, fonts, part)) for part in dict.fromkeys(parts))
    return {part: shape for part, shape in shapes if shape}


def _first_shape(store: Store, fonts: Iterable[Path], words: str) -> WordShape | None:
    for path in fonts:
        key = str(path), repr(file_version(path)), words
        if shape := kept_result(store, "word-shape", key, partial(_shape, path, words)):
            return shape
    return None


def _shape(path: Path, words: str) -> WordShape | None:
    try:
        return decoded(path, shape, read_regular(path, MAX_FONT_BYTES), words)
    except (OSError, CannotDecode):
        # `font-invalid` reports it.
        return None


# --- in the sealed process -------------------------------------------------------------------


class _Pen:
    """Writes the outlines of glyphs, moved by (x, y) font units, in em."""

    def __init__(self, em: int):
        self.steps: list[Step] = []
        self.em, self.x, self.y, self.last = em, 0, 0, (0.0, 0.0)

    def _add(self, name: str, *points: tuple[float, float]) -> None:
        if points:
            self.last = points[-1]
        moved = (((x + self.x) / self.em, (y + self.y) / self.em) for x, y in points)
        self.steps.append((name, tuple(value for point in moved for value in point)))

    def moveTo(self, point: tuple[float, float]) -> None:
        self._add("M", point)

    def lineTo(self, point: tuple[float, float]) -> None:
        self._add("L", point)

    def curveTo(self, *points: tuple[float, float]) -> None:
        self._add("C", *points)

    def qCurveTo(self, handle: tuple[float, float], end: tuple[float, float]) -> None:
        (x, y), (hx, hy), (ex, ey) = self.last, handle, end
        one = x + (hx - x) * 2 / 3, y + (hy - y) * 2 / 3
        two = ex + (hx - ex) * 2 / 3, ey + (hy - ey) * 2 / 3
        self._add("C", one, two, end)

    def closePath(self) -> None:
        self._add("Z")


def shape(content: bytes, words: str) -> WordShape | None:
    """The shape of words in a font; None if the font lacks a character."""
    import uharfbuzz

    try:
        face = uharfbuzz.Face(content)
        font, buffer = uharfbuzz.Font(face), uharfbuzz.Buffer()
        buffer.add_str(words)
        buffer.guess_segment_properties()
        uharfbuzz.shape(font, buffer)
    except (ValueError, RuntimeError):
        return None
    pen, x = _Pen(face.upem), 0
    for glyph, place in zip(buffer.glyph_infos, buffer.glyph_positions or (), strict=True):
        if glyph.codepoint == 0:
            return None
        pen.x, pen.y = x + place.x_offset, place.y_offset
        font.draw_glyph_with_pen(glyph.codepoint, pen)
        x += place.x_advance
    return WordShape(x / face.upem, tuple(pen.steps))
