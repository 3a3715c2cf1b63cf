"""Outlines of pieces to cut out, in mm from the top left corner, where y grows downwards; and
transformations of the plane."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, hypot, sqrt

Point = tuple[float, float]

# The length of the handles of a quarter of a unit circle: 4/3 (sqrt(2) - 1). The curve differs from
# the circle by at most 0.00027 radii.
_QUARTER = 4 / 3 * (sqrt(2) - 1)


@dataclass(frozen=True, slots=True)
class Curve:
    """A cubic Bézier curve to `end`, or a straight line without `handles`."""

    end: Point
    handles: tuple[Point, Point] | None = None

    def mapped(self, to: Callable[[Point], Point]) -> Curve:
        """The curve with each point moved."""
        pair = self.handles
        return Curve(to(self.end), (to(pair[0]), to(pair[1])) if pair else None)

    def chords(self, start: Point, tolerance: float) -> Iterator[Point]:
        """The ends of straight lines from `start` that are within `tolerance` mm of the curve.

        The chord of a part of length 1/n is at most m / (8 n^2) away, where m is the longest second
        derivative: here 6 times the longest second difference of the points (Wang's formula).
        """
        if self.handles is None:
            yield self.end
            return
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = start, *self.handles, self.end
        bend = max(
            hypot(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2), hypot(x1 - 2 * x2 + x3, y1 - 2 * y2 + y3)
        )
        count = max(1, ceil(sqrt(0.75 * bend / tolerance)))
        for step in range(1, count):
            t, s = step / count, 1 - step / count
            a, b, c, d = s**3, 3 * s * s * t, 3 * s * t * t, t**3
            yield a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3
        yield self.end


@dataclass(frozen=True, slots=True)
class Outline:
    """A path of lines and curves, closed unless `open`."""

    start: Point
    curves: tuple[Curve, ...]
    open: bool = False

    def mapped(self, to: Callable[[Point], Point]) -> Outline:
        """The outline with each point moved."""
        return Outline(to(self.start), tuple(curve.mapped(to) for curve in self.curves), self.open)

    def placed(self, x: float, y: float, turn: int = 0) -> Outline:
        """The outline, turned clockwise about the origin by `turn` degrees (0, 90, 180 or 270),
        then shifted by `x` and `y`.
        """

        def to(point: Point) -> Point:
            right, down = point
            for _ in range(turn % 360 // 90):
                right, down = -down, right
            return right + x, down + y

        return self.mapped(to)

    def mirrored(self, width: float) -> Outline:
        """The outline with left and right swapped between the edges at 0 and `width` mm."""
        return self.mapped(lambda point: (width - point[0], point[1]))

    @property
    def points(self) -> Iterator[Point]:
        """The ends of all curves; the outline is inside the box of these and of the handles."""
        yield self.start
        for curve in self.curves:
            yield curve.end

    def flattened(self, tolerance: float) -> list[Point]:
        """The corners of straight lines that are within `tolerance` mm of the outline.

        A closed outline does not repeat its start.
        """
        points = [self.start]
        for curve in self.curves:
            points += curve.chords(points[-1], tolerance)
        return points[:-1] if not self.open and points[-1] == points[0] else points

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """The left, top, right and bottom of the points and handles."""
        points = [*self.points, *(h for c in self.curves for h in c.handles or ())]
        columns, rows = [x for x, _ in points], [y for _, y in points]
        return min(columns), min(rows), max(columns), max(rows)


def joint_bounds(outlines: Sequence[Outline]) -> tuple[float, float, float, float]:
    """The left, top, right and bottom of all outlines together."""
    lefts, tops, rights, bottoms = zip(*(outline.bounds for outline in outlines), strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def polygon(points: Sequence[Point], *, open: bool = False) -> Outline:
    """Straight lines through points."""
    return Outline(points[0], tuple(Curve(point) for point in points[1:]), open)


def rectangle(width: float, height: float, radius: float = 0.0) -> Outline:
    """A rectangle with its top left corner at the origin. `radius` rounds the corners."""
    w, h = width, height
    if radius <= 0:
        return polygon([(0, 0), (w, 0), (w, h), (0, h)])
    r = min(radius, w / 2, h / 2)
    k = r * (1 - _QUARTER)
    return Outline(
        (r, 0),
        (
            Curve((w - r, 0)),
            Curve((w, r), ((w - k, 0), (w, k))),
            Curve((w, h - r)),
            Curve((w - r, h), ((w, h - k), (w - k, h))),
            Curve((r, h)),
            Curve((0, h - r), ((k, h), (0, h - k))),
            Curve((0, r)),
            Curve((r, 0), ((0, k), (k, 0))),
        ),
    )


# --- transformations and boxes, as in PDF (PDF 1.7, 8.3.3) ----------------------------------------


Matrix = tuple[float, float, float, float, float, float]

# Left, bottom, right and top.
Box = tuple[float, float, float, float]

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def product(first: Matrix, then: Matrix) -> Matrix:
    """A transformation and then another one."""
    a, b, c, d, e, f = first
    g, h, i, j, k, m = then
    return (
        a * g + b * i,
        a * h + b * j,
        c * g + d * i,
        c * h + d * j,
        e * g + f * i + k,
        e * h + f * j + m,
    )


def moved(x: float, y: float, matrix: Matrix) -> tuple[float, float]:
    """A point after a transformation."""
    a, b, c, d, e, f = matrix
    return x * a + y * c + e, x * b + y * d + f


def bounds(box: Box, matrix: Matrix) -> Box:
    """The box around a box after a transformation."""
    points = [moved(x, y, matrix) for x in box[::2] for y in box[1::2]]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)
