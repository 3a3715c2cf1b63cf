"""Table-top textures: cloth, planks, stone, or comic rays."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageColor

from printgen.content.models.theme import ShopTheme

Field = npt.NDArray[np.float32 | np.float64]


# Width of a texture in pixels, and seed of its noise.
ACROSS, SEED = 2400, 1881


class Texture:
    """The size of a texture, and a seeded random generator."""

    def __init__(self, aspect: float):
        self.width = ACROSS
        self.height = max(200, min(3 * ACROSS, round(ACROSS / aspect)))
        self.chance = np.random.default_rng(SEED)

    def noise(self, across: float, along: float, octaves: int = 1) -> Field:
        """Smooth noise with mean 0, standard deviation 1 and `across` x `along` pixel features."""
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


def paint_backdrop(look: ShopTheme, accent: str, aspect: float) -> Image.Image:
    """Paint a table top; `aspect` is its width divided by its height."""
    texture = Texture(aspect)
    colour = np.array(ImageColor.getrgb(look.colour or _deep(accent)), np.float32) / 255
    second = np.array(ImageColor.getrgb(look.second or "#000000"), np.float32) / 255
    pixels = _PAINTERS[look.table](texture, colour, second)
    return Image.fromarray(np.rint(np.clip(pixels, 0, 1) * 255).astype(np.uint8))


def _deep(accent: str) -> str:
    """A darker shade of the accent colour, for contrast with pages."""
    red, green, blue = (round(0.72 * part) for part in ImageColor.getrgb(accent)[:3])
    return f"#{red:02x}{green:02x}{blue:02x}"


def _toned(colour: Field, tone: Field) -> Field:
    """A colour multiplied by the tone of each pixel."""
    found: Field = (colour * tone[..., None]).astype(np.float32)
    return found


def _cloth(texture: Texture, colour: Field, second: Field) -> Field:
    """A coarse weave with soft folds."""
    pitch = texture.width / 260
    warp = np.sin(np.pi * np.arange(texture.width, dtype=np.float32) / pitch)
    weft = np.sin(np.pi * np.arange(texture.height, dtype=np.float32) / pitch)[:, None]
    thread = np.where(warp * weft > 0, warp, weft)
    folds = 0.07 * texture.noise(900, 420, 2)
    tone = 1 + folds + 0.13 * (np.abs(thread) - 0.64) + 0.03 * texture.noise(pitch, pitch)
    return _toned(colour, tone)


def _planks(texture: Texture, colour: Field, second: Field) -> Field:
    """Horizontal boards, each with its own tone and grain."""
    y = np.arange(texture.height)
    board = texture.width / 7.5
    number = (y / board).astype(int)
    tones = 1 + 0.11 * texture.chance.standard_normal(int(number.max()) + 1)
    shift = texture.chance.integers(0, texture.width, int(number.max()) + 1)
    grain = 0.075 * texture.noise(520, 9, 3) + 0.03 * texture.noise(130, 2.5, 1)
    for each in range(int(number.max()) + 1):
        rows = number == each
        grain[rows] = np.roll(grain[rows], int(shift[each]), axis=1)
    grain *= 1 + 0.5 * np.clip(texture.noise(400, 120, 2), -1, 1)
    edge = np.minimum(y % board, board - y % board)
    seam = 1 - 0.78 * np.exp(-((edge / 3.2) ** 2)) - 0.1 * np.exp(-edge / 14)
    tone = (tones[number] * seam)[:, None] * (1 + grain)
    return _toned(colour, tone)


def _stone(texture: Texture, colour: Field, second: Field) -> Field:
    """Flagstones in staggered rows."""
    y, x = np.mgrid[0 : texture.height, 0 : texture.width].astype(np.float32)
    x += 5 * texture.noise(90, 90, 2)
    y += 5 * texture.noise(90, 90, 2)
    high, wide = texture.width / 5.2, texture.width / 4.1
    row = np.floor(y / high)
    along = x + (row % 2) * wide * 0.47
    column = np.floor(along / wide)
    edge = np.minimum(
        np.minimum(y % high, high - y % high), np.minimum(along % wide, wide - along % wide)
    )
    spread = np.sin(row * 12.9898 + column * 78.233) * 43758.5453
    tone = 1 + 0.16 * (spread - np.floor(spread) - 0.5)
    tone = tone * (1 + 0.09 * texture.noise(60, 60, 3) + 0.03 * texture.noise(3, 3))
    tone = tone * (1 - 0.72 * np.exp(-((edge / 7) ** 2)) - 0.12 * np.exp(-edge / 30))
    return _toned(colour, tone)


def _rays(texture: Texture, colour: Field, second: Field) -> Field:
    """Rays with a halftone screen whose dots grow towards the edges."""
    y, x = np.mgrid[0 : texture.height, 0 : texture.width].astype(np.float32)
    dx, dy = x - texture.width / 2, y - texture.height * 0.42
    ray = np.sin(np.arctan2(dy, dx) * 18) * np.hypot(dx, dy) / 34
    share = np.clip(ray + 0.5, 0, 1)[..., None]
    pixels: Field = colour * (1 - share) + second * share
    pitch = texture.width / 110
    u, v = (x + y) / pitch, (x - y) / pitch
    near = np.hypot(u - np.rint(u), v - np.rint(v)) * pitch / 1.414
    far = np.hypot(dx / texture.width, dy / texture.height) - 0.26
    dots = np.clip(np.clip(far, 0, 0.5) * 1.1 * pitch - near + 0.5, 0, 1)[..., None]
    found: Field = pixels * (1 - 0.86 * dots)
    return found


_PAINTERS: dict[str, Callable[[Texture, Field, Field], Field]] = {
    "cloth": _cloth,
    "planks": _planks,
    "stone": _stone,
    "rays": _rays,
}
