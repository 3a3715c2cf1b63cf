"""Tokens, stickers for the faces of dice, standees and dividers: their sheets and their output
kinds. Lengths in mm.

A standee is a strip with the front below the fold, the back upside down above it, and feet at both
ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product as combinations
from typing import TypedDict

from printgen.content.library import Library
from printgen.extras.pieces.faces import product_task
from printgen.extras.pieces.models import (
    PACKINGS,
    DividersProduct,
    StandeesProduct,
    StickersProduct,
    TokenShape,
    TokensProduct,
    pack,
    token_box,
    token_outline,
)
from printgen.extras.pieces.outlines import on_sheet, with_cuts
from printgen.geometry.outlines import Outline, Point, polygon, rectangle
from printgen.imposition.plan import (
    Grid,
    ImpositionOptions,
    Placement,
    SheetPlan,
    SheetSide,
    card_grid,
    impose,
    margins,
)
from printgen.layout.jobs import JobSource, Task
from printgen.paper import PaperError, PlanError, Size, paper_size
from printgen.products.card_faces import MAX_CARDS, Cut
from printgen.products.cards import DeckSheets, FacesKind, check_title, sheets_build
from printgen.products.kind import Cutter, PrintOptions, ProductKind, TargetBuild
from printgen.products.target import Target
from printgen.typography.text import ICON, say

# --- the sheets of tokens. Each has bleed around its outline --------------------------------------


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


@dataclass(frozen=True, slots=True)
class TokenGrid:
    """The top left corners of tokens on a sheet, and the box around a token with its bleed."""

    paper: Size
    corners: list[Point]
    box: Size
    bleed: float
    strip: None = None

    @property
    def count(self) -> int:
        """The number of tokens per side."""
        return len(self.corners)

    def places(self, faces: Sequence[int]) -> list[Placement]:
        """The placements of faces, row by row from the top left."""
        width, height, clip = self.box.width, self.box.height, (self.bleed,) * 4
        return [
            Placement(face, *corner, width, height, clip)
            for face, corner in zip(faces, self.corners, strict=False)
        ]


def plan_tokens(
    tokens: Sequence[tuple[int, int | None]], paper: Size, options: TokenOptions
) -> SheetPlan:
    """The plan for tokens given as (front face, back face or None), in order. Only fronts have cut
    lines: sheets are cut from one side.

    Raises PaperError when not even one token fits.
    """
    box = Size(*token_box(options.shape, options.size))
    how = ImpositionOptions(box, options.bleed, duplex=options.duplex)
    grid = _token_grid(paper, how, options)
    if not grid.count:
        raise PaperError(f"a token of {box} does not fit on paper of {paper}")
    cut, shown = (
        token_outline(options.shape, options.size, options.radius, margin)
        for margin in (0.0, options.visible)
    )
    fronts = {front for front, _ in tokens}
    crosses: tuple[Point, ...] = ()
    if options.board and options.duplex != "gutter-fold":
        # In the corners, where those of the back are behind them.
        wide, high = grid.paper.width - _CROSS_AT, grid.paper.height - _CROSS_AT
        crosses = tuple(combinations((_CROSS_AT, wide), (_CROSS_AT, high)))

    def with_lines(side: SheetSide) -> SheetSide:
        placements = tuple(replace(p, window=shown.placed(p.x, p.y)) for p in side.placements)
        cuts = tuple(cut.placed(p.x, p.y) for p in placements if p.face in fronts)
        return replace(side, placements=placements, cuts=cuts, lined=options.lined, crosses=crosses)

    plan = impose(tokens, paper, how, grid)
    return replace(plan, sides=tuple(map(with_lines, plan.sides)))


def _token_grid(paper: Size, how: ImpositionOptions, options: TokenOptions) -> TokenGrid:
    """The grid with the most tokens, centred; above the fold for gutter-fold duplex."""
    box, best = how.card, TokenGrid(paper, [], how.card, options.visible)
    for sheet, packing in combinations((paper, paper.turned()), PACKINGS[options.shape]):
        head, foot, side = margins(sheet, how)
        room = sheet.width - 2 * side, sheet.height - head - foot
        found = pack(packing, (box.width, box.height), options.between, room)
        if len(found) > best.count:
            used = [max(p[axis] for p in found) for axis in (0, 1)]
            x = (sheet.width - used[0] - box.width) / 2
            y = head + (room[1] - used[1] - box.height) / 2
            corners = [(x + left, y + top) for left, top in found]
            best = TokenGrid(sheet, corners, box, options.visible)
    return best


class TokensKind(FacesKind[TokensProduct]):
    """The output kind `tokens`."""

    def impose(self, product: TokensProduct, deck: DeckSheets) -> SheetPlan:
        """The sheets of tokens, close together on a punchboard."""
        if deck.cutter:
            return super().impose(product, deck)
        board, radius = product.marks == "punchboard", product.corner_radius
        shape, size, how = product.shape, product.size, deck.how
        return plan_tokens(
            deck.faces,
            deck.paper,
            TokenOptions(shape, size, radius, how.bleed, how.gutter, board, how.duplex),
        )


# --- stickers for the faces of dice ---------------------------------------------------------------


# Distance of words from the cut of a sticker (mm).
STICKER_SAFE = 0.8


class StickerView(TypedDict):
    """The face of a die as HTML, the number of its icons if it has nothing else, and its colour."""

    text: str
    icons: int
    colour: str


class StickersKind(ProductKind[StickersProduct]):
    """The output kind `stickers`: each face of a die is laid out once."""

    shows_faces = True

    def prepare(
        self, library: Library, target: Target, product: StickersProduct, options: PrintOptions
    ) -> TargetBuild:
        """The faces of all dice and their sheets."""
        check_title(library, target)
        plan = plan_stickers(product, paper_size(target.paper))
        dice = enumerate(product.dice)
        faces = [(number, face) for number, die in dice for face in range(len(die.faces))]
        return sheets_build(
            library,
            target,
            plan,
            len(faces),
            lambda: (_sticker_task(library, target, product, *face) for face in faces),
            product.bleed,
        )


def plan_stickers(product: StickersProduct, paper: Size) -> SheetPlan:
    """The sheets of stickers, die by die. Raises PlanError if they do not fit or are too many."""
    numbers, first = list[int](), 0
    for die in product.dice:
        numbers += [*range(first, first + len(die.faces))] * die.copies
        first += len(die.faces)
    if len(numbers) > MAX_CARDS:
        raise PlanError(f"there are {len(numbers):,} stickers; the maximum is {MAX_CARDS:,}")
    options = TokenOptions("square", product.size, product.corner_radius, product.bleed)
    return plan_tokens([(number, None) for number in numbers], paper, options)


def _sticker_task(
    library: Library, target: Target, product: StickersProduct, die: int, face: int
) -> Task:
    """The work for a face of a die."""
    content, own = library.games[target.game], product.dice[die]
    text = own.faces[face]
    written = next(iter(text.values()))
    shown: StickerView = {
        "text": say(text, target.lang, content),
        "icons": 0 if ICON.sub("", written).strip() else len(ICON.findall(written)),
        "colour": own.colour or "",
    }
    cut = Cut(Size(product.size, product.size), product.bleed, STICKER_SAFE)
    entry = content.products[target.product]
    texts = partial(library.texts_of, entry, target.lang)
    source = JobSource(entry.at("dice", die, "faces", face), texts=texts)
    return product_task(library, target, "sticker", cut, shown, f"{die + 1}/{face + 1}", source)


TOKENS = TokensKind()
STICKERS = StickersKind()


class StandeesKind(FacesKind[StandeesProduct]):
    """The output kind `standees`."""

    def impose(self, product: StandeesProduct, deck: DeckSheets) -> SheetPlan:
        """The sheets of strips."""
        foot, how = 0.0 if product.feet == "none" else product.foot, deck.how
        strips = StripOptions(how.card, foot, product.feet == "tabs", how.bleed, how.gutter)
        return plan_strips(deck.faces, deck.paper, strips, deck.cutter)


class DividersKind(FacesKind[DividersProduct]):
    """The output kind `dividers`."""

    def impose(self, product: DividersProduct, deck: DeckSheets) -> SheetPlan:
        """The sheets of dividers, with their outlines."""
        plan = super().impose(product, deck)
        if deck.cutter:
            return plan
        return with_cuts(plan, [product.outline(card.number) for card in deck.cards])


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
            # Bleed is at the long edges of the strip, and at its ends if there are no feet.
            end = 0.0 if options.foot else options.bleed
            at = (1, 3) if strip.turn else (2, 0)
            right, left = strip.clip[at[0]], strip.clip[at[1]]
            down = options.foot + options.size.height
            halves = [_half(strip, front, down, (left, 0.0, right, end), 0, options)]
            if back is not None:
                clip = left, end, right, 0.0
                halves.append(_half(strip, back, options.foot, clip, 180, options))
            placements += [replace(half, window=window) for half in halves]
        sides.append(
            SheetSide(
                f"{number}",
                tuple(placements),
                strip=grid.strip,
                cuts=tuple(on_sheet(strip, outline) for strip in strips),
                creases=tuple(on_sheet(strip, crease) for strip in strips for crease in creases),
                lined=True,
            )
        )
    return SheetPlan(grid.paper, options.size, tuple(sides), cutter.name if cutter else "")


def _grid(paper: Size, options: StripOptions, cutter: Cutter | None) -> Grid:
    """The places of strips on a sheet. Raises PlanError when not even one fits."""
    how = ImpositionOptions(options.strip, options.bleed, options.gutter)
    if cutter:
        return cutter.grid(paper, how)
    try:
        return card_grid(paper, how)
    except PaperError as error:
        message = f"a standee is a strip of {options.strip}, which does not fit on paper of {paper}"
        raise PaperError(message) from error


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


STANDEES = StandeesKind()
DIVIDERS = DividersKind()
