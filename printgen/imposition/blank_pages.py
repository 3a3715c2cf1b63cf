"""Pages of lines with a ruler and a label at the foot, such as blank hexes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from pikepdf import Pdf
from reportlab.lib.units import mm

from printgen.imposition.compose import DocumentInfo, write_pdf
from printgen.imposition.face_tags import add_words
from printgen.imposition.poster_marks import PosterLabels, draw_foot
from printgen.imposition.printers_marks import new_canvas
from printgen.paper import Size

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
