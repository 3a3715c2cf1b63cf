"""The shapes of tokens and of dividers, and how closely tokens lie together. Lengths in mm."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import floor, sqrt
from typing import Literal

from printgen.extras.pieces.outlines import circle, hexagon, rounded
from printgen.geometry.outlines import Outline, Point, rectangle

# A hexagon has flat sides at its top and bottom; a pointed one has corners there.
TokenShape = Literal["round", "square", "hexagon", "hexagon-pointed"]

# How tokens lie: in a grid, or each row or each column half a token further than the one before.
Packing = Literal["grid", "rows", "columns"]

PACKINGS: dict[TokenShape, tuple[Packing, ...]] = {
    "round": ("grid", "rows", "columns"),
    "square": ("grid",),
    "hexagon": ("columns",),
    "hexagon-pointed": ("rows",),
}

_EPSILON = 1e-6


def token_box(shape: TokenShape, size: float) -> tuple[float, float]:
    """The width and the height of a token. `size` is the diameter, the side of a square, or the
    distance of opposite flat sides of a hexagon.
    """
    if shape == "hexagon":
        return size * 2 / sqrt(3), size
    if shape == "hexagon-pointed":
        return size, size * 2 / sqrt(3)
    return size, size


def token_outline(
    shape: TokenShape, size: float, radius: float = 0.0, margin: float = 0.0
) -> Outline:
    """The outline of a token whose box has its top left corner at the origin.

    `radius` rounds the corners of a square. The outline is moved outwards by `margin`.
    """
    grown = size + 2 * margin
    if shape == "round":
        outline = circle(grown)
    elif shape == "square":
        outline = rectangle(grown, grown, radius + margin if radius else 0.0)
    else:
        outline = hexagon(grown, "flat-top" if shape == "hexagon" else "pointy-top")
    width, height = token_box(shape, size)
    wide, high = token_box(shape, grown)
    return outline.placed((width - wide) / 2, (height - high) / 2)


def token_inset(shape: TokenShape, size: float, margin: float) -> float:
    """The distance from the box of a token to the rectangle for its words.

    The rectangle is in the middle and at least `margin` away from the outline. In a circle it is
    the inscribed square. In a hexagon with flat top, with half a box of `size` by `size` / sqrt(3),
    its corner (x, y) from the centre is on x + y / sqrt(3) = (`size` - 2 `margin`) / sqrt(3).
    """
    if shape == "round":
        return size / 2 - (size - 2 * margin) / (2 * sqrt(2))
    if shape == "square":
        return margin
    return (2 * margin + size / 2) / (sqrt(3) + 1)


def pack(
    packing: Packing, box: tuple[float, float], gap: float, room: tuple[float, float]
) -> list[Point]:
    """The top left corners of as many boxes as fit into a room, in reading order.

    Neighbours are `gap` apart. In staggered packings the middles of neighbours are at the corners
    of triangles with equal sides, so that circles and hexagons are as close as they can be. The
    corners are from the top left of all boxes together.
    """
    if packing == "columns":
        turned = pack("rows", (box[1], box[0]), gap, (room[1], room[0]))
        return sorted(((x, y) for y, x in turned), key=lambda place: (place[1], place[0]))
    return list(_rows(packing == "rows", box, gap, room))


def _rows(
    staggered: bool, box: tuple[float, float], gap: float, room: tuple[float, float]
) -> Iterator[Point]:
    height, step = box[1], box[0] + gap
    pitch = step * sqrt(3) / 2 if staggered else height + gap
    across = max(0, floor((room[0] + gap + _EPSILON) / step))
    down = max(0, floor((room[1] - height + _EPSILON) / pitch) + 1) if across else 0
    # Odd rows have as many tokens as even ones where half a token more fits.
    odd = across if across * step + step / 2 - gap <= room[0] + _EPSILON else across - 1
    for row in range(down):
        shifted = staggered and row % 2 == 1
        for column in range(odd if shifted else across):
            yield column * step + (step / 2 if shifted else 0.0), row * pitch


# --- dividers: cards with a tab at the top. Lengths in mm -----------------------------------------


@dataclass(frozen=True, slots=True)
class Tabs:
    """Dividers of a width and a height without their tabs. A tab is `tab` high and as wide as a
    divider divided by `count`: the tabs of `count` dividers do not hide each other.
    """

    width: float
    height: float
    tab: float
    count: int

    @property
    def wide(self) -> float:
        """The width of a tab."""
        return self.width / self.count

    def left(self, number: int, mirrored: bool = False) -> float:
        """The left edge of the tab of a divider, by its number from 0; or as seen from behind."""
        place = number % self.count
        return (self.count - 1 - place if mirrored else place) * self.wide

    def outline(self, number: int, radius: float) -> Outline:
        """The outline of a divider. The box around it has its top left corner at the origin."""
        left, top, foot = self.left(number), self.tab, self.tab + self.height
        right, last = left + self.wide, (number + 1) % self.count == 0
        corner = min(radius, self.tab / 2, self.wide / 4)
        corners = [(left, 0.0, corner), (right, 0.0, corner)]
        if not last:
            # The inner corner beside the tab is rounded, too.
            corners += [(right, top, corner), (self.width, top, radius)]
        corners += [(self.width, foot, radius), (0.0, foot, radius)]
        if number % self.count:
            corners += [(0.0, top, radius), (left, top, corner)]
        return rounded(corners)
