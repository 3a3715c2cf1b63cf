"""The calm pattern: a block of large shapes."""

from __future__ import annotations

from itertools import product
from math import pi

from printgen.extras.ornaments.paths import (
    Path,
    arc,
    circle,
    closed,
    curve,
    joined,
    line,
    polygon,
    quarter,
    rectangle,
)
from printgen.extras.ornaments.pen import (
    BLACK,
    Plate,
    Sheet,
    mixed,
)
from printgen.typography.print_limits import WHITE, type_on


def _leaf(c: float) -> Path:
    k = 0.5523 * c
    return closed(curve((0, 0), (k, 0), (c, c - k), (c, c), (c - k, c), (0, k), (0, 0)))


# The tiles of a block, in a square from 0, 0 to c, c.
def _tile(name: str, c: float) -> Path:
    match name:
        case "quarter":
            return quarter(c)
        case "half":
            return closed(arc(c / 2, 0, pi)).moved(c / 2, 0)
        case "leaf":
            return _leaf(c)
        case "disc":
            return circle(0.36 * c, c / 2, c / 2)
        case "corner":
            return polygon([(0, 0), (c, 0), (0, c)])
        case "ring":
            outer, inner = arc(c, 0, pi / 2), arc(0.5 * c, pi / 2, 0)
            return closed(outer + line([(0, c), (0, 0.5 * c)])[1:] + inner[1:])
        case "bars":
            return joined(rectangle(0, k * c, c, (k + 0.2) * c) for k in (0, 0.4, 0.8))
        case _:
            return rectangle(0, 0, c, c)


_BLOCKS = (
    ("quarter", "quarter", "disc"),
    ("leaf", "leaf", "disc", "quarter"),
    ("corner", "corner", "square"),
    ("half", "half", "bars"),
    ("ring", "ring", "quarter", "disc"),
    ("quarter", "corner", "bars", "ring"),
)


def calm(sheet: Sheet) -> None:
    """A block of large shapes in few tints, on a plain ground."""
    accent = sheet.accent
    dark = type_on(accent) == WHITE
    pale, tint = mixed(accent, WHITE, 0.86), mixed(accent, WHITE, 0.42)
    deep = mixed(accent, BLACK, 0.38 if dark else 0.3)
    warm = sheet.pick(("#f2b84b", "#e8683f", "#f4e3b2", "#8fc7b5"))
    sheet.ground(accent)
    room = (7.4 if sheet.titled else 0.8) * min(1.25, max(0.8, sheet.unit))
    band = sheet.edge + (sheet.head if sheet.titled and sheet.head else room)
    margin = min(sheet.edge + 1, band)
    wide, high = 2 * (sheet.w - margin), 2 * (sheet.h - band)
    c, across, down = max(
        ((min(wide / n, high / max(1, int(high / (wide / n)))), n, max(1, int(high / (wide / n))))
         for n in (3, 4, 5, 6)),
        key=lambda each: each[0] * each[0] * each[1] * each[2] * (1.08 if each[1] == 4 else 1),
    )  # fmt: skip
    names = sheet.pick(_BLOCKS)
    left, top = -c * across / 2, -c * down / 2
    cells = [] if sheet.pictured else list(product(range(down), range(across)))
    half = len(cells) // 2
    grounds = [deep, accent, tint, mixed(accent, BLACK, 0.18)]
    # Shapes are above all grounds: the ground of a cell would take an edge from those beside it.
    shapes = list[tuple[str, Path]]()
    for row, column in cells[:half]:
        x, y = left + column * c, top + row * c
        ground = sheet.pick(grounds)
        # A little larger than the cell: else a thread of the ground is seen between two.
        sheet.fill(ground, rectangle(x - 0.03, y - 0.03, x + c + 0.03, y + c + 0.03))
        name = sheet.pick(names)
        shape = _tile(name, c).moved(-c / 2, -c / 2).rotated(sheet.pick((0, 1, 2, 3)) * pi / 2)
        shape = shape.scaled(1 + 0.06 / c).moved(x + c / 2, y + c / 2)
        light = [each for each in (pale, pale, warm, tint, deep) if each != ground]
        shapes.append((sheet.pick(light), shape))
    for colour, shape in shapes:
        sheet.fill(colour, shape, low="fill" if colour == warm else "")
        if sheet.low and colour != warm:
            sheet.line(accent, 0.25, shape)
    if len(cells) % 2:
        sheet.fill(deep, rectangle(-c / 2, -c / 2, c / 2, c / 2))
        sheet.fill(warm, circle(0.36 * c), low="fill")
    sheet.middle = 0.8 * c
    if sheet.low and cells:
        sheet.line(accent, 0.25, rectangle(left, top, -left, -top))
    if sheet.titled:
        sheet.plate = Plate(
            left, -sheet.h + sheet.edge, 2 * -left, band - sheet.edge - 1.4, type_on(accent), "left"
        )
        sheet.plate = sheet.plate._replace(top=top - sheet.plate.height - 1)
