"""What is printed on the sheets for a cutting machine: registration marks, or the outlines that it
looks for, and the words at the foot. The marks are the same shapes on paper and in cut files.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from reportlab.lib.units import mm

from printgen.extras.cutting.machines import Corner, Machine
from printgen.geometry.outlines import Outline, Point, polygon, rectangle
from printgen.imposition.plan import SheetPlan, SheetSide
from printgen.imposition.printers_marks import (
    LINE_GRAY,
    LINE_WIDTH,
    RULER_LENGTH,
    MarkedCanvas,
    draw_creases,
    draw_ruler,
    font,
    foot_size,
    outline_path,
)
from printgen.paper import Size


@dataclass(frozen=True, slots=True)
class RegistrationMark:
    """A mark in a corner of the frame: a filled outline, or lines."""

    corner: Corner
    outlines: tuple[Outline, ...]
    filled: bool


def registration_marks(machine: Machine, paper: Size) -> Iterator[RegistrationMark]:
    """The marks of a machine on a paper."""
    frame, size = machine.frame(paper), machine.mark_size
    for corner, shape in machine.marks.items():
        # The corner, and the directions of the inside of the frame.
        x, across = (frame.left, 1) if corner[1] == "l" else (frame.right, -1)
        y, down = (frame.top, 1) if corner[0] == "t" else (frame.bottom, -1)
        if shape == "square":
            side = machine.square_size
            square = rectangle(side, side).placed(
                min(x, x + across * side), min(y, y + down * side)
            )
            yield RegistrationMark(corner, (square,), filled=True)
        elif shape == "angle":
            lines = _line((x + across * size, y), (x, y), (x, y + down * size))
            yield RegistrationMark(corner, (lines,), filled=False)
        else:
            far_x, far_y = x + across * size, y + down * size
            level = _line((x, (y + far_y) / 2), (far_x, (y + far_y) / 2))
            upright = _line(((x + far_x) / 2, y), ((x + far_x) / 2, far_y))
            yield RegistrationMark(corner, (level, upright), filled=False)


def _line(*points: Point) -> Outline:
    return polygon(points, open=True)


def draw_marks(
    canvas: MarkedCanvas, machine: Machine, plan: SheetPlan, side: SheetSide, words: str
) -> None:
    """Draw the marks on a front, its creases, and the words at the foot."""
    paper = plan.paper
    if side.creases:
        canvas.setStrokeGray(LINE_GRAY)
        canvas.setLineWidth(LINE_WIDTH * mm)
        draw_creases(canvas, paper, side)
    if machine.output == "pictures":
        return
    if side.cuts:
        canvas.setStrokeGray(0)
        canvas.setFillGray(0)
        canvas.setLineWidth(machine.line * mm)
        for mark in registration_marks(machine, paper):
            for outline in mark.outlines:
                path = outline_path(canvas, paper, outline)
                canvas.drawPath(path, stroke=not mark.filled, fill=mark.filled)
        for outline in side.cuts if machine.outlined else ():
            canvas.drawPath(outline_path(canvas, paper, outline))
    # The ruler and the words are far from the marks.
    left, right, baseline = machine.foot(paper)
    draw_ruler(canvas, left * mm, baseline * mm)
    start = left + RULER_LENGTH + 6
    size = foot_size(words, (right - start) * mm)
    canvas.setFont(font(), size)
    canvas.setFillGray(0.25)
    with canvas.reading():
        canvas.drawRightString(right * mm, baseline * mm, words)
