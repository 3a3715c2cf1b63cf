"""Printer's marks, on a canvas of ReportLab: crop marks, the ruler and notes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from io import BytesIO
from math import ceil
from unicodedata import bidirectional

from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import FILL_NON_ZERO, Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from printgen.extra import load, named_parts
from printgen.geometry.outlines import Outline, Point
from printgen.imposition.plan import FOOT_LINE, TOLERANCE, SheetLabels, SheetPlan, SheetSide
from printgen.imposition.reportlab_parts import operators
from printgen.paper import Size, TitleError
from printgen.problems import shorten
from printgen.project import FONTS
from printgen.typography.word_shapes import WordShape

_DECORATION, _END = "/Artifact BMC", "EMC"


class MarkedCanvas(Canvas):  # type: ignore[misc]
    """A canvas that marks its content. `reading()` is around words that are read. Words with a
    shape are drawn by it.
    """

    _read = 0
    _size = 0.0

    def setFont(self, name: str, size: float, *more: object) -> None:
        """Set the font and its size (points)."""
        self._size = size
        super().setFont(name, size, *more)

    def drawString(self, x: float, y: float, text: str, *more: object, **named: object) -> None:
        """Draw words from `x` on."""
        for part in _parts(text):
            if part in _SHAPES:
                self._draw_shape(x, y, part)
            else:
                super().drawString(x, y, part, *more, **named)
            x += width_of(part, self._size)

    def drawRightString(self, x: float, y: float, text: str, *more: object) -> None:
        """Draw words that end at `x`."""
        if _parts(text) == [text] and text not in _SHAPES:
            super().drawRightString(x, y, text, *more)
        else:
            self.drawString(x - width_of(text, self._size), y, text, *more)

    def _draw_shape(self, x: float, y: float, words: str) -> None:
        said = words.encode("utf-16-be").hex().upper()
        self.addLiteral(f"/Span <</ActualText <FEFF{said}>>> BDC")
        path, size = self.beginPath(), self._size
        draw = {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo, "Z": path.close}
        for name, points in _SHAPES[words].steps:
            draw[name](*(value * size + (y if n % 2 else x) for n, value in enumerate(points)))
        self.drawPath(path, stroke=0, fill=1, fillMode=FILL_NON_ZERO)
        self.addLiteral(_END)

    @contextmanager
    def reading(self, name: str = "P") -> Iterator[None]:
        """Draw words that make an element of structure, such as a paragraph."""
        self.addLiteral(f"{_END}\n/{name} <</MCID {self._read}>> BDC")
        self._read += 1
        yield
        self.addLiteral(f"{_END}\n{_DECORATION}")

    def showPage(self) -> None:
        """End the page."""
        operators(self).insert(0, _DECORATION)
        operators(self).append(_END)
        self._read = 0
        super().showPage()


# --- words in scripts that the font of labels lacks: shapes, which are known before they are drawn


_SHAPES: dict[str, WordShape] = {}

# The punctuation at the beginning of words, and words with what is within them.
_ENDS = re.compile(r"^[\W_]+|[^\W_](?:.*[^\W_])?|[\W_]+$")


def use_shapes(shapes: Mapping[str, WordShape]) -> None:
    """Draw these words by their shapes from now on."""
    _SHAPES.update(shapes)


def width_of(words: str, size: float) -> float:
    """The width of words in the font of labels at a size, in points."""
    return sum(
        size * _SHAPES[part].width
        if part in _SHAPES
        else pdfmetrics.stringWidth(part, font(), size)
        for part in _parts(words)
    )


def _parts(words: str) -> list[str]:
    """Words at the parts that have shapes, from left to right."""
    missing = unprintable(words)
    known = sorted((each for each in _SHAPES if missing.intersection(each)), key=len, reverse=True)
    found = re.split(f"({'|'.join(map(re.escape, known))})", words) if known else [words]
    strong = (c for c in map(bidirectional, words) if c in ("L", "R", "AL"))
    if known and next(strong, "L") != "L":
        # Punctuation beside other words has the direction of the whole.
        found = [end for part in found for end in _ENDS.findall(part)][::-1]
    return [part for part in found if part]


# --- crop marks: where to cut along straight lines ------------------------------------------------


# Line width in mm, of crop marks and of the marks of booklets and posters.
MARK_WIDTH = 0.15

Segment = tuple[float, float, float, float]


MARK_LENGTH = 5.0

MARK_GAP = 1.0

# Unprintable margin (mm): there are no marks in it.
EDGE = 2.0


def crop_marks(side: SheetSide, paper: Size) -> list[Segment]:
    """The crop marks at both ends of each cut line of a side, outside all bleed: x1, y1, x2, y2.

    They end before the ruler and the labels at the foot.
    """
    boxes = [
        (p.x - p.clip[0], p.y - p.clip[1], p.x + p.width + p.clip[2], p.y + p.height + p.clip[3])
        for p in side.placements
    ]
    at_foot = side.fold is None and side.strip is None
    foot = paper.height - (FOOT_LINE if at_foot else EDGE)
    marks: list[Segment] = []
    for x in sorted({round(v, 4) for p in side.placements for v in (p.x, p.x + p.width)}):
        crossed = [b for b in boxes if b[0] - 1e-3 <= x <= b[2] + 1e-3]
        top, bottom = min(b[1] for b in crossed) - MARK_GAP, max(b[3] for b in crossed) + MARK_GAP
        marks.append((x, max(EDGE, top - MARK_LENGTH), x, top))
        marks.append((x, bottom, x, min(foot, bottom + MARK_LENGTH)))
    for y in sorted({round(v, 4) for p in side.placements for v in (p.y, p.y + p.height)}):
        crossed = [b for b in boxes if b[1] - 1e-3 <= y <= b[3] + 1e-3]
        left, right = min(b[0] for b in crossed) - MARK_GAP, max(b[2] for b in crossed) + MARK_GAP
        marks.append((max(EDGE, left - MARK_LENGTH), y, left, y))
        marks.append((right, y, min(paper.width - EDGE, right + MARK_LENGTH), y))
    # No mark fits where the bleed is too near the edge.
    return [mark for mark in marks if mark[2] - mark[0] + mark[3] - mark[1] > EDGE / 2]


# --- marks of pieces on sheets: lines to cut and to fold, areas for glue, register marks ----------


# Line width (mm) and gray of cut lines and creases, which show on dark and on white ground; half
# the width (mm) of register marks.
LINE_WIDTH, LINE_GRAY = 0.15, 0.55

CROSS = 2.0

# The distance (mm), the width (mm) and the gray of the lines of a hatching; the size of its word.
_HATCH, _HATCH_WIDTH, _HATCH_GRAY, _GLUE_TYPE = 2.5, 0.12, 0.75, 6.5


def draw_lines(canvas: Canvas, paper: Size, side: SheetSide) -> None:
    """Draw the cuts solid, and the creases dashed."""
    canvas.setStrokeGray(LINE_GRAY)
    canvas.setLineWidth(LINE_WIDTH * mm)
    for outline in side.cuts:
        canvas.drawPath(outline_path(canvas, paper, outline))
    draw_creases(canvas, paper, side)


def draw_creases(canvas: Canvas, paper: Size, side: SheetSide) -> None:
    """Draw the creases dashed, in the colour and the width of lines."""
    canvas.setDash(1.5 * mm, 1 * mm)
    for outline in side.creases:
        canvas.drawPath(outline_path(canvas, paper, outline))
    canvas.setDash()


def outline_path(canvas: Canvas, paper: Size, outline: Outline) -> PDFPathObject:
    """An outline as a path."""

    def at(point: Point) -> Point:
        return point[0] * mm, (paper.height - point[1]) * mm

    path = canvas.beginPath()
    path.moveTo(*at(outline.start))
    for curve in outline.curves:
        if curve.handles:
            path.curveTo(*at(curve.handles[0]), *at(curve.handles[1]), *at(curve.end))
        else:
            path.lineTo(*at(curve.end))
    if not outline.open:
        path.close()
    return path


def draw_cross(canvas: Canvas, middle: Point) -> None:
    """Draw a register mark. `middle` is in mm from the bottom left corner."""
    x, y = middle[0] * mm, middle[1] * mm
    canvas.setStrokeGray(0)
    canvas.setLineWidth(MARK_WIDTH * mm)
    canvas.line(x - CROSS * mm, y, x + CROSS * mm, y)
    canvas.line(x, y - CROSS * mm, x, y + CROSS * mm)


def draw_glue(canvas: Canvas, paper: Size, outline: Outline, word: str, font: str) -> None:
    """Draw an area for glue: white, hatched, with a word in its middle along its longer side."""
    left, top, right, bottom = outline.bounds
    width, height = right - left, bottom - top
    canvas.saveState()
    canvas.setFillGray(1)
    path = outline_path(canvas, paper, outline)
    canvas.drawPath(path, stroke=0, fill=1)
    canvas.clipPath(outline_path(canvas, paper, outline), stroke=0, fill=0)
    canvas.setStrokeGray(_HATCH_GRAY)
    canvas.setLineWidth(_HATCH_WIDTH * mm)
    base = (paper.height - bottom) * mm
    for number in range(ceil((width + height) / _HATCH)):
        x = (left - height + number * _HATCH) * mm
        canvas.line(x, base, x + height * mm, base + height * mm)
    canvas.translate((left + right) / 2 * mm, (paper.height - (top + bottom) / 2) * mm)
    if height > width:
        canvas.rotate(90)
    half = width_of(word, _GLUE_TYPE) / 2
    canvas.rect(-half - mm, -1.6 * mm, 2 * half + 2 * mm, 3.2 * mm, stroke=0, fill=1)
    canvas.setFillGray(0.35)
    canvas.setFont(font, _GLUE_TYPE)
    canvas.drawString(-half, -0.8 * mm, word)
    canvas.restoreState()


# --- printer's marks on sheets of cards: crop marks, fold line, ruler and labels ------------------


RULER_LENGTH = 50

# The longest words at the foot of a sheet (mm) at 7 pt, and the smallest size that they have (pt).
LONGEST_FOOT, SMALLEST_FOOT = 250, 2.0

FONT = "SourceSans"

_SEPARATOR = "  ·  "

_FONT_FILE = "source-sans-3/SourceSans3_400Regular.ttf"


@cache
def font() -> str:
    """Register the font of the labels, and return its name."""
    pdfmetrics.registerFont(TTFont(FONT, str(FONTS / _FONT_FILE)))
    return FONT


def unprintable(words: str) -> set[str]:
    """The characters of `words` without a glyph in the font of the labels."""
    font()
    glyphs = pdfmetrics.getFont(FONT).face.charToGlyph
    return {character for character in words if ord(character) not in glyphs}


def new_canvas(buffer: BytesIO, paper: Size) -> MarkedCanvas:
    """A canvas with deterministic bytes, whose marks are decoration."""
    # The default initial font is Helvetica, which ReportLab does not embed.
    pagesize = (paper.width * mm, paper.height * mm)
    return MarkedCanvas(buffer, pagesize=pagesize, invariant=1, initialFontName=font())


def draw_printers_marks(plan: SheetPlan, labels: SheetLabels) -> bytes:
    """A PDF with the printer's marks of a plan, one page per side."""
    buffer = BytesIO()
    use_shapes(dict(labels.shapes))
    canvas = new_canvas(buffer, plan.paper)
    for number, side in enumerate(plan.sides, start=1):
        _draw_side(canvas, plan, side, labels, number)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _draw_side(
    canvas: MarkedCanvas, plan: SheetPlan, side: SheetSide, labels: SheetLabels, number: int
) -> None:
    """Draw the marks and the labels of a side, which is counted from 1."""
    paper = plan.paper
    role = {"front": labels.front, "back": labels.back}.get(side.name.partition(" ")[2], "")
    words = _SEPARATOR.join(filter(None, (labels.title, role, f"{number}/{len(plan.sides)}")))
    if plan.cutter:
        for outline in side.glue:
            draw_glue(canvas, paper, outline, labels.glue, font())
        cutter = load(named_parts("cutters")[plan.cutter])
        cutter.draw_marks(canvas, plan, side, f"{labels.scale}{_SEPARATOR}{words}")
        return
    canvas.setStrokeGray(0)
    canvas.setLineWidth(MARK_WIDTH * mm)
    for x1, y1, x2, y2 in () if side.lined else crop_marks(side, paper):
        canvas.line(x1 * mm, (paper.height - y1) * mm, x2 * mm, (paper.height - y2) * mm)
    if side.fold is not None:
        canvas.setDash(2 * mm, 2 * mm)
        y = (paper.height - side.fold) * mm
        canvas.line(5 * mm, y, (paper.width - 5) * mm, y)
        canvas.setDash()
    for outline in side.glue:
        draw_glue(canvas, paper, outline, labels.glue, font())
    if side.lined:
        draw_lines(canvas, paper, side)
    for x, y in side.crosses:
        draw_cross(canvas, (x, paper.height - y))
    if side.strip is not None:
        _strip(canvas, paper, side.strip, f"{labels.scale}{_SEPARATOR}{words}")
        return
    # The ruler is along the fold, or at the foot without one.
    baseline = (5.2 if side.fold is None else paper.height - side.fold - 3.6) * mm
    draw_ruler(canvas, 10 * mm, baseline)
    canvas.setFont(font(), 7)
    canvas.setFillGray(0.25)
    x = (10 + RULER_LENGTH + 6) * mm
    with canvas.reading():
        canvas.drawString(x, baseline, labels.scale)
    end = x + width_of(labels.scale, 7)
    canvas.setFont(font(), foot_size(words, (paper.width - 10) * mm - end))
    with canvas.reading():
        canvas.drawRightString((paper.width - 10) * mm, baseline, words)
    if side.fold is not None:
        canvas.setFont(font(), 6)
        canvas.drawString(5 * mm, (paper.height - side.fold + 0.8) * mm, labels.fold)


def foot_size(words: str, room: float) -> float:
    """The size of the words at the foot of a sheet, reduced as far as necessary, in `room` points.

    Raises TitleError for words that no sheet has room for.
    """
    width = width_of(words, 7)
    if width > LONGEST_FOOT * mm:
        raise TitleError(f"'{shorten(words)}' is too long for the foot of a sheet")
    return min(7.0, max(SMALLEST_FOOT, 7 * room / width))


def _strip(canvas: MarkedCanvas, paper: Size, strip: tuple[float, float], words: str) -> None:
    """Draw the ruler along the left edge, and the labels in one line along the right edge."""
    top, bottom = strip
    canvas.saveState()
    canvas.translate(5.2 * mm, (paper.height - top - 2) * mm)
    canvas.rotate(-90)
    draw_ruler(canvas, 0, 0)
    canvas.restoreState()
    size = foot_size(words, (bottom - top - 4) * mm)
    canvas.saveState()
    canvas.setFont(font(), size)
    canvas.setFillGray(0.25)
    canvas.translate((paper.width - 5.2) * mm, (paper.height - bottom + 2) * mm)
    canvas.rotate(90)
    with canvas.reading():
        canvas.drawString(0, 0, words)
    canvas.restoreState()


def draw_ruler(canvas: Canvas, x: float, y: float, length: int = RULER_LENGTH) -> None:
    """Draw a ruler `length` mm long with a tick per millimetre, from `x`, `y` (points)."""
    canvas.setStrokeGray(0)
    canvas.setFillGray(0)
    canvas.setLineWidth(0.12 * mm)
    canvas.line(x, y, x + length * mm, y)
    for tick in range(length + 1):
        height = 3.0 if tick % 10 == 0 else 2.2 if tick % 5 == 0 else 1.3
        canvas.line(x + tick * mm, y, x + tick * mm, y + height * mm)
    # Numbers are beside the long ticks and above the short ones, clear of the unprintable margin.
    canvas.setFont(font(), 3.6)
    for tick in range(10, length, 10):
        canvas.drawString(x + (tick + 0.4) * mm, y + 1.45 * mm, str(tick))
    canvas.drawString(x + (length + 0.8) * mm, y + 1.45 * mm, f"{length} mm")


# Length of the ticks at the edges of the paper (mm).
TICK = 5.0


def draw_ticks(plan: SheetPlan) -> bytes:
    """A PDF with the ticks of a plan, one page per side: they begin at the edge of the paper, where
    pages have a margin, and lie on the cut lines that are on the paper.
    """
    buffer, paper = BytesIO(), plan.paper
    canvas = new_canvas(buffer, paper)
    for side in plan.sides:
        canvas.setLineWidth(MARK_WIDTH * mm)
        for x in _cuts([v for p in side.placements for v in (p.x, p.x + p.width)], paper.width):
            canvas.line(x * mm, 0, x * mm, TICK * mm)
            canvas.line(x * mm, (paper.height - TICK) * mm, x * mm, paper.height * mm)
        for y in _cuts([v for p in side.placements for v in (p.y, p.y + p.height)], paper.height):
            up = (paper.height - y) * mm
            canvas.line(0, up, TICK * mm, up)
            canvas.line((paper.width - TICK) * mm, up, paper.width * mm, up)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _cuts(edges: list[float], length: float) -> list[float]:
    """The different cut lines within the paper."""
    found = sorted({round(edge, 4) for edge in edges})
    return [edge for edge in found if TOLERANCE < edge < length - TOLERANCE]
