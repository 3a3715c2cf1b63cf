"""Standees and dividers: their sheets and their output kinds. Lengths in mm.

A standee is a strip with the front below the fold, the back upside down above it, and feet at both
ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from printgen.extras.pieces.models import DividersProduct, StandeesProduct
from printgen.geometry.outlines import Outline, polygon, rectangle
from printgen.imposition.plan import (
    Grid,
    ImpositionOptions,
    Placement,
    SheetPlan,
    SheetSide,
    card_grid,
    on_sheet,
    with_cuts,
)
from printgen.paper import PaperError, Size
from printgen.products.cards import DeckSheets, FacesKind
from printgen.products.kind import Cutter


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
