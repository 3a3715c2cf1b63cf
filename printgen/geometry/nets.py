"""Nets of boxes: panels to print, lines to cut and to fold, areas for glue. Lengths in mm.

Coordinates are from the top left corner of a net, on its printed side; y grows downwards.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from printgen.geometry.outlines import Outline, polygon

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
