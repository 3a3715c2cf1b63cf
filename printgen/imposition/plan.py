"""The placement of faces on sheets, in mm from the top left corner of the paper, and what is
printed of a deck.

Backs are mirrored so that they are behind their fronts when the paper is turned over the long or
the short edge, or folded in the middle of one side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import ceil, floor, prod
from typing import TYPE_CHECKING, Literal, Protocol

from printgen.geometry.outlines import Outline, Point
from printgen.paper import (
    BLEED,
    PRINTER_MARGIN,
    PaperError,
    Size,
    sheet_margins,
    turns_over_the_top,
)

if TYPE_CHECKING:
    from printgen.typography.word_shapes import WordShape

# The place of ruler and labels at the foot (mm).
FOOT_LINE = 9.0

# On a tight sheet, ruler and labels are beside the cards, and little bleed shows at head and foot:
# margins at head and foot and at the sides, visible bleed, and height of a card for the ruler (mm).
TIGHT_HEAD, TIGHT_SIDE, TIGHT_BLEED = 6.0, 12.5, 1.5

RULER_ROOM = 60.0


@dataclass(frozen=True, slots=True)
class Placement:
    """A face on a sheet: its trim box, its visible bleed and its orientation.

    `clip` is the visible bleed at left, top, right and bottom (mm), as seen on the sheet. The face
    is turned clockwise by `turn` degrees: 0, 90, 180 or 270. With a `window` on the sheet, the
    face is visible inside this outline only.
    """

    face: int
    x: float
    y: float
    width: float
    height: float
    clip: tuple[float, float, float, float]
    turn: int = 0
    window: Outline | None = None


@dataclass(frozen=True, slots=True)
class SheetSide:
    """One side of a sheet. `fold` is the distance (mm) of a horizontal fold from the top.

    Ruler and labels are at the foot or along the fold; with `strip`, they are at the left and the
    right edge, between these distances (mm) from the top.

    `cuts` and `creases` are the lines to cut and to fold, in mm on the sheet. With `lined`, they
    are drawn; otherwise crop marks show the cuts. Register marks are crosses at `crosses`. Areas
    for `glue` stay white but for a hatching.
    """

    name: str
    placements: tuple[Placement, ...]
    fold: float | None = None
    strip: tuple[float, float] | None = None
    cuts: tuple[Outline, ...] = ()
    creases: tuple[Outline, ...] = ()
    lined: bool = False
    crosses: tuple[Point, ...] = ()
    glue: tuple[Outline, ...] = ()


@dataclass(frozen=True, slots=True)
class SheetPlan:
    """All sides in printing order, on paper of one size, with cards of one trim size (mm).

    Fronts have the marks of the machine `cutter`, instead of crop marks.
    """

    paper: Size
    card: Size
    sides: tuple[SheetSide, ...]
    cutter: str = ""


@dataclass(frozen=True, slots=True)
class SheetLabels:
    """The labels of a sheet, in one language. `scale` is like "print at 100 %"; `shapes` has the
    parts of the labels that the font of labels lacks.
    """

    title: str
    scale: str
    front: str
    back: str
    fold: str
    cards: str
    glue: str = ""
    shapes: tuple[tuple[str, WordShape], ...] = field(default=(), kw_only=True)


class Grid(Protocol):
    """Places for pieces on a sheet of `paper` as it lies: `count` per side. `strip` is that for
    ruler and labels, see SheetSide.
    """

    @property
    def paper(self) -> Size: ...

    @property
    def count(self) -> int: ...

    @property
    def strip(self) -> tuple[float, float] | None: ...

    def places(self, faces: Sequence[int]) -> list[Placement]:
        """The placements of faces, row by row from the top left."""


@dataclass(frozen=True, slots=True)
class CardGrid:
    """Columns and rows of cards on a sheet, and the top left corner of the first trim box (mm).

    `card` is the size of a card as it lies on the sheet, turned by `turn` degrees.
    """

    paper: Size
    columns: int
    rows: int
    card: Size
    gutter: float
    x: float
    y: float
    bleed: float
    turn: int = 0
    tight: bool = False

    @property
    def count(self) -> int:
        """The number of cards per side."""
        return self.columns * self.rows

    @property
    def strip(self) -> tuple[float, float] | None:
        """The strip for ruler and labels beside the first row of a tight sheet, see SheetSide."""
        return (self.y, self.y + self.card.height) if self.tight else None

    def for_few(self, cards: int) -> CardGrid:
        """The columns that one sheet needs for a number of cards in rows of nearly equal length, in
        the middle of the paper; the grid itself where they need more than a sheet.
        """
        if not 0 < cards < self.count:
            return self
        columns = ceil(cards / ceil(cards / self.columns))
        room = self.columns - columns
        return replace(self, columns=columns, x=self.x + room * (self.card.width + self.gutter) / 2)

    def places(self, faces: Sequence[int]) -> list[Placement]:
        """The placements of faces, row by row from the top left."""
        return [self.place(face, slot, len(faces)) for slot, face in enumerate(faces)]

    def place(self, face: int, slot: int, filled: int) -> Placement:
        """The placement of card `slot` of `filled`, row by row from the top left."""
        row, column = divmod(slot, self.columns)
        # Bleed ends at the middle of the gutter between cards, and is whole at the outer edges.
        inner = min(self.bleed, self.gutter / 2)
        limit = min(TIGHT_BLEED, self.y - PRINTER_MARGIN) if self.tight else self.bleed
        below = min(self.bleed, limit) if row == self.rows - 1 else self.bleed
        clip = (
            self.bleed if column == 0 else inner,
            min(self.bleed, limit) if row == 0 else inner,
            self.bleed if column == self.columns - 1 or slot + 1 >= filled else inner,
            below if row == self.rows - 1 or slot + self.columns >= filled else inner,
        )
        x = self.x + column * (self.card.width + self.gutter)
        y = self.y + row * (self.card.height + self.gutter)
        return Placement(face, x, y, self.card.width, self.card.height, clip, self.turn)


@dataclass(frozen=True, slots=True)
class ImpositionOptions:
    """How to impose a deck (mm). `gutter` None is twice the bleed, or 0 if that fits more cards."""

    card: Size
    bleed: float = 3.0
    gutter: float | None = None
    duplex: str = "long-edge"


def card_grid(paper: Size, options: ImpositionOptions) -> CardGrid:
    """The grid with the most cards. Of equal ones, the paper and the cards as they are given are
    preferred to turned ones, and full margins to those of a tight sheet.

    Raises PaperError when not even one card fits.
    """
    best = max(_grids(paper, options), key=lambda grid: grid.count)
    if best.count == 0:
        raise PaperError(f"a card of {options.card} does not fit on paper of {paper}")
    return best


def _grids(paper: Size, options: ImpositionOptions) -> Iterator[CardGrid]:
    """The largest grids of paper and cards in each orientation, the preferred ones first."""
    gutters = [2 * options.bleed, 0.0] if options.gutter is None else [options.gutter]
    for tight, turn, sheet, gutter in product(
        (False, True), (0, 90), (paper, paper.turned()), gutters
    ):
        card = options.card.turned() if turn else options.card
        # The ruler of a tight sheet is beside a card. Along a fold there is always room for it.
        if not tight or (card.height >= RULER_ROOM and options.duplex != "gutter-fold"):
            yield _fit(sheet, options, gutter, card, turn, tight)


def margins(
    paper: Size, options: ImpositionOptions, tight: bool = False
) -> tuple[float, float, float]:
    """The margins at the head, at the foot (or from below the fold) and at the sides (mm)."""
    if tight:
        return TIGHT_HEAD, TIGHT_HEAD, TIGHT_SIDE + max(0.0, options.bleed - BLEED)
    return sheet_margins(paper, options.bleed, options.duplex)


def _fit(
    paper: Size, options: ImpositionOptions, gutter: float, card: Size, turn: int, tight: bool
) -> CardGrid:
    """The largest grid with a gutter, centred; above the fold for gutter-fold duplex."""
    folded = options.duplex == "gutter-fold"
    head, foot, side = margins(paper, options, tight)
    width, height = paper.width - 2 * side, paper.height - head - foot
    columns = max(0, floor((width + gutter + 1e-6) / (card.width + gutter)))
    rows = max(0, floor((height + gutter + 1e-6) / (card.height + gutter)))
    used_width = columns * card.width + (columns - 1) * gutter
    used_height = rows * card.height + (rows - 1) * gutter
    x = (paper.width - used_width) / 2
    y = head + (height - used_height) / (1 if folded else 2)
    return CardGrid(paper, columns, rows, card, gutter, x, y, options.bleed, turn, tight)


def mirror(placement: Placement, paper: Size, face: int, duplex: str) -> Placement:
    """The placement of the back of a front on the other side of the paper.

    Turning over the long edge turns portrait paper about the vertical axis, and landscape paper
    about the horizontal axis, where the back must be upside down.
    """
    left, top, right, bottom = placement.clip
    if not turns_over_the_top(paper, duplex):
        x = paper.width - placement.x - placement.width
        clip, turn = (right, top, left, bottom), -placement.turn % 360
        return replace(placement, face=face, x=x, clip=clip, turn=turn)
    return _upside_down(placement, paper.height, face)


def _upside_down(placement: Placement, height: float, face: int) -> Placement:
    """The placement of a back on paper of a height (mm) that is turned over its top, or folded at
    half the height.
    """
    left, top, right, bottom = placement.clip
    y = height - placement.y - placement.height
    turn = (180 - placement.turn) % 360
    return replace(placement, face=face, y=y, clip=(left, bottom, right, top), turn=turn)


def impose(
    cards: Sequence[tuple[int, int | None]],
    paper: Size,
    options: ImpositionOptions,
    grid: Grid | None = None,
) -> SheetPlan:
    """The plan for cards given as (front face, back face or None), in order, on a `grid`: that with
    the most cards, if none is given.

    A card that is printed several times is listed several times. Raises PaperError when not even
    one card fits.
    """
    places = grid or card_grid(paper, options)
    strip = places.strip
    sides: list[SheetSide] = []
    for number, start in enumerate(range(0, len(cards), places.count), start=1):
        chunk = cards[start : start + places.count]
        fronts = places.places([front for front, _ in chunk])
        pairs = [(f, back) for f, (_, back) in zip(fronts, chunk, strict=True) if back is not None]
        if options.duplex == "gutter-fold":
            fold = places.paper.height / 2
            backs = [_upside_down(front, 2 * fold, back) for front, back in pairs]
            sides.append(SheetSide(f"{number}", tuple(fronts + backs), fold if backs else None))
            continue
        backs = [mirror(front, places.paper, back, options.duplex) for front, back in pairs]
        name = f"{number} front" if backs else f"{number}"
        sides.append(SheetSide(name, tuple(fronts), strip=strip))
        if backs:
            sides.append(SheetSide(f"{number} back", tuple(backs), strip=strip))
    return SheetPlan(places.paper, options.card, tuple(sides))


@dataclass(frozen=True, slots=True)
class PieceShape:
    """The shape of pieces: `outline` is that of an upright one whose box has its top left corner at
    the origin, moved outwards by some mm. With `windowed`, bleed follows the outline.
    """

    outline: Callable[[float], Outline]
    windowed: bool = False

    def mirrored(self) -> PieceShape:
        """The shape as it is seen from behind."""
        left, _, right, _ = self.outline(0.0).bounds
        return replace(self, outline=lambda margin: self.outline(margin).mirrored(left + right))

    def on_sheet(self, placement: Placement, margin: float = 0.0) -> Outline:
        """The outline of a piece where it is placed, moved outwards by `margin` mm."""
        left, top, _, _ = self.outline(0.0).placed(0, 0, placement.turn).bounds
        turned = self.outline(margin).placed(0, 0, placement.turn)
        return turned.placed(placement.x - left, placement.y - top)


# --- several copies of a page on a sheet, such as two A5 pages on A4 ------------------------------


# What a page may be larger than its place (mm): half of a Letter sheet is no exact size in mm.
TOLERANCE = 0.6


def n_up(page: Size, pages: int, paper: Size, duplex: str, copies: int = 1) -> SheetPlan:
    """The sheets for at least `copies` of a few pages; every side shows one page, as often as it
    fits.

    Odd pages are on fronts, even ones behind them. Raises PaperError when a page does not fit.
    """

    def fitting(paper: Size) -> tuple[int, int]:
        columns = floor((paper.width + TOLERANCE) / page.width)
        return columns, floor((paper.height + TOLERANCE) / page.height)

    best = max((paper.upright(), paper.upright().turned()), key=lambda p: prod(fitting(p)))
    columns, rows = fitting(best)
    if not columns * rows:
        raise PaperError(f"a page of {page} does not fit on paper of {paper}")
    # The copies are centred on the paper.
    x = (best.width - columns * page.width) / 2
    y = (best.height - rows * page.height) / 2
    corners = [
        (x + column * page.width, y + row * page.height)
        for row in range(rows)
        for column in range(columns)
    ]
    sides: list[SheetSide] = []
    again = ceil(copies / (columns * rows))
    # The back of the last of an odd number of pages is blank, so that the next copy is in front.
    blank = again > 1 and pages > 1 and pages % 2
    for number in [*range(pages + blank)] * again:
        places = [
            Placement(number, *corner, page.width, page.height, (0.0, 0.0, 0.0, 0.0))
            for corner in (corners if number < pages else ())
        ]
        if number % 2:
            places = [mirror(place, best, number, duplex) for place in places]
        side = "back" if number % 2 else "front"
        sides.append(SheetSide(f"{number // 2 + 1} {side}" if pages > 1 else "1", tuple(places)))
    return SheetPlan(best, page, tuple(sides))


# --------------------------------------------------------------------------------------------------
# What the user prints of a deck, and how. It needs no other part, so that commands start fast.


Sides = Literal["front", "back", "both"]


@dataclass(frozen=True, slots=True)
class PrintChoice:
    """Which cards, sides and sheets of decks are printed, and how.

    `only` and the names in `copies` are ids or `game/id`; no `only` means all cards. `sheets` are
    numbers of sheets, from 1; none means all. `gutter` and `bleed` (mm) override those of products.
    With `changed`, pairs of a deck and a card `game/id` or `kind:game/id`, only these cards are
    printed. `cutter` is the cutting machine that the sheets are for. With a `side`, only this side
    of a sheet is used.
    """

    only: tuple[str, ...] = ()
    copies: tuple[tuple[str, int], ...] = ()
    sides: Sides = "both"
    sheets: tuple[int, ...] = ()
    gutter: float | None = None
    bleed: float | None = None
    changed: tuple[tuple[str, str], ...] | None = None
    cutter: str | None = None
    side: str = ""

    def __bool__(self) -> bool:
        return self != PrintChoice()

    def of_plan(self, plan: SheetPlan) -> SheetPlan:
        """The chosen sides of the chosen sheets of a plan."""
        return replace(plan, sides=tuple(side for side in plan.sides if self._has(side)))

    @property
    def some(self) -> bool:
        """Whether less than whole decks may be printed, or they may look different."""
        return replace(self, cutter=None, side="") != PrintChoice()

    def _has(self, side: SheetSide) -> bool:
        if self.side and side.name != self.side:
            return False
        number, _, role = side.name.partition(" ")
        wanted_sheet = not self.sheets or int(number) in self.sheets
        return wanted_sheet and self.sides in ("both", role or "front")
