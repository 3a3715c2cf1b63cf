"""Lines of sight on a gaming table: the areas they cross, the cover these give, where they stop.

Everything is seen from above, in any unit of length, x to the right and y down; angles are
clockwise. Miniatures are points. A line crosses an area when part of its length is inside: touching
a corner or running along a side is not enough.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, cos, degrees, hypot, radians, sin, sqrt

from printgen.content.models.table_plan import Cover

Point = tuple[float, float]

# The part of a line inside an area, from 0 (start of the line) to 1 (its end).
Span = tuple[float, float]


# A line inside an area for less than this length only touches it.
TOUCH = 1e-7


@dataclass(frozen=True, slots=True)
class Disc:
    """A disc, by its centre."""

    middle: Point
    radius: float

    def inside(self, one: Point, other: Point) -> Span | None:
        """The part of the line between two points that is inside; None if there is none."""
        across, down = other[0] - one[0], other[1] - one[1]
        right, below = self.middle[0] - one[0], self.middle[1] - one[1]
        length = hypot(across, down)
        if not length:
            return None
        # The point of the line nearest to the centre: its position along the line, its distance.
        along = (right * across + below * down) / length
        beside = (right * down - below * across) / length
        if abs(beside) >= self.radius:
            return None
        half = sqrt(self.radius**2 - beside**2)
        return _clip((along - half) / length, (along + half) / length, length)

    def distance(self, point: Point) -> float:
        """The distance of a point from the shape; 0 inside."""
        return max(0.0, hypot(point[0] - self.middle[0], point[1] - self.middle[1]) - self.radius)


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle, by its centre, rotated clockwise by `turn` degrees."""

    middle: Point
    size: tuple[float, float]
    turn: float = 0.0

    def inside(self, one: Point, other: Point) -> Span | None:
        """The part of the line between two points that is inside; None if there is none."""
        first, last = 0.0, 1.0
        for begin, end, size in zip(
            self._to_local(one), self._to_local(other), self.size, strict=True
        ):
            step, half = end - begin, size / 2
            if abs(step) < TOUCH:
                if abs(begin) > half - TOUCH:
                    return None
                continue
            near, far = sorted(((-half - begin) / step, (half - begin) / step))
            first, last = max(first, near), min(last, far)
        return _clip(first, last, hypot(other[0] - one[0], other[1] - one[1]))

    def distance(self, point: Point) -> float:
        """The distance of a point from the shape; 0 inside."""
        x, y = self._to_local(point)
        return hypot(max(0.0, abs(x) - self.size[0] / 2), max(0.0, abs(y) - self.size[1] / 2))

    def _to_local(self, point: Point) -> Point:
        """The point in the rectangle's own coordinates."""
        x, y = point[0] - self.middle[0], point[1] - self.middle[1]
        sine, cosine = sin(radians(self.turn)), cos(radians(self.turn))
        return x * cosine + y * sine, y * cosine - x * sine


Piece = Disc | Box


def _clip(first: float, last: float, length: float) -> Span | None:
    """A span clipped to the line; None if the line only touches the area."""
    first, last = max(first, 0.0), min(last, 1.0)
    return (first, last) if (last - first) * length > TOUCH else None


def thick_line(points: Sequence[Point], width: float) -> tuple[Piece, ...]:
    """The area of a polyline of a width, with butt ends and round joins."""
    pieces: list[Piece] = [Disc(point, width / 2) for point in points[1:-1]]
    for (x, y), (right, below) in pairwise(points):
        across, down = right - x, below - y
        middle, size = (x + across / 2, y + down / 2), (hypot(across, down), width)
        pieces.append(Box(middle, size, degrees(atan2(down, across))))
    return tuple(pieces)


def crossed(one: Point, other: Point, pieces: Iterable[Piece]) -> list[Span]:
    """The parts of a line that are inside the union of `pieces`, in order."""
    spans: list[Span] = []
    for first, last in sorted(filter(None, (piece.inside(one, other) for piece in pieces))):
        if spans and first <= spans[-1][1] + TOUCH:
            spans[-1] = (spans[-1][0], max(last, spans[-1][1]))
        else:
            spans.append((first, last))
    return spans


@dataclass(frozen=True, slots=True)
class Obstacle:
    """An area that gives cover or blocks lines of sight."""

    pieces: tuple[Piece, ...]
    cover: Cover

    def distance(self, point: Point) -> float:
        """The distance of a point from the area; 0 inside."""
        return min(piece.distance(point) for piece in self.pieces)


@dataclass(frozen=True, slots=True)
class ObstacleHit:
    """An obstacle that a line crosses: its index, and the first part of the line inside it.

    `counts` is False for cover that is too close to the shooter.
    """

    number: int
    cover: Cover
    span: Span
    counts: bool = True


@dataclass(frozen=True, slots=True)
class Sight:
    """The part of a line up to its blocking point (1 is all of it), and the obstacles on it."""

    reach: float
    met: tuple[ObstacleHit, ...]

    @property
    def clear(self) -> bool:
        """Whether the end is visible."""
        return not any(met.cover == "blocks" for met in self.met)


def line_of_sight(
    one: Point, other: Point, obstacles: Sequence[Obstacle], over: float = 0
) -> Sight:
    """The line of sight from `one` to `other`. Cover closer than `over` to `one` does not count.

    Each obstacle is listed once, however often the line crosses it. The first one that blocks ends
    the list.
    """
    met: list[ObstacleHit] = []
    for number, obstacle in enumerate(obstacles):
        if spans := crossed(one, other, obstacle.pieces):
            counts = obstacle.cover == "blocks" or obstacle.distance(one) >= over
            met.append(ObstacleHit(number, obstacle.cover, spans[0], counts))
    met.sort(key=lambda found: found.span)
    for index, found in enumerate(met):
        if found.cover == "blocks":
            return Sight(found.span[0], tuple(met[: index + 1]))
    return Sight(1.0, tuple(met))
