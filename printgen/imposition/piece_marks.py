"""Marks of pieces on sheets: lines to cut and to fold, areas for glue, register marks."""

from __future__ import annotations

from math import ceil

from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from printgen.geometry.outlines import Outline, Point
from printgen.imposition.crop_marks import MARK_WIDTH
from printgen.imposition.plan import SheetSide
from printgen.paper import Size

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
    _draw_creases(canvas, paper, side)


def draw_creases(canvas: Canvas, paper: Size, side: SheetSide) -> None:
    """Draw the creases dashed."""
    canvas.setStrokeGray(LINE_GRAY)
    canvas.setLineWidth(LINE_WIDTH * mm)
    _draw_creases(canvas, paper, side)


def _draw_creases(canvas: Canvas, paper: Size, side: SheetSide) -> None:
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
    half = pdfmetrics.stringWidth(word, font, _GLUE_TYPE) / 2
    canvas.rect(-half - mm, -1.6 * mm, 2 * half + 2 * mm, 3.2 * mm, stroke=0, fill=1)
    canvas.setFillGray(0.35)
    canvas.setFont(font, _GLUE_TYPE)
    canvas.drawString(-half, -0.8 * mm, word)
    canvas.restoreState()
