"""The nets of a box of lid and tray: a rectangle with four walls, and a flap for glue at each
corner.
"""

from __future__ import annotations

from dataclasses import dataclass

from printgen.geometry.nets import EASE, FAR, Net, NetPanel, PanelName, level, upright
from printgen.geometry.outlines import polygon

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
