"""Where faces go on sheets: plain data in mm, from the top left corner of the paper.

A sheet has a front and a back. A back is mirrored so that, once the paper is turned over, it falls
behind its front: along the long edge, along the short edge, or by a fold in the middle of one side.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor

from printgen.paper import Size

# Room for the ruler and the labels, at the foot of a sheet; and for crop marks on other sides.
FOOT = 12.0
HEAD = 10.0
SIDE = 9.5
# From the fold to the nearest trim edge: paper never folds quite straight.
FOLD = 8.0


class PlanError(ValueError):
    """The faces cannot be placed on this paper."""


@dataclass(frozen=True, slots=True)
class Placement:
    """A face on a sheet: its trim box, how far its bleed may show on each side, and its turn.

    `clip` is left, top, right, bottom in mm, as seen on the sheet. `turned` faces stand on their
    head.
    """

    face: int
    x: float
    y: float
    width: float
    height: float
    clip: tuple[float, float, float, float]
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a sheet."""

    name: str
    placements: tuple[Placement, ...]
    fold: float | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """All the sides to print, in printing order, on paper of one size (mm)."""

    paper: Size
    card: Size
    sides: tuple[Side, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """Columns and rows of cards on a paper, and where the first trim box stands."""

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
        """Cards on a side."""
        return self.columns * self.rows

    def place(self, face: int, slot: int) -> Placement:
        """The place of the card number `slot`, row by row from the top left."""
        row, column = divmod(slot, self.columns)
        # Between two cards each bleeds to the middle of the gutter, at the edge as far as it goes.
        inner = min(self.bleed, self.gutter / 2)
        clip = (
            self.bleed if column == 0 else inner,
            self.bleed if row == 0 else inner,
            self.bleed if column == self.columns - 1 else inner,
            self.bleed if row == self.rows - 1 else inner,
        )
        x = self.x + column * (self.card.width + self.gutter)
        y = self.y + row * (self.card.height + self.gutter)
        return Placement(face, x, y, self.card.width, self.card.height, clip)


@dataclass(frozen=True, slots=True)
class Options:
    """How a deck is imposed. `gutter` None takes room for the full bleed where it costs no card."""

    card: Size
    bleed: float = 3.0
    gutter: float | None = None
    duplex: str = "long-edge"


def grid(paper: Size, options: Options) -> Grid:
    """The grid that holds the most cards, portrait before landscape.

    Raises PlanError when not even one card fits.
    """
    gutters = [2 * options.bleed, 0.0] if options.gutter is None else [options.gutter]
    folded = options.duplex == "gutter-fold"
    best: Grid | None = None
    for size in (paper, paper.turned()):
        for gutter in gutters:
            found = _fit(size, options.card, gutter, options.bleed, folded)
            if best is None or found.count > best.count:
                best = found
    if best is None or best.count == 0:
        raise PlanError(f"a card of {options.card} does not fit on paper of {paper}")
    return best


def _fit(paper: Size, card: Size, gutter: float, bleed: float, folded: bool) -> Grid:
    """As many cards as a paper holds at a gutter, centred; above the fold when it is folded."""
    width = paper.width - 2 * SIDE
    height = paper.height / 2 - HEAD - FOLD if folded else paper.height - HEAD - FOOT
    columns = max(0, floor((width + gutter + 1e-6) / (card.width + gutter)))
    rows = max(0, floor((height + gutter + 1e-6) / (card.height + gutter)))
    used_width = columns * card.width + (columns - 1) * gutter
    used_height = rows * card.height + (rows - 1) * gutter
    x = (paper.width - used_width) / 2
    y = HEAD + height - used_height if folded else HEAD + (height - used_height) / 2
    return Grid(paper, columns, rows, card, gutter, x, y, bleed)


def mirror(placement: Placement, paper: Size, face: int, duplex: str) -> Placement:
    """Where the back of a placed front goes on the other side of the paper.

    Turning paper over its long edge turns portrait about the vertical axis, and landscape about the
    horizontal one, where the back must stand on its head to be upright once turned.
    """
    portrait = paper.height >= paper.width
    left, top, right, bottom = placement.clip
    if (duplex == "long-edge") == portrait:
        x = paper.width - placement.x - placement.width
        return Placement(
            face, x, placement.y, placement.width, placement.height, (right, top, left, bottom)
        )
    y = paper.height - placement.y - placement.height
    clip = (left, bottom, right, top)
    return Placement(face, placement.x, y, placement.width, placement.height, clip, turned=True)


def fold_over(placement: Placement, fold: float, face: int) -> Placement:
    """Where the back of a placed front goes below a fold at `fold` mm from the top."""
    left, top, right, bottom = placement.clip
    y = 2 * fold - placement.y - placement.height
    clip = (left, bottom, right, top)
    return Placement(face, placement.x, y, placement.width, placement.height, clip, turned=True)


def impose(cards: Sequence[tuple[int, int | None]], paper: Size, options: Options) -> Plan:
    """The plan for cards given as (front face, back face or None), in order.

    A card that is printed several times stands several times in `cards`.
    """
    places = grid(paper, options)
    sides: list[Side] = []
    for number, start in enumerate(range(0, len(cards), places.count), start=1):
        chunk = cards[start : start + places.count]
        fronts = [places.place(front, slot) for slot, (front, _) in enumerate(chunk)]
        pairs = [(f, back) for f, (_, back) in zip(fronts, chunk, strict=True) if back is not None]
        if options.duplex == "gutter-fold":
            fold = places.paper.height / 2
            backs = [fold_over(front, fold, back) for front, back in pairs]
            sides.append(Side(f"{number}", tuple(fronts + backs), fold if backs else None))
            continue
        backs = [mirror(front, places.paper, back, options.duplex) for front, back in pairs]
        sides.append(Side(f"{number} front" if backs else f"{number}", tuple(fronts)))
        if backs:
            sides.append(Side(f"{number} back", tuple(backs)))
    return Plan(places.paper, options.card, tuple(sides))


Segment = tuple[float, float, float, float]

MARK_LENGTH = 5.0
MARK_GAP = 1.0


def crop_marks(side: Side) -> list[Segment]:
    """The marks at both ends of every cut line of a side, outside all bleed: x1, y1, x2, y2."""
    boxes = [
        (p.x - p.clip[0], p.y - p.clip[1], p.x + p.width + p.clip[2], p.y + p.height + p.clip[3])
        for p in side.placements
    ]
    marks: list[Segment] = []
    for x in sorted({round(v, 4) for p in side.placements for v in (p.x, p.x + p.width)}):
        crossed = [b for b in boxes if b[0] - 1e-3 <= x <= b[2] + 1e-3]
        top, bottom = min(b[1] for b in crossed) - MARK_GAP, max(b[3] for b in crossed) + MARK_GAP
        marks += [(x, top - MARK_LENGTH, x, top), (x, bottom, x, bottom + MARK_LENGTH)]
    for y in sorted({round(v, 4) for p in side.placements for v in (p.y, p.y + p.height)}):
        crossed = [b for b in boxes if b[1] - 1e-3 <= y <= b[3] + 1e-3]
        left, right = min(b[0] for b in crossed) - MARK_GAP, max(b[2] for b in crossed) + MARK_GAP
        marks += [(left - MARK_LENGTH, y, left, y), (right, y, right + MARK_LENGTH, y)]
    return marks
