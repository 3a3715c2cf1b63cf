"""Ticks where to cut sheets with several copies of a page."""

from __future__ import annotations

from io import BytesIO

from reportlab.lib.units import mm

from printgen.imposition.crop_marks import MARK_WIDTH
from printgen.imposition.n_up import TOLERANCE
from printgen.imposition.plan import SheetPlan
from printgen.imposition.printers_marks import new_canvas

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
