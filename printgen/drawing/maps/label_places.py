"""Where place names are written: beside units, their marks and the numbers of hexes."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from printgen.drawing.maps.parts import Box
from printgen.geometry.hex_grid import Point

# A name moves by these steps, as shares of the side of a hex: this many at most down or up, and
# to the left or right.
_STEP, _DOWN, _ACROSS = 0.08, 14, 6


def free_places(
    names: Sequence[tuple[Point, float, float]],
    units: Sequence[Box],
    numbers: Sequence[Box],
    side: float,
    area: Box,
) -> list[Point]:
    """The middles of names, moved within an area where they would cover units or, if they can,
    numbers of hexes. A name has its middle, its width and its height (mm); `side` (mm) is that of a
    hex. One that finds no place stays.
    """
    written = [_box(*name) for name in names]
    found = []
    for number, (at, wide, high) in enumerate(names):
        taken = [*units, *written[:number], *written[number + 1 :]]
        for covered in (units, numbers):
            if any(written[number].meets(box) for box in covered):
                others = taken if covered is units else [*taken, *numbers]
                at = _nearest_free(at, wide, high, others, side, area)
                written[number] = _box(at, wide, high)
        found.append(at)
    return found


def within(at: Point, wide: float, high: float, area: Box) -> Point:
    """The nearest middle at which a name of this width and height (mm) is whole within an area; the
    middle of an area that is smaller.
    """
    return (
        _between(at[0], area.left + wide / 2, area.right - wide / 2),
        _between(at[1], area.top + high / 2, area.bottom - high / 2),
    )


def _between(value: float, low: float, high: float) -> float:
    return min(max(value, low), high) if low < high else (low + high) / 2


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
