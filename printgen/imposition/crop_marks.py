"""Crop marks, where to cut along straight lines, and registration marks, which cutting machines
read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from printgen.geometry.outlines import Outline, Point, polygon, rectangle
from printgen.imposition.cutters import Corner, Cutter
from printgen.imposition.plan import FOOT_LINE, SheetSide
from printgen.paper import Size

# --- crop marks: where to cut along straight lines ------------------------------------------------


# Line width in mm, of crop marks and of the marks of booklets and posters.
MARK_WIDTH = 0.15

Segment = tuple[float, float, float, float]


MARK_LENGTH = 5.0

MARK_GAP = 1.0

# Unprintable margin (mm): there are no marks in it.
EDGE = 2.0


def crop_marks(side: SheetSide, paper: Size) -> list[Segment]:
    """The crop marks at both ends of each cut line of a side, outside all bleed: x1, y1, x2, y2.

    They end before the ruler and the labels at the foot.
    """
    boxes = [
        (p.x - p.clip[0], p.y - p.clip[1], p.x + p.width + p.clip[2], p.y + p.height + p.clip[3])
        for p in side.placements
    ]
    at_foot = side.fold is None and side.strip is None
    foot = paper.height - (FOOT_LINE if at_foot else EDGE)
    marks: list[Segment] = []
    for x in sorted({round(v, 4) for p in side.placements for v in (p.x, p.x + p.width)}):
        crossed = [b for b in boxes if b[0] - 1e-3 <= x <= b[2] + 1e-3]
        top, bottom = min(b[1] for b in crossed) - MARK_GAP, max(b[3] for b in crossed) + MARK_GAP
        marks.append((x, max(EDGE, top - MARK_LENGTH), x, top))
        marks.append((x, bottom, x, min(foot, bottom + MARK_LENGTH)))
    for y in sorted({round(v, 4) for p in side.placements for v in (p.y, p.y + p.height)}):
        crossed = [b for b in boxes if b[1] - 1e-3 <= y <= b[3] + 1e-3]
        left, right = min(b[0] for b in crossed) - MARK_GAP, max(b[2] for b in crossed) + MARK_GAP
        marks.append((max(EDGE, left - MARK_LENGTH), y, left, y))
        marks.append((right, y, min(paper.width - EDGE, right + MARK_LENGTH), y))
    # No mark fits where the bleed is too near the edge.
    return [mark for mark in marks if mark[2] - mark[0] + mark[3] - mark[1] > EDGE / 2]


# --- the registration marks of cutting machines: the same shapes on paper and in cut files --------


@dataclass(frozen=True, slots=True)
class RegistrationMark:
    """A mark in a corner of the frame: a filled outline, or lines."""

    corner: Corner
    outlines: tuple[Outline, ...]
    filled: bool


def registration_marks(cutter: Cutter, paper: Size) -> Iterator[RegistrationMark]:
    """The marks of a machine on a paper."""
    frame, size = cutter.frame(paper), cutter.mark_size
    for corner, shape in cutter.marks.items():
        # The corner, and the directions of the inside of the frame.
        x, across = (frame.left, 1) if corner[1] == "l" else (frame.right, -1)
        y, down = (frame.top, 1) if corner[0] == "t" else (frame.bottom, -1)
        if shape == "square":
            side = cutter.square_size
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
