"""Where the names of places, maps and hexes are written: beside units, marks, roads, rivers and one
another.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import cos, hypot, radians, sin

from printgen.extras.hex_maps.boards import PlacedUnit
from printgen.extras.hex_maps.context import LEAST_TYPE, WAY_WIDTHS, Box, MapContext, stop_point
from printgen.extras.hex_maps.ground import visible_area
from printgen.extras.hex_maps.hexes import Geometry, Hex, Point
from printgen.extras.hex_maps.model import Label
from printgen.extras.hex_maps.model import Path as MapPath
from printgen.extras.hex_maps.scene import along, curve
from printgen.extras.hex_maps.units import corner_place, corner_reach, mark_place, unit_reach
from printgen.problems import PlacementError, Position, Problem, shorten
from printgen.typography.measure import text_width

# --- where place names are written: beside units, roads and rivers, and the numbers of hexes ------


# A name moves by these steps, as shares of the side of a hex: this many at most down or up, and
# to the left or right.
_STEP, _DOWN, _ACROSS = 0.08, 14, 18

# How far from a road or a river a name is, in sides of a hex.
_BESIDE = 0.12


def free_places(
    names: Sequence[tuple[Point, float, float]],
    obstacles: Sequence[Sequence[Box]],
    side: float,
    area: Box,
) -> list[Point]:
    """The middles of names, moved within an area where they would cover `obstacles`: those of
    the first sort, and if they can those of later sorts, too. A name has its middle, its width and
    its height (mm); `side` (mm) is that of a hex. One that finds no place stays.
    """
    written = [_box(*name) for name in names]
    found = []
    for number, (at, wide, high) in enumerate(names):
        taken = [*written[:number], *written[number + 1 :]]
        for covered in obstacles:
            taken += covered
            if any(written[number].meets(box) for box in covered):
                at = _nearest_free(at, wide, high, taken, side, area)
                written[number] = _box(at, wide, high)
        found.append(at)
    return found


def within(at: Point, wide: float, high: float, area: Box) -> Point:
    """The nearest middle at which a name of this width and height (mm) is whole within an area; the
    middle of an area that is smaller.
    """

    def between(value: float, low: float, high: float) -> float:
        return min(max(value, low), high) if low < high else (low + high) / 2

    return (
        between(at[0], area.left + wide / 2, area.right - wide / 2),
        between(at[1], area.top + high / 2, area.bottom - high / 2),
    )


def _nearest_free(
    at: Point, wide: float, high: float, taken: Sequence[Box], side: float, area: Box
) -> Point:
    """The nearest point where a name meets nothing; the point itself without one."""
    moves = [
        (across * _STEP * side, down * _STEP * side)
        for across in range(-_ACROSS, _ACROSS + 1)
        for down in range(-_DOWN, _DOWN + 1)
    ]
    # Of two that are as near, the lower one.
    for across, down in sorted(moves, key=lambda move: (hypot(*move), -move[1])):
        point = at[0] + across, at[1] + down
        inside = within(point, wide, high, area) == point
        if inside and not any(_box(point, wide, high).meets(box) for box in taken):
            return point
    return at


def _box(at: Point, wide: float, high: float) -> Box:
    """The box of a name about its middle."""
    return Box(at[0] - wide / 2, at[1] - high / 2, at[0] + wide / 2, at[1] + high / 2)


# --- coordinates and place names on a map ---------------------------------------------------------


# Name sizes as factors of the theme's size.
NAME_SIZES = {"small": 0.75, "medium": 1.0, "large": 1.7}


def number_places(
    geometry: Geometry, names: Mapping[Hex, str], size: float, area: Box | None
) -> dict[Hex, Point]:
    """Where the coordinate of each hex is: at its top, and within `area`, which may cut the hex.

    Coordinates are `size` mm high. The points are the middles of their baselines.
    """
    # How far above the middle of its hex a coordinate is; in small hexes, close to their edge.
    drop = min(1.35 * size, max(0.85 * size, 0.51 * geometry.side))
    flat = geometry.grid.orientation == "flat-top"
    up = geometry.flats / 2 - drop if flat else 0.74 * geometry.side - size
    found = dict[Hex, Point]()
    for hex, name in names.items():
        x, y = geometry.middle(hex)
        y -= up
        if area:
            # Half of a number with some room; a figure is about half as wide as high.
            half = (0.28 * len(name) + 0.3) * size
            x = min(max(x, area.left + half), area.right - half)
            y = min(max(y, area.top + 1.2 * size), area.bottom - 0.4 * size)
        found[hex] = x, y
    return found


def name_size(size: float, label: Label) -> float:
    """The size (mm) of a place name. `size` is that of a medium name."""
    return max(LEAST_TYPE, size * NAME_SIZES[label.size])


# --- place names: whole within the map, beside units and their marks, and what they cover ---------


# Free paper around a name at the edge of a map, as a share of its height.
_RIM = 0.25


def names_size(context: MapContext) -> float:
    """The size (mm) of medium place names."""
    return max(LEAST_TYPE, min(context.look.names.size, 0.42 * context.geometry.side))


def _name_extent(context: MapContext, label: Label) -> tuple[float, float]:
    """The width of a place name, and the size of its type (mm)."""
    high, words = name_size(names_size(context), label), context.words(label.text)
    wide = text_width(words, context.look.names, high)
    return wide + label.spread * 0.3 * high * len(words), high


def name_places(context: MapContext, numbers: Mapping[Hex, Point], size: float) -> list[Point]:
    """The middles of the place names, which are whole within the map. Those that are not turned
    avoid units and their marks and, if they can, roads and rivers, and the numbers of hexes, `size`
    mm high at these points.

    Raises PlacementError for a name that is larger than the map.
    """
    geometry, labels = context.geometry, context.board.entry.value.labels
    (left, top), (wide, high), _ = visible_area(context.board, geometry)
    area = Box(left, top, left + wide, top + high)
    points = [_place_within(context, number, area) for number in range(len(labels))]
    straight = [number for number, label in enumerate(labels) if not label.turn]
    units = [box for placed in context.board.units for box in _unit_boxes(context, placed)]
    for (x, y), mark, _ in corner_markers(context):
        r = corner_reach(mark, geometry.side)
        units.append(Box(x - r, y - r, x + r, y + r))
    names = [(points[number], *_name_extent(context, labels[number])) for number in straight]
    figures = [_number_box(at, size, geometry.side) for at in numbers.values()]
    ways = [box for path in context.board.entry.value.paths for box in _way_boxes(context, path)]
    free = free_places(names, (units, ways, figures), geometry.side, area)
    for number, point in zip(straight, free, strict=True):
        points[number] = point
    return points


def _place_within(context: MapContext, number: int, area: Box) -> Point:
    """The middle of a place name: where the map says, or as near to it as the name is whole."""
    entry = context.board.entry
    label = entry.value.labels[number]
    long, size = _name_extent(context, label)
    sine, cosine = abs(sin(radians(label.turn))), abs(cos(radians(label.turn)))
    wide, high = long * cosine + size * sine, long * sine + size * cosine
    if wide > area.right - area.left or high > area.bottom - area.top:
        name = shorten(context.words(label.text), 40)
        message = f"the name '{name}' at {label.at} is {long:.0f} mm long, too long for the map"
        hint = "set a smaller `size:` or a shorter name"
        where = entry.at("labels", number, "text")
        raise PlacementError(Problem(where, "map-layout", message, hint=hint))
    rim = 2 * _RIM * size
    at = stop_point(context.board, context.geometry, label.at)
    return within(at, wide + rim, high + rim, area)


def corner_markers(context: MapContext) -> Iterator[tuple[Point, str, Position]]:
    """The markers in hexes with units: the middle of each, its mark, and where it is written."""
    board, geometry = context.board, context.geometry
    facing = {unit.at: unit.facing for unit in board.units}
    for number, marker in enumerate(board.entry.value.markers):
        hex = board.names.hex(marker.at)
        if hex in facing:
            at = corner_place(geometry.middle(hex), marker.mark, facing[hex], geometry.side)
            yield at, marker.mark, board.entry.at("markers", number)


def _unit_boxes(context: MapContext, placed: PlacedUnit) -> Iterator[Box]:
    """The boxes of a unit's block and of its mark."""
    (x, y), side = context.geometry.middle(placed.at), context.geometry.side
    wide, high = 0.56 * side, unit_reach(placed.facing) * side
    yield Box(x - wide, y - high, x + wide, y + high)
    if placed.unit.mark:
        down, size = mark_place(placed.facing, side)
        half = 0.3 * size * len(placed.unit.mark)
        yield Box(x - half, y + down - 0.74 * size, x + half, y + down)


def _way_boxes(context: MapContext, path: MapPath) -> Iterator[Box]:
    """Boxes along a road or a river, as wide as it is."""
    geometry = context.geometry
    half = (0.5 * WAY_WIDTHS[path.style] + _BESIDE) * geometry.side
    points = [stop_point(context.board, geometry, stop) for stop in path.through]
    for (x0, y0), (x1, y1) in pairwise(along(curve(points))):
        yield Box(min(x0, x1) - half, min(y0, y1) - half, max(x0, x1) + half, max(y0, y1) + half)


def _number_box(at: Point, size: float, side: float) -> Box:
    """The box of the number of a hex, which is four figures wide. `at` is on its baseline."""
    return Box(at[0] - 0.2 * side, at[1] - 0.74 * size, at[0] + 0.2 * side, at[1])


def under_names(
    context: MapContext, numbers: Mapping[Hex, Point], size: float, places: Sequence[Point]
) -> list[Hex]:
    """The hexes whose numbers, `size` mm high at these points, place names cover. `places` are the
    middles of the names.
    """
    found = list[Hex]()
    for label, (x, y) in zip(context.board.entry.value.labels, places, strict=True):
        name, side = _box((x, y), *_name_extent(context, label)), context.geometry.side
        boxes = {} if label.turn else numbers
        found += [hex for hex, at in boxes.items() if name.meets(_number_box(at, size, side))]
    return found
