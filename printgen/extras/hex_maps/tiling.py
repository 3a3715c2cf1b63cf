"""The tiling of posters: the part of the poster on each sheet, in mm from the top left corner.

Sheets overlap: each covers the right edge of the sheet before it and the foot of the sheet above.
So the left and the top edge of a sheet are cut where it meets another. The picture extends below
the cut, which leaves no gap if the cut is inexact. The covered strip is for glue.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from printgen.content.spreadsheets.sheet import column_letters
from printgen.paper import FOOT, HEAD, LARGEST_PAGE, PaperError, PlanError, Size

MAX_SHEETS = 400

# Side margin (mm) within which every printer prints.
EDGE = 10.0


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle; `x` and `y` are its top left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The x of the right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The y of the bottom edge."""
        return self.y + self.height


@dataclass(frozen=True, slots=True)
class Tile:
    """A sheet: its column and row, numbered from 0, and its part of the poster."""

    column: int
    row: int
    part: Rect

    @property
    def label(self) -> str:
        """A letter for the row and a number for the column."""
        return tile_label(self.column, self.row)


@dataclass(frozen=True, slots=True)
class Poster:
    """A poster on sheets: its size, the paper in its orientation, and its columns and rows.

    Neighbouring tiles share `overlap` mm. All tiles have the same position on the paper, `frame`.
    """

    size: Size
    paper: Size
    overlap: float
    columns: int
    rows: int
    frame: Rect

    @property
    def tiles(self) -> list[Tile]:
        """The sheets in printing order."""
        across, down = self.frame.width - self.overlap, self.frame.height - self.overlap
        return [
            Tile(
                column, row, Rect(column * across, row * down, self.frame.width, self.frame.height)
            )
            for row in range(self.rows)
            for column in range(self.columns)
        ]

    def glue_strips(self, tile: Tile) -> list[Rect]:
        """The strips of a tile, on paper, that the next sheets cover: at the right and the foot."""
        frame, wide, found = self.frame, self.overlap, []
        if self.overlap and tile.column < self.columns - 1:
            found.append(Rect(frame.right - wide, frame.y, wide, frame.height))
        if self.overlap and tile.row < self.rows - 1:
            # The corner is part of the strip at the right.
            length = frame.width - (wide if tile.column < self.columns - 1 else 0)
            found.append(Rect(frame.x, frame.bottom - wide, length, wide))
        return found

    def visible_part(self, tile: Tile) -> Rect:
        """The part of the poster that is visible on a tile after assembly."""
        x, y = tile.part.x, tile.part.y
        across = self.overlap if tile.column < self.columns - 1 else 0.0
        down = self.overlap if tile.row < self.rows - 1 else 0.0
        return Rect(x, y, tile.part.width - across, tile.part.height - down)

    def neighbours(self, tile: Tile) -> dict[str, str]:
        """The labels of the adjacent sheets by side: left, top, right, bottom."""
        steps = {"left": (-1, 0), "top": (0, -1), "right": (1, 0), "bottom": (0, 1)}
        found = {side: (tile.column + x, tile.row + y) for side, (x, y) in steps.items()}
        return {
            side: tile_label(column, row)
            for side, (column, row) in found.items()
            if 0 <= column < self.columns and 0 <= row < self.rows
        }


def tile_label(column: int, row: int) -> str:
    """The label of a sheet: A1, A2 … B1 …; AA1 follows Z1."""
    return f"{column_letters(row)}{column + 1}"


def tile_poster(size: Size, paper: Size, overlap: float) -> Poster:
    """A poster on the fewest sheets; portrait is preferred to landscape.

    Raises PaperError when there are more than MAX_SHEETS, or when tiles are too small.
    """
    posters = [_tiled(size, turned, overlap) for turned in (paper, paper.turned())]
    best = min(posters, key=lambda poster: poster.columns * poster.rows)
    if (count := best.columns * best.rows) > MAX_SHEETS:
        message = f"the map takes {count:,} sheets of {paper}; {MAX_SHEETS} at most: "
        raise PaperError(message + "print it on larger paper, or whole")
    return best


def _tiled(size: Size, paper: Size, overlap: float) -> Poster:
    width, height = paper.width - 2 * EDGE, paper.height - HEAD - FOOT
    if min(width, height) <= 2 * overlap:
        raise PaperError(f"tiles that share {overlap:g} mm are too small on paper of {paper}")
    # The number of parts, each as long as the room at most, that cover a length with overlap.
    columns, rows = (
        max(1, ceil((length - overlap) / (most - overlap) - 1e-9))
        for length, most in ((size.width, width), (size.height, height))
    )
    # Equal parts avoid slivers.
    wide = (size.width + (columns - 1) * overlap) / columns
    high = (size.height + (rows - 1) * overlap) / rows
    frame = Rect((paper.width - wide) / 2, HEAD + (height - high) / 2, wide, high)
    return Poster(size, paper, overlap, columns, rows, frame)


def centre_on_page(size: Size, page: Size) -> tuple[Size, Rect]:
    """The page in its orientation, and the position of a poster at its centre.

    Raises PlanError when the poster is larger.
    """
    # If only one orientation fits, it is this one.
    way = page.turned() if (size.width > size.height) != (page.width > page.height) else page
    x, y = (way.width - size.width) / 2, (way.height - size.height) / 2
    if min(x, y) >= -1e-6:
        return way, Rect(max(0.0, x), max(0.0, y), size.width, size.height)
    message = f"the map is {_rounded(size)}, and the page {_rounded(page)}: "
    raise PlanError(message + "name a larger `page`, or print it on tiles")


def page_to_size(size: Size) -> tuple[Size, Rect]:
    """A page of the poster's size. Raises PlanError when that is too large for PDF."""
    if max(size.width, size.height) > LARGEST_PAGE:
        message = f"a page of {_rounded(size)} is larger than {LARGEST_PAGE:g} mm: "
        raise PlanError(message + "print the map on tiles")
    return size, Rect(0, 0, size.width, size.height)


def _rounded(size: Size) -> Size:
    return Size(round(size.width, 1), round(size.height, 1))
