"""Paths of ornaments in mm, and the shapes that are made of them. The y axis points down."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import cos, hypot, pi, sin, tau
from typing import NamedTuple

Point = tuple[float, float]


class Step(NamedTuple):
    """A step of a path: a letter of SVG path data (`M`, `L`, `C`, `Z`) and its points."""

    letter: str
    points: tuple[Point, ...] = ()


class Path(tuple[Step, ...]):
    """Shapes, one after the other."""

    __slots__ = ()

    def __add__(self, other: tuple[Step, ...]) -> Path:  # type: ignore[override]
        return Path((*self, *other))

    def mapped(self, a: float, b: float, c: float, d: float, e: float = 0, f: float = 0) -> Path:
        """The path after the matrix of SVG's `matrix(a b c d e f)`."""
        return Path(
            Step(letter, tuple((a * x + c * y + e, b * x + d * y + f) for x, y in points))
            for letter, points in self
        )

    def moved(self, x: float, y: float) -> Path:
        """The path, moved."""
        return self.mapped(1, 0, 0, 1, x, y)

    def scaled(self, by: float) -> Path:
        """The path, larger or smaller."""
        return self.mapped(by, 0, 0, by)

    def rotated(self, angle: float) -> Path:
        """The path, turned clockwise about the origin (radians)."""
        a, b = cos(angle), sin(angle)
        return self.mapped(a, b, -b, a)

    def turned(self) -> Path:
        """The path, turned upside down about the origin: exactly, without rounding."""
        return self.mapped(-1, 0, 0, -1)

    def mirrored(self) -> Path:
        """The path, with left and right exchanged."""
        return self.mapped(-1, 0, 0, 1)

    def places(self) -> list[tuple[str, str]]:
        """All points of the path, in an order of their own, to a hundredth of a mm."""
        return sorted((number(x), number(y)) for _, points in self for x, y in points[-1:])

    def data(self) -> str:
        """The path data of SVG. Mirrored paths have mirrored numbers."""
        return "".join(
            letter + " ".join(f"{number(x)} {number(y)}" for x, y in points)
            for letter, points in self
        )


def number(value: float) -> str:
    """A length in mm, to a hundredth."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if abs(value) >= 0.005 else "0"


def joined(paths: Iterable[Path]) -> Path:
    """Paths as one."""
    return Path(step for path in paths for step in path)


def around(path: Path, count: int, first: float = 0.0) -> Path:
    """A path, repeated around the origin."""
    return joined(path.rotated(first + tau * n / count) for n in range(count))


def line(points: Sequence[Point]) -> Path:
    """A line through points."""
    return Path([Step("M", (points[0],)), *(Step("L", (point,)) for point in points[1:])])


def polygon(points: Sequence[Point]) -> Path:
    """A polygon."""
    return closed(line(points))


def rectangle(left: float, top: float, right: float, bottom: float) -> Path:
    """A rectangle by its edges."""
    return polygon([(left, top), (right, top), (right, bottom), (left, bottom)])


def points(words: str) -> list[Point]:
    """Points from text, such as `0 -1, 0.5 1`."""
    pairs = (pair.split() for pair in words.split(","))
    return [(float(x), float(y)) for x, y in pairs]


def curve(*points: Point) -> Path:
    """A line of Bézier curves: its start, then two handles and an end of each."""
    ends = range(1, len(points), 3)
    return Path([Step("M", points[:1]), *(Step("C", points[at : at + 3]) for at in ends)])


def closed(path: Path) -> Path:
    """A line, closed to a shape."""
    return Path([*path, Step("Z")])


def smooth(points: Sequence[Point], *, round: bool = False) -> Path:
    """A smooth line through points; a round one ends where it begins."""
    many = len(points)

    def at(n: int) -> Point:
        return points[n % many] if round else points[min(max(n, 0), many - 1)]

    steps = [Step("M", (points[0],))]
    for n in range(many if round else many - 1):
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = (at(n + k) for k in (-1, 0, 1, 2))
        handles = (x1 + (x2 - x0) / 6, y1 + (y2 - y0) / 6), (x2 - (x3 - x1) / 6, y2 - (y3 - y1) / 6)
        steps.append(Step("C", (*handles, (x2, y2))))
    return closed(Path(steps)) if round else Path(steps)


# The handles of a quarter of a circle, as a share of the radius.
_QUARTER = 0.5523


def circle(radius: float, x: float = 0.0, y: float = 0.0) -> Path:
    """A circle."""
    k = _QUARTER * radius
    right, left, low, high = x + radius, x - radius, y + radius, y - radius
    return closed(
        curve(
            (right, y), (right, y + k), (x + k, low), (x, low), (x - k, low), (left, y + k),
            (left, y), (left, y - k), (x - k, high), (x, high), (x + k, high), (right, y - k),
            (right, y),
        )
    )  # fmt: skip


def ellipse(across: float, down: float) -> Path:
    """An ellipse about the origin, by half its width and half its height."""
    return circle(1).mapped(across, 0, 0, down)


def quarter(radius: float) -> Path:
    """A quarter of a disc, right of the origin and below it."""
    k = _QUARTER * radius
    bow = curve((radius, 0), (radius, k), (k, radius), (0, radius))
    return closed(line([(0, 0), (radius, 0)]) + bow[1:])


def arc(radius: float, start: float, end: float) -> Path:
    """A part of a circle about the origin, between two angles (radians, clockwise)."""
    count = max(1, int(abs(end - start) / (pi / 4) + 0.999))
    step = (end - start) / count
    k = radius * 4 / 3 * (1 - cos(step / 2)) / sin(step / 2)
    points = [polar(radius, start)]
    for n in range(count):
        a, b = start + n * step, start + (n + 1) * step
        (x, y), (u, v) = polar(radius, a), polar(radius, b)
        points += [(x - k * sin(a), y + k * cos(a)), (u + k * sin(b), v - k * cos(b)), (u, v)]
    return curve(*points)


def polar(radius: float, angle: float) -> Point:
    """The point at a distance from the origin, at an angle (radians, clockwise from the right)."""
    return radius * cos(angle), radius * sin(angle)


def star(points: int, outer: float, inner: float, first: float = -pi / 2) -> Path:
    """A star; with a large inner radius, a cogged disc."""
    reach = (outer, inner)
    return polygon([polar(reach[n % 2], first + pi * n / points) for n in range(2 * points)])


def regular(corners: int, radius: float, first: float = -pi / 2) -> Path:
    """A regular polygon."""
    return polygon([polar(radius, first + tau * n / corners) for n in range(corners)])


def petal(length: float, width: float, start: float = 0.0) -> Path:
    """A pointed leaf along the x axis, from its start."""
    end, half = start + length, width / 2
    return closed(
        curve(
            (start, 0), (start + 0.3 * length, half), (end - 0.35 * length, half), (end, 0),
            (end - 0.35 * length, -half), (start + 0.3 * length, -half), (start, 0),
        )
    )  # fmt: skip


def heart(size: float) -> Path:
    """A heart of a width, about the origin."""
    half = curve(
        (0, -0.26),
        (-0.1, -0.5),
        (-0.5, -0.52),
        (-0.5, -0.14),
        (-0.5, 0.14),
        (-0.16, 0.28),
        (0, 0.5),
    )
    other = curve(
        (0, 0.5), (0.16, 0.28), (0.5, 0.14), (0.5, -0.14), (0.5, -0.52), (0.1, -0.5), (0, -0.26)
    )
    return closed(half + other[1:]).scaled(size)


def spiral(radius: float, turns: float, inner: float = 0.12) -> Path:
    """A spiral about the origin, from the right of its outer end inwards."""
    steps = int(turns * 8)
    shares = [n / steps for n in range(steps + 1)]
    return smooth(
        [polar(radius * (1 - (1 - inner) * share**0.85), tau * turns * share) for share in shares]
    )


def rose(
    base: float, swing: float, waves: int, phase: float = 0.0, *, steps: int = 0
) -> list[Point]:
    """Points of a wavy ring about the origin. With an even number of waves it is the same upside
    down: the second half is the first one, turned.
    """
    count = steps or 4 * waves
    half = [
        polar(base + swing * cos(waves * tau * n / count + phase), tau * n / count)
        for n in range(count // 2)
    ]
    return [*half, *((-x, -y) for x, y in half)]


def within(start: Point, end: Point, left: float, top: float, right: float, bottom: float) -> Path:
    """The part of a straight line that is in a rectangle; nothing if none is."""
    (x, y), (u, v) = start, end
    low, high = 0.0, 1.0
    for at, by, least, most in ((x, u - x, left, right), (y, v - y, top, bottom)):
        if abs(by) < 1e-9:
            if not least <= at <= most:
                return Path()
            continue
        one, other = sorted(((least - at) / by, (most - at) / by))
        low, high = max(low, one), min(high, other)
    if high - low < 1e-6:
        return Path()
    return line([(x + s * (u - x), y + s * (v - y)) for s in (low, high)])


def dashes(points: Sequence[Point], lengths: Sequence[float]) -> Path:
    """A line of dashes and gaps, in turn of these lengths."""
    parts: list[Path] = []
    at, left = 0, lengths[0]
    for (x, y), (u, v) in pairwise(points):
        far, done = hypot(u - x, v - y), 0.0
        while done < far - 1e-9:
            reach = min(far, done + left)
            if at % 2 == 0:
                parts.append(
                    line([(x + (u - x) * s / far, y + (v - y) * s / far) for s in (done, reach)])
                )
            left -= reach - done
            done = reach
            if left < 1e-9:
                at += 1
                left = lengths[at % len(lengths)]
    return joined(parts)


def cartouche(wide: float, high: float, notch: float) -> Path:
    """A plate with hollow corners, about the origin."""
    w, h, n = wide / 2, high / 2, notch
    k = n * 0.4477
    steps: list[Point] = [(w - n, -h)]
    for (x, y), (u, v) in (
        ((w - n, -h), (w, -h + n)), ((w, h - n), (w - n, h)),
        ((-w + n, h), (-w, h - n)), ((-w, -h + n), (-w + n, -h)),
    ):  # fmt: skip
        if (x, y) != steps[-1]:
            px, py = steps[-1]
            steps += [(px, py), (x, y), (x, y)]
        if abs(y) == h:
            steps += [(x, y + (v - y) / n * (n - k)), (u + (x - u) / n * (n - k), v), (u, v)]
        else:
            steps += [(x + (u - x) / n * (n - k), y), (u, v + (y - v) / n * (n - k)), (u, v)]
    return closed(curve(*steps, steps[-1], steps[0], steps[0]))


def dot(x: float, y: float) -> Path:
    """A point, which a line with round ends makes a disc."""
    return line([(x, y), (x, y + 0.01)])


def lens(across: float, down: float) -> Path:
    """The shape of an eye, by half its width and half its height."""
    k, high = 0.5 * across, 1.3333 * down
    return closed(
        curve(
            (-across, 0), (-k, -high), (k, -high), (across, 0), (k, high), (-k, high), (-across, 0)
        )
    )
