"""The sheets of posters: the marks to join them, the assembly plan, and the picture, in mm from the
top left corner.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import pikepdf
from pikepdf import Dictionary, Pdf
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from printgen.extras.hex_maps.tiling import EDGE, Poster, Rect, Tile
from printgen.imposition.compose import DocumentInfo, write_pdf
from printgen.imposition.face_tags import FaceTags, add_drawing, add_words, tags_of_faces
from printgen.imposition.printers_marks import (
    MARK_GAP,
    MARK_WIDTH,
    RULER_LENGTH,
    MarkedCanvas,
    draw_ruler,
    font,
    new_canvas,
    width_of,
)
from printgen.layout.tags import drawing
from printgen.paper import FOOT, Size, mm_to_points

# --------------------------------------------------------------------------------------------------
# Marks around the picture on a sheet of a poster: cut lines, glue strips, neighbours, ruler.


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
    room = (paper.width - EDGE) * mm - left - width_of(words.scale, 7) - 4 * mm
    whole = "  ·  ".join(filter(None, (words.title, place)))
    shown = whole if width_of(whole, 7) <= room else place
    with canvas.reading():
        canvas.drawRightString((paper.width - EDGE) * mm, baseline, shown)


# --------------------------------------------------------------------------------------------------
# The sheets of a poster. The picture is in the file once; each sheet shows its part of it. The
# first sheet is the assembly plan.


def compose_tiles(
    poster: Poster,
    picture: bytes,
    words: PosterLabels,
    info: DocumentInfo,
    out: Path,
    alts: Sequence[str] = (),
) -> None:
    """Write the sheets of a poster to the file `out`. `picture` is a PDF with one page, or with a
    page for the plan and one for each tile, all of the size of the poster. `alts` describe what
    the plan and each tile show.
    """
    buffer = BytesIO()
    canvas = new_canvas(buffer, poster.paper)
    tiles, single = poster.tiles, poster.columns * poster.rows == 1
    plan = None if single else _draw_plan(canvas, poster, words, len(tiles) + 1)
    for number, tile in enumerate(tiles, start=1):
        draw_tile(SheetCanvas(canvas, poster.paper), poster, tile)
        place = "1/1" if single else f"{tile.label}  ·  {number + 1}/{len(tiles) + 1}"
        draw_foot(canvas, poster.paper, words, place)
        canvas.showPage()
    canvas.save()
    whole = Rect(0, 0, poster.size.width, poster.size.height)
    with Pdf.open(buffer) as pdf, Pdf.open(BytesIO(picture)) as source:
        forms = [pdf.copy_foreign(each.as_form_xobject()) for each in source.pages]
        if len(forms) == 1:  # a single page serves all sheets
            forms *= len(tiles) + 1
        places = [(plan or whole, whole), *((poster.frame, tile.part) for tile in tiles)]
        shown = list(zip(forms, places, strict=True))[0 if plan else 1 :]
        tags = FaceTags(pdf, tags_of_faces(map(drawing, alts[0 if plan else 1 :])))
        for number, (page, (form, areas)) in enumerate(zip(pdf.pages, shown, strict=True)):
            tags.add_words(page)
            _draw(pdf, page, form, tags, number, poster, *areas)
        tags.finish()
        write_pdf(pdf, info, out)


def _plan_room(poster: Poster, words: PosterLabels) -> tuple[list[list[str]], float, Rect]:
    """The lines of each step on the assembly plan, their top, and the room for the picture."""
    width = poster.paper.width - 2 * EDGE
    lines = [_wrapped(step, (width - 6) * mm, 9.5) for step in words.steps]
    top = poster.paper.height - FOOT - LINE * sum(map(len, lines))
    return lines, top, Rect(EDGE, TITLE + 11, width, top - TITLE - 19)


def plan_scale(poster: Poster, words: PosterLabels) -> float:
    """The scale of the picture on the assembly plan."""
    *_, room = _plan_room(poster, words)
    return min(room.width / poster.size.width, room.height / poster.size.height, 1.0)


def compose_page(
    page: Size,
    box: Rect,
    picture: bytes,
    words: PosterLabels,
    info: DocumentInfo,
    out: Path,
    alt: str = "",
) -> None:
    """Write a poster on one page, its picture at `box`; marks that do not fit are omitted. `alt`
    describes the picture.
    """
    whole = Poster(Size(box.width, box.height), page, 0, 1, 1, box)
    if page == whole.size:
        with Pdf.open(BytesIO(picture)) as pdf:
            add_drawing(pdf, alt)
            write_pdf(pdf, info, out)
    elif page.height - box.bottom >= FOOT and page.width >= 150:
        compose_tiles(whole, picture, words, info, out, (alt, alt))
    else:
        compose_tiles(whole, picture, PosterLabels("", ""), info, out, (alt, alt))


def _draw(
    pdf: Pdf,
    page: pikepdf.Page,
    form: pikepdf.Object,
    tags: FaceTags,
    number: int,
    poster: Poster,
    box: Rect,
    part: Rect,
) -> None:
    """Draw a part of the picture, which is a form, in a box below the content of a page."""
    page.Resources.XObject = Dictionary({"/Map": form})
    scale, height = box.width / part.width, poster.size.height
    foot = poster.paper.height - (box.y - part.y * scale) - height * scale
    x, y = mm_to_points(box.x - part.x * scale), mm_to_points(foot)
    # The part in the units of the form.
    edges = part.x, height - part.bottom, part.right, height - part.y
    first, lower, last, upper = map(mm_to_points, edges)
    matrix = (scale, 0.0, 0.0, scale, x, y)
    _, begin = tags.draw(page, number, form, matrix, (first, lower, last, upper))
    rect = (box.x, poster.paper.height - box.bottom, box.width, box.height)
    clip = " ".join(f"{mm_to_points(value):.4f}" for value in rect)
    operators = f"q {clip} re W n {scale:.6f} 0 0 {scale:.6f} {x:.4f} {y:.4f} cm /Map Do Q"
    marked = b"%s\n%s\nEMC" % (begin, operators.encode())
    page.contents_add(pdf.make_stream(marked), prepend=True)


# --- assembly plan ---------------------------------------------------------------------------

TITLE, LINE = 18.0, 4.6

# Half the height (mm) of the smallest label of a tile: its type has 6 pt.
_LEAST_LABEL = 2.2


def _draw_plan(canvas: MarkedCanvas, poster: Poster, words: PosterLabels, sheets: int) -> Rect:
    """Draw the assembly plan: the outlines of all tiles, and instructions. Returns the box for the
    picture.
    """
    paper, sheet = poster.paper, SheetCanvas(canvas, poster.paper)
    width = paper.width - 2 * EDGE
    canvas.setFillGray(0)
    canvas.setFont(font(), 16)
    title = words.title
    while width_of(title, 16) > width * mm:
        title = title[:-2].rstrip() + "…"
    with canvas.reading("H1"):
        canvas.drawString(EDGE * mm, (paper.height - TITLE) * mm, title)
    canvas.setFont(font(), 10)
    with canvas.reading():
        canvas.drawString(EDGE * mm, (paper.height - TITLE - 6) * mm, words.plan)
    steps, y, room = _plan_room(poster, words)
    canvas.setFont(font(), 9.5)
    for number, lines in enumerate(steps, start=1):
        with canvas.reading():
            canvas.drawString(EDGE * mm, (paper.height - y) * mm, f"{number}.")
            for line in lines:
                canvas.drawString((EDGE + 6) * mm, (paper.height - y) * mm, line)
                y += LINE
    scale = plan_scale(poster, words)
    wide, high = poster.size.width * scale, poster.size.height * scale
    box = Rect((paper.width - wide) / 2, room.y + (room.height - high) / 2, wide, high)
    _draw_grid(sheet, poster, box, scale)
    draw_foot(canvas, paper, words, f"1/{sheets}")
    canvas.showPage()
    return box


def _wrapped(text: str, width: float, points: float) -> list[str]:
    """Words in lines of at most `width` points, broken at ordinary spaces only."""
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, points) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _draw_grid(sheet: SheetCanvas, poster: Poster, box: Rect, scale: float) -> None:
    """Draw the tiles over the small picture, in black on white, visible on any ground."""
    canvas = sheet.canvas
    shown = {tile.label: poster.visible_part(tile) for tile in poster.tiles}
    for gray, width in ((1.0, 0.9), (0.0, 0.3)):
        canvas.setStrokeGray(gray)
        canvas.setLineWidth(width * mm)
        for x in sorted({part.x for part in shown.values() if part.x}):
            sheet.line(box.x + x * scale, box.y, box.x + x * scale, box.bottom)
        for y in sorted({part.y for part in shown.values() if part.y}):
            sheet.line(box.x, box.y + y * scale, box.right, box.y + y * scale)
        sheet.box(box)
    least = min(min(part.width, part.height) for part in shown.values()) * scale
    size = max(_LEAST_LABEL, min(4.2, least / 3))
    for label, part in shown.items():
        x = box.x + (part.x + part.width / 2) * scale
        y = box.y + (part.y + part.height / 2) * scale
        half = width_of(label, size / 0.36) / mm / 2 + 0.4 * size
        canvas.setFillGray(1)
        canvas.setLineWidth(0.25 * mm)
        sheet.box(Rect(x - half, y - size, 2 * half, 2 * size), 0.6 * size, fill=True)
        canvas.setFillGray(0)
        sheet.words(x, y + 0.33 * size, label, size / 0.36)


# --- pages of lines with a ruler and a label at the foot, such as blank hexes ---------------------


Line = Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class LinePage:
    """A page of polylines (mm from the top left corner) and their label."""

    paper: Size
    lines: Sequence[Line]
    label: str


def compose_lines(
    pages: Sequence[LinePage],
    width: float,
    gray: float,
    words: PosterLabels,
    info: DocumentInfo,
    out: Path,
) -> None:
    """Write pages to the file `out`, with lines `width` mm wide and `gray` (0 is black)."""
    buffer = BytesIO()
    canvas = new_canvas(buffer, pages[0].paper)
    for page in pages:
        canvas.setPageSize((page.paper.width * mm, page.paper.height * mm))
        canvas.setStrokeGray(gray)
        canvas.setLineWidth(width * mm)
        canvas.setLineCap(1)
        canvas.setLineJoin(1)
        path = canvas.beginPath()
        for line in page.lines:
            for number, (x, y) in enumerate(line):
                draw = path.lineTo if number else path.moveTo
                draw(x * mm, (page.paper.height - y) * mm)
        canvas.drawPath(path)
        draw_foot(canvas, page.paper, words, page.label)
        canvas.showPage()
    canvas.save()
    with Pdf.open(buffer) as pdf:
        add_words(pdf)
        write_pdf(pdf, info, out)
