"""Where the letters of a table plan stand: in the areas that they name, and clear of what lies
there. Reckoned for a plan as small as one is drawn; in a larger one there is more room.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import cos, hypot, pi, radians, sin

from printgen.analysis.table_plans import pieces_of
from printgen.content.models.scenario import Area, Circle, Edge, Layout, Line, Rectangle, Token
from printgen.geometry.sightlines import Obstacle, Point

# In mm: how wide and high the smallest plan is; the reach of a letter's disc, of a token, of the
# sign of what a line meets, of the plate with a length.
SMALLEST = (74.0, 110.0)

DISC, TOKEN, SIGN, PLATE = 2.1, 2.1, 1.8, 3.2

# A block no longer than this has its letter beside it.
SMALL = 7.0

# Where a letter may stand along an edge, and along a line, as parts of its length.
_ALONG_EDGE = (0.07, 0.93, 0.16, 0.84, 0.28, 0.72, 0.4, 0.6, 0.5)

_ALONG_LINE = (0.5, 0.35, 0.65, 0.2, 0.8, 0.1, 0.9)


class FreeSpace:
    """The room that a table plan has left for letters."""

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
        """Keep a line free."""
        self.lines.append(((one[0], one[1]), (other[0], other[1])))

    def take(self, at: Sequence[float], reach: float) -> None:
        """Keep a place free, and so many mm around it."""
        self.taken.append(((at[0], at[1]), reach))

    def spot(self, area: Area) -> Point:
        """Where the letter of an area stands, which is then taken: at the first place in it that is
        free, or else beside it, or else where it would stand alone.
        """
        inside = [self._held(point) for point in _places(area, self.layout)]
        beside = [point for point in self._around(area) if self._blank(point)]
        places = [*beside, *inside] if self._small(area) else [*inside, *beside]
        free = [point for point in places if self._free(point)]
        bare = (point for point in free if self._bare(point, area))
        found = next(bare, free[0] if free else inside[0])
        self.take(found, DISC)
        return found

    def _bare(self, point: Point, area: Area) -> bool:
        """Whether nothing that is drawn upon the area shows where the disc would be."""
        gap, seen = DISC / self.scale, list(self.areas)
        upon = seen[seen.index(id(area)) + 1 :]
        return all(self.areas[other].distance(point) >= gap for other in upon)

    def _small(self, area: Area) -> bool:
        """Whether a letter would hide what it names."""
        return isinstance(area, Rectangle) and max(area.size) * self.scale < SMALL

    def _held(self, point: Point) -> Point:
        """The place on the table nearest to a point where a disc does not hang over."""
        edge = DISC / self.scale
        x, y = (
            min(max(at, edge), side - edge) if side > 2 * edge else side / 2
            for at, side in zip(point, (self.layout.width, self.layout.height), strict=True)
        )
        return x, y

    def _free(self, point: Point) -> bool:
        gap = DISC / self.scale
        return all(
            hypot(point[0] - at[0], point[1] - at[1]) >= gap + reach / self.scale
            for at, reach in self.taken
        ) and all(_from_line(point, one, other) >= gap for one, other in self.lines)

    def _around(self, area: Area) -> Iterator[Point]:
        """Places just outside an area, all round it."""
        if not isinstance(area, Circle | Rectangle):
            return
        outline, gap = self.areas[id(area)], DISC / self.scale
        for off in (gap, 2 * gap):
            for turn in range(16):
                # Right, below, left, above, then what is between.
                angle = (turn % 4 * 4 + turn // 4) * pi / 8
                point = (area.at[0], area.at[1])
                while outline.distance(point) < off:
                    point = (point[0] + cos(angle) * gap / 4, point[1] + sin(angle) * gap / 4)
                if self._held(point) == point:
                    yield point

    def _blank(self, point: Point) -> bool:
        """Whether a place is in no area, where a letter would seem to name another one."""
        return all(area.distance(point) > 0 for area in self.areas.values())


def _places(area: Area, layout: Layout) -> list[Point]:
    """Where in an area its letter may stand, the best place first."""
    if isinstance(area, Edge):
        # Near its end: the middle of an edge is where things stand.
        wide, high, half = layout.width, layout.height, area.depth / 2
        if area.side in ("north", "south"):
            y = half if area.side == "north" else high - half
            return [(wide * part, y) for part in _ALONG_EDGE]
        x = half if area.side == "west" else wide - half
        return [(x, high * part) for part in _ALONG_EDGE]
    if isinstance(area, Line):
        middle = len(area.points) // 2
        # From the middle one on, round to the others.
        legs = list(pairwise(area.points))
        return [
            point
            for one, other in legs[middle - 1 :] + legs[: middle - 1]
            for point in _abreast(one, other, area.width)
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


def _abreast(one: Sequence[float], other: Sequence[float], width: float) -> Iterator[Point]:
    """Places along a line: in its middle, then to both sides of that."""
    across, down = other[0] - one[0], other[1] - one[1]
    off = width * 0.3 / (hypot(across, down) or 1)
    for beside in (0, off, -off):
        for part in _ALONG_LINE:
            x, y = one[0] + across * part - down * beside, one[1] + down * part + across * beside
            yield x, y


def _from_line(point: Point, one: Point, other: Point) -> float:
    """How far a point is from the nearest point of a line."""
    across, down = other[0] - one[0], other[1] - one[1]
    right, below = point[0] - one[0], point[1] - one[1]
    part = (right * across + below * down) / (across**2 + down**2)
    part = min(max(part, 0.0), 1.0)
    return hypot(right - across * part, below - down * part)
