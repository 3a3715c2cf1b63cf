"""Arrangements of products on a table top. Sizes in mm; the origin is the centre."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin

import numpy as np
from PIL import Image

from printgen.content.models.theme import ShopTheme
from printgen.export.shop_pictures.camera import Points, moved
from printgen.export.shop_pictures.page_regions import PageRegion
from printgen.export.shop_pictures.props import PAPER_EDGES, block, open_book, sheet
from printgen.export.shop_pictures.stage import Stage, corners

# Thickness of a 90 gsm sheet, and minimum thickness of a book: a thin one looks like one sheet.
PAGE, MIN_BOOK = 0.1, 2.5

# Thickness of a card and of a counter.
CARD, COUNTER = 0.32, 1.6

# Counters per column beside a map.
ROWS = 5

# Elevation of the camera above cards, in degrees: from lower, circles on them are ovals.
CARDS_SEEN = 76.0

# Height of a closed book that leans on an open one.
LIFTED = 7.0


class Backdrop:
    """The table top of a game's screenshots."""

    def __init__(self, look: ShopTheme, accent: str):
        self.look, self.accent = look, accent

    def stage(self, points: Sequence[Points], **view: float) -> Stage:
        """An empty table top, seen from a camera that frames some points."""
        return Stage(self.look, self.accent, np.concatenate(points), **view)


def spread(backdrop: Backdrop, left: PageRegion, right: PageRegion, pages: int) -> Image.Image:
    """An open book."""
    width, height, turn = left.width, left.height, -5.0
    thick = _thick(left, pages)
    flat = corners(0, 0, 2 * width, height, turn)
    stage = backdrop.stage([flat, moved(flat, 0, 0, 8)], height=53, margin=0.035)
    open_book(stage, left, right, 0, 0, turn, thick)
    return stage.finish()


def cover(
    backdrop: Backdrop, front: PageRegion, left: PageRegion, right: PageRegion, pages: int
) -> Image.Image:
    """A closed book in front of an open copy."""
    width, height = front.width, front.height
    away, closed = (0.37 * width, 0.1 * height, -7.0), (-0.76 * width, -0.07 * height, 9.0)
    stage = backdrop.stage(
        [
            corners(closed[0], closed[1], width, height, closed[2], LIFTED),
            corners(away[0] + 0.1 * width, away[1], 1.55 * width, 0.9 * height, away[2]),
        ],
        height=52,
        margin=0.015,
    )
    open_book(stage, left, right, *away, _thick(left, pages))
    spine = _edge_colour(front)
    block(stage, front, *closed, max(MIN_BOOK, pages * PAGE), PAPER_EDGES, spine, LIFTED)
    return stage.finish()


def _thick(left: PageRegion, pages: int) -> tuple[float, float]:
    """The thickness of the pages on the left and on the right of an open book."""
    before = left.page / max(1, pages)
    whole = max(MIN_BOOK, pages * PAGE) * 1.2
    return 0.8 + whole * before, 0.8 + whole * (1 - before)


def _edge_colour(region: PageRegion) -> tuple[int, int, int]:
    """The colour of a cover at its left edge."""
    pixels = np.asarray(region.picture(1.0).convert("RGB"), dtype=float)
    red, green, blue = (int(value) for value in np.median(pixels[:, :3].reshape(-1, 3), axis=0))
    return red, green, blue


def fan(
    backdrop: Backdrop, fronts: Sequence[PageRegion], backs: Sequence[PageRegion]
) -> Image.Image:
    """A fan of cards with a pile of each back behind it."""
    width, height = fronts[0].width, fronts[0].height
    step = min(15.0, 66.0 / max(1, len(fronts)))
    radius = 0.74 * width / sin(radians(step))
    middle = (len(fronts) - 1) / 2
    placed = []
    for number, region in enumerate(fronts):
        turn = (middle - number) * step
        x, y = -radius * sin(radians(turn)), radius * (cos(radians(turn)) - 1)
        placed.append((region, x, y, turn))
    behind = [
        (
            region,
            (number - (len(backs) - 1) / 2) * 1.2 * width,
            0.68 * height,
            5.0 - 7.0 * (number % 3),
        )
        for number, region in enumerate(backs)
    ]
    shapes = [corners(x, y, region.width, region.height, turn, 2) for region, x, y, turn in placed]
    if behind:
        shapes += [
            corners(x, y, region.width, region.height, turn) for region, x, y, turn in behind
        ]
    stage = backdrop.stage(shapes, height=CARDS_SEEN, margin=0.04)
    for region, x, y, turn in behind:
        sheet(stage, region, x, y, turn, CARD)
    for number, (region, x, y, turn) in enumerate(placed):
        sheet(stage, region, x, y, turn, CARD * (1 + number), soft=3.0)
    return stage.finish()


def dealt(backdrop: Backdrop, pairs: Sequence[Sequence[PageRegion]]) -> Image.Image:
    """Cards in columns: each front with its back below, if it has one."""
    width, height = pairs[0][0].width, pairs[0][0].height
    placed = []
    for column, pair in enumerate(pairs):
        for row, region in enumerate(pair):
            x = (column - (len(pairs) - 1) / 2) * 1.12 * width
            turn = (-2.0, 1.5, -0.8, 2.4)[(column + 2 * row) % 4]
            placed.append((region, x, -row * 1.08 * height + 1.5 * (column % 2), turn))
    shapes = [corners(x, y, region.width, region.height, turn) for region, x, y, turn in placed]
    stage = backdrop.stage(shapes, height=CARDS_SEEN, turn=-4, margin=0.015)
    for region, x, y, turn in placed:
        sheet(stage, region, x, y, turn, CARD)
    return stage.finish()


def sheets(backdrop: Backdrop, regions: Sequence[PageRegion]) -> Image.Image:
    """Overlapping sheets; the last one is on top."""
    width = max(region.width for region in regions)
    turns, apart = (6.0, -3.0, -9.0, 3.0), 0.7 * width
    placed = []
    for number, region in enumerate(regions):
        x = (number - (len(regions) - 1) / 2) * apart
        placed.append((region, x, -0.06 * region.height * (number % 2), turns[number % 4]))
    # The part of the sheets, from the top, that fits the image.
    long = min(0.96, max(0.5, 0.7 * (width + apart * (len(regions) - 1)) / regions[0].height))
    shapes = [
        corners(x, y + (0.5 - long / 2) * region.height, region.width, long * region.height, turn)
        for region, x, y, turn in placed
    ]
    stage = backdrop.stage(shapes, height=54, margin=0.02)
    for number, (region, x, y, turn) in enumerate(placed):
        sheet(stage, region, x, y, turn, 0.3 + 0.2 * number, soft=5.0)
    return stage.finish()


def battlefield(
    backdrop: Backdrop, chart: PageRegion, counters: Sequence[PageRegion]
) -> Image.Image:
    """A map with counters beside it."""
    width, height, turn = chart.width, chart.height, 4.0
    edge = counters[0].width if counters else 0.0
    stage = backdrop.stage(
        [
            corners(0, 0.03 * height, width, 0.7 * height, turn),
            corners(0, -0.05 * height, width + 5.6 * edge, 0.5 * height, turn),
        ],
        height=50,
        turn=3,
        margin=0.0,
    )
    sheet(stage, chart, 0, 0, turn, 0.4, soft=6.0)
    for number, region in enumerate(counters):
        side = -1 if number % 2 else 1
        column, row = divmod(number // 2, ROWS)
        x = side * (width / 2 + (0.95 + 1.2 * column) * edge)
        y = (0.5 * ROWS - row - 0.4 * column) * 1.28 * edge + side * 0.035 * width
        lie = turn + (7, -5, 2, -9, 4)[(row + 2 * column) % 5]
        block(stage, region, x, y, lie, COUNTER, PAPER_EDGES)
    return stage.finish()


def close(
    backdrop: Backdrop, region: PageRegion, part: tuple[float, float], height: float, turn: float
) -> Image.Image:
    """A close-up of a region, from `part[0]` to `part[1]` of its height."""
    top, foot = (region.height * (0.5 - share) for share in part)
    shape = corners(0, (top + foot) / 2, region.width, top - foot, 0)
    stage = backdrop.stage([shape], height=height, turn=turn, margin=0.03)
    sheet(stage, region, 0, 0, 0, 0.4, soft=5.0)
    return stage.finish()
