"""Several copies of a page on a sheet, such as two A5 pages on A4, with ticks where to cut."""

from __future__ import annotations

from io import BytesIO
from math import floor

from reportlab.lib.units import mm

from printgen.imposition.plan import Placement, SheetPlan, SheetSide, mirror
from printgen.imposition.printers_marks import MARK_WIDTH, new_canvas
from printgen.paper import PaperError, Size

# Length (mm) of the ticks at the edges of the paper, and what a page may be larger than its place:
# half of a Letter sheet is no exact size in mm.
TICK, TOLERANCE = 5.0, 0.6


def n_up(page: Size, pages: int, paper: Size, duplex: str) -> SheetPlan:
    """The sheets with the most copies of a page each, which is what every side shows.

    Odd pages are on fronts, even ones behind them. Raises PaperError when a page does not fit.
    """
    best = max((paper.upright(), paper.upright().turned()), key=lambda p: _count(page, p))
    if not _count(page, best):
        raise PaperError(f"a page of {page} does not fit on paper of {paper}")
    sides: list[SheetSide] = []
    for number in range(pages):
        places = _places(page, best, number)
        if number % 2:
            places = tuple(mirror(place, best, number, duplex) for place in places)
        side = "back" if number % 2 else "front"
        sides.append(SheetSide(f"{number // 2 + 1} {side}" if pages > 1 else "1", places))
    return SheetPlan(best, page, tuple(sides))


def _columns_rows(page: Size, paper: Size) -> tuple[int, int]:
    columns = floor((paper.width + TOLERANCE) / page.width)
    return columns, floor((paper.height + TOLERANCE) / page.height)


def _count(page: Size, paper: Size) -> int:
    columns, rows = _columns_rows(page, paper)
    return columns * rows


def _places(page: Size, paper: Size, number: int) -> tuple[Placement, ...]:
    """The copies of a page, centred on the paper."""
    columns, rows = _columns_rows(page, paper)
    x = (paper.width - columns * page.width) / 2
    y = (paper.height - rows * page.height) / 2
    return tuple(
        Placement(
            number,
            x + column * page.width,
            y + row * page.height,
            page.width,
            page.height,
            (0.0, 0.0, 0.0, 0.0),
        )
        for row in range(rows)
        for column in range(columns)
    )


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
