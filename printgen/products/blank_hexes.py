"""Blank hexes: one page per size, filled with whole hexes."""

from __future__ import annotations

from collections.abc import Mapping
from math import floor

from printgen.analysis.maps.size import millimetres
from printgen.drawing.maps.scale import hex_size_label
from printgen.geometry.hex_grid import SQRT3, Geometry, HexGrid
from printgen.geometry.hexes import Hex, Orientation
from printgen.imposition.blank_pages import Line, LinePage
from printgen.imposition.plan import FOOT, HEAD
from printgen.imposition.poster import EDGE
from printgen.paper import PaperError, Size


def blank_page(
    length: str, orientation: Orientation, paper: Size, lang: str, words: Mapping[str, str]
) -> LinePage:
    """A page of hexes of a size from flat to flat, in the orientation with more hexes.

    Raises PaperError when not even one fits.
    """
    flats = millimetres(length)
    side = flats / SQRT3
    laid = [(_fitting(turned, side, orientation), turned) for turned in (paper, paper.turned())]
    (geometry, hexes), turned = max(laid, key=lambda found: len(found[0][1]))
    if not hexes:
        raise PaperError(f"hexes of {length} do not fit on paper of {paper}")
    label = hex_size_label(words["hex_size"], flats, length, lang)
    return LinePage(turned, _lines(geometry, hexes, turned), label)


def _fitting(paper: Size, side: float, orientation: Orientation) -> tuple[Geometry, list[Hex]]:
    """The whole hexes within the margins."""
    room = paper.width - 2 * EDGE, paper.height - HEAD - FOOT
    # Room along the corner-to-corner axis of hexes, and along their flat-to-flat axis.
    corners, flats = room if orientation == "flat-top" else (room[1], room[0])
    many = max(0, floor((corners - side / 2) / (1.5 * side) + 1e-9))
    other = max(0, floor(flats / (side * SQRT3) + 1e-9))
    columns, rows = (many, other) if orientation == "flat-top" else (other, many)
    geometry = Geometry(HexGrid(columns, rows, orientation), side)
    inside = [
        hex
        for hex in geometry.grid
        if all(x <= room[0] + 1e-6 and y <= room[1] + 1e-6 for x, y in geometry.corners(hex))
    ]
    return geometry, inside


def _lines(geometry: Geometry, hexes: list[Hex], paper: Size) -> list[Line]:
    """The sides of hexes centred within the margins, each once: three sides per hex, and the other
    three where there is no neighbour.
    """
    there = set(hexes)
    corners = {hex: geometry.corners(hex) for hex in hexes}
    wide = max(x for found in corners.values() for x, _ in found)
    high = max(y for found in corners.values() for _, y in found)
    left = (paper.width - wide) / 2
    top = HEAD + (paper.height - HEAD - FOOT - high) / 2
    lines: list[Line] = []
    for hex in hexes:
        around = [(left + x, top + y) for x, y in corners[hex]]
        lines.append([around[5], *around[:3]])
        lines += [around[side - 1 : side + 1] for side in (3, 4, 5) if hex.next(side) not in there]
    return lines
