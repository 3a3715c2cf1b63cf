"""Place names: whole within the map, beside units and their marks, and what they cover."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import cos, radians, sin

from printgen.analysis.maps.board import PlacedUnit
from printgen.content.models.hexmap import Label
from printgen.drawing.maps.context import MapContext, stop_point
from printgen.drawing.maps.label_places import free_places, within
from printgen.drawing.maps.map_names import name_size
from printgen.drawing.maps.markers import corner_place, corner_reach
from printgen.drawing.maps.parts import Box
from printgen.drawing.maps.sizes import LEAST_TYPE
from printgen.drawing.maps.units import mark_place, unit_reach
from printgen.drawing.maps.visible import visible_area
from printgen.geometry.hex_grid import Point
from printgen.geometry.hexes import Hex
from printgen.problems import PlacementError, Position, Problem, shorten
from printgen.typography.measure import text_width

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
    avoid units and their marks and, if they can, the numbers of hexes, `size` mm high at these
    points.

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
    free = free_places(names, units, figures, geometry.side, area)
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


def _number_box(at: Point, size: float, side: float) -> Box:
    """The box of the number of a hex, which is four figures wide. `at` is on its baseline."""
    return Box(at[0] - 0.2 * side, at[1] - 0.74 * size, at[0] + 0.2 * side, at[1])


def under_units(context: MapContext, numbers: Mapping[Hex, Point]) -> list[Hex]:
    """The hexes whose numbers, at these points, units cover. The numbers around them tell where
    they are.
    """
    geometry, found = context.geometry, list[Hex]()
    for placed in context.board.units:
        rise = geometry.middle(placed.at)[1] - numbers[placed.at][1]
        if rise < unit_reach(placed.facing) * geometry.side:
            found.append(placed.at)
    return found


def under_names(
    context: MapContext, numbers: Mapping[Hex, Point], size: float, places: Sequence[Point]
) -> list[Hex]:
    """The hexes whose numbers, `size` mm high at these points, place names cover. `places` are the
    middles of the names.
    """
    found = list[Hex]()
    for label, (x, y) in zip(context.board.entry.value.labels, places, strict=True):
        wide, high = _name_extent(context, label)
        name = Box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
        boxes = {} if label.turn else numbers
        side = context.geometry.side
        found += [hex for hex, at in boxes.items() if name.meets(_number_box(at, size, side))]
    return found
