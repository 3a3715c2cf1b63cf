"""The number and the size of the hexes of a map."""

from __future__ import annotations

import re
from collections import Counter

from printgen.analysis.maps.board import Board, BoardFault
from printgen.content.models.hexmap import HexMap
from printgen.geometry.hex_grid import SQRT3, HexGrid
from printgen.paper import MM_BY_UNIT

MAX_HEXES = 100_000

# Flat to flat size of a hex in mm (smallest, largest), and the longest side of a map in mm: the
# largest size of a PDF page.
SMALLEST, LARGEST, LONGEST = 4.0, 300.0, 5000.0

_LENGTH = re.compile(r"([0-9.]+) *(mm|cm|in)")


def rows_of(value: HexMap) -> list[list[str]]:
    """The cells of the text grid: separated by spaces, or else one character each."""
    lines = [line.strip() for line in (value.grid or "").splitlines()]
    while lines and not lines[-1]:
        lines.pop()
    spaced = any(" " in line for line in lines)
    return [line.split() if spaced else list(line) for line in lines]


def grid_of(value: HexMap, rows: list[list[str]], faults: list[BoardFault]) -> HexGrid:
    """The grid of a map, with the size of its text grid or else its given size."""
    # If the rows differ, assume that the most common length is right.
    widths = Counter(map(len, rows)).most_common(1)
    found = {"columns": widths[0][0] if widths else 0, "rows": len(rows)}
    sizes = {}
    for name, there in found.items():
        given = getattr(value, name)
        if given is None and not there:
            message = f"the number of {name} is missing"
            faults.append(
                BoardFault("map-size", message, (), "give `grid`, or `columns` and `rows`")
            )
        elif given is not None and there and given != there:
            message = f"the grid has {there} {name}, not {given}"
            faults.append(BoardFault("map-size", message, (name,)))
        sizes[name] = there or given or 1
    offset = value.offset or ""
    upright = "columns" if value.orientation == "flat-top" else "rows"
    if offset and upright not in offset:
        message = f"the offset of {value.orientation} hexes is by {upright}"
        known = "even-columns-lower or odd-columns-lower"
        hint = known if upright == "columns" else "even-rows-right or odd-rows-right"
        faults.append(BoardFault("map-size", message, ("offset",), hint))
    return HexGrid(sizes["columns"], sizes["rows"], value.orientation, offset.startswith("odd"))


def side_of(value: HexMap, faults: list[BoardFault]) -> float:
    """The side length of a hex in mm."""
    given = [name for name in ("flat_to_flat", "side") if getattr(value, name) is not None]
    if len(given) != 1:
        message = f"the size of the hexes is {'given twice' if given else 'missing'}"
        hint = "`flat_to_flat: 25 mm`, or `side: 15 mm`"
        faults.append(BoardFault("map-size", message, tuple(given[-1:]), hint))
        return 15.0
    length = millimetres(getattr(value, given[0]))
    side = length / SQRT3 if given[0] == "flat_to_flat" else length
    if not SMALLEST <= side * SQRT3 <= LARGEST:
        message = f"these hexes are {side * SQRT3:g} mm from flat to flat"
        hint = f"{SMALLEST:g} to {LARGEST:g} mm"
        faults.append(BoardFault("map-size", message, (given[0],), hint))
        return 15.0
    return side


def millimetres(length: str) -> float:
    """A length such as `1.5 in` in mm."""
    found = _LENGTH.fullmatch(length)
    assert found is not None
    return float(found[1]) * MM_BY_UNIT[found[2]]


def measure(board: Board) -> None:
    """Record a fault when the map has too many hexes, or is too large for a page."""
    if len(board.grid) > MAX_HEXES:
        message = f"the map has {len(board.grid):,} hexes"
        board.faults.append(BoardFault("map-size", message, (), f"{MAX_HEXES:,} at most"))
    longest = max(board.geometry.size())
    if longest > LONGEST:
        message = f"the map is {longest / 1000:.1f} m long"
        hint = f"{LONGEST / 1000:g} m at most: smaller hexes, or fewer"
        size = "flat_to_flat" if board.entry.value.flat_to_flat else "side"
        board.faults.append(BoardFault("map-size", message, (size,), hint))
