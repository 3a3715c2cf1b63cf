"""The placement of tokens on sheets. Each has bleed around its outline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

from printgen.geometry.outlines import Point
from printgen.geometry.token_shapes import PACKINGS, TokenShape, pack, token_box, token_outline
from printgen.imposition.plan import (
    ImpositionOptions,
    Placement,
    SheetPlan,
    SheetSide,
    fold_over,
    margins,
    mirror,
)
from printgen.paper import PaperError, Size

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
    """The sides of a sheet. Only the front has cut lines: nobody cuts from both sides."""
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
