"""The placement of pieces on sheets: tokens, strips of standees, nets of boxes, panels of
screens.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

from printgen.geometry.nets import Net, NetPanel
from printgen.geometry.outlines import Outline, Point, polygon, rectangle
from printgen.geometry.token_shapes import PACKINGS, TokenShape, pack, token_box, token_outline
from printgen.imposition.cutters import Box, Cutter
from printgen.imposition.cutting import CuttingGrid, cutting_grid
from printgen.imposition.plan import (
    BLEED,
    FOOT,
    CardGrid,
    ImpositionOptions,
    Placement,
    SheetPlan,
    SheetSide,
    card_grid,
    fold_over,
    margins,
    mirror,
    on_sheet,
)
from printgen.paper import PAPERS, PRINTER_MARGIN, PaperError, Size

# --- the placement of tokens on sheets. Each has bleed around its outline -------------------------


# The distance of tokens on a punchboard (mm).
BOARD_GAP = 1.5

# The distance of register marks from the edges of the paper (mm).
_CROSS_AT = 7.0


@dataclass(frozen=True, slots=True)
class TokenOptions:
    """How tokens are imposed (mm); `size` and `radius` as in `token_outline`.

    The tokens of a `board` are close together; squares that are none have crop marks.
    """

    shape: TokenShape
    size: float
    radius: float = 0.0
    bleed: float = 2.0
    gap: float | None = None
    board: bool = False
    duplex: str = "long-edge"

    @property
    def between(self) -> float:
        """The distance of neighbours."""
        wide = 2 * self.bleed if self.gap is None else self.gap
        return min(BOARD_GAP, wide) if self.board and self.gap is None else wide

    @property
    def visible(self) -> float:
        """The visible bleed: it ends in the middle between neighbours."""
        return min(self.bleed, self.between / 2)

    @property
    def lined(self) -> bool:
        """Whether cut lines are drawn: crop marks show straight cuts only."""
        return self.board or self.shape != "square" or self.radius > 0


def plan_tokens(
    tokens: Sequence[tuple[int, int | None]], paper: Size, options: TokenOptions
) -> SheetPlan:
    """The plan for tokens given as (front face, back face or None), in order.

    Raises PaperError when not even one token fits.
    """
    box = Size(*token_box(options.shape, options.size))
    sheet, places = _places(paper, box, options)
    if not places:
        raise PaperError(f"a token of {box} does not fit on paper of {paper}")
    sides: list[SheetSide] = []
    for number, start in enumerate(range(0, len(tokens), len(places)), start=1):
        chunk = tokens[start : start + len(places)]
        pairs = [
            (_placed(front, place, box, options), back)
            for (front, back), place in zip(chunk, places, strict=False)
        ]
        sides += _sides(number, pairs, sheet, options)
    return SheetPlan(sheet, box, tuple(sides))


def _places(paper: Size, box: Size, options: TokenOptions) -> tuple[Size, list[Point]]:
    """The paper as it lies, and the top left corners of the boxes of most tokens on it, centred;
    above the fold for gutter-fold duplex.
    """
    best: tuple[Size, list[Point]] = paper, []
    for sheet, packing in product((paper, paper.turned()), PACKINGS[options.shape]):
        given = ImpositionOptions(box, options.bleed, duplex=options.duplex)
        head, foot, side = margins(sheet, given)
        room = sheet.width - 2 * side, sheet.height - head - foot
        found = pack(packing, (box.width, box.height), options.between, room)
        if len(found) > len(best[1]):
            used = [max(p[axis] for p in found) for axis in (0, 1)]
            x = (sheet.width - used[0] - box.width) / 2
            y = head + (room[1] - used[1] - box.height) / 2
            best = sheet, [(x + left, y + top) for left, top in found]
    return best


def _placed(face: int, place: Point, box: Size, options: TokenOptions) -> Placement:
    return _with_window(
        Placement(face, *place, box.width, box.height, (options.visible,) * 4), options
    )


def _with_window(placement: Placement, options: TokenOptions) -> Placement:
    """A placement that shows its token and the visible bleed around it."""
    outline = token_outline(options.shape, options.size, options.radius, options.visible)
    return replace(placement, window=outline.placed(placement.x, placement.y))


def _sides(
    number: int,
    pairs: Sequence[tuple[Placement, int | None]],
    paper: Size,
    options: TokenOptions,
) -> list[SheetSide]:
    """The sides of a sheet. Only the front has cut lines: sheets are cut from one side."""
    fronts = [front for front, _ in pairs]
    outline = token_outline(options.shape, options.size, options.radius)
    cuts = tuple(outline.placed(front.x, front.y) for front in fronts)
    crosses = _crosses(paper) if options.board else ()
    folded, fold = options.duplex == "gutter-fold", paper.height / 2
    backs = [
        _with_window(
            fold_over(front, fold, back) if folded else mirror(front, paper, back, options.duplex),
            options,
        )
        for front, back in pairs
        if back is not None
    ]
    if folded:
        shown = fold if backs else None
        return [SheetSide(f"{number}", (*fronts, *backs), shown, cuts=cuts, lined=options.lined)]
    name = f"{number} front" if backs else f"{number}"
    front_side = SheetSide(name, tuple(fronts), cuts=cuts, lined=options.lined, crosses=crosses)
    back_side = SheetSide(f"{number} back", tuple(backs), lined=options.lined, crosses=crosses)
    return [front_side, back_side] if backs else [front_side]


def _crosses(paper: Size) -> tuple[Point, ...]:
    """The middles of register marks: in the corners, where those of the back are behind them."""
    across, down = (_CROSS_AT, paper.width - _CROSS_AT), (_CROSS_AT, paper.height - _CROSS_AT)
    return tuple(product(across, down))


# --------------------------------------------------------------------------------------------------
# The placement of standees: strips with the front below the fold, the back upside down above it,
# and feet at both ends.


@dataclass(frozen=True, slots=True)
class StripOptions:
    """How standees are imposed (mm). `size` is that of a front, `foot` the length of each foot;
    feet are folded with `folded`.
    """

    size: Size
    foot: float
    folded: bool
    bleed: float = 3.0
    gutter: float | None = None

    @property
    def strip(self) -> Size:
        """The size of a strip before it is folded."""
        return Size(self.size.width, 2 * (self.size.height + self.foot))


def plan_strips(
    standees: Sequence[tuple[int, int | None]],
    paper: Size,
    options: StripOptions,
    cutter: Cutter | None = None,
) -> SheetPlan:
    """The plan for standees given as (front face, back face), in order, for a cutting machine if
    one is given.

    Raises PlanError when not even one strip fits, or when they are too close for the machine.
    """
    grid = _grid(paper, options, cutter)
    sides = []
    for number, start in enumerate(range(0, len(standees), grid.count), start=1):
        chunk = standees[start : start + grid.count]
        strips = grid.places([0] * len(chunk))
        outline = rectangle(options.strip.width, options.strip.height)
        creases = _creases(options)
        placements: list[Placement] = []
        for strip, (front, back) in zip(strips, chunk, strict=True):
            # Bleed beyond the line of an outlined sheet would be cut out with the strip.
            window = on_sheet(strip, outline) if cutter and cutter.outlined else None
            halves = _halves(strip, front, back, options)
            placements += [replace(half, window=window) for half in halves]
        sides.append(
            SheetSide(
                f"{number}",
                tuple(placements),
                strip=grid.strip if isinstance(grid, CardGrid) else None,
                cuts=tuple(on_sheet(strip, outline) for strip in strips),
                creases=tuple(on_sheet(strip, crease) for strip in strips for crease in creases),
                lined=True,
            )
        )
    return SheetPlan(grid.paper, options.size, tuple(sides), cutter.name if cutter else "")


def _grid(paper: Size, options: StripOptions, cutter: Cutter | None) -> CardGrid | CuttingGrid:
    """The places of strips on a sheet. Raises PlanError when not even one fits."""
    how = ImpositionOptions(options.strip, options.bleed, options.gutter)
    if cutter:
        return cutting_grid(cutter, paper, how)
    try:
        return card_grid(paper, how)
    except PaperError as error:
        message = f"a standee is a strip of {options.strip}, which does not fit on paper of {paper}"
        raise PaperError(message) from error


def _halves(
    strip: Placement, front: int, back: int | None, options: StripOptions
) -> list[Placement]:
    """The front and the back on a strip. Their bleed is at the long edges of the strip, and at its
    ends if there are no feet.
    """
    height, foot = options.size.height, options.foot
    end = 0.0 if foot else options.bleed
    edges = (strip.clip[1], strip.clip[3]) if strip.turn else (strip.clip[2], strip.clip[0])
    right, left = edges
    found = [_half(strip, front, foot + height, (left, 0.0, right, end), 0, options)]
    if back is not None:
        found.append(_half(strip, back, foot, (left, end, right, 0.0), 180, options))
    return found


def _half(
    strip: Placement,
    face: int,
    down: float,
    clip: tuple[float, float, float, float],
    turn: int,
    options: StripOptions,
) -> Placement:
    """A half of a strip, `down` mm from the end of the strip that is at the top before it is turned
    with the strip.
    """
    width, height = options.size.width, options.size.height
    if not strip.turn:
        return Placement(face, strip.x, strip.y + down, width, height, clip, turn)
    # Turned clockwise, the top of the strip is at the right.
    left, top, right, bottom = clip
    x = strip.x + strip.width - down - height
    return Placement(face, x, strip.y, height, width, (bottom, left, top, right), turn + 90)


def _creases(options: StripOptions) -> list[Outline]:
    """The folds of a strip: at the head, and at the feet."""
    middle, height = options.strip.height / 2, options.size.height
    folds = [middle]
    if options.folded and options.foot:
        folds += [middle - height, middle + height]
    return [polygon([(0.0, y), (options.size.width, y)], open=True) for y in folds]


# --- the placement of nets on sheets: one net a sheet, with its panels above its ground -----------


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


# --- the placement of the panels of a screen: side by side on one sheet, or each on its own -------
#
# A panel on its own has a flap for glue at its right, behind the next panel. The outside of the
# next panel goes on over the flap, which is seen from outside.


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
