"""Saddle-stitched booklets: two pages per side, in nested signatures, with creep compensation."""

from __future__ import annotations

from io import BytesIO

from reportlab.lib.units import mm

from printgen.imposition.plan import Placement, SheetPlan, SheetSide
from printgen.imposition.printers_marks import MARK_WIDTH, new_canvas
from printgen.paper import Size

FOLD_MARK = 4.0


def booklet(
    count: int,
    paper: Size,
    page: Size,
    *,
    signature: int = 0,
    thickness: float = 0.1,
    bleed: float = 0.0,
    duplex: str = "short-edge",
    right_to_left: bool = False,
) -> SheetPlan:
    """The sheets of a booklet of `count` pages of size `page` on landscape `paper` (mm).

    `signature` is the number of pages folded together: a multiple of 4, or 0 for all pages. The
    last signature is filled with blank pages. Each sheet is pushed out at the fore edge by the
    `thickness` (mm) of every sheet around it; this creep is compensated by a shift towards the
    fold. For long-edge duplex, backs are turned by 180 degrees. A book that is read from right to
    left has its spine on the right.
    """
    total = -(-count // 4) * 4
    signature = min(signature or total, total)
    fold, y = paper.width / 2, (paper.height - page.height) / 2
    sides: list[SheetSide] = []
    for first in range(0, total, signature):
        length = min(signature, total - first)
        for sheet in range(length // 4):
            outer, inner = first + length - 1 - 2 * sheet, first + 2 * sheet
            creep = sheet * thickness
            number = len(sides) // 2 + 1
            for name, left, right, upside_down in (
                (f"{number} front", outer, inner, False),
                (f"{number} back", inner + 1, outer - 1, duplex == "long-edge"),
            ):
                if right_to_left:
                    left, right = right, left
                # Two pages, shifted towards the fold and clipped there.
                places = [
                    Placement(face, x, y, page.width, page.height, clip)
                    for face, x, clip in (
                        (left, fold - page.width + creep, (bleed, bleed, -creep, bleed)),
                        (right, fold - creep, (-creep, bleed, bleed, bleed)),
                    )
                    if face < count
                ]
                if upside_down:
                    places = [_turned(p, paper) for p in places]
                sides.append(SheetSide(name, tuple(places)))
    return SheetPlan(paper, page, tuple(sides))


def _turned(p: Placement, paper: Size) -> Placement:
    """The placement turned by 180 degrees about the middle of the sheet."""
    left, top, right, bottom = p.clip
    x, y = paper.width - p.x - p.width, paper.height - p.y - p.height
    return Placement(p.face, x, y, p.width, p.height, (right, bottom, left, top), turn=180)


def draw_folds(plan: SheetPlan) -> bytes:
    """A PDF with one page per side, with marks at both ends of the fold line."""
    buffer = BytesIO()
    canvas = new_canvas(buffer, plan.paper)
    height, fold = plan.paper.height, plan.paper.width / 2
    for _ in plan.sides:
        canvas.setLineWidth(MARK_WIDTH * mm)
        canvas.setStrokeGray(0.4)
        for start, end in ((0, FOLD_MARK), (height - FOLD_MARK, height)):
            canvas.line(fold * mm, start * mm, fold * mm, end * mm)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()
