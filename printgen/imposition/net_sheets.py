"""The placement of nets on sheets: one net a sheet, with its panels above its ground."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from printgen.geometry.nets import Net, NetPanel
from printgen.imposition.plan import FOOT, Placement, SheetPlan, SheetSide
from printgen.paper import PAPERS, PRINTER_MARGIN, PaperError, Size


@dataclass(frozen=True, slots=True)
class PlacedNet:
    """A net with the number of the face of its ground, and those of its panels in order."""

    net: Net
    ground: int
    panels: tuple[int, ...]


def plan_nets(nets: Sequence[PlacedNet], paper: Size, bleed: float) -> SheetPlan:
    """A sheet for each net. Raises PaperError when one does not fit, and names papers that do."""
    need = Size(
        max(placed.net.width for placed in nets) + 2 * (PRINTER_MARGIN + bleed),
        max(placed.net.height for placed in nets) + PRINTER_MARGIN + bleed + FOOT,
    )
    sheet = _turned_to_fit(need, paper)
    if sheet is None:
        larger = [name for name, size in PAPERS.items() if _turned_to_fit(need, size)]
        fitting = f"it fits on {', '.join(larger[:3])}" if larger else "no known paper is so large"
        message = f"the net needs paper of {need.width:.0f} x {need.height:.0f} mm: {fitting}"
        raise PaperError(message)
    sides = tuple(_side(str(n), placed, sheet, bleed) for n, placed in enumerate(nets, start=1))
    return SheetPlan(sheet, Size(nets[0].net.width, nets[0].net.height), sides)


def _turned_to_fit(need: Size, paper: Size) -> Size | None:
    """The paper as it must lie, if it is large enough."""
    for sheet in (paper, paper.turned()):
        if need.width <= sheet.width and need.height <= sheet.height:
            return sheet
    return None


def _side(name: str, placed: PlacedNet, paper: Size, bleed: float) -> SheetSide:
    net = placed.net
    x, y = (paper.width - net.width) / 2, (paper.height - FOOT - net.height + PRINTER_MARGIN) / 2
    ground = Placement(placed.ground, x, y, net.width, net.height, (bleed,) * 4)
    panels = [
        _panel(number, panel, x, y, bleed)
        for number, panel in zip(placed.panels, net.panels, strict=True)
    ]
    return SheetSide(
        name,
        (ground, *panels),
        cuts=(net.cut.placed(x, y),),
        creases=tuple(crease.placed(x, y) for crease in net.creases),
        lined=True,
        glue=tuple(area.placed(x, y) for area in net.glue),
    )


def _panel(face: int, panel: NetPanel, x: float, y: float, bleed: float) -> Placement:
    left, top, right, bottom = (min(bleed, room) for room in panel.bleed)
    clip = left, top, right, bottom
    return Placement(face, x + panel.x, y + panel.y, panel.width, panel.height, clip, panel.turn)
