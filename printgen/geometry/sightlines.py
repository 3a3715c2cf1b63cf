"""Lines of sight on a table: what a straight line crosses, how far it gets, what covers its end.

All is seen from above, in whatever unit, x to the right and y down; angles turn clockwise. Figures
are points. A line crosses an area when some of its length lies inside: to touch a corner, or to run
along a side, is not enough.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, cos, degrees, hypot, radians, sin, sqrt
from typing import Literal

Point = tuple[float, float]

Cover = Literal["light", "heavy", "blocks"]

# From where to where on its way a line is inside: 0 is its start, 1 its end.
Span = tuple[float, float]


# What is shorter than this, in the table's unit, is a touch.
TOUCH = 1e-7


@dataclass(frozen=True, slots=True)
class Disc:
    """A disc about its middle."""

    middle: Point
    radius: float

    def inside(self, one: Point, other: Point) -> Span | None:
        """The part of the way between two points that lies inside; None if there is none."""
        across, down = other[0] - one[0], other[1] - one[1]
        right, below = self.middle[0] - one[0], self.middle[1] - one[1]
        length = hypot(across, down)
        if not length:
            return None
        # How far along the way it comes nearest to the middle, and how near.
        along = (right * across + below * down) / length
        beside = (right * down - below * across) / length
        if abs(beside) >= self.radius:
            return None
        half = sqrt(self.radius**2 - beside**2)
        return _span((along - half) / length, (along + half) / length, length)

    def distance(self, point: Point) -> float:
        """How far a point is from here; 0 inside."""
        return max(0.0, hypot(point[0] - self.middle[0], point[1] - self.middle[1]) - self.radius)


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle about its middle, turned clockwise by degrees."""

    middle: Point
    size: tuple[float, float]
    turn: float = 0.0

    def inside(self, one: Point, other: Point) -> Span | None:
        """The part of the way between two points that lies inside; None if there is none."""
        first, last = 0.0, 1.0
        for begin, end, size in zip(self._own(one), self._own(other), self.size, strict=True):
            step, half = end - begin, size / 2
            if abs(step) < TOUCH:
                if abs(begin) > half - TOUCH:
                    return None
                continue
            near, far = sorted(((-half - begin) / step, (half - begin) / step))
            first, last = max(first, near), min(last, far)
        return _span(first, last, hypot(other[0] - one[0], other[1] - one[1]))

    def distance(self, point: Point) -> float:
        """How far a point is from here; 0 inside."""
        x, y = self._own(point)
        return hypot(max(0.0, abs(x) - self.size[0] / 2), max(0.0, abs(y) - self.size[1] / 2))

    def _own(self, point: Point) -> Point:
        """The point as seen from the middle, with our sides level."""
        x, y = point[0] - self.middle[0], point[1] - self.middle[1]
        sine, cosine = sin(radians(self.turn)), cos(radians(self.turn))
        return x * cosine + y * sine, y * cosine - x * sine


Piece = Disc | Box


def _span(first: float, last: float, length: float) -> Span | None:
    """What of a span lies on the way; None when that is no more than a touch."""
    first, last = max(first, 0.0), min(last, 1.0)
    return (first, last) if (last - first) * length > TOUCH else None


def thick_line(points: Sequence[Point], width: float) -> tuple[Piece, ...]:
    """A broken line of a width: blunt at both ends, round where it bends."""
    pieces: list[Piece] = [Disc(point, width / 2) for point in points[1:-1]]
    for (x, y), (right, below) in pairwise(points):
        across, down = right - x, below - y
        middle, size = (x + across / 2, y + down / 2), (hypot(across, down), width)
        pieces.append(Box(middle, size, degrees(atan2(down, across))))
    return tuple(pieces)


def crossed(one: Point, other: Point, pieces: Iterable[Piece]) -> list[Span]:
    """Where on its way a line is inside an area that is made of pieces, in order."""
    spans: list[Span] = []
    for first, last in sorted(filter(None, (piece.inside(one, other) for piece in pieces))):
        if spans and first <= spans[-1][1] + TOUCH:
            spans[-1] = (spans[-1][0], max(last, spans[-1][1]))
        else:
            spans.append((first, last))
    return spans


@dataclass(frozen=True, slots=True)
class Obstacle:
    """An area that may stand in the way, and what it does there."""

    pieces: tuple[Piece, ...]
    cover: Cover

    def distance(self, point: Point) -> float:
        """How far a point is from the nearest part; 0 inside."""
        return min(piece.distance(point) for piece in self.pieces)


@dataclass(frozen=True, slots=True)
class ObstacleHit:
    """An obstacle that a line meets: its number, and where on its way the line is inside first.

    Cover right in front of the shooter does not count.
    """

    number: int
    cover: Cover
    span: Span
    counts: bool = True


@dataclass(frozen=True, slots=True)
class Sight:
    """How far on its way a line gets (1 is all of it), and what it meets until then, in order."""

    reach: float
    met: tuple[ObstacleHit, ...]

    @property
    def clear(self) -> bool:
        """Whether the end is seen."""
        return not any(met.cover == "blocks" for met in self.met)


def line_of_sight(
    one: Point, other: Point, obstacles: Sequence[Obstacle], over: float = 0
) -> Sight:
    """The line of sight from `one` to `other`. Cover nearer than `over` to `one` does not count.

    Each obstacle covers once, however often the line crosses it; the first that blocks is the last
    that is met.
    """
    met = sorted(_meetings(one, other, obstacles, over), key=lambda found: found.span)
    for index, found in enumerate(met):
        if found.cover == "blocks":
            return Sight(found.span[0], tuple(met[: index + 1]))
    return Sight(1.0, tuple(met))


def _meetings(
    one: Point, other: Point, obstacles: Sequence[Obstacle], over: float
) -> Iterator[ObstacleHit]:
    for number, obstacle in enumerate(obstacles):
        spans = crossed(one, other, obstacle.pieces)
        if spans:
            counts = obstacle.cover == "blocks" or obstacle.distance(one) >= over
            yield ObstacleHit(number, obstacle.cover, spans[0], counts)
