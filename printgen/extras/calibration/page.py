"""The test page for duplex registration: it measures the offset of the backs."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pikepdf
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from printgen.imposition.compose import DocumentInfo, write_pdf
from printgen.imposition.face_tags import add_words
from printgen.imposition.printers_marks import MarkedCanvas, draw_ruler, font, new_canvas
from printgen.paper import Size, paper_size
from printgen.typography.labels import fill

# Length (mm) of the scale on each side of its origin.
REACH = 8


_WORDS: dict[str, dict[str, str | list[str]]] = {
    "fr": {
        "title": "Réglage du recto verso",
        "front": "RECTO",
        "back": "VERSO",
        "steps": [
            "1. Imprimez ces deux pages recto verso, bord long, à 100 % (taille réelle).",
            "2. Vérifiez la règle : elle doit mesurer 50 mm.",
            "3. Tenez la feuille devant une lampe, ce côté vers vous.",
            "4. Lisez où la croix du verso tombe sur l’échelle : vers la droite x, vers le haut y.",
            "5. Si elle tombe à x = +1,5 et y = −0,5, ajoutez-les au réglage actuel :",
        ],
        "setting": "back_offset: [1.5, -0.5]",
        "after": "Réimprimez cette page pour vérifier : la croix doit tomber sur zéro.",
        "now": "Réglage actuel : x = {x} mm, y = {y} mm.",
    },
    "en": {
        "title": "Duplex calibration",
        "front": "FRONT",
        "back": "BACK",
        "steps": [
            "1. Print these two pages on both sides, long edge, at 100% (actual size).",
            "2. Check the ruler: it must measure 50 mm.",
            "3. Hold the sheet against a lamp, this side towards you.",
            "4. Read where the cross of the back falls on the scale: x to the right, y upward.",
            "5. If it falls at x = +1.5 and y = −0.5, add these to the present setting:",
        ],
        "setting": "back_offset: [1.5, -0.5]",
        "after": "Print this page again to check: the cross must fall on zero.",
        "now": "Present setting: x = {x} mm, y = {y} mm.",
    },
}


def write_test_page(
    out: Path, paper: str, lang: str, offset: tuple[float, float] = (0.0, 0.0)
) -> None:
    """Write a test page for duplex printing to `out`: a scale in mm on the front, a cross on the
    back.

    The cross is shifted by the present `offset` (mm, right and down), as backs are. The user reads
    it through the paper, from the front, where left and right of the back are swapped. The numbers
    of the scale take this into account: the reading is the correction to add to the offset.
    """
    size, words = paper_size(paper), _WORDS[lang]
    buffer = BytesIO()
    canvas = new_canvas(buffer, size)
    centre = (size.width / 2, size.height / 2)
    _scale(canvas, size, centre)
    _words(canvas, size, words, offset)
    canvas.showPage()
    _cross(canvas, size, centre, offset, str(words["back"]))
    canvas.showPage()
    canvas.save()
    with pikepdf.Pdf.open(BytesIO(buffer.getvalue())) as pdf:
        add_words(pdf)
        write_pdf(pdf, DocumentInfo(str(words["title"]), "printgen", lang), out)


def _scale(canvas: Canvas, size: Size, centre: tuple[float, float]) -> None:
    x, y = centre[0] * mm, (size.height - centre[1]) * mm
    canvas.setLineWidth(0.1 * mm)
    canvas.setStrokeGray(0.75)
    for step in range(-REACH, REACH + 1):
        canvas.line(x + step * mm, y - REACH * mm, x + step * mm, y + REACH * mm)
        canvas.line(x - REACH * mm, y + step * mm, x + REACH * mm, y + step * mm)
    canvas.setStrokeGray(0)
    canvas.setLineWidth(0.2 * mm)
    canvas.line(x - REACH * mm, y, x + REACH * mm, y)
    canvas.line(x, y - REACH * mm, x, y + REACH * mm)
    canvas.setFillGray(0)
    canvas.setFont(font(), 6)
    for step in range(-REACH, REACH + 1, 4):
        canvas.drawCentredString(x + step * mm, y - (REACH + 3) * mm, f"{step:+d}" if step else "0")
        canvas.drawRightString(
            x - (REACH + 1) * mm, y + step * mm - 2, f"{step:+d}" if step else "0"
        )
    canvas.drawCentredString(x, y - (REACH + 6) * mm, "x (mm)")
    canvas.drawRightString(x - (REACH + 6) * mm, y - 2, "y (mm)")


def _words(
    canvas: MarkedCanvas, size: Size, words: dict[str, str | list[str]], offset: tuple[float, float]
) -> None:
    canvas.setFont(font(), 20)
    top = (size.height - 25) * mm
    with canvas.reading("H1"):
        canvas.drawString(20 * mm, top, f"{words['title']} — {words['front']}")
    canvas.setFont(font(), 11)
    line = top - 10 * mm
    for step in words["steps"]:
        with canvas.reading():
            canvas.drawString(20 * mm, line, step)
        line -= 6.5 * mm
    canvas.setFont(font(), 13)
    with canvas.reading():
        canvas.drawString(27 * mm, line, str(words["setting"]))
    canvas.setFont(font(), 11)
    with canvas.reading():
        canvas.drawString(20 * mm, line - 6.5 * mm, str(words["after"]))
    now = fill(str(words["now"]), x=f"{offset[0]:g}", y=f"{offset[1]:g}")
    with canvas.reading():
        canvas.drawString(20 * mm, line - 13 * mm, now)
    draw_ruler(canvas, 20 * mm, 20 * mm)


def _cross(
    canvas: MarkedCanvas,
    size: Size,
    centre: tuple[float, float],
    offset: tuple[float, float],
    name: str,
) -> None:
    x, y = (centre[0] + offset[0]) * mm, (size.height - centre[1] - offset[1]) * mm
    canvas.setLineWidth(0.5 * mm)
    canvas.line(x - 25 * mm, y, x + 25 * mm, y)
    canvas.line(x, y - 25 * mm, x, y + 25 * mm)
    canvas.circle(x, y, 3 * mm)
    canvas.setFont(font(), 20)
    with canvas.reading("H1"):
        canvas.drawString(20 * mm, (size.height - 25) * mm, name)
