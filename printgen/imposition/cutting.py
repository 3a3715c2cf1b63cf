"""The placement of cards on sheets for a cutting machine: inside its frame, clear of its marks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import floor

from printgen.geometry.outlines import Outline, rectangle
from printgen.imposition.cutters import Box, Cutter
from printgen.imposition.plan import (
    FOOT_LINE,
    ImpositionOptions,
    Placement,
    SheetPlan,
    SheetSide,
    mirror,
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

    cutter: Cutter
    paper: Size
    card: Size
    gutter: float
    bleed: float
    turn: int
    rows: tuple[_Row, ...]

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
        if self.cutter.output == "pictures":
            margins = (0.0, 0.0)
        left, top = trim.left - margins[0], trim.top - margins[1]
        right = self.paper.width - margins[0] - trim.right
        bottom = self.paper.height - margins[1] - trim.bottom
        for mark in self.cutter.reserved_boxes(self.paper):
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


def cutting_grid(cutter: Cutter, paper: Size, options: ImpositionOptions) -> CuttingGrid:
    """The grid with the most cards. Of equal ones, the paper and the cards as they are given are
    preferred to turned ones, and wide gutters to narrow ones.

    Raises PaperError when not even one card fits, PlanError when a gutter is too narrow.
    """
    if options.gutter is not None and options.gutter < cutter.gap:
        message = f"cards are at least {cutter.gap:g} mm apart for {cutter.about}"
        raise PlanError(f"{message}, not {options.gutter:g} mm")
    best = max(_grids(cutter, paper, options), key=lambda grid: grid.count)
    if best.count == 0:
        frame = cutter.frame(paper)
        room = Size(round(frame.right - frame.left, 2), round(frame.bottom - frame.top, 2))
        raise PaperError(
            f"a card of {options.card} does not fit into the area that {cutter.about} can cut"
            f" on paper of {paper}: {room} less the corners with marks"
        )
    return best


def _grids(cutter: Cutter, paper: Size, options: ImpositionOptions) -> Iterator[CuttingGrid]:
    """The largest grids of paper and cards in each orientation, the preferred ones first."""
    wide = max(2 * options.bleed, cutter.gap)
    gutters = [wide, cutter.gap] if options.gutter is None else [options.gutter]
    for turn, given, gutter in product((0, 90), (paper, paper.turned()), gutters):
        sheet, card = cutter.sheet(given), options.card.turned() if turn else options.card
        rows = max(
            _arrangements(cutter, sheet, card, gutter),
            key=lambda rows: sum(row.count for row in rows),
            default=(),
        )
        yield CuttingGrid(cutter, sheet, card, gutter, options.bleed, turn, rows)


def _arrangements(
    cutter: Cutter, paper: Size, card: Size, gutter: float
) -> Iterator[tuple[_Row, ...]]:
    """Rows at different heights of the frame: in the middle, at its ends, and clear of marks."""
    frame, marks = cutter.frame(paper), list(cutter.reserved_boxes(paper))
    pitch = card.height + gutter
    most = floor((frame.bottom - frame.top + gutter + _EPSILON) / pitch)
    for count in range(most, max(0, most - 2), -1):
        height = count * pitch - gutter
        middle = (frame.top + frame.bottom - height) / 2
        for y in (middle, frame.top + cutter.reserved, frame.top, frame.bottom - height):
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


def impose_for_cutter(
    cards: Sequence[tuple[int, int | None]],
    cutter: Cutter,
    paper: Size,
    options: ImpositionOptions,
    shapes: Sequence[PieceShape],
) -> SheetPlan:
    """The plan for cards given as (front face, back face or None), in order, with their cuts.
    `shapes` are those of the fronts, by their faces.

    Raises PlanError when the cards do not fit, or when sheets are to be folded.
    """
    if options.duplex == "gutter-fold":
        raise PlanError(f"{cutter.about} cannot cut sheets that are folded: choose another duplex")
    grid = cutting_grid(cutter, paper, options)
    sides: list[SheetSide] = []
    for number, start in enumerate(range(0, len(cards), grid.count), start=1):
        chunk = cards[start : start + grid.count]
        fronts = grid.places([front for front, _ in chunk])
        backs = [
            mirror(front, grid.paper, back, options.duplex)
            for front, (_, back) in zip(fronts, chunk, strict=True)
            if back is not None
        ]
        name = f"{number} front" if backs else f"{number}"
        here = [shapes[front] for front, _ in chunk]
        sides.append(_side(name, fronts, cutter, here))
        if backs:
            behind = [shapes[front].mirrored() for front, back in chunk if back is not None]
            sides.append(_side(f"{number} back", backs, cutter, behind))
    return SheetPlan(grid.paper, options.card, tuple(sides), cutter.name)


def _side(
    name: str, placements: Sequence[Placement], cutter: Cutter, shapes: Sequence[PieceShape]
) -> SheetSide:
    """A side of a sheet. Only fronts are cut, but for pictures, which have paper of their own."""
    front, pairs = not name.endswith("back"), list(zip(placements, shapes, strict=True))
    cuts = tuple(shape.on_sheet(placement) for placement, shape in pairs)
    windows: Sequence[Outline | None] = [None] * len(cuts)
    if front and cutter.outlined:
        # Bleed beyond the line would be cut out with the piece.
        windows = cuts
    else:
        margin = min((side for placement in placements for side in placement.clip), default=0.0)
        windows = [s.on_sheet(p, margin) if s.windowed else None for p, s in pairs]
    shown = tuple(replace(p, window=w) for p, w in zip(placements, windows, strict=True))
    return SheetSide(name, shown, cuts=cuts if front or cutter.output == "pictures" else ())


@dataclass(frozen=True, slots=True)
class PieceShape:
    """The shape of pieces: `outline` is that of an upright one whose box has its top left corner at
    the origin, moved outwards by some mm. The bleed of `windowed` pieces follows their outline.
    """

    outline: Callable[[float], Outline]
    windowed: bool = False

    @classmethod
    def fixed(cls, outline: Outline) -> PieceShape:
        """The shape of pieces with bleed around their box."""
        return cls(lambda _: outline)

    def mirrored(self) -> PieceShape:
        """The shape as it is seen from behind."""
        left, _, right, _ = self.outline(0.0).bounds
        return replace(self, outline=lambda margin: self.outline(margin).mirrored(left + right))

    def on_sheet(self, placement: Placement, margin: float = 0.0) -> Outline:
        """The outline of a piece where it is placed, moved outwards by `margin` mm."""
        left, top, _, _ = self.outline(0.0).placed(0, 0, placement.turn).bounds
        turned = self.outline(margin).placed(0, 0, placement.turn)
        return turned.placed(placement.x - left, placement.y - top)


def card_shape(card: Size, radius: float) -> PieceShape:
    """The shape of cards with round corners."""

    def outline(margin: float) -> Outline:
        size, around = card.grown(margin), radius + margin if radius else 0.0
        return rectangle(size.width, size.height, around).placed(-margin, -margin)

    return PieceShape(outline)


@dataclass(frozen=True, slots=True)
class CutSheets:
    """Sheets that are cut alike: their numbers, from 1, and the name of the first one's front."""

    numbers: tuple[int, ...]
    side: str

    @property
    def name(self) -> str:
        """The sheets in file names: `sheet-4` or `sheets-1-3`."""
        first, last = self.numbers[0], self.numbers[-1]
        if last - first + 1 == len(self.numbers):
            return f"sheet-{first}" if first == last else f"sheets-{first}-{last}"
        return f"sheets-{'-'.join(map(str, self.numbers))}"


def cut_sheets(plan: SheetPlan) -> list[CutSheets]:
    """The sheets of a plan, those that are cut and folded alike together."""
    found: dict[object, list[SheetSide]] = {}
    for side in plan.sides:
        if side.cuts or side.creases:
            found.setdefault((side.cuts, side.creases), []).append(side)
    return [
        CutSheets(tuple(int(side.name.partition(" ")[0]) for side in sides), sides[0].name)
        for sides in found.values()
    ]
