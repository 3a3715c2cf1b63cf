"""The placement of cards on sheets for a cutting machine: inside its frame, clear of its marks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import floor

from printgen.extras.cutting.machines import Box, Machine
from printgen.geometry.outlines import Outline, Point
from printgen.imposition.plan import (
    FOOT_LINE,
    ImpositionOptions,
    PieceShape,
    Placement,
    SheetPlan,
    SheetSide,
    impose,
)
from printgen.paper import PRINTER_MARGIN, PaperError, PlanError, Size

# How exactly cards may fill a row (mm).
_EPSILON = 1e-6


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of trim boxes: top edge, left edge of the first one, and their number."""

    y: float
    x: float
    count: int


@dataclass(frozen=True, slots=True)
class CuttingGrid:
    """Rows of cards inside the frame of a machine (mm). `card` is the size of a card as it lies on
    the sheet, turned by `turn` degrees.
    """

    machine: Machine
    paper: Size
    card: Size
    gutter: float
    bleed: float
    turn: int
    rows: tuple[_Row, ...]

    strip: None = None

    @property
    def count(self) -> int:
        """The number of cards per side."""
        return sum(row.count for row in self.rows)

    def places(self, faces: Sequence[int]) -> list[Placement]:
        """The placements of faces, row by row from the top left."""
        found: list[Placement] = []
        for number, row in enumerate(self.rows):
            left = len(faces) - len(found)
            count = min(row.count, left)
            for column in range(count):
                beside = (column > 0, number > 0, column < count - 1, left > row.count)
                face = faces[len(found)]
                found.append(self._place(face, row, column, beside))
        return found

    def _place(
        self, face: int, row: _Row, column: int, beside: tuple[bool, bool, bool, bool]
    ) -> Placement:
        """A placement in a row; `beside` says on which sides there may be another card."""
        width, height = self.card.width, self.card.height
        x, y = row.x + column * (width + self.gutter), row.y
        room = self._room(Box(x, y, x + width, y + height))
        inner = min(self.bleed, self.gutter / 2)
        clip = (min(inner if near else self.bleed, r) for near, r in zip(beside, room, strict=True))
        left, top, right, bottom = clip
        return Placement(face, x, y, width, height, (left, top, right, bottom), self.turn)

    def _room(self, trim: Box) -> tuple[float, float, float, float]:
        """The room for bleed at left, top, right and bottom of a trim box: clear of marks and of
        the labels, which are at the foot of fronts and backs.
        """
        margins = (PRINTER_MARGIN, FOOT_LINE)
        if self.machine.output == "pictures":
            margins = (0.0, 0.0)
        left, top = trim.left - margins[0], trim.top - margins[1]
        right = self.paper.width - margins[0] - trim.right
        bottom = self.paper.height - margins[1] - trim.bottom
        for mark in self.machine.reserved_boxes(self.paper):
            if trim.top - self.bleed < mark.bottom and mark.top < trim.bottom + self.bleed:
                if trim.left >= mark.right - _EPSILON:
                    left = min(left, trim.left - mark.right)
                elif trim.right <= mark.left + _EPSILON:
                    right = min(right, mark.left - trim.right)
                elif trim.top >= mark.bottom - _EPSILON:
                    top = min(top, trim.top - mark.bottom)
                else:
                    bottom = min(bottom, mark.top - trim.bottom)
        return max(0.0, left), max(0.0, top), max(0.0, right), max(0.0, bottom)


def cutting_grid(machine: Machine, paper: Size, options: ImpositionOptions) -> CuttingGrid:
    """The grid with the most cards. Of equal ones, the paper and the cards as they are given are
    preferred to turned ones, and wide gutters to narrow ones.

    Raises PaperError when not even one card fits, PlanError when a gutter is too narrow.
    """
    if options.gutter is not None and options.gutter < machine.gap:
        message = f"cards are at least {machine.gap:g} mm apart for {machine.about}"
        raise PlanError(f"{message}, not {options.gutter:g} mm")
    best = max(_grids(machine, paper, options), key=lambda grid: grid.count)
    if best.count == 0:
        frame = machine.frame(paper)
        room = Size(round(frame.right - frame.left, 2), round(frame.bottom - frame.top, 2))
        raise PaperError(
            f"a card of {options.card} does not fit into the area that {machine.about} can cut"
            f" on paper of {paper}: {room} less the corners with marks"
        )
    return best


def _grids(machine: Machine, paper: Size, options: ImpositionOptions) -> Iterator[CuttingGrid]:
    """The largest grids of paper and cards in each orientation, the preferred ones first."""
    wide = max(2 * options.bleed, machine.gap)
    gutters = [wide, machine.gap] if options.gutter is None else [options.gutter]
    for turn, given, gutter in product((0, 90), (paper, paper.turned()), gutters):
        sheet, card = machine.sheet(given), options.card.turned() if turn else options.card
        rows = max(
            _arrangements(machine, sheet, card, gutter),
            key=lambda rows: sum(row.count for row in rows),
            default=(),
        )
        yield CuttingGrid(machine, sheet, card, gutter, options.bleed, turn, rows)


def _arrangements(
    machine: Machine, paper: Size, card: Size, gutter: float
) -> Iterator[tuple[_Row, ...]]:
    """Rows at different heights of the frame: in the middle, at its ends, and clear of marks."""
    frame, marks = machine.frame(paper), list(machine.reserved_boxes(paper))
    pitch = card.height + gutter
    most = floor((frame.bottom - frame.top + gutter + _EPSILON) / pitch)
    for count in range(most, max(0, most - 2), -1):
        height = count * pitch - gutter
        middle = (frame.top + frame.bottom - height) / 2
        for y in (middle, frame.top + machine.reserved, frame.top, frame.bottom - height):
            if y + height <= frame.bottom + _EPSILON:
                tops = [y + number * pitch for number in range(count)]
                rows = (_row(frame, marks, card, gutter, paper, top) for top in tops)
                yield tuple(row for row in rows if row.count)


def _row(
    frame: Box, marks: Sequence[Box], card: Size, gutter: float, paper: Size, top: float
) -> _Row:
    """The longest row at a height, in the middle of the paper if it is clear of marks there."""
    left, right = frame.left, frame.right
    for mark in marks:
        if mark.overlaps(Box(frame.left, top, frame.right, top + card.height)):
            if mark.left > frame.left:
                right = min(right, mark.left)
            else:
                left = max(left, mark.right)
    count = max(0, floor((right - left + gutter + _EPSILON) / (card.width + gutter)))
    width = count * (card.width + gutter) - gutter
    x = (paper.width - width) / 2
    if not left - _EPSILON <= x <= right - width + _EPSILON:
        x = (left + right - width) / 2
    return _Row(top, x, count)


def impose_for_machine(
    cards: Sequence[tuple[int, int | None]],
    machine: Machine,
    paper: Size,
    options: ImpositionOptions,
    shapes: Sequence[PieceShape],
) -> SheetPlan:
    """The plan for cards given as (front face, back face or None), in order, with their cuts.
    `shapes` are those of the fronts, by their faces.

    Raises PlanError when the cards do not fit, or when sheets are to be folded.
    """
    if options.duplex == "gutter-fold":
        raise PlanError(f"{machine.about} cannot cut sheets that are folded: choose another duplex")
    plan = impose(cards, paper, options, cutting_grid(machine, paper, options))
    sides: list[SheetSide] = []
    here: list[PieceShape] = []
    for side in plan.sides:
        # A back follows its front.
        is_back = side.name.endswith("back")
        here = (
            [s.mirrored() for s in here] if is_back else [shapes[p.face] for p in side.placements]
        )
        sides.append(_with_cuts(side, here, machine))
    return replace(plan, sides=tuple(sides), cutter=machine.name)


def _with_cuts(side: SheetSide, shapes: Sequence[PieceShape], machine: Machine) -> SheetSide:
    """A side of a sheet. Only fronts are cut, but for pictures, which have paper of their own."""
    front, pairs = not side.name.endswith("back"), list(zip(side.placements, shapes, strict=True))
    cuts = tuple(shape.on_sheet(placement) for placement, shape in pairs)
    windows: Sequence[Outline | None] = cuts
    if not (front and machine.outlined):
        margin = min((edge for p in side.placements for edge in p.clip), default=0.0)
        windows = [s.on_sheet(p, margin) if s.windowed else None for p, s in pairs]
    # Else bleed beyond the line would be cut out with the piece.
    shown = tuple(replace(p, window=w) for (p, _), w in zip(pairs, windows, strict=True))
    is_cut = front or machine.output == "pictures"
    return replace(side, placements=shown, cuts=cuts if is_cut else ())


# How exactly the corners of a piece are compared with marks (mm).
_TOLERANCE = 0.5


def places_of(
    machine: Machine, pieces: Sequence[tuple[Outline, Size]], paper: Size, bleed: float
) -> tuple[Size, list[Point]]:
    """The sheet, and the top left corner of each piece, which has a sheet alone: in the frame,
    clear of marks. Raises PaperError when one does not fit.
    """
    for given in (paper, paper.turned()):
        sheet = machine.sheet(given)
        places = [_clear_place(machine, *piece, sheet, bleed) for piece in pieces]
        if all(places):
            return sheet, [place for place in places if place]
    width = max(size.width for _, size in pieces)
    height = max(size.height for _, size in pieces)
    message = f"a net of {width:.0f} x {height:.0f} mm does not fit into the area"
    raise PaperError(f"{message} that {machine.about} can cut on paper of {paper}")


def _clear_place(
    machine: Machine, outline: Outline, size: Size, sheet: Size, bleed: float
) -> Point | None:
    """The top left corner of a piece in the frame of a machine, clear of its marks."""
    frame, marks = machine.sheet_frame(sheet), list(machine.reserved_boxes(sheet))
    across, down = frame.right - frame.left - size.width, frame.bottom - frame.top - size.height
    if min(across, down) < 0:
        return None
    corners = outline.flattened(_TOLERANCE)
    for right, low in product((0.5, 1.0, 0.0), (0.5, 1.0, 0.0)):
        x, y = frame.left + across * right, frame.top + down * low
        boxes = [
            Box(x + a - bleed, y + b - bleed, x + a + bleed, y + b + bleed) for a, b in corners
        ]
        if not any(box.overlaps(mark) for box in boxes for mark in marks):
            return x, y
    return None
