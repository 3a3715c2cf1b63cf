"""Outlines that only pieces have, and where they are on sheets. Lengths in mm."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import acos, cos, hypot, pi, sin, sqrt, tan

from printgen.content.models.hexes import Orientation
from printgen.geometry.outlines import Curve, Outline, Point, polygon, rectangle
from printgen.imposition.plan import Placement, SheetPlan, SheetSide


def circle(diameter: float) -> Outline:
    """A circle whose box has its top left corner at the origin."""
    whole = rectangle(diameter, diameter, diameter / 2)
    return Outline(whole.start, tuple(curve for curve in whole.curves if curve.handles))


def hexagon(width: float, orientation: Orientation = "flat-top") -> Outline:
    """A regular hexagon, `width` mm from flat side to flat side.

    Its box has its top left corner at the origin.
    """
    radius = width / sqrt(3)
    first = 0.0 if orientation == "flat-top" else pi / 6
    middle = (radius, width / 2) if orientation == "flat-top" else (width / 2, radius)
    return polygon(
        [
            (middle[0] + radius * cos(angle), middle[1] + radius * sin(angle))
            for angle in (first + corner * pi / 3 for corner in range(6))
        ]
    )


def rounded(corners: Sequence[tuple[float, float, float]]) -> Outline:
    """Straight lines through corners (x, y) that are rounded by a radius each; 0 for a sharp one.

    The points where an arc begins and ends are `radius` * tan(turn / 2) from its corner, and the
    handles of an arc of `turn` radians are 4/3 tan(turn / 4) radii long. No arc may begin before
    the one of the corner before it has ended.
    """
    found: list[Curve] = []
    before = [*corners[-1:], *corners[:-1]]
    after = [*corners[1:], *corners[:1]]
    for (x0, y0, _), (x, y, radius), (x1, y1, _) in zip(before, corners, after, strict=True):
        if radius <= 0:
            found.append(Curve((x, y)))
            continue
        back, ahead = _unit(x0 - x, y0 - y), _unit(x1 - x, y1 - y)
        turn = pi - acos(max(-1.0, min(1.0, back[0] * ahead[0] + back[1] * ahead[1])))
        near = radius * tan(turn / 2)
        far = near - radius * 4 / 3 * tan(turn / 4)
        found.append(Curve((x + near * back[0], y + near * back[1])))
        handles = (
            (x + far * back[0], y + far * back[1]),
            (x + far * ahead[0], y + far * ahead[1]),
        )
        found.append(Curve((x + near * ahead[0], y + near * ahead[1]), handles))
    return Outline(found[0].end, tuple(found[1:]))


def _unit(x: float, y: float) -> Point:
    length = hypot(x, y)
    return x / length, y / length


def with_cuts(plan: SheetPlan, outlines: Sequence[Outline]) -> SheetPlan:
    """A plan with the outline of each front, which is drawn. The fronts are the first faces."""

    def cut(side: SheetSide) -> SheetSide:
        cuts = (on_sheet(p, outlines[p.face]) for p in side.placements if p.face < len(outlines))
        return replace(side, cuts=tuple(cuts), lined=True)

    return replace(plan, sides=tuple(map(cut, plan.sides)))


def on_sheet(placement: Placement, outline: Outline) -> Outline:
    """The outline of a face where the face is on the sheet; turned by 0 or 90 degrees."""
    across = placement.width if placement.turn else 0.0
    return outline.placed(placement.x + across, placement.y, placement.turn)
