"""Give paper textures enough pixels for print: python refine_textures.py [FOLDER of themes]

A print shop asks for 200 pixels per inch on pages; cards are held closer and get 300. A picture
with fewer pixels than its printed size needs is enlarged. An enlargement alone is a blur, so
paper grain and fibres as fine as the new pixels are printed over it. Pictures with enough pixels
stay as they are: refining twice changes nothing. The grain of a picture has a fixed seed, its
mean is 1, and it darkens no pixel by more than a few percent, so text stays as easy to read.

`make_textures.py`, which draws the textures of Zombstone, uses the same grain.
"""

import io
import math
import sys
import zlib
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFilter


class Print(NamedTuple):
    """The largest size (mm, with bleed) at which a picture is printed, and pixels per inch."""

    width: float
    height: float
    density: int

    @property
    def pixels(self):
        return tuple(math.ceil(side / 25.4 * self.density) for side in (self.width, self.height))


class Grain(NamedTuple):
    """Deviation of the brightness of pixels, fibres per square cm, and the largest step between
    brightnesses in a JPEG (of 255) that keeps most of the grain.
    """

    strength: float
    fibres: float
    step: int


# A5 or half a Letter sheet; A4 or Letter; cards with a bleed of 3 mm.
PAGE, SHEET = Print(154, 222, 200), Print(215.9, 297, 200)
POKER, TAROT, COUNTER = Print(69, 94, 300), Print(76, 126, 300), Print(51, 51, 300)

# How the pictures of each theme are printed, by the first word of their names.
PRINTS = {
    "dracula-america": {"page": PAGE, "sheet": SHEET, "bone": POKER},
    "furia-cartese": {
        "page": PAGE,
        "cover": PAGE,
        "sheet": SHEET,
        "card": POKER,
        "counter": COUNTER,
    },
    "un-jeu-de-figs": {"page": PAGE, "sheet": SHEET, "card": POKER},
    "zombstone": {"page": PAGE, "book": PAGE, "sheet": SHEET, "paper": TAROT, "poster": TAROT},
}
GRAINS = {
    "dracula-america": Grain(0.005, 1.5, 6),
    "furia-cartese": Grain(0.008, 3, 11),
    "un-jeu-de-figs": Grain(0.008, 4, 12),
}
# The quality of JPEGs; usual tables would round away grain, and shift pale colours.
QUALITY, COLOUR_STEP = 55, 5


def paper_grain(width, height, seed, grain):
    """Factors of brightness for a picture of this many pixels, of mean 1."""
    rng = np.random.default_rng(seed)
    tooth = softened(rng.standard_normal((height, width), dtype=np.float32).clip(-2.5, 2.5))
    canvas = Image.new("L", (width * 2, height * 2), 128)
    draw = ImageDraw.Draw(canvas)
    # A square cm of a page has 79 x 79 pixels.
    for _ in range(round(grain.fibres * width * height / 79**2)):
        x, y, angle = rng.uniform(0, (width * 2, height * 2, 2 * np.pi))
        turns = angle + rng.normal(0, 0.09) * np.arange(rng.integers(3, 10))
        xs, ys = x + 6 * np.cos(turns).cumsum(), y + 6 * np.sin(turns).cumsum()
        shade = int(128 + np.clip(rng.normal(0, 40), -80, 80))
        draw.line(list(zip(xs, ys, strict=True)), fill=shade, width=int(rng.integers(1, 3)))
    fibres = (np.asarray(canvas.reduce(2), np.float32) / 128 - 1) * 4
    factors = 1 + (tooth / tooth.std() + fibres) * grain.strength
    return factors / factors.mean()


def softened(noise):
    """Noise with less contrast between neighbours: pulp is no sand, and JPEGs are smaller."""
    for axis in (0, 1):
        around = np.roll(noise, 1, axis) + np.roll(noise, -1, axis)
        noise = 0.65 * noise + 0.175 * around
    return noise


def with_grain(picture, name, grain):
    """A picture with the grain of this name."""
    factors = paper_grain(*picture.size, zlib.crc32(f"grain of {name}".encode()), grain)
    pixels = np.asarray(picture, np.float32) * factors[..., None]
    return Image.fromarray((pixels.clip(0, 255) + 0.5).astype(np.uint8))


def save(picture, path, grain):
    """Save a picture as a JPEG that keeps its grain."""
    usual = io.BytesIO()
    Image.new("RGB", (8, 8)).save(usual, "JPEG", quality=QUALITY)
    bright, colours = (list(table) for table in Image.open(usual).quantization.values())
    bright = [min(value, grain.step) for value in bright]
    # The mean of a block, and its slopes across and down.
    for place in (0, 1, 8):
        colours[place] = COLOUR_STEP
    picture.save(path, qtables=[bright, colours], subsampling="4:2:0", optimize=True)


def sharpened(picture):
    """Sharper edges of dots and stains, without light or dark seams; flat paper stays."""
    sharp = picture.filter(ImageFilter.UnsharpMask(radius=1.5, percent=100, threshold=4))
    sharp = ImageChops.lighter(sharp, picture.filter(ImageFilter.MinFilter(3)))
    return ImageChops.darker(sharp, picture.filter(ImageFilter.MaxFilter(3)))


def refine(path, size, grain):
    """Enlarge a picture to at least this many pixels, with grain. False if it has enough."""
    with Image.open(path) as opened:
        picture = opened.convert("RGB")
    if all(have >= need for have, need in zip(picture.size, size, strict=True)):
        return False
    size = tuple(max(pair) for pair in zip(picture.size, size, strict=True))
    large = sharpened(picture.resize(size, Image.Resampling.LANCZOS))
    save(with_grain(large, path.stem, grain), path, grain)
    return True


def main(themes=Path(__file__).parent):
    for theme, grain in GRAINS.items():
        for path in sorted((themes / theme / "img").glob("*.jpg")):
            done = refine(path, PRINTS[theme][path.stem.split("-")[0]].pixels, grain)
            size = path.stat().st_size / 1000
            print(f"{theme}/{path.name}: {size:.0f} kB{'' if done else ', large enough'}")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
