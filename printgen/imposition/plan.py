"""The placement of faces on sheets, in mm from the top left corner of the paper.

Backs are mirrored so that they are behind their fronts when the paper is turned over the long or
the short edge, or folded in the middle of one side.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor

from printgen.paper import PlanError, Size

# Standard bleed; and margins for crop marks beyond it, and for ruler and labels at the foot (mm).
BLEED = 3.0

FOOT = 14.5

FOOT_LINE = 9.0

HEAD = 10.0

SIDE = 9.5

# Distance of the nearest trim edge from the fold, as folds are never quite straight (mm).
FOLD = 8.0


@dataclass(frozen=True, slots=True)
class Placement:
    """A face on a sheet: its trim box, its visible bleed and its orientation.

    `clip` is the visible bleed at left, top, right and bottom (mm), as seen on the sheet. A
    `turned` face is upside down.
    """

    face: int
    x: float
    y: float
    width: float
    height: float
    clip: tuple[float, float, float, float]
    turned: bool = False


@dataclass(frozen=True, slots=True)
class SheetSide:
    """One side of a sheet. `fold` is the distance (mm) of a horizontal fold from the top."""

    name: str
    placements: tuple[Placement, ...]
    fold: float | None = None


@dataclass(frozen=True, slots=True)
class SheetPlan:
    """All sides in printing order, on paper of one size, with cards of one trim size (mm)."""

    paper: Size
    card: Size
    sides: tuple[SheetSide, ...]


@dataclass(frozen=True, slots=True)
class SheetLabels:
    """The labels of a sheet, in one language. `scale` is like "print at 100 %"."""

    title: str
    scale: str
    front: str
    back: str
    fold: str
    cards: str


@dataclass(frozen=True, slots=True)
class CardGrid:
    """Columns and rows of cards on a sheet, and the top left corner of the first trim box (mm)."""

    paper: Size
    columns: int
    rows: int
    card: Size
    gutter: float
    x: float
    y: float
    bleed: float

    @property
    def count(self) -> int:
        """The number of cards per side."""
        return self.columns * self.rows

    def place(self, face: int, slot: int, filled: int) -> Placement:
        """The placement of card `slot` of `filled`, row by row from the top left."""
        row, column = divmod(slot, self.columns)
        # Bleed ends at the middle of the gutter between cards, and is whole at the outer edges.
        inner = min(self.bleed, self.gutter / 2)
        clip = (
            self.bleed if column == 0 else inner,
            self.bleed if row == 0 else inner,
            self.bleed if column == self.columns - 1 or slot + 1 >= filled else inner,
            self.bleed if row == self.rows - 1 or slot + self.columns >= filled else inner,
        )
        x = self.x + column * (self.card.width + self.gutter)
        y = self.y + row * (self.card.height + self.gutter)
        return Placement(face, x, y, self.card.width, self.card.height, clip)


@dataclass(frozen=True, slots=True)
class ImpositionOptions:
    """How to impose a deck (mm). `gutter` None is twice the bleed, or 0 if that fits more cards."""

    card: Size
    bleed: float = 3.0
    gutter: float | None = None
    duplex: str = "long-edge"


def card_grid(paper: Size, options: ImpositionOptions) -> CardGrid:
    """The grid with the most cards; portrait is preferred to landscape.

    Raises PlanError when not even one card fits.
    """
    gutters = [2 * options.bleed, 0.0] if options.gutter is None else [options.gutter]
    best: CardGrid | None = None
    for size in (paper, paper.turned()):
        for gutter in gutters:
            found = _fit(size, options, gutter)
            if best is None or found.count > best.count:
                best = found
    if best is None or best.count == 0:
        raise PlanError(f"a card of {options.card} does not fit on paper of {paper}")
    return best


def _fit(paper: Size, options: ImpositionOptions, gutter: float) -> CardGrid:
    """The largest grid with a gutter, centred; above the fold for gutter-fold duplex."""
    card, folded = options.card, options.duplex == "gutter-fold"
    wider = max(0.0, options.bleed - BLEED)
    head, foot = HEAD + wider, FOOT + wider
    if folded:
        foot = paper.height / 2 + FOLD + wider
    elif _turns_over_the_top(paper, options.duplex):
        # The head of the front is behind the foot of the back.
        head = foot
    width, height = paper.width - 2 * (SIDE + wider), paper.height - head - foot
    columns = max(0, floor((width + gutter + 1e-6) / (card.width + gutter)))
    rows = max(0, floor((height + gutter + 1e-6) / (card.height + gutter)))
    used_width = columns * card.width + (columns - 1) * gutter
    used_height = rows * card.height + (rows - 1) * gutter
    x = (paper.width - used_width) / 2
    y = head + (height - used_height) / (1 if folded else 2)
    return CardGrid(paper, columns, rows, card, gutter, x, y, options.bleed)


def _turns_over_the_top(paper: Size, duplex: str) -> bool:
    """Whether paper is turned about its horizontal axis, such as landscape over the long edge."""
    return (duplex == "long-edge") != (paper.height >= paper.width)


def mirror(placement: Placement, paper: Size, face: int, duplex: str) -> Placement:
    """The placement of the back of a front on the other side of the paper.

    Turning over the long edge turns portrait paper about the vertical axis, and landscape paper
    about the horizontal axis, where the back must be upside down.
    """
    left, top, right, bottom = placement.clip
    if not _turns_over_the_top(paper, duplex):
        x = paper.width - placement.x - placement.width
        return Placement(
            face, x, placement.y, placement.width, placement.height, (right, top, left, bottom)
        )
    y = paper.height - placement.y - placement.height
    clip = (left, bottom, right, top)
    return Placement(face, placement.x, y, placement.width, placement.height, clip, turned=True)


def fold_over(placement: Placement, fold: float, face: int) -> Placement:
    """The placement of the back of a front below a fold at `fold` mm from the top."""
    left, top, right, bottom = placement.clip
    y = 2 * fold - placement.y - placement.height
    clip = (left, bottom, right, top)
    return Placement(face, placement.x, y, placement.width, placement.height, clip, turned=True)


def impose(
    cards: Sequence[tuple[int, int | None]], paper: Size, options: ImpositionOptions
) -> SheetPlan:
    """The plan for cards given as (front face, back face or None), in order.

    A card that is printed several times is listed several times. Raises PlanError when not even one
    card fits.
    """
    places = card_grid(paper, options)
    sides: list[SheetSide] = []
    for number, start in enumerate(range(0, len(cards), places.count), start=1):
        chunk = cards[start : start + places.count]
        fronts = [places.place(front, slot, len(chunk)) for slot, (front, _) in enumerate(chunk)]
        pairs = [(f, back) for f, (_, back) in zip(fronts, chunk, strict=True) if back is not None]
        if options.duplex == "gutter-fold":
            fold = places.paper.height / 2
            backs = [fold_over(front, fold, back) for front, back in pairs]
            sides.append(SheetSide(f"{number}", tuple(fronts + backs), fold if backs else None))
            continue
        backs = [mirror(front, places.paper, back, options.duplex) for front, back in pairs]
        sides.append(SheetSide(f"{number} front" if backs else f"{number}", tuple(fronts)))
        if backs:
            sides.append(SheetSide(f"{number} back", tuple(backs)))
    return SheetPlan(places.paper, options.card, tuple(sides))


Segment = tuple[float, float, float, float]


MARK_LENGTH = 5.0

MARK_GAP = 1.0

# Unprintable margin (mm): there are no marks in it.
EDGE = 2.0


def crop_marks(side: SheetSide, paper: Size) -> list[Segment]:
    """The crop marks at both ends of each cut line of a side, outside all bleed: x1, y1, x2, y2.

    They end before the ruler and the labels, at the foot or along the fold.
    """
    boxes = [
        (p.x - p.clip[0], p.y - p.clip[1], p.x + p.width + p.clip[2], p.y + p.height + p.clip[3])
        for p in side.placements
    ]
    foot = paper.height - (EDGE if side.fold is not None else FOOT_LINE)
    marks: list[Segment] = []
    for x in sorted({round(v, 4) for p in side.placements for v in (p.x, p.x + p.width)}):
        crossed = [b for b in boxes if b[0] - 1e-3 <= x <= b[2] + 1e-3]
        top, bottom = min(b[1] for b in crossed) - MARK_GAP, max(b[3] for b in crossed) + MARK_GAP
        marks.append((x, max(EDGE, top - MARK_LENGTH), x, top))
        marks.append((x, bottom, x, min(foot, bottom + MARK_LENGTH)))
    for y in sorted({round(v, 4) for p in side.placements for v in (p.y, p.y + p.height)}):
        crossed = [b for b in boxes if b[1] - 1e-3 <= y <= b[3] + 1e-3]
        left, right = min(b[0] for b in crossed) - MARK_GAP, max(b[2] for b in crossed) + MARK_GAP
        marks.append((max(EDGE, left - MARK_LENGTH), y, left, y))
        marks.append((right, y, min(paper.width - EDGE, right + MARK_LENGTH), y))
    # No mark fits where the bleed is too near the edge.
    return [mark for mark in marks if mark[2] - mark[0] + mark[3] - mark[1] > EDGE / 2]
