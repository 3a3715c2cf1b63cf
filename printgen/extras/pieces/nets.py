"""Nets of boxes to fold: panels to print, lines to cut and to fold, areas for glue. Lengths in mm,
from the top left corner of a net on its printed side; y grows downwards.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from printgen.extras.pieces.outlines import rounded
from printgen.geometry.outlines import Outline, Point, polygon

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
    _, body, foot, end = box.rows
    glue = [_glue_flap(box)] + ([_inner_bottom(box)] if box.glued else [])
    return Net(
        box.columns[4] + GLUE,
        max(end if box.glued else end + box.tuck, foot + box.dust),
        _panels(box),
        rounded([*_head(box), *_with_radius(_glue_flap_corners(box)), *_foot(box, True)]),
        rounded(
            [*_head(box), (box.columns[4], body, 0), (box.columns[4], foot, 0), *_foot(box, False)]
        ),
        _creases(box),
        tuple(glue),
    )


def _panels(box: Tuckbox) -> tuple[NetPanel, ...]:
    back, left, front, right, _ = box.columns
    lid, body, foot, _ = box.rows
    width, height, depth = box.width, box.height, box.depth
    below = 0.0 if box.glued else FAR
    inner = width - 2 * EASE
    return (
        NetPanel("back", back, body, width, height, (FAR, 0, 0, below)),
        NetPanel("side", left, body, depth, height, turn=90),
        NetPanel("front", front, body, width, height, (0, FAR, 0, 0), notch=box.notch),
        NetPanel("side", right, body, depth, height, turn=90),
        NetPanel("top", back + EASE, lid, inner, depth, (FAR, 0, EASE, 0), turn=180),
        NetPanel("bottom", front + EASE, foot, inner, depth,
                 (EASE, 0, EASE, FAR if box.glued else 0)),
    )  # fmt: skip


def _head(box: Tuckbox) -> list[_Corner]:
    """The upper edge, from the back to the right side."""
    back, left, front, right, glue = box.columns
    body = box.rows[1]
    middle, notch = front + box.width / 2, box.notch
    return [
        (back, body, 0),
        *_flap(back, left, body, -(box.depth + box.tuck), 0.6 * box.tuck),
        (left, body, 0),
        *_dust_flap(left, front, body, -box.dust),
        (front, body, 0),
        (middle - notch, body, 0),
        (middle - notch, body + notch, notch),
        (middle + notch, body + notch, notch),
        (middle + notch, body, 0),
        (right, body, 0),
        *_dust_flap(right, glue, body, -box.dust),
    ]


def _foot(box: Tuckbox, whole: bool) -> list[_Corner]:
    """The lower edge, from the right side to the back; if not `whole`, without what is glued."""
    back, left, front, right, glue = box.columns
    foot = box.rows[2]
    bottom = box.depth if box.glued else box.depth + box.tuck
    radius = 1.0 if box.glued else 0.6 * box.tuck
    inner = _with_radius(_inner_bottom_corners(box)) if box.glued and whole else []
    return [
        *_dust_flap(glue, right, foot, box.dust),
        (right, foot, 0),
        *_flap(right, front, foot, bottom, radius),
        (front, foot, 0),
        *_dust_flap(front, left, foot, box.dust),
        (left, foot, 0),
        *inner,
        (back, foot, 0),
    ]


def _flap(start: float, end: float, fold: float, length: float, radius: float) -> list[_Corner]:
    """A flap on a fold, from `start` to `end`; a negative length goes up."""
    ease = EASE if end > start else -EASE
    near, far = start + ease, end - ease
    tip = fold + length
    return [(near, fold, 0), (near, tip, radius), (far, tip, radius), (far, fold, 0)]


def _dust_flap(start: float, end: float, fold: float, length: float) -> list[_Corner]:
    """A flap with slanted sides."""
    ease = EASE if end > start else -EASE
    slant = 0.15 * (end - start)
    near, far, tip = start + ease, end - ease, fold + length
    return [(near, fold, 0), (near + slant, tip, 1), (far - slant, tip, 1), (far, fold, 0)]


def _glue_flap_corners(box: Tuckbox) -> list[Point]:
    x, (_, body, foot, _) = box.columns[4], box.rows
    return [(x, body), (x + GLUE, body + TAPER), (x + GLUE, foot - TAPER), (x, foot)]


def _glue_flap(box: Tuckbox) -> Outline:
    return polygon(_glue_flap_corners(box))


def _inner_bottom_corners(box: Tuckbox) -> list[Point]:
    left, right, foot = EASE, box.width - EASE, box.rows[2]
    tip = foot + box.depth - _SHORTER
    return [(right, foot), (right - EASE, tip), (left + EASE, tip), (left, foot)]


def _inner_bottom(box: Tuckbox) -> Outline:
    return polygon(_inner_bottom_corners(box))


def _with_radius(points: list[Point]) -> list[_Corner]:
    return [(x, y, 0.0) for x, y in points]


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
    flaps = _flaps(tray, end, top, bottom)
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


def _flaps(
    tray: Tray, end: float, top: float, bottom: float
) -> tuple[list[tuple[float, float]], ...]:
    """The flaps at the top left, top right, bottom left and bottom right, clockwise."""
    length, slant, depth = tray.flap, min(3.0, tray.depth / 4), tray.depth
    up, down, right = top - length, bottom + length, end - depth
    return (
        [(0.0, top), (slant, up), (depth - EASE, up), (depth - EASE, top)],
        [(right + EASE, top), (right + EASE, up), (end - slant, up), (end, top)],
        [(depth - EASE, bottom), (depth - EASE, down), (slant, down), (0.0, bottom)],
        [(end, bottom), (end - slant, down), (right + EASE, down), (right + EASE, bottom)],
    )
