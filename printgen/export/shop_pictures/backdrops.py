"""What the things for sale lie on: cloth, planks, flagstones, or the rays of a comic."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageColor

from printgen.content.theme import ShopTheme

Field = npt.NDArray[np.floating[Any]]


# The colour of a game that names none: that of the plain theme.
ACCENT = "#2f4b5c"

# Pixels across a table, and what its random marks start from.
ACROSS, SEED = 2400, 1881


class Ground:
    """Pixels of a table (0 to 1), with a source of chance that never changes."""

    def __init__(self, aspect: float):
        self.width = ACROSS
        self.height = max(200, min(3 * ACROSS, round(ACROSS / aspect)))
        self.chance = np.random.default_rng(SEED)

    def noise(self, across: float, along: float, octaves: int = 1) -> Field:
        """A smooth field of mean 0 and deviation 1; what is in it is so many pixels large."""
        total = np.zeros((self.height, self.width), np.float32)
        for octave in range(octaves):
            cell = [max(1.0, side / 2**octave) for side in (across, along)]
            columns, rows = int(self.width / cell[0]) + 3, int(self.height / cell[1]) + 3
            grid = self.chance.standard_normal((rows, columns)).astype(np.float32)
            size = (int(columns * cell[0]), int(rows * cell[1]))
            large = Image.fromarray(grid).resize(size, Image.Resampling.BICUBIC)
            total += np.asarray(large)[: self.height, : self.width] * 0.5**octave
        found: Field = (total - total.mean()) / max(float(total.std()), 1e-6)
        return found


def table(look: ShopTheme, accent: str, aspect: float) -> Image.Image:
    """A table top, so many times as wide as it is long."""
    ground = Ground(aspect)
    colour = np.array(ImageColor.getrgb(look.colour or _deep(accent)), np.float32) / 255
    second = np.array(ImageColor.getrgb(look.second or "#000000"), np.float32) / 255
    pixels = _TABLES[look.table](ground, colour, second)
    return Image.fromarray(np.rint(np.clip(pixels, 0, 1) * 255).astype(np.uint8))


def _deep(accent: str) -> str:
    """A colour that pages stand out from: the accent, darker."""
    red, green, blue = (round(0.72 * part) for part in ImageColor.getrgb(accent)[:3])
    return f"#{red:02x}{green:02x}{blue:02x}"


def _toned(colour: Field, tone: Field) -> Field:
    """A colour, at each pixel so much lighter or darker."""
    found: Field = (colour * tone[..., None]).astype(np.float32)
    return found


def _cloth(ground: Ground, colour: Field, second: Field) -> Field:
    """A weave of thick threads, and the shades of a cloth that does not lie quite flat."""
    y, x = np.mgrid[0 : ground.height, 0 : ground.width].astype(np.float32)
    pitch = ground.width / 260
    over = np.sign(np.sin(np.pi * x / pitch) * np.sin(np.pi * y / pitch))
    thread = np.where(over > 0, np.sin(np.pi * x / pitch), np.sin(np.pi * y / pitch))
    folds = 0.07 * ground.noise(900, 420, 2)
    tone = 1 + folds + 0.13 * (np.abs(thread) - 0.64) + 0.03 * ground.noise(pitch, pitch)
    return _toned(colour, tone)


def _planks(ground: Ground, colour: Field, second: Field) -> Field:
    """Boards from left to right, each of its own tone and grain."""
    y = np.arange(ground.height)
    board = ground.width / 7.5
    number = (y / board).astype(int)
    tones = 1 + 0.11 * ground.chance.standard_normal(int(number.max()) + 1)
    shift = ground.chance.integers(0, ground.width, int(number.max()) + 1)
    grain = 0.075 * ground.noise(520, 9, 3) + 0.03 * ground.noise(130, 2.5, 1)
    for each in range(int(number.max()) + 1):
        rows = number == each
        grain[rows] = np.roll(grain[rows], int(shift[each]), axis=1)
    grain *= 1 + 0.5 * np.clip(ground.noise(400, 120, 2), -1, 1)
    edge = np.minimum(y % board, board - y % board)
    seam = 1 - 0.78 * np.exp(-((edge / 3.2) ** 2)) - 0.1 * np.exp(-edge / 14)
    tone = (tones[number] * seam)[:, None] * (1 + grain)
    return _toned(colour, tone)


def _stone(ground: Ground, colour: Field, second: Field) -> Field:
    """Flagstones of a vault, in rows that are out of step."""
    y, x = np.mgrid[0 : ground.height, 0 : ground.width].astype(np.float32)
    x += 5 * ground.noise(90, 90, 2)
    y += 5 * ground.noise(90, 90, 2)
    high, wide = ground.width / 5.2, ground.width / 4.1
    row = np.floor(y / high)
    along = x + (row % 2) * wide * 0.47
    column = np.floor(along / wide)
    edge = np.minimum(
        np.minimum(y % high, high - y % high), np.minimum(along % wide, wide - along % wide)
    )
    spread = np.sin(row * 12.9898 + column * 78.233) * 43758.5453
    tone = 1 + 0.16 * (spread - np.floor(spread) - 0.5)
    tone = tone * (1 + 0.09 * ground.noise(60, 60, 3) + 0.03 * ground.noise(3, 3))
    tone = tone * (1 - 0.72 * np.exp(-((edge / 7) ** 2)) - 0.12 * np.exp(-edge / 30))
    return _toned(colour, tone)


def _rays(ground: Ground, colour: Field, second: Field) -> Field:
    """Rays from behind, and a screen of dots that grow towards the edge."""
    y, x = np.mgrid[0 : ground.height, 0 : ground.width].astype(np.float32)
    dx, dy = x - ground.width / 2, y - ground.height * 0.42
    ray = np.sin(np.arctan2(dy, dx) * 18) * np.hypot(dx, dy) / 34
    share = np.clip(ray + 0.5, 0, 1)[..., None]
    pixels: Field = colour * (1 - share) + second * share
    pitch = ground.width / 110
    u, v = (x + y) / pitch, (x - y) / pitch
    near = np.hypot(u - np.rint(u), v - np.rint(v)) * pitch / 1.414
    far = np.hypot(dx / ground.width, dy / ground.height) - 0.26
    dots = np.clip(np.clip(far, 0, 0.5) * 1.1 * pitch - near + 0.5, 0, 1)[..., None]
    found: Field = pixels * (1 - 0.86 * dots)
    return found


_TABLES: dict[str, Callable[[Ground, Field, Field], Field]] = {
    "cloth": _cloth,
    "planks": _planks,
    "stone": _stone,
    "rays": _rays,
}
