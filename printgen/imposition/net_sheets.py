"""The placement of nets on sheets: one net a sheet, with its panels above its ground."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

from printgen.geometry.nets import Net, NetPanel
from printgen.geometry.outlines import Point
from printgen.imposition.cutters import Box, Cutter
from printgen.imposition.plan import FOOT, Placement, SheetPlan, SheetSide
from printgen.paper import PAPERS, PRINTER_MARGIN, PaperError, Size

# How exactly the corners of a net are compared with marks (mm).
_TOLERANCE = 0.5


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
    sides = tuple(
        _side(str(n), placed, _middle(placed.net, sheet), bleed)
        for n, placed in enumerate(nets, start=1)
    )
    return SheetPlan(sheet, Size(nets[0].net.width, nets[0].net.height), sides)


def plan_nets_for_cutter(
    nets: Sequence[PlacedNet], paper: Size, bleed: float, cutter: Cutter
) -> SheetPlan:
    """A sheet for each net, for a cutting machine. Raises PaperError when one does not fit."""
    for given in (paper, paper.turned()):
        sheet = cutter.sheet(given)
        places = [_clear_place(placed.net, sheet, bleed, cutter) for placed in nets]
        if all(places):
            sides = tuple(
                _side_for_cutter(str(n), placed, place, bleed, cutter)
                for n, (placed, place) in enumerate(zip(nets, places, strict=True), start=1)
                if place
            )
            card = Size(nets[0].net.width, nets[0].net.height)
            return SheetPlan(sheet, card, sides, cutter.name)
    largest = Size(max(n.net.width for n in nets), max(n.net.height for n in nets))
    size = f"{largest.width:.0f} x {largest.height:.0f} mm"
    message = f"a net of {size} does not fit into the area that {cutter.about} can cut"
    raise PaperError(f"{message} on paper of {paper}")


def _clear_place(net: Net, sheet: Size, bleed: float, cutter: Cutter) -> Point | None:
    """The top left corner of a net in the frame of a machine, clear of its marks."""
    frame, marks = cutter.sheet_frame(sheet), list(cutter.reserved_boxes(sheet))
    across, down = frame.right - frame.left - net.width, frame.bottom - frame.top - net.height
    if min(across, down) < 0:
        return None
    corners = net.cut.flattened(_TOLERANCE)
    for right, low in product((0.5, 1.0, 0.0), (0.5, 1.0, 0.0)):
        x, y = frame.left + across * right, frame.top + down * low
        boxes = [
            Box(x + a - bleed, y + b - bleed, x + a + bleed, y + b + bleed) for a, b in corners
        ]
        if not any(box.overlaps(mark) for box in boxes for mark in marks):
            return x, y
    return None


def _side_for_cutter(
    name: str, placed: PlacedNet, place: Point, bleed: float, cutter: Cutter
) -> SheetSide:
    side = _side(name, placed, place, bleed)
    if not cutter.outlined:
        return side
    # Bleed beyond the line would be cut out with the net.
    (cut,) = side.cuts
    return replace(side, placements=tuple(replace(p, window=cut) for p in side.placements))


def _turned_to_fit(need: Size, paper: Size) -> Size | None:
    """The paper as it must lie, if it is large enough."""
    for sheet in (paper, paper.turned()):
        if need.width <= sheet.width and need.height <= sheet.height:
            return sheet
    return None


def _middle(net: Net, paper: Size) -> Point:
    """The top left corner of a net in the middle of a paper, above the labels."""
    down = (paper.height - FOOT - net.height + PRINTER_MARGIN) / 2
    return (paper.width - net.width) / 2, down


def _side(name: str, placed: PlacedNet, place: Point, bleed: float) -> SheetSide:
    net, (x, y) = placed.net, place
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
