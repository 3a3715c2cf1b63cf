"""Coordinates and place names on a map."""

from __future__ import annotations

from collections.abc import Mapping

from printgen.content.models.hexmap import Label
from printgen.drawing.maps.parts import Box
from printgen.drawing.maps.scene import Layer, TextItem
from printgen.drawing.maps.sizes import LEAST_TYPE
from printgen.geometry.hex_grid import Geometry, Point
from printgen.geometry.hexes import Hex
from printgen.problems import Position

# Name sizes as factors of the theme's size.
NAME_SIZES = {"small": 0.75, "medium": 1.0, "large": 1.7}


def coordinate_rise(geometry: Geometry, size: float) -> float:
    """How far above the middle of its hex a coordinate `size` mm high stands."""
    flat = geometry.grid.orientation == "flat-top"
    # In small hexes, it is close to their edge.
    drop = min(1.35 * size, max(0.85 * size, 0.51 * geometry.side))
    return geometry.flats / 2 - drop if flat else 0.74 * geometry.side - size


def number_places(
    geometry: Geometry, names: Mapping[Hex, str], size: float, area: Box | None
) -> dict[Hex, Point]:
    """Where the coordinate of each hex is: at its top, and within `area`, which may cut the hex.

    Coordinates are `size` mm high. The points are the middles of their baselines.
    """
    up, found = coordinate_rise(geometry, size), dict[Hex, Point]()
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


def draw_coordinates(
    layer: Layer, places: Mapping[Hex, Point], names: Mapping[Hex, str], size: float
) -> None:
    """Write the coordinate of each hex at its place, `size` mm high."""
    for hex, (x, y) in places.items():
        layer.items.append(
            TextItem(x, y, names[hex], "figures", size, tone="grid-ink", halo=0.2 * size)
        )


def name_size(size: float, label: Label) -> float:
    """The size (mm) of a place name. `size` is that of a medium name."""
    return max(LEAST_TYPE, size * NAME_SIZES[label.size])


def draw_name(
    layer: Layer, at: Point, label: Label, words: str, size: float, source: Position
) -> None:
    """Write a place name centred on a point. `size` (mm) is that of a medium name."""
    high = name_size(size, label)
    layer.items.append(
        TextItem(
            at[0],
            at[1] + 0.35 * high,
            words,
            "names",
            high,
            turn=label.turn,
            halo=0.16 * high,
            spread=label.spread * 0.3 * high,
            source=source,
        )
    )
