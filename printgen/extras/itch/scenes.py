"""Scenes of a table top: books, cards, piles and sheets. Sizes in mm, turns in degrees,
anticlockwise.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, radians, sin

import numpy as np
import numpy.typing as npt
from PIL import Image

from printgen.content.models.theme import ShopTheme
from printgen.extras.itch.inventory import PageRegion
from printgen.extras.itch.stage import Points, Stage, corners, moved, place

Line = npt.NDArray[np.float64]


# Strips per curved page, and visible page edges below it.
STRIPS, EDGES = 56, 7

# Height of the arch of an open page, and direction of the light (x, z).
ARCH, LIGHT = 6.5, (-0.42, 0.87)

PAPER_EDGES = ((233, 226, 208), (206, 197, 176))


def sheet(
    stage: Stage,
    region: PageRegion,
    x: float,
    y: float,
    turn: float,
    z: float = 0.4,
    soft: float = 2.5,
) -> None:
    """Paint a flat sheet at height `z`. `soft` is the width of its shadow's edge."""
    shape = corners(x, y, region.width, region.height, turn)
    stage.shadow([shape], z, 0.5, 0.45)
    stage.shadow([shape], 2 * z + 1.2, soft, 0.5)
    top = moved(shape, 0, 0, z)
    stage.lay(region.picture(stage.sharp(top)), top)


def block(
    stage: Stage,
    region: PageRegion,
    x: float,
    y: float,
    turn: float,
    high: float,
    edges: tuple[tuple[int, int, int], tuple[int, int, int]],
    spine: tuple[int, int, int] | None = None,
    lifted: float = 0.0,
) -> None:
    """Paint a block `high` mm thick with a page region on top and two-tone page edges.

    `spine` is the colour of its left side; `lifted` raises the block above the table (mm).
    """
    foot = corners(x, y, region.width, region.height, turn, lifted)
    top = moved(foot, 0, 0, high)
    stage.shadow([foot, top], 0.3, 0.8, 0.6)
    stage.shadow([foot, moved(foot, 0.55 * high, -0.5 * high, 0)], high, 2 + 0.5 * high, 0.55)
    away = stage.camera.forward[:2]
    # The sides that face the camera, the farthest first.
    seen = []
    for side in range(4):
        a, b = foot[side][:2], foot[(side + 1) % 4][:2]
        if np.array([-(b - a)[1], (b - a)[0]]) @ away < 0:
            seen.append((float((a + b) @ away), side))
    for _, side in sorted(seen, reverse=True):
        a, b = foot[side], foot[(side + 1) % 4]
        upright = [0, 0, high]
        quad = np.array([b + upright, a + upright, a, b])
        if side == 3 and spine is not None:
            picture = Image.new("RGBA", (4, 4), spine)
        else:
            picture = _edges(edges, 0.86 if side == 2 else 0.74, spine)
        stage.lay(picture, quad)
    stage.lay(region.picture(stage.sharp(top)), top)


def _edges(
    tones: tuple[tuple[int, int, int], tuple[int, int, int]],
    lit: float,
    cover: tuple[int, int, int] | None,
) -> Image.Image:
    """The page edges of a block, between covers if it has a cover colour."""
    lines = np.array([tones[row % 3 == 2] for row in range(24)], dtype=float) * lit
    if cover is not None:
        lines[:2] = lines[-2:] = np.array(cover, dtype=float)
    pixels = np.repeat(lines[:, None, :], 8, axis=1)
    return Image.fromarray(np.rint(pixels).astype(np.uint8)).convert("RGBA")


# --- an open book ---------------------------------------------------------------------------------


def open_book(
    stage: Stage,
    left: PageRegion,
    right: PageRegion,
    x: float,
    y: float,
    turn: float,
    thick: tuple[float, float],
) -> None:
    """Paint an open book. `thick` is the thickness of the pages on the left and on the right."""

    def put(points: Points) -> Points:
        return place(points, x, y, turn)

    foot = corners(x, y, 2 * left.width, left.height, turn)
    stage.shadow([foot], 0.5, 1.0, 0.6)
    stage.shadow([foot], max(thick) + 2, 7, 0.6)
    for side, region, high in ((-1, left, thick[0]), (1, right, thick[1])):
        _half(stage, region, side, high, put)


def _profile(share: Line, thick: float) -> Line:
    """The height of an open page, by the distance from the fold as a share of its width."""
    rise = 1 - np.exp(-share * 16)
    result: Line = thick * rise + ARCH * rise * (1 - share) ** 1.6
    return result


def _half(
    stage: Stage, region: PageRegion, side: int, thick: float, put: Callable[[Points], Points]
) -> None:
    width, h = region.width, region.height / 2
    share = np.linspace(0, 1, STRIPS + 1)
    across = side * share * width
    for layer in range(EDGES):
        # Pages fan out towards the bottom of the block.
        part, more = (layer + 0.5) / EDGES, 1.6 * (1 - layer / EDGES)
        z = _profile(share, thick) * part
        wider = across + side * more * share
        near = np.stack([wider, np.full_like(z, -h), z], axis=1)
        far = np.stack([wider, np.full_like(z, h), z], axis=1)[::-1]
        stage.fill(put(np.concatenate([near, far])), PAPER_EDGES[layer % 2])
    z = _profile(share, thick)
    tops = put(np.stack([across, np.full_like(z, h), z], axis=1))
    feet = put(np.stack([across, np.full_like(z, -h), z], axis=1))
    picture = _shaded(region.picture(stage.sharp(tops)), side, z, across)
    order = range(STRIPS) if side > 0 else range(STRIPS - 1, -1, -1)
    for strip in order:
        # Strips overlap, to hide seams.
        more = strip + (2 if strip + 2 <= STRIPS else 1)
        ends = (strip, more) if side > 0 else (more, strip)
        at = [share[end] if side > 0 else 1 - share[end] for end in ends]
        box = [round(value * picture.width) for value in at]
        piece = picture.crop((box[0], 0, box[1], picture.height))
        quad = np.array([tops[ends[0]], tops[ends[1]], feet[ends[1]], feet[ends[0]]])
        stage.lay(piece, quad)


def _shaded(picture: Image.Image, side: int, z: Line, across: Line) -> Image.Image:
    """A page shaded by its curvature, dark in the fold."""
    slope = np.gradient(z, across)
    length = np.hypot(slope, 1)
    facing = (-slope * LIGHT[0] + LIGHT[1]) / length
    share = np.abs(across) / np.abs(across).max()
    light = 0.42 + 0.58 * np.clip(facing / LIGHT[1], 0, 1.06)
    light = light * (1 - 0.5 * np.exp(-share * 26))
    columns = np.interp(
        np.linspace(0, 1, picture.width),
        share if side > 0 else 1 - share[::-1],
        light if side > 0 else light[::-1],
    )
    pixels = np.asarray(picture).astype(float)
    pixels[..., :3] *= columns[None, :, None]
    return Image.fromarray(np.rint(np.clip(pixels, 0, 255)).astype(np.uint8))


# --- arrangements of products on a table top. Sizes in mm; the origin is the centre ---------------


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
    # The colour of the cover at its left edge.
    pixels = np.asarray(front.picture(1.0).convert("RGB"), dtype=float)
    red, green, blue = map(int, np.median(pixels[:, :3].reshape(-1, 3), axis=0))
    spine = red, green, blue
    block(stage, front, *closed, max(MIN_BOOK, pages * PAGE), PAPER_EDGES, spine, LIFTED)
    return stage.finish()


def _thick(left: PageRegion, pages: int) -> tuple[float, float]:
    """The thickness of the pages on the left and on the right of an open book."""
    before = left.page / max(1, pages)
    whole = max(MIN_BOOK, pages * PAGE) * 1.2
    return 0.8 + whole * before, 0.8 + whole * (1 - before)


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
    shapes = _shapes(placed, 2) + _shapes(behind)
    stage = backdrop.stage(shapes, height=CARDS_SEEN, margin=0.04)
    for region, x, y, turn in behind:
        sheet(stage, region, x, y, turn, CARD)
    for number, (region, x, y, turn) in enumerate(placed):
        sheet(stage, region, x, y, turn, CARD * (1 + number), soft=3.0)
    return stage.finish()


def _shapes(
    placed: Sequence[tuple[PageRegion, float, float, float]], z: float = 0.0
) -> list[Points]:
    """The corners of regions at x, y with a turn."""
    return [corners(x, y, each.width, each.height, turn, z) for each, x, y, turn in placed]


def dealt(backdrop: Backdrop, pairs: Sequence[Sequence[PageRegion]]) -> Image.Image:
    """Cards in columns: each front with its back below, if it has one."""
    width, height = pairs[0][0].width, pairs[0][0].height
    placed = []
    for column, pair in enumerate(pairs):
        for row, region in enumerate(pair):
            x = (column - (len(pairs) - 1) / 2) * 1.12 * width
            turn = (-2.0, 1.5, -0.8, 2.4)[(column + 2 * row) % 4]
            placed.append((region, x, -row * 1.08 * height + 1.5 * (column % 2), turn))
    stage = backdrop.stage(_shapes(placed), height=CARDS_SEEN, turn=-4, margin=0.015)
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
