"""The registration marks of cutting machines: the same shapes on paper and in cut files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from printgen.geometry.outlines import Outline, Point, polygon, rectangle
from printgen.imposition.cutters import Corner, Cutter
from printgen.paper import Size


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
