"""The sheets of a poster. The picture is in the file once; each sheet shows its part of it. The
first sheet is the assembly plan.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import pikepdf
from pikepdf import Dictionary, Pdf
from reportlab.lib.units import mm

from printgen.geometry.matrices import Matrix
from printgen.imposition.compose import DocumentInfo, write_pdf
from printgen.imposition.face_tags import FaceTags, add_drawing, tags_of_faces
from printgen.imposition.marked_canvas import MarkedCanvas
from printgen.imposition.plan import FOOT
from printgen.imposition.poster import EDGE, Poster, Rect
from printgen.imposition.poster_marks import (
    PosterLabels,
    SheetCanvas,
    draw_foot,
    draw_tile,
    label_width,
)
from printgen.imposition.printers_marks import font, new_canvas
from printgen.layout.tags import Rectangle, drawing
from printgen.paper import Size, mm_to_points


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
        forms = _forms(pdf, source, len(tiles) + 1)
        places = [(plan or whole, whole), *((poster.frame, tile.part) for tile in tiles)]
        shown = list(zip(forms, places, strict=True))[0 if plan else 1 :]
        tags = FaceTags(pdf, tags_of_faces(map(drawing, alts[0 if plan else 1 :])))
        for number, (page, (form, areas)) in enumerate(zip(pdf.pages, shown, strict=True)):
            tags.add_words(page)
            part = _shown(poster, *areas)
            _, begin = tags.draw(page, number, form, part.matrix, part.part)
            _draw(pdf, page, form, begin, part)
        tags.finish()
        write_pdf(pdf, info, out)


def _forms(pdf: Pdf, source: Pdf, count: int) -> list[pikepdf.Object]:
    """The pages of the picture as forms; a single page serves all sheets."""
    forms = [pdf.copy_foreign(page.as_form_xobject()) for page in source.pages]
    return forms if len(forms) == count else forms * count


def plan_scale(poster: Poster, words: PosterLabels) -> float:
    """The scale of the picture on the assembly plan."""
    width = poster.paper.width - 2 * EDGE
    lines = [_wrapped(step, (width - 6) * mm, 9.5) for step in words.steps]
    top = poster.paper.height - FOOT - LINE * sum(map(len, lines))
    room = Rect(EDGE, TITLE + 11, width, top - TITLE - 19)
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


@dataclass(frozen=True, slots=True)
class _Shown:
    """A part of the picture in a box of a sheet: its clip, the matrix of the form, and the part in
    the units of the form.
    """

    clip: str
    matrix: Matrix
    part: Rectangle


def _shown(poster: Poster, box: Rect, part: Rect) -> _Shown:
    """A part of the picture in a box."""
    scale, height = box.width / part.width, poster.size.height
    left = box.x - part.x * scale
    foot = poster.paper.height - (box.y - part.y * scale) - height * scale
    clip = (box.x, poster.paper.height - box.bottom, box.width, box.height)
    corner = " ".join(f"{mm_to_points(value):.4f}" for value in clip)
    matrix = (scale, 0.0, 0.0, scale, mm_to_points(left), mm_to_points(foot))
    edges = part.x, height - part.bottom, part.right, height - part.y
    first, lower, last, upper = map(mm_to_points, edges)
    return _Shown(f"{corner} re", matrix, (first, lower, last, upper))


def _draw(pdf: Pdf, page: pikepdf.Page, form: pikepdf.Object, begin: bytes, shown: _Shown) -> None:
    """Draw the picture below the content of the page. `begin` begins its marked content."""
    page.Resources.XObject = Dictionary({"/Map": form})
    scale, *_, x, y = shown.matrix
    operators = f"q {shown.clip} W n {scale:.6f} 0 0 {scale:.6f} {x:.4f} {y:.4f} cm /Map Do Q"
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
    while label_width(title, 16) > width * mm:
        title = title[:-2].rstrip() + "…"
    with canvas.reading("H1"):
        canvas.drawString(EDGE * mm, (paper.height - TITLE) * mm, title)
    canvas.setFont(font(), 10)
    with canvas.reading():
        canvas.drawString(EDGE * mm, (paper.height - TITLE - 6) * mm, words.plan)
    lines = [_wrapped(step, (width - 6) * mm, 9.5) for step in words.steps]
    top = paper.height - FOOT - LINE * sum(map(len, lines))
    _draw_steps(canvas, paper, lines, top)
    room = Rect(EDGE, TITLE + 11, width, top - TITLE - 19)
    scale = plan_scale(poster, words)
    wide, high = poster.size.width * scale, poster.size.height * scale
    box = Rect((paper.width - wide) / 2, room.y + (room.height - high) / 2, wide, high)
    _draw_grid(sheet, poster, box, scale)
    draw_foot(canvas, paper, words, f"1/{sheets}")
    canvas.showPage()
    return box


def _draw_steps(canvas: MarkedCanvas, paper: Size, steps: list[list[str]], top: float) -> None:
    canvas.setFont(font(), 9.5)
    y = top
    for number, lines in enumerate(steps, start=1):
        with canvas.reading():
            canvas.drawString(EDGE * mm, (paper.height - y) * mm, f"{number}.")
            for line in lines:
                canvas.drawString((EDGE + 6) * mm, (paper.height - y) * mm, line)
                y += LINE


def _wrapped(text: str, width: float, points: float) -> list[str]:
    """Words in lines of at most `width` points, broken at ordinary spaces only."""
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and label_width(longer, points) <= width:
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
        half = label_width(label, size / 0.36) / mm / 2 + 0.4 * size
        canvas.setFillGray(1)
        canvas.setLineWidth(0.25 * mm)
        sheet.box(Rect(x - half, y - size, 2 * half, 2 * size), 0.6 * size, fill=True)
        canvas.setFillGray(0)
        sheet.words(x, y + 0.33 * size, label, size / 0.36)
