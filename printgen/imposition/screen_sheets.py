"""The placement of the panels of a screen: side by side on one sheet, or each on its own.

A panel on its own has a flap for glue at its right, behind the next panel. The outside of the next
panel goes on over the flap, which is seen from outside.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from printgen.geometry.outlines import Outline, polygon, rectangle
from printgen.imposition.plan import BLEED, FOOT, Placement, SheetPlan, SheetSide, mirror
from printgen.paper import PAPERS, PRINTER_MARGIN, PaperError, Size

# The width of a flap (mm), and how much its ends taper.
FLAP, _TAPER = 12.0, 4.0

# The distance of panels from the edges of the paper, besides the foot with ruler and labels (mm).
_MARGIN = PRINTER_MARGIN + BLEED


def panel_room(paper: Size, count: int = 1) -> Size:
    """The largest panels of which `count` fit side by side on a paper; one leaves room for a flap.

    Head and foot are alike, as the back of a sheet may be upside down.
    """
    across = paper.width - 2 * _MARGIN - (FLAP if count == 1 else 0.0)
    return Size(across / count, paper.height - 2 * FOOT)


def plan_screen(
    count: int, panel: Size | None, paper: Size, landscape: bool, duplex: str
) -> SheetPlan:
    """The sheets of a screen. Faces are numbered: the inside of each panel from the left, then the
    outside of each, from the left as the players see them.

    Without a size, panels are as large as one fits on the paper, or on A4 if that is smaller.
    Raises PaperError when none fits.
    """
    lying, usual = (
        sheet.upright().turned() if landscape else sheet.upright()
        for sheet in (paper, PAPERS["a4"])
    )
    rooms = panel_room(lying), panel_room(usual)
    largest = Size(min(room.width for room in rooms), min(room.height for room in rooms))
    size = panel or largest
    for sheet in (paper, paper.turned()):
        room = panel_room(sheet, count)
        if size.width <= room.width and size.height <= room.height:
            return SheetPlan(sheet, size, tuple(_sheet(range(count), count, size, sheet, duplex)))
    for sheet in (lying, lying.turned()):
        room = panel_room(sheet)
        if size.width <= room.width and size.height <= room.height:
            sides = [
                side
                for number in range(count)
                for side in _sheet([number], count, size, sheet, duplex)
            ]
            return SheetPlan(sheet, size, tuple(sides))
    hint = f"its largest panel is {rooms[0].width:.0f} x {rooms[0].height:.0f} mm"
    raise PaperError(f"a panel of {size} does not fit on paper of {paper}: {hint}")


def _sheet(
    numbers: Sequence[int], count: int, size: Size, paper: Size, duplex: str
) -> list[SheetSide]:
    """Both sides of a sheet with some panels of a screen of `count` panels."""
    whole, last = len(numbers) == count, numbers[-1] == count - 1
    flap = 0.0 if whole or last else FLAP
    width = len(numbers) * size.width
    x, y = (paper.width - width - flap) / 2, (paper.height - size.height) / 2
    insides = [
        Placement(number, x + place * size.width, y, size.width, size.height, (0.0,) * 4)
        for place, number in enumerate(numbers)
    ]
    outsides = [
        mirror(_with_bleed(inside, insides, flap), paper, 2 * count - 1 - inside.face, duplex)
        for inside in insides
    ]
    sheet = numbers[0] + 1 if not whole else 1
    glue = (_flap_outline(size.height).placed(x + width, y),) if flap else ()
    creases = [x + place * size.width for place in range(1, len(numbers))]
    creases += [x + width] if flap else []
    front = SheetSide(
        f"{sheet} front",
        tuple(insides),
        cuts=(_outline(width, size.height, flap).placed(x, y),),
        creases=tuple(polygon([(at, y), (at, y + size.height)], open=True) for at in creases),
        lined=True,
        glue=glue,
    )
    return [front, SheetSide(f"{sheet} back", tuple(outsides), lined=True)]


def _with_bleed(inside: Placement, row: Sequence[Placement], flap: float) -> Placement:
    """The outside of a panel of a row, seen through the paper: with bleed at the edges of the row,
    and over the flap.
    """
    left = BLEED if inside is row[0] else 0.0
    right = (flap or BLEED) if inside is row[-1] else 0.0
    return replace(inside, clip=(left, BLEED, right, BLEED))


def _outline(width: float, height: float, flap: float) -> Outline:
    """The outline of panels with a flap at the right, if any."""
    if not flap:
        return rectangle(width, height)
    flap_corners = [(width + x, y) for x, y in _flap_corners(height)]
    return polygon([(0.0, 0.0), *flap_corners, (0.0, height)])


def _flap_outline(height: float) -> Outline:
    return polygon(_flap_corners(height))


def _flap_corners(height: float) -> list[tuple[float, float]]:
    return [(0.0, 0.0), (FLAP, _TAPER), (FLAP, height - _TAPER), (0.0, height)]
