"""Table plans: the geometry of their features, and lines of fire."""

from __future__ import annotations

from printgen.content.models.table_plan import (
    Area,
    Circle,
    End,
    Fire,
    Layout,
    Line,
    Rectangle,
    Token,
)
from printgen.geometry.sightlines import (
    Box,
    Disc,
    Obstacle,
    Piece,
    Point,
    Sight,
    line_of_sight,
    thick_line,
)


def marked(layout: Layout) -> dict[str, list[Point]]:
    """The positions of tokens by mark."""
    found: dict[str, list[Point]] = {}
    for feature in layout.features:
        if isinstance(feature, Token) and feature.mark:
            found.setdefault(feature.mark, []).append((feature.at[0], feature.at[1]))
    return found


def place_of(layout: Layout, end: End) -> Point:
    """The position of the end of a line. Its mark must exist: checks have validated it."""
    if isinstance(end, str):
        return marked(layout)[end][0]
    return end[0], end[1]


def pieces_of(layout: Layout, area: Area) -> tuple[Piece, ...]:
    """The shape of an area of the plan."""
    if isinstance(area, Rectangle):
        middle, size = (area.at[0], area.at[1]), (area.size[0], area.size[1])
        return (Box(middle, size, area.turn),)
    if isinstance(area, Circle):
        return (Disc((area.at[0], area.at[1]), area.radius),)
    if isinstance(area, Line):
        return thick_line([(x, y) for x, y in area.points], area.width_in(layout.unit))
    wide, high, deep = layout.width, layout.height, area.depth
    middle, size = {
        "north": ((wide / 2, deep / 2), (wide, deep)),
        "south": ((wide / 2, high - deep / 2), (wide, deep)),
        "west": ((deep / 2, high / 2), (deep, high)),
        "east": ((wide - deep / 2, high / 2), (deep, high)),
    }[area.side]
    return (Box(middle, size),)


def line_of_fire(layout: Layout, fire: Fire) -> Sight:
    """The line of sight of a line of fire, past the areas that give cover or block."""
    obstacles = [
        Obstacle(pieces_of(layout, feature), feature.cover)
        for feature in layout.features
        if isinstance(feature, Area) and feature.cover
    ]
    start, end = place_of(layout, fire.start), place_of(layout, fire.to)
    return line_of_sight(start, end, obstacles, fire.over or 0)
