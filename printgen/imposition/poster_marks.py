"""Marks around the picture on a sheet of a poster: cut lines, glue strips, neighbours, ruler."""

from __future__ import annotations

from dataclasses import dataclass

from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from printgen.imposition.crop_marks import MARK_GAP, MARK_WIDTH
from printgen.imposition.marked_canvas import MarkedCanvas
from printgen.imposition.poster import EDGE, Poster, Rect, Tile
from printgen.imposition.printers_marks import RULER_LENGTH, draw_ruler, font
from printgen.paper import Size

# Length of marks, which end before the ruler; and of cut lines beyond the picture (mm).
MARK, CUT = 4.0, 5.0

# Gap between the lines of glue strips, and their inset, which allows for sheets that slip (mm).
HATCH, INSET = 6.0, 1.0


@dataclass(frozen=True, slots=True)
class PosterLabels:
    """The labels of a poster's sheets, in one language. `scale` is like "print at 100 %"; `plan`
    and `steps` are the heading and the instructions of the assembly plan.
    """

    title: str
    scale: str
    plan: str = ""
    steps: tuple[str, ...] = ()


class SheetCanvas:
    """Draws on a canvas, in mm from the top left corner."""

    def __init__(self, canvas: Canvas, paper: Size):
        self.canvas, self.paper = canvas, paper

    def line(self, x1: float, y1: float, x2: float, y2: float) -> None:
        height = self.paper.height
        self.canvas.line(x1 * mm, (height - y1) * mm, x2 * mm, (height - y2) * mm)

    def box(self, box: Rect, radius: float = 0.0, fill: bool = False) -> None:
        x, y = box.x * mm, (self.paper.height - box.bottom) * mm
        size = box.width * mm, box.height * mm
        self.canvas.roundRect(x, y, *size, radius * mm, stroke=1, fill=int(fill))

    def words(self, x: float, y: float, text: str, points: float, turn: float = 0.0) -> None:
        """Draw words centred on a point of their baseline, turned clockwise by degrees."""
        canvas = self.canvas
        canvas.saveState()
        canvas.translate(x * mm, (self.paper.height - y) * mm)
        canvas.rotate(-turn)
        canvas.setFont(font(), points)
        canvas.drawCentredString(0, 0, text)
        canvas.restoreState()


def draw_tile(sheet: SheetCanvas, poster: Poster, tile: Tile) -> None:
    """Draw the marks around the picture of a sheet."""
    canvas, frame = sheet.canvas, poster.frame
    for strip in poster.glue_strips(tile):
        _hatch(sheet, strip)
    canvas.setStrokeGray(0)
    canvas.setFillGray(0)
    canvas.setLineWidth(MARK_WIDTH * mm)
    # A cut along the inner rim of the line removes the line.
    if tile.column:
        x = frame.x - MARK_WIDTH / 2
        sheet.line(x, frame.y - CUT, x, frame.bottom + MARK)
    if tile.row:
        y = frame.y - MARK_WIDTH / 2
        sheet.line(frame.x - CUT, y, frame.right + CUT, y)
    for mark in _marks(poster, tile):
        sheet.line(*mark)
    if poster.columns * poster.rows > 1:
        sheet.words(frame.x + 6, frame.y - 3.2, tile.label, 12)
    for side, label in poster.neighbours(tile).items():
        _point_to(sheet, frame, side, label)


def _marks(poster: Poster, tile: Tile) -> list[tuple[float, float, float, float]]:
    """Marks beside the picture at the edges of the next sheets, and crop marks at the corners of
    the poster. Marks that would leave the paper are omitted.
    """
    frame, paper = poster.frame, poster.paper
    first, last = tile.column == 0, tile.column == poster.columns - 1
    top, foot = tile.row == 0, tile.row == poster.rows - 1
    above = (frame.y - MARK_GAP - MARK, frame.y - MARK_GAP)
    below = (frame.bottom + MARK_GAP, frame.bottom + MARK_GAP + MARK)
    left = (frame.x - MARK_GAP - MARK, frame.x - MARK_GAP)
    right = (frame.right + MARK_GAP, frame.right + MARK_GAP + MARK)
    next_x = [] if last else [frame.right - poster.overlap]
    next_y = [] if foot else [frame.bottom - poster.overlap]
    upright = next_x + ([frame.x] if first else []) + ([frame.right] if last else [])
    level = next_y + ([frame.y] if top else []) + ([frame.bottom] if foot else [])
    marks = [
        *((x, above[0], x, above[1]) for x in upright if top or x in next_x),
        *((x, below[0], x, below[1]) for x in upright if foot or x in next_x),
        *((left[0], y, left[1], y) for y in level if first or y in next_y),
        *((right[0], y, right[1], y) for y in level if last or y in next_y),
    ]
    return [
        mark
        for mark in marks
        if min(mark) >= 0 and mark[2] <= paper.width and mark[3] <= paper.height
    ]


def _hatch(sheet: SheetCanvas, strip: Rect) -> None:
    """Hatch a glue strip lightly."""
    canvas = sheet.canvas
    inner = Rect(
        strip.x + INSET, strip.y + INSET, strip.width - 2 * INSET, strip.height - 2 * INSET
    )
    canvas.saveState()
    path = canvas.beginPath()
    foot = (sheet.paper.height - inner.bottom) * mm
    path.rect(inner.x * mm, foot, inner.width * mm, inner.height * mm)
    canvas.clipPath(path, stroke=0, fill=0)
    canvas.setStrokeGray(0.55)
    canvas.setLineWidth(0.1 * mm)
    start = inner.x - inner.height
    for n in range(int((inner.width + inner.height) / HATCH) + 1):
        x = start + n * HATCH
        sheet.line(x, inner.bottom, x + inner.height, inner.y)
    canvas.restoreState()


def _point_to(sheet: SheetCanvas, frame: Rect, side: str, label: str) -> None:
    """Draw the label of the sheet at a side, and a triangle that points to it."""
    x, y, turn = {
        "left": (frame.x - 2.6, frame.y + frame.height / 2, -90.0),
        "right": (frame.right + 2.6, frame.y + frame.height / 2, 90.0),
        "top": (frame.x + frame.width / 2, frame.y - 2.6, 0.0),
        "bottom": (frame.x + frame.width / 2, frame.bottom + 2.6, 180.0),
    }[side]
    canvas = sheet.canvas
    canvas.saveState()
    canvas.translate(x * mm, (sheet.paper.height - y) * mm)
    canvas.rotate(-turn)
    path = canvas.beginPath()
    for draw, dx, dy in ((path.moveTo, -1, 0), (path.lineTo, 0, 1.6), (path.lineTo, 1, 0)):
        draw(dx * mm, dy * mm)
    path.close()
    canvas.drawPath(path, stroke=0, fill=1)
    canvas.setFont(font(), 8)
    if side == "bottom":
        # Keep the label upright.
        canvas.rotate(180)
    canvas.drawString(2 * mm, 0 if side != "bottom" else -1.9 * mm, label)
    canvas.restoreState()


def draw_foot(canvas: MarkedCanvas, paper: Size, words: PosterLabels, place: str) -> None:
    """Draw the ruler, the scale label and the number of the sheet at the foot."""
    if not words.scale:
        return
    baseline, left = 5.2 * mm, (EDGE + RULER_LENGTH + 6) * mm
    draw_ruler(canvas, EDGE * mm, baseline)
    canvas.setFont(font(), 7)
    canvas.setFillGray(0.25)
    with canvas.reading():
        canvas.drawString(left, baseline, words.scale)
    room = (paper.width - EDGE) * mm - left - label_width(words.scale, 7) - 4 * mm
    whole = "  ·  ".join(filter(None, (words.title, place)))
    shown = whole if label_width(whole, 7) <= room else place
    with canvas.reading():
        canvas.drawRightString((paper.width - EDGE) * mm, baseline, shown)


def label_width(text: str, points: float) -> float:
    """The width (points) of words at a size (points)."""
    return float(pdfmetrics.stringWidth(text, font(), points))
