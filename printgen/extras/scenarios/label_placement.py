"""Label placement on table plans: each letter in or beside its area, clear of other items.

Positions are computed for the smallest plan that is drawn; larger plans have more space.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import cos, hypot, pi, radians, sin

from printgen.content.models.table_plan import Area, Circle, Edge, Layout, Line, Rectangle, Token
from printgen.extras.scenarios.sightlines import Obstacle, Point
from printgen.extras.scenarios.table_plans import pieces_of

# Width and height of the smallest plan; radii of the disc of a letter, of a token, of the sign of
# an obstacle on a line, and of the plate with a length (mm).
SMALLEST = (74.0, 110.0)

DISC, TOKEN, SIGN, PLATE = 2.1, 2.1, 1.8, 3.2

# Rectangles up to this length (mm) have their letter beside them.
SMALL = 7.0

# Candidate positions along an edge and along a line, as shares of its length.
_ALONG_EDGE = (0.07, 0.93, 0.16, 0.84, 0.28, 0.72, 0.4, 0.6, 0.5)

_ALONG_LINE = (0.5, 0.35, 0.65, 0.2, 0.8, 0.1, 0.9)


class FreeSpace:
    """The free space of a table plan. Positions are in the units of the plan, radii in mm."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.scale = min(SMALLEST[0] / layout.width, SMALLEST[1] / layout.height)
        self.taken: list[tuple[Point, float]] = []
        self.lines: list[tuple[Point, Point]] = []
        self.areas = {
            id(feature): Obstacle(pieces_of(layout, feature), "light")
            for feature in layout.features
            if isinstance(feature, Area)
        }
        for feature in layout.features:
            if isinstance(feature, Token):
                self.take(feature.at, TOKEN)

    def take_line(self, one: Sequence[float], other: Sequence[float]) -> None:
        """Reserve a line."""
        self.lines.append(((one[0], one[1]), (other[0], other[1])))

    def take(self, at: Sequence[float], reach: float) -> None:
        """Reserve a point and `reach` mm around it."""
        self.taken.append(((at[0], at[1]), reach))

    def spot(self, area: Area) -> Point:
        """The position of the letter of an area, which is then reserved: a free position in it,
        beside it, or else its best position.
        """
        inside = [self._on_table(point) for point in _candidates(area, self.layout)]
        # Outside all areas: a letter must not seem to belong to another one.
        others = self.areas.values()
        beside = [
            point
            for point in self._around(area)
            if all(other.distance(point) > 0 for other in others)
        ]
        # A letter would hide a small area.
        small = isinstance(area, Rectangle) and max(area.size) * self.scale < SMALL
        places = [*beside, *inside] if small else [*inside, *beside]
        free = [point for point in places if self._free(point)]
        # Clear of the areas that are drawn later.
        gap, areas = DISC / self.scale, list(self.areas)
        later = [self.areas[other] for other in areas[areas.index(id(area)) + 1 :]]
        bare = (p for p in free if all(other.distance(p) >= gap for other in later))
        found = next(bare, free[0] if free else inside[0])
        self.take(found, DISC)
        return found

    def _on_table(self, point: Point) -> Point:
        """The nearest point at which a disc is entirely on the table."""
        edge = DISC / self.scale
        x, y = (
            min(max(at, edge), side - edge) if side > 2 * edge else side / 2
            for at, side in zip(point, (self.layout.width, self.layout.height), strict=True)
        )
        return x, y

    def _free(self, point: Point) -> bool:
        """Whether a disc at the point touches nothing reserved."""
        gap = DISC / self.scale
        return all(
            hypot(point[0] - at[0], point[1] - at[1]) >= gap + reach / self.scale
            for at, reach in self.taken
        ) and all(_distance_from_segment(point, one, other) >= gap for one, other in self.lines)

    def _around(self, area: Area) -> Iterator[Point]:
        """Positions just outside an area, all around it."""
        if not isinstance(area, Circle | Rectangle):
            return
        outline, gap = self.areas[id(area)], DISC / self.scale
        for off in (gap, 2 * gap):
            for turn in range(16):
                # Right, below, left, above, then the angles between.
                angle = (turn % 4 * 4 + turn // 4) * pi / 8
                point = (area.at[0], area.at[1])
                while outline.distance(point) < off:
                    point = (point[0] + cos(angle) * gap / 4, point[1] + sin(angle) * gap / 4)
                if self._on_table(point) == point:
                    yield point


def _candidates(area: Area, layout: Layout) -> list[Point]:
    """Candidate positions in an area, the best first."""
    if isinstance(area, Edge):
        # Near the ends: the middle of an edge is often occupied.
        wide, high, half = layout.width, layout.height, area.depth / 2
        if area.side in ("north", "south"):
            y = half if area.side == "north" else high - half
            return [(wide * part, y) for part in _ALONG_EDGE]
        x = half if area.side == "west" else wide - half
        return [(x, high * part) for part in _ALONG_EDGE]
    if isinstance(area, Line):
        middle = len(area.points) // 2
        # From the middle segment to the last, then the first ones.
        legs = list(pairwise(area.points))
        return [
            point
            for one, other in legs[middle - 1 :] + legs[: middle - 1]
            for point in _along_segment(one, other, area.width_in(layout.unit))
        ]
    x, y = area.at
    if isinstance(area, Circle):
        turns = (-90, 90, 180, 0, -135, -45, 135, 45)
        far = area.radius * 0.62
        return [(x + far * cos(radians(t)), y + far * sin(radians(t))) for t in turns]
    sine, cosine = sin(radians(area.turn)), cos(radians(area.turn))
    steps = (0, -1, 1)
    return [
        (x + across * cosine - down * sine, y + across * sine + down * cosine)
        for across, down in (
            (area.size[0] * i / 3, area.size[1] * j / 3) for j in steps for i in steps
        )
    ]


def _along_segment(one: Sequence[float], other: Sequence[float], width: float) -> Iterator[Point]:
    """Positions along a segment: on its axis, then on both sides of it."""
    across, down = other[0] - one[0], other[1] - one[1]
    off = width * 0.3 / (hypot(across, down) or 1)
    for beside in (0, off, -off):
        for part in _ALONG_LINE:
            x, y = one[0] + across * part - down * beside, one[1] + down * part + across * beside
            yield x, y


def _distance_from_segment(point: Point, one: Point, other: Point) -> float:
    """The distance of a point from a segment."""
    across, down = other[0] - one[0], other[1] - one[1]
    right, below = point[0] - one[0], point[1] - one[1]
    part = (right * across + below * down) / (across**2 + down**2)
    part = min(max(part, 0.0), 1.0)
    return hypot(right - across * part, below - down * part)
