"""Tokens, and stickers for the faces of dice: their sheets and output kinds. Lengths in mm."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product as combinations
from typing import TypedDict

from printgen.content.library import Library
from printgen.content.models.text import Text
from printgen.extras.pieces.models import StickersProduct, TokensProduct
from printgen.extras.pieces.shapes import PACKINGS, TokenShape, pack, token_box, token_outline
from printgen.geometry.outlines import Point
from printgen.imposition.plan import (
    ImpositionOptions,
    Placement,
    SheetPlan,
    SheetSide,
    fold_over,
    margins,
    mirror,
)
from printgen.layout.jobs import JobSource, Task
from printgen.paper import PaperError, PlanError, Size, paper_size
from printgen.products.card_faces import MAX_CARDS, Card, Cut
from printgen.products.cards import FacesKind, check_title, product_task, sheets_build
from printgen.products.kind import Cutter, PrintOptions, ProductKind, TargetBuild
from printgen.products.target import Target
from printgen.typography.icons import ICON
from printgen.typography.text import say

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
    for sheet, packing in combinations((paper, paper.turned()), PACKINGS[options.shape]):
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
    return tuple(combinations(across, down))


class TokensKind(FacesKind[TokensProduct]):
    """The output kind `tokens`."""

    model = TokensProduct

    def impose(
        self,
        product: TokensProduct,
        faces: Sequence[tuple[int, int | None]],
        paper: Size,
        how: ImpositionOptions,
        cards: Sequence[Card],
        cutter: Cutter | None,
    ) -> SheetPlan:
        """The sheets of tokens, close together on a punchboard."""
        if cutter:
            return super().impose(product, faces, paper, how, cards, cutter)
        board, radius = product.marks == "punchboard", product.corner_radius
        shape, size = product.shape, product.size
        return plan_tokens(
            faces,
            paper,
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

    model = StickersProduct
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
    shown: StickerView = {
        "text": say(text, target.lang, content),
        "icons": _icon_count(text),
        "colour": own.colour or "",
    }
    cut = Cut(Size(product.size, product.size), product.bleed, STICKER_SAFE)
    entry = content.products[target.product]
    texts = partial(library.texts_of, entry, target.lang)
    source = JobSource(entry.at("dice", die, "faces", face), texts=texts)
    return product_task(library, target, "sticker", cut, shown, f"{die + 1}/{face + 1}", source)


def _icon_count(text: Text) -> int:
    """The number of icons of a text that has nothing else; 0 for other texts."""
    written = next(iter(text.values()))
    return 0 if ICON.sub("", written).strip() else len(ICON.findall(written))


TOKENS = TokensKind()
STICKERS = StickersKind()
