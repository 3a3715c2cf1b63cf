"""Books, cards, piles and sheets on a table top. Sizes in mm, turns in degrees, anticlockwise."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
from PIL import Image

from printgen.export.shop_pictures.camera import Points, moved
from printgen.export.shop_pictures.page_regions import PageRegion
from printgen.export.shop_pictures.stage import Stage, corners, place

Line = npt.NDArray[np.float64]


# Strips per curved page, and visible page edges below it.
STRIPS, EDGES = 56, 7

# Height of the arch of an open page, and direction of the light (x, z).
ARCH, LIGHT = 6.5, (-0.42, 0.87)

# Layers of a pile of cards, and pixels per mm of their outlines.
LAYERS, LAYER_SHARPNESS = 9, 6.0

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
    for side in _seen_sides(stage, foot):
        a, b = foot[side], foot[(side + 1) % 4]
        upright = [0, 0, high]
        quad = np.array([b + upright, a + upright, a, b])
        if side == 3 and spine is not None:
            picture = Image.new("RGBA", (4, 4), spine)
        else:
            picture = _edges(edges, 0.86 if side == 2 else 0.74, spine)
        stage.lay(picture, quad)
    stage.lay(region.picture(stage.sharp(top)), top)


def _seen_sides(stage: Stage, foot: Points) -> list[int]:
    """The sides of a block that face the camera, farthest first."""
    away = stage.camera.forward[:2]
    found = []
    for side in range(4):
        a, b = foot[side][:2], foot[(side + 1) % 4][:2]
        outward = np.array([-(b - a)[1], (b - a)[0]])
        if outward @ away < 0:
            found.append((float((a + b) @ away), side))
    return [side for _, side in sorted(found, reverse=True)]


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


# --- an open book ----------------------------------------------------------------------------


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
    width, height = left.width, left.height

    def put(points: Points) -> Points:
        return place(points, x, y, turn)

    foot = put(np.array(_flat(width, height, 0.0)))
    stage.shadow([foot], 0.5, 1.0, 0.6)
    stage.shadow([foot], max(thick) + 2, 7, 0.6)
    for side, region, high in ((-1, left, thick[0]), (1, right, thick[1])):
        _half(stage, region, side, high, put)


def _flat(width: float, height: float, z: float) -> list[tuple[float, float, float]]:
    w, h = width, height / 2
    return [(-w, h, z), (w, h, z), (w, -h, z), (-w, -h, z)]


def _profile(share: Line, thick: float) -> Line:
    """The height of an open page, by the distance from the fold as a share of its width."""
    rise = 1 - np.exp(-share * 16)
    found: Line = thick * rise + ARCH * rise * (1 - share) ** 1.6
    return found


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
