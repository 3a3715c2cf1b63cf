"""Nets of boxes to fold: panels to print, lines to cut and to fold, areas for glue. Lengths in mm,
from the top left corner of a net on its printed side; y grows downwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from printgen.geometry.outlines import Outline, Point, polygon, rounded

PanelName = Literal["front", "back", "side", "top", "bottom"]

# How far flaps and lids stay away from their neighbours on each side.
EASE = 0.5


@dataclass(frozen=True, slots=True)
class NetPanel:
    """A rectangle of a net with a picture of its own.

    Its picture is turned clockwise by `turn` degrees. `bleed` is how far it may go beyond the left,
    top, right and bottom edge: nothing beyond a fold, to the middle of a gap, far beyond the net.
    `notch` is the depth of a notch in the upper edge.
    """

    name: PanelName
    x: float
    y: float
    width: float
    height: float
    bleed: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    turn: int = 0
    notch: float = 0.0


@dataclass(frozen=True, slots=True)
class Net:
    """The net of a box. `ground` is what is printed: all without the areas for glue."""

    width: float
    height: float
    panels: tuple[NetPanel, ...]
    cut: Outline
    ground: Outline
    creases: tuple[Outline, ...]
    glue: tuple[Outline, ...]


# The bleed beyond an outer edge: as much as there is.
FAR = 100.0


def level(y: float, left: float, right: float) -> Outline:
    """A level crease."""
    return polygon([(left, y), (right, y)], open=True)


def upright(x: float, top: float, bottom: float) -> Outline:
    """An upright crease."""
    return polygon([(x, top), (x, bottom)], open=True)


# --- the net of a tuckbox: back, side, front, side and a flap for glue, from left to right --------
#
# The lid is on the back and tucks in behind the front, which has a notch for the thumb. The bottom
# is glued, or tucks in like the lid.


# The flap for glue, and how much its ends taper (mm).
GLUE, TAPER = 11.0, 4.0

# The shortest and the longest flap that tucks in (mm).
SHORT, LONG = 11.0, 16.0

# The largest radius of the notch (mm).
NOTCH = 9.0

# The glued inner bottom ends before the fold of the outer one (mm).
_SHORTER = 1.0

# A corner with the radius that rounds it.
_Corner = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Tuckbox:
    """The inner width, height and depth of a tuckbox; whether its bottom is glued."""

    width: float
    height: float
    depth: float
    glued: bool = True

    @property
    def tuck(self) -> float:
        """The length of the flaps that tuck in."""
        return min(LONG, max(SHORT, self.depth), self.height / 2)

    @property
    def dust(self) -> float:
        """The length of the dust flaps, which do not meet under the lid."""
        return min(max(0.75 * self.depth, SHORT), self.width / 2 - 1, self.depth + self.tuck - 2)

    @property
    def notch(self) -> float:
        """The radius of the notch for the thumb."""
        return min(NOTCH, self.width / 4)

    @property
    def columns(self) -> tuple[float, float, float, float, float]:
        """The left edges of back, side, front, side and glue flap."""
        width, depth = self.width, self.depth
        return 0.0, width, width + depth, 2 * width + depth, 2 * (width + depth)

    @property
    def rows(self) -> tuple[float, float, float, float]:
        """The folds of tuck flap and lid, the lower edge of the body, and that of the bottom."""
        lid, body = self.tuck, self.tuck + self.depth
        return lid, body, body + self.height, body + self.height + self.depth


def tuckbox_net(box: Tuckbox) -> Net:
    """The net of a tuckbox."""
    back, left, front, right, edge = box.columns
    lid, body, foot, end = box.rows
    width, height, depth = box.width, box.height, box.depth
    inner = width - 2 * EASE
    panels = (
        NetPanel("back", back, body, width, height, (FAR, 0, 0, 0.0 if box.glued else FAR)),
        NetPanel("side", left, body, depth, height, turn=90),
        NetPanel("front", front, body, width, height, (0, FAR, 0, 0), notch=box.notch),
        NetPanel("side", right, body, depth, height, turn=90),
        NetPanel("top", back + EASE, lid, inner, depth, (FAR, 0, EASE, 0), turn=180),
        NetPanel("bottom", front + EASE, foot, inner, depth,
                 (EASE, 0, EASE, FAR if box.glued else 0)),
    )  # fmt: skip
    flap = [(edge, body), (edge + GLUE, body + TAPER), (edge + GLUE, foot - TAPER), (edge, foot)]
    beside = [(edge, body), (edge, foot)]
    tip = foot + depth - _SHORTER
    bottom = [(width - EASE, foot), (width - 2 * EASE, tip), (2 * EASE, tip), (EASE, foot)]
    glued = [bottom] if box.glued else []
    return Net(
        edge + GLUE,
        max(end if box.glued else end + box.tuck, foot + box.dust),
        panels,
        rounded([*_head(box), *((x, y, 0.0) for x, y in flap), *_foot(box, *glued)]),
        rounded([*_head(box), *((x, y, 0.0) for x, y in beside), *_foot(box)]),
        _creases(box),
        tuple(polygon(area) for area in (flap, *glued)),
    )


def _head(box: Tuckbox) -> list[_Corner]:
    """The upper edge, from the back to the right side."""
    back, left, front, right, glue = box.columns
    body = box.rows[1]
    middle, notch = front + box.width / 2, box.notch
    return [
        (back, body, 0),
        *_flap(back, left, body, -(box.depth + box.tuck), 0.6 * box.tuck),
        (left, body, 0),
        *_flap(left, front, body, -box.dust, 1, 0.15),
        (front, body, 0),
        (middle - notch, body, 0),
        (middle - notch, body + notch, notch),
        (middle + notch, body + notch, notch),
        (middle + notch, body, 0),
        (right, body, 0),
        *_flap(right, glue, body, -box.dust, 1, 0.15),
    ]


def _foot(box: Tuckbox, inner: Sequence[Point] = ()) -> list[_Corner]:
    """The lower edge, from the right side to the back, with the `inner` bottom that is glued."""
    back, left, front, right, glue = box.columns
    foot = box.rows[2]
    bottom = box.depth if box.glued else box.depth + box.tuck
    radius = 1.0 if box.glued else 0.6 * box.tuck
    return [
        *_flap(glue, right, foot, box.dust, 1, 0.15),
        (right, foot, 0),
        *_flap(right, front, foot, bottom, radius),
        (front, foot, 0),
        *_flap(front, left, foot, box.dust, 1, 0.15),
        (left, foot, 0),
        *((x, y, 0.0) for x, y in inner),
        (back, foot, 0),
    ]


def _flap(
    start: float, end: float, fold: float, length: float, radius: float, slant: float = 0.0
) -> list[_Corner]:
    """A flap on a fold, from `start` to `end`; a negative length goes up. Its sides slant by a
    share of its width.
    """
    ease, aside = EASE if end > start else -EASE, slant * (end - start)
    near, far, tip = start + ease, end - ease, fold + length
    return [
        (near, fold, 0),
        (near + aside, tip, radius),
        (far - aside, tip, radius),
        (far, fold, 0),
    ]


def _creases(box: Tuckbox) -> tuple[Outline, ...]:
    back, left, front, right, glue = box.columns
    lid, body, foot, end = box.rows
    found = [upright(x, body, foot) for x in (left, front, right, glue)]
    folds = [(lid, back, left), (body, back, left), (foot, front, right)]
    folds += [(y, *side) for y in (body, foot) for side in ((left, front), (right, glue))]
    folds.append((foot, back, left) if box.glued else (end, front, right))
    return (*found, *(level(y, start + EASE, stop - EASE) for y, start, stop in folds))


# --------------------------------------------------------------------------------------------------
# The nets of a box of lid and tray: a rectangle with four walls, and a flap for glue at each
# corner.


# The longest flap for glue (mm).
FLAP = 14.0


@dataclass(frozen=True, slots=True)
class Tray:
    """A tray, or a lid, by the inner width and height of its floor and the depth of its walls."""

    width: float
    height: float
    depth: float
    floor: PanelName = "bottom"

    @property
    def flap(self) -> float:
        """The length of the flaps for glue, which do not meet."""
        return min(FLAP, self.depth, self.width / 2 - 1)


def tray_net(tray: Tray) -> Net:
    """The net of a tray. The flaps for glue are on the walls at the left and at the right."""
    width, height, depth = tray.width, tray.height, tray.depth
    left, top = depth, depth
    right, bottom = left + width, top + height
    end, foot = right + depth, bottom + depth
    walls = (
        NetPanel("side", left, 0, width, depth, (EASE, FAR, EASE, 0), turn=180),
        NetPanel("side", left, bottom, width, depth, (EASE, 0, EASE, FAR)),
        NetPanel("side", 0, top, depth, height, (FAR, 0, 0, 0), turn=90),
        NetPanel("side", right, top, depth, height, (0, 0, FAR, 0), turn=270),
    )
    # The flaps at the top left, top right, bottom left and bottom right, clockwise.
    slant, inside = min(3.0, depth / 4), (depth - EASE, right + EASE)
    up, down = top - tray.flap, bottom + tray.flap
    flaps = (
        [(0.0, top), (slant, up), (inside[0], up), (inside[0], top)],
        [(inside[1], top), (inside[1], up), (end - slant, up), (end, top)],
        [(inside[0], bottom), (inside[0], down), (slant, down), (0.0, bottom)],
        [(end, bottom), (end - slant, down), (inside[1], down), (inside[1], bottom)],
    )
    upper, lower = [flaps[0], flaps[1]], [flaps[2], flaps[3]]
    plus = [(left, top), (left, 0), (right, 0), (right, top)]
    minus = [(right, bottom), (right, foot), (left, foot), (left, bottom)]
    sides = [(end, top), (end, bottom)], [(0.0, bottom), (0.0, top)]
    cut = [*plus, *upper[1], *lower[1], *minus, *lower[0], *upper[0]]
    return Net(
        end,
        foot,
        (NetPanel(tray.floor, left, top, width, height), *walls),
        polygon(cut),
        polygon([*plus, *sides[0], *minus, *sides[1]]),
        (
            *(level(y, left, right) for y in (top, bottom)),
            *(upright(x, top, bottom) for x in (left, right)),
            *(
                level(y, *ends)
                for y in (top, bottom)
                for ends in ((0.0, left - EASE), (right + EASE, end))
            ),
        ),
        tuple(polygon(flap) for flap in flaps),
    )
