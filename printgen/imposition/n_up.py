"""Several copies of a page on a sheet, such as two A5 pages on A4."""

from __future__ import annotations

from math import ceil, floor

from printgen.imposition.plan import Placement, SheetPlan, SheetSide, mirror
from printgen.paper import PaperError, Size

# What a page may be larger than its place (mm): half of a Letter sheet is no exact size in mm.
TOLERANCE = 0.6


def n_up(page: Size, pages: int, paper: Size, duplex: str, copies: int = 1) -> SheetPlan:
    """The sheets for at least `copies` of a few pages; every side shows one page, as often as it
    fits.

    Odd pages are on fronts, even ones behind them. Raises PaperError when a page does not fit.
    """
    best = max((paper.upright(), paper.upright().turned()), key=lambda p: _count(page, p))
    if not _count(page, best):
        raise PaperError(f"a page of {page} does not fit on paper of {paper}")
    sides: list[SheetSide] = []
    again = ceil(copies / _count(page, best))
    # The back of the last of an odd number of pages is blank, so that the next copy is in front.
    blank = again > 1 and pages > 1 and pages % 2
    for number in [*range(pages + blank)] * again:
        places = _places(page, best, number) if number < pages else ()
        if number % 2:
            places = tuple(mirror(place, best, number, duplex) for place in places)
        side = "back" if number % 2 else "front"
        sides.append(SheetSide(f"{number // 2 + 1} {side}" if pages > 1 else "1", places))
    return SheetPlan(best, page, tuple(sides))


def _columns_rows(page: Size, paper: Size) -> tuple[int, int]:
    columns = floor((paper.width + TOLERANCE) / page.width)
    return columns, floor((paper.height + TOLERANCE) / page.height)


def _count(page: Size, paper: Size) -> int:
    columns, rows = _columns_rows(page, paper)
    return columns * rows


def _places(page: Size, paper: Size, number: int) -> tuple[Placement, ...]:
    """The copies of a page, centred on the paper."""
    columns, rows = _columns_rows(page, paper)
    x = (paper.width - columns * page.width) / 2
    y = (paper.height - rows * page.height) / 2
    return tuple(
        Placement(
            number,
            x + column * page.width,
            y + row * page.height,
            page.width,
            page.height,
            (0.0, 0.0, 0.0, 0.0),
        )
        for row in range(rows)
        for column in range(columns)
    )
