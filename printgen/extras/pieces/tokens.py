"""Tokens, and stickers for the faces of dice: their sheets and output kinds. Lengths in mm."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product as combinations
from typing import TypedDict

from printgen.content.library import Library
from printgen.extras.pieces.models import (
    PACKINGS,
    StickersProduct,
    TokenShape,
    TokensProduct,
    pack,
    token_box,
    token_outline,
)
from printgen.geometry.outlines import Point
from printgen.imposition.plan import (
    ImpositionOptions,
    Placement,
    SheetPlan,
    SheetSide,
    impose,
    margins,
)
from printgen.layout.jobs import JobSource, Task
from printgen.paper import PaperError, PlanError, Size, paper_size
from printgen.products.card_faces import MAX_CARDS, Cut
from printgen.products.cards import DeckSheets, FacesKind, check_title, product_task, sheets_build
from printgen.products.kind import PrintOptions, ProductKind, TargetBuild
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
    grid = _grid(paper, how, options)
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


def _grid(paper: Size, how: ImpositionOptions, options: TokenOptions) -> TokenGrid:
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
