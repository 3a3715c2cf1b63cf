"""Points along outlines, and the area that they enclose."""

from __future__ import annotations

from itertools import pairwise

from printgen.geometry.outlines import Outline, Point


def samples(outline: Outline) -> list[Point]:
    """Points along the curves of an outline."""
    found, (x0, y0) = [outline.start], outline.start
    for curve in outline.curves:
        x3, y3 = curve.end
        (x1, y1), (x2, y2) = curve.handles or ((x0, y0), (x3, y3))
        for step in range(1, 51):
            t = step / 50
            a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
            found.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
        x0, y0 = x3, y3
    return found


def area(points: list[Point]) -> float:
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairwise([*points, points[0]])) / 2
