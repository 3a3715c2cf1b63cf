"""The registration marks of a cutting machine on a sheet, or the outlines that it looks for."""

from __future__ import annotations

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from printgen.imposition.cutters import CUTTERS
from printgen.imposition.piece_marks import draw_creases, outline_path
from printgen.imposition.plan import SheetPlan, SheetSide
from printgen.imposition.registration_marks import registration_marks


def draw_cutter_marks(canvas: Canvas, plan: SheetPlan, side: SheetSide) -> None:
    """Draw the marks of the machine of a plan on a front, and its creases."""
    cutter = CUTTERS[plan.cutter]
    if side.creases:
        draw_creases(canvas, plan.paper, side)
    if not side.cuts or cutter.output == "pictures":
        return
    canvas.setStrokeGray(0)
    canvas.setFillGray(0)
    canvas.setLineWidth(cutter.line * mm)
    for mark in registration_marks(cutter, plan.paper):
        for outline in mark.outlines:
            path = outline_path(canvas, plan.paper, outline)
            canvas.drawPath(path, stroke=not mark.filled, fill=mark.filled)
    for outline in side.cuts if cutter.outlined else ():
        canvas.drawPath(outline_path(canvas, plan.paper, outline))
