"""Coordinates and place names on a map."""

from __future__ import annotations

from collections.abc import Mapping

from printgen.drawing.maps.scene import Layer, TextItem
from printgen.geometry.hex_grid import Geometry
from printgen.geometry.hexes import Hex

# The sizes of names on the map, in their own.
NAME_SIZES = {"small": 0.75, "medium": 1.0, "large": 1.7}


def draw_coordinates(
    layer: Layer, geometry: Geometry, names: Mapping[Hex, str], size: float
) -> None:
    """The name of each hex at its top."""
    flat = geometry.grid.orientation == "flat-top"
    up = geometry.flats / 2 - 1.35 * size if flat else 0.74 * geometry.side - size
    for hex, name in names.items():
        x, y = geometry.middle(hex)
        layer.items.append(
            TextItem(x, y - up, name, "figures", size, tone="grid-ink", halo=0.13 * size)
        )
