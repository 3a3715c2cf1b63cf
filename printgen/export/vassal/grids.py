"""The grid of a map as VASSAL's own: its hexes, where pieces snap, and their names.

VASSAL numbers the hexes of a hex grid by columns and rows. Names that it cannot count are given one
by one, as regions.
"""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree.ElementTree import Element

from printgen.analysis.maps.names import HexNames
from printgen.export.vassal.elements import BOARD, GRID, Value, add, element
from printgen.geometry.hex_grid import Geometry, Point
from printgen.geometry.hexes import Hex

# VASSAL's letters after Z are AA, BB, CC…, those of maps AA, AB, AC…
LETTERS = 26


def map_grid(
    geometry: Geometry, names: HexNames, hexes: Iterable[Hex], origin: Point, per_mm: float
) -> Element:
    """The grid of a picture with `per_mm` pixels per mm on which the grid of the map begins at
    `origin` (mm). `hexes` are those that exist.
    """
    if names.letters and geometry.grid.columns > LETTERS:
        return _regions(geometry, names, hexes, origin, per_mm)
    grid = _hexes(geometry, origin, per_mm)
    grid.append(_numbering(geometry, names))
    return grid


def pixel(at: Point, origin: Point, per_mm: float) -> tuple[int, int]:
    """The pixel of a point of the grid."""
    return round((origin[0] + at[0]) * per_mm), round((origin[1] + at[1]) * per_mm)


def _hexes(geometry: Geometry, origin: Point, per_mm: float) -> Element:
    """The hex grid. Its origin is the middle of the first hex that is not half a hex lower or
    further to the right; that of pointy-top hexes has x and y exchanged.
    """
    grid = geometry.grid
    flat = grid.orientation == "flat-top"
    across, along = geometry.spacing if flat else geometry.spacing[::-1]
    x, y = pixel(geometry.middle(grid.hex(1, 1)), origin, per_mm)
    return element(
        GRID + "HexGrid",
        dx=across * per_mm,
        dy=along * per_mm,
        x0=x if flat else y,
        y0=y if flat else x,
        sideways=not flat,
        snapTo=True,
        edgesLegal=False,
        cornersLegal=False,
        visible=False,
        dotsVisible=False,
        color="0,0,0",
    )


def _numbering(geometry: Geometry, names: HexNames) -> Element:
    """How VASSAL counts columns and rows, whose letters are `h` and `v`; exchanged, too, for
    pointy-top hexes.
    """
    column, row = ("h", "v") if geometry.grid.orientation == "flat-top" else ("v", "h")
    counted = names.digits - 1
    attributes: dict[str, Value] = {
        f"{column}Type": "A" if names.letters else "N",
        f"{column}Leading": 0 if names.letters else counted,
        f"{column}Off": 0 if names.letters else 1,
        f"{row}Type": "N",
        f"{row}Leading": 0 if names.letters else counted,
        f"{row}Off": 1,
    }
    return element(
        GRID + "mapgrid.HexGridNumbering",
        **attributes,
        first=column.upper(),
        sep="",
        hDescend=False,
        vDescend=False,
        stagger=geometry.grid.odd,
        locationFormat="$gridLocation$",
        visible=False,
        fontSize=9,
        color="0,0,0",
        rotateText=0,
        hDrawOff=0,
        vDrawOff=0,
    )


def _regions(
    geometry: Geometry, names: HexNames, hexes: Iterable[Hex], origin: Point, per_mm: float
) -> Element:
    """A region for each hex."""
    found = element(GRID + "RegionGrid", fontsize=9, snapto=True, visible=False)
    for hex in hexes:
        x, y = pixel(geometry.middle(hex), origin, per_mm)
        add(found, BOARD + "board.Region", name=names.of(hex), originx=x, originy=y)
    return found
