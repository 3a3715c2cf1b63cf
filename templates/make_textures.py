"""Make the paper textures of the Zombstone templates: python make_textures.py [FOLDER]

paper-1..4 are charred pages of a soldier's notebook; poster-1..3 lighter "wanted
poster" newsprint with folds and nail holes; sheet-1..2 A4 paper stained at its margins.
page-1..6 are A5 pages of a book with 3 mm of bleed (odd ones lie to the right of the
binding, even ones to its left); book-cover is its leather cover with a pasted label.
The JPEGs go to zombstone/img beside this file, or to FOLDER. Every picture has its own
fixed seed. The script fails if dark text would be hard to read in a picture's middle.

Sizes of marks are in units, the pixels of the first edition. `refine_textures.py` says how many
pixels a picture needs in print; with more pixels, marks are drawn sharper and keep their places.
"""

import sys
import zlib
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFilter
from refine_textures import PRINTS, Grain, save, with_grain

INK, MIN_CONTRAST = (0x1D, 0x13, 0x0C), 7.0
# Pages of a book also have red headings, and brown headers and page numbers.
PAGE_INKS = {(0x7C, 0x1A, 0x12): 4.5, (0x4A, 0x33, 0x22): 4.5}
COFFEE, WATER, RUST, SERUM = (
    (0.60, 0.36, 0.15),
    (0.72, 0.56, 0.33),
    (0.66, 0.38, 0.17),
    (0.72, 0.42, 0.30),
)
BLOOD_THIN, BLOOD_THICK = np.array((0.50, 0.14, 0.08)), np.array((0.21, 0.04, 0.025))


class Page:
    """A picture being aged: its pixels (0..1), its random source and its coordinates in units.

    A unit has `scale` pixels.
    """

    def __init__(self, name, size, safe, base, scale=1):
        self.rng = np.random.default_rng(zlib.crc32(name.encode()))
        (self.w, self.h), self.safe, self.scale = size, safe, scale
        self.pixels = round(self.w * scale), round(self.h * scale)
        columns, rows = self.pixels
        self.y, self.x = np.mgrid[0:rows, 0:columns].astype(np.float32) / np.float32(scale)
        self.rgb = np.ones((rows, columns, 3), np.float32) * np.array(base, np.float32) / 255

    def noise(self, cell, octaves=1, gain=0.5):
        """Smooth random field of mean 0 and deviation 1; features about `cell` units wide."""
        columns, rows = self.pixels
        total = np.zeros((rows, columns), np.float32)
        for octave in range(octaves):
            step = max(cell / 2**octave, 1)
            across, down = int(self.w / step) + 4, int(self.h / step) + 4
            grid = Image.fromarray(self.rng.standard_normal((down, across)).astype(np.float32))
            step *= self.scale
            big = grid.resize((int(across * step), int(down * step)), Image.Resampling.BICUBIC)
            total += np.asarray(big)[int(step) :, int(step) :][:rows, :columns] * gain**octave
        return (total - total.mean()) / total.std()

    def stain(self, mask, colour):
        """Multiply a transparent colour in, where mask is 1."""
        self.rgb *= 1 - np.clip(mask, 0, 1)[..., None] * (1 - np.array(colour, np.float32))

    def inside(self, x, y):
        """How many units a place is inside the middle, which must stay legible (< 0: outside)."""
        mx, my = (1 - self.safe[0]) / 2 * self.w, (1 - self.safe[1]) / 2 * self.h
        return np.minimum(np.minimum(x, self.w - 1 - x) - mx, np.minimum(y, self.h - 1 - y) - my)


def smooth(field, low, high):
    """0 below low, 1 above high, an S-curve between them."""
    t = np.clip((field - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)


def blurred(page, mask, radius):
    image = Image.fromarray((np.clip(mask, 0, 1) * 255).astype(np.uint8))
    blur = ImageFilter.GaussianBlur(radius * page.scale)
    return np.asarray(image.filter(blur), np.float32) / 255


def large_canvas(page, shade):
    """A canvas with twice the pixels of a page in each direction, and the size of a unit on it."""
    return Image.new("L", (page.pixels[0] * 2, page.pixels[1] * 2), shade), page.scale * 2


def pulp(page, count, grain=0.02, mottle=0.014):
    """Paper surface: mottling, grain, fibres and small brown fox marks."""
    page.stain(np.abs(page.noise(260, 4)) * mottle * 4, (0.86, 0.74, 0.52))
    tooth = (page.noise(5, 2) * 0.45 + page.noise(1) * 0.6) * grain
    page.rgb *= 1 + (tooth + page.noise(420, 3) * mottle * 0.5)[..., None]
    canvas, unit = large_canvas(page, 128)
    draw = ImageDraw.Draw(canvas)
    for _ in range(count):
        x, y, angle = page.rng.uniform(0, (page.w * 2, page.h * 2, 2 * np.pi))
        turns = angle + page.rng.normal(0, 0.07) * np.arange(page.rng.integers(3, 10))
        xs, ys = x + 8 * np.cos(turns).cumsum(), y + 8 * np.sin(turns).cumsum()
        points = list(zip(xs * unit / 2, ys * unit / 2, strict=True))
        shade, width = int(128 + page.rng.normal(-6, 36)), int(page.rng.integers(1, 3))
        draw.line(points, fill=shade, width=round(width * unit / 2))
    page.rgb *= 1 + (np.asarray(canvas.reduce(2), np.float32) / 128 - 1)[..., None] * 0.13
    page.stain(smooth(page.noise(11), 2.9, 4.0) * 0.45, WATER)


def crease(page, fx, fy, degrees, length, strength, worn=0.0):
    """A fold: light on one flank, shadow on the other, a broken line at its ridge."""
    (x, y), a = (fx * page.w, fy * page.h), np.radians(degrees)
    along = (page.x - x) * np.cos(a) + (page.y - y) * np.sin(a)
    across = (page.y - y) * np.cos(a) - (page.x - x) * np.sin(a) + page.noise(170, 3) * 2.2
    fade = smooth(-np.abs(along), -length / 2, -length / 6) * np.clip(
        0.7 + page.noise(60, 2) * 0.35, 0.1, 1.2
    )
    flank = np.sign(across) * np.exp(-np.abs(across) / 26) * 0.35
    ridge = np.exp(-((across - 1.8) ** 2) / 3) * 0.55 - np.exp(-((across + 0.6) ** 2) / 2) * 0.9
    page.rgb *= 1 + ((flank + ridge) * fade * strength)[..., None]
    rubbed = np.exp(-((across / 3.5) ** 2)) * smooth(page.noise(9, 3), 0.1, 1.2) * fade
    page.rgb += (0.97 - page.rgb) * (rubbed * worn)[..., None]


def tide(page, fx, fy, radius, strength, colour=WATER, ragged=1.0, film=0.15):
    """A dried puddle: a thin film drawn out to a dark, broken, scalloped line at its border."""
    far = np.hypot(page.x - fx * page.w, page.y - fy * page.h) - radius
    far += (page.noise(radius * 1.2, 2) * radius * 0.13 + page.noise(38, 3) * 4.5) * ragged
    line = np.exp(-((far / 2.2) ** 2)) + 0.55 * np.exp(-np.abs(far + 4) / 9) * smooth(-far, -4, 1)
    line = np.clip(line * np.clip(0.75 + page.noise(170, 3) * 0.45, 0.08, 1.2), 0, 1)
    page.stain((line + film * smooth(-far, 0, 5)) * strength, colour)


def ring(page, fx, fy, radius, strength):
    """The mark of a wet cup, set down twice."""
    tide(page, fx, fy, radius, strength, COFFEE, 0.16, 0.08)
    tide(page, fx + 0.008, fy - 0.003, radius, strength * 0.4, COFFEE, 0.16, 0.1)


def burn(page, depth, stops):
    """Darken the borders, each to its own depth, through the colours of a distance scale."""
    sides = (page.y, page.w - 1 - page.x, page.h - 1 - page.y, page.x)
    reach = depth * np.clip(0.78 + 0.2 * page.noise(190, 2), 0.35, 1)
    distance = np.min([s / reach + page.rng.uniform(0, 0.2) for s in sides], axis=0)
    near = np.clip(1 - distance, 0, 1)
    distance += (
        page.noise(150, 2) * 0.17 + page.noise(34, 3) * 0.09 + page.noise(6, 2) * 0.03
    ) * near**0.7
    distance -= smooth(page.noise(70, 3), 0.3, 2.4) * near * 0.35
    where, colours = zip(*stops, strict=True)
    page.rgb *= np.stack([np.interp(distance, where, c) for c in np.array(colours).T], axis=-1)


CHARRED = (
    (0.02, (0.10, 0.08, 0.07)),
    (0.10, (0.17, 0.11, 0.08)),
    (0.17, (0.42, 0.28, 0.17)),
    (0.30, (0.70, 0.55, 0.38)),
    (0.52, (0.88, 0.80, 0.67)),
    (1.0, (1, 1, 1)),
)
FRAYED = (
    (0.03, (0.22, 0.17, 0.13)),
    (0.06, (0.40, 0.32, 0.24)),
    (0.10, (0.78, 0.69, 0.55)),
    (0.30, (0.90, 0.85, 0.75)),
    (1.0, (1, 1, 1)),
)
SOILED = (
    (0.0, (0.34, 0.25, 0.17)),
    (0.04, (0.58, 0.46, 0.33)),
    (0.16, (0.80, 0.71, 0.56)),
    (0.45, (0.93, 0.89, 0.80)),
    (1.0, (1, 1, 1)),
)
WORN = (
    (0.0, (0.66, 0.55, 0.40)),
    (0.10, (0.84, 0.76, 0.62)),
    (0.35, (0.94, 0.90, 0.81)),
    (1.0, (1, 1, 1)),
)
SINGED = (
    (0.05, (0.07, 0.06, 0.05)),
    (0.22, (0.16, 0.12, 0.10)),
    (0.42, (0.42, 0.32, 0.25)),
    (0.75, (0.80, 0.72, 0.64)),
    (1.0, (1, 1, 1)),
)


def blob(page, x, y, radius, angle=0.0, stretch=1.0, rough=0.03):
    """Outline of one drop; stretched drops get a thin tail in the direction of flight."""
    turn = np.linspace(0, 2 * np.pi, 90, endpoint=False)
    wobble = sum(
        page.rng.normal(0, rough / k**0.3) * np.cos(k * turn + page.rng.uniform(0, 6))
        for k in range(2, 7)
    )
    tail = (stretch - 1) * np.clip(np.cos(turn), 0, 1) ** 5
    flat = (1 + wobble + tail) * np.cos(turn) + 1j * (1 + wobble) * np.sin(turn)
    outline = complex(x, y) + radius * flat * np.exp(1j * angle)
    return list(zip(outline.real, outline.imag, strict=True))


def splatter(page, fx, fy, radius, degrees=0, spray=30, drip=0):
    """Dried blood: a main drop, satellites thrown along one direction, a run below it."""
    (x, y), aim = (fx * page.w, fy * page.h), np.radians(degrees)
    shapes = [blob(page, x, y, radius, aim, 1.12)]
    for _ in range(11):
        a, out, r = (
            page.rng.normal(aim, 1.3),
            page.rng.uniform(0.86, 1.02),
            page.rng.uniform(0.05, 0.13),
        )
        shapes.append(
            blob(
                page, x + radius * out * np.cos(a), y + radius * out * np.sin(a), radius * r, a, 2.6
            )
        )
    for _ in range(spray):
        a, far = page.rng.normal(aim, 0.34), radius * (1.2 + page.rng.exponential(2.6))
        r = radius * min(0.035 + page.rng.pareto(2.4) * 0.05, 0.26)
        px, py = x + far * np.cos(a), y + far * np.sin(a)
        if page.inside(px, py) < -3 * r - 6:
            shapes.append(blob(page, px, py, r, a, 1 + page.rng.exponential(0.9), 0.02))
    for t in np.linspace(0, 1, 60) if drip else ():
        width = radius * (0.30 - 0.17 * t + (0.10 * smooth(t, 0.8, 0.97)))
        shapes.append(
            blob(page, x + np.sin(t * 5) * radius * 0.05, y + drip * t, width, rough=0.004)
        )
    paint_blood(page, shapes)


def paint_blood(page, shapes):
    canvas, unit = large_canvas(page, 0)
    draw = ImageDraw.Draw(canvas)
    for shape in shapes:
        draw.polygon([(px * unit, py * unit) for px, py in shape], fill=255)
    raw = np.asarray(canvas.reduce(2), np.float32) / 255
    wet = np.maximum(
        smooth(blurred(page, raw, 2.2), 0.36, 0.6), raw * smooth(blurred(page, raw, 1), 0.1, 0.5)
    )
    deep = smooth(blurred(page, raw, 7) + page.noise(22, 3) * 0.07, 0.35, 0.95)
    rim = wet * smooth(1 - blurred(page, wet, 2.5), 0.12, 0.45)
    body = np.clip(deep * 0.75 + rim * 0.65, 0, 1)[..., None]
    colour = (BLOOD_THIN + (BLOOD_THICK - BLOOD_THIN) * body) * (1 + page.noise(4, 3) * 0.06)[
        ..., None
    ]
    page.stain((blurred(page, raw, 5) - wet).clip(0) * 0.5, (0.66, 0.42, 0.30))
    page.rgb += (colour * (0.55 + 0.55 * page.rgb) - page.rgb) * (wet * 0.92)[..., None]


def nail(page, fx, fy, radius=6, run=60):
    """A nail hole: torn dark centre, lifted paper, rust that has run down."""
    x, y = fx * page.w, fy * page.h
    far = np.hypot(page.x - x, page.y - y) + page.noise(11, 2) * 1.4
    below = np.exp(
        -(((page.x - x + page.noise(40, 2)) / 4) ** 2) - np.maximum(page.y - y, 0) / run
    ) * (page.y > y)
    page.stain(np.exp(-((far / radius / 2.6) ** 2)) * 0.55 + below * 0.4, RUST)
    page.rgb *= (
        1 + (0.16 * np.exp(-(((far - radius * 1.5) / 2) ** 2)) * np.sign(y - page.y))[..., None]
    )
    page.stain(smooth(-far, -radius * 1.1, -radius * 0.8), (0.10, 0.07, 0.05))


def luminance(colour):
    c = np.asarray(colour, np.float64) / 255
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4) @ (
        0.2126,
        0.7152,
        0.0722,
    )


def protect(page, floor=0.42, knee=0.035):
    """Lift, softly, what the marks made too dark for text in the middle."""
    light = luminance(page.rgb * 255)
    lifted = floor + knee * np.logaddexp(0, (light - floor) / knee)
    page.rgb *= (1 + ((lifted / light) ** 0.42 - 1) * smooth(page.inside(page.x, page.y), -12, 0))[
        ..., None
    ]


def binding(page, left, depth=58, strength=0.42):
    """The shade of the gutter: the leaf bends into the binding at one side."""
    out = (page.x if left else page.w - 1 - page.x) + page.noise(160, 2) * 2.5
    shade = np.exp(-((np.maximum(out, 0) / depth) ** 1.25))
    page.stain(shade * strength, (0.46, 0.35, 0.24))
    page.stain(np.exp(-np.abs(out - depth * 0.62) / 3) * 0.10, WATER)


def scorch(page, fx, fy, radius, strength=1.0):
    """A charred bite out of a corner, along both its borders, through brown to a singed halo."""
    across, down = np.abs(page.x - fx * page.w) * 0.86, np.abs(page.y - fy * page.h)
    far = (across**0.9 + down**0.9) ** (1 / 0.9) / radius
    far += page.noise(110, 3) * 0.13 + page.noise(16, 3) * 0.035
    for high, low, colour in (
        (1.5, 0.8, (0.93, 0.84, 0.68)),
        (1.02, 0.68, (0.62, 0.45, 0.28)),
        (0.76, 0.60, (0.24, 0.17, 0.12)),
        (0.61, 0.55, (0.42, 0.40, 0.38)),
    ):
        page.stain(smooth(-far, -high, -low) * strength, colour)


def thumb(page, fx, fy, radius, degrees, strength=0.9):
    """The print of a bloody thumb: a loop of ridges, thick at one flank, broken by the paper."""
    (x, y), a = (page.x - fx * page.w, page.y - fy * page.h), np.radians(degrees)
    u, v = (x * np.cos(a) + y * np.sin(a)) / radius, (y * np.cos(a) - x * np.sin(a)) / radius
    u, v = u + page.noise(30, 2) * 0.05, v + page.noise(30, 2) * 0.05
    loop = np.hypot(u * (1 + 0.12 * v), np.minimum(v - 0.1, 0) * 0.82) + 0.08 * v * u
    ridges = smooth(np.sin(loop * 2 * np.pi / 0.165) + page.noise(6, 2) * 0.42, -0.2, 0.7)
    rim = np.abs(u) ** 2.3 + np.abs(v / 1.42) ** 2.3 + page.noise(14, 3) * 0.13
    touch = np.clip(0.52 + 0.26 * u + 0.14 * v + page.noise(17, 4) * 0.3, 0.05, 1)
    wet = smooth(-rim, -1, -0.72) * np.clip(ridges + smooth(touch, 0.8, 1.1) * 0.55, 0, 1) * touch
    page.stain(smooth(-rim, -1.1, -0.6) * 0.14, SERUM)
    page.stain(wet * strength, BLOOD_THIN * 1.05)
    page.stain(wet**3 * strength * 0.5, (0.5, 0.3, 0.25))


def leather(page):
    """Hide: pebbled grain lit from the upper left, wear, scratches, a blackened border."""
    grain = page.noise(9, 2) + 0.45 * page.noise(4)
    pebble = np.minimum(np.abs(grain), 1.6)
    relief = np.gradient(blurred(page, pebble / 1.6, 0.8) * 1.6 * page.scale)
    page.rgb *= (1 + (relief[0] + relief[1]).clip(-0.5, 0.5) * 0.42)[..., None]
    page.rgb *= (0.93 + 0.07 * smooth(pebble, 0, 0.35) + page.noise(150, 4) * 0.05)[..., None]
    page.rgb += (np.array((0.86, 0.68, 0.44)) - page.rgb) * (
        smooth(page.noise(90, 4), 0.9, 2.6) * 0.24
    )[..., None]
    for _ in range(46):
        crease(page, *page.rng.uniform((0, 0, 0, 60, 0.05), (1, 1, 180, 330, 0.22)))
    # Burnt at the top, bottom and borders; the middle keeps the colour of tanned hide.
    low = page.y / page.h + page.noise(200, 3) * 0.022 + page.noise(24, 3) * 0.007
    page.stain(smooth(low, 0.86, 0.93), (0.42, 0.27, 0.17))
    page.stain(smooth(low, 0.885, 0.965) * 0.8, (0.28, 0.24, 0.21))
    page.stain(smooth(-low, -0.34, -0.2) * 0.9, (0.50, 0.36, 0.25))
    spine = np.exp(-(((page.x - 0.075 * page.w) / 3.2) ** 2))
    page.stain(smooth(-page.x, -0.073 * page.w, -0.066 * page.w) * 0.62, (0.36, 0.25, 0.18))
    page.stain(spine * 0.8, (0.2, 0.13, 0.08))


def label(page, fx, fy, fw, fh):
    """A paper label pasted on: torn outline, glue stains, a shadow below it."""
    cx, cy = (fx + fw / 2) * page.w, (fy + fh / 2) * page.h
    dx = np.abs(page.x - cx + (page.y - cy) * 0.006) - fw / 2 * page.w
    dy = np.abs(page.y - cy - (page.x - cx) * 0.006) - fh / 2 * page.h
    out = np.maximum(dx, dy) + np.maximum(dx + dy + 16, 0) * 0.5
    out += page.noise(60, 3) * 1.5 + page.noise(7, 2) * 0.7
    shifted = np.roll(out, (round(4 * page.scale), round(3 * page.scale)), (0, 1))
    page.stain(blurred(page, smooth(-shifted, -2, 2), 3) * 0.8, (0.2, 0.14, 0.1))
    paper = Page("label", (page.w, page.h), (1, 1), (238, 223, 188), page.scale)
    pulp(paper, 1500)
    crease(paper, 0.55, fy + fh * 0.6, -4, 700, 0.09, 0.2)
    paper.stain(smooth(out, -26, 0) * 0.5, (0.80, 0.66, 0.44))
    paper.stain(np.exp(-((out / 3.0) ** 2)) * 0.55, (0.55, 0.38, 0.22))
    tide(paper, fx + fw, fy + fh, 62, 0.5, COFFEE, 0.8)
    cover = smooth(-out, -0.8, 0.8)[..., None]
    page.rgb += (paper.rgb - page.rgb) * cover
    frame = np.exp(-(((out + 13) / 0.9) ** 2)) + np.exp(-(((out + 16.5) / 0.5) ** 2)) * 0.7
    page.stain(frame * np.clip(0.75 + page.noise(12, 2) * 0.25, 0, 1) * 0.8, (0.22, 0.15, 0.10))


# Size (units), legible share of width and height, colour, edge, depth of the edge, creases.
KINDS = {
    "paper": ((900, 1420), (0.84, 0.88), (239, 222, 186), CHARRED, 0.07, 22),
    "poster": ((900, 1420), (0.84, 0.88), (240, 231, 208), FRAYED, 0.07, 9),
    "sheet": ((1240, 1754), (0.9, 0.9), (243, 231, 203), SOILED, 0.045, 9),
    "page": ((667, 935), (0.80, 0.905), (247, 238, 216), WORN, 0.035, 7),
    "book": ((667, 935), (0.56, 0.13), (176, 122, 74), SINGED, 0.10, 0),
}
LABEL_MIDDLE = 0.1675
GRAIN = Grain(0.006, 2, 18)
FOLDS = [(crease, 0.5, 0.5, 0.3, 1900, 0.10, 0.3), (crease, 0.503, 0.5, 90.3, 2600, 0.09, 0.3)]
PAGES = {
    "paper-1": [
        (ring, 0.99, 0.07, 165, 0.5),
        (crease, 0.5, 0.52, 3, 1500, 0.06),
        (nail, 0.96, 0.63, 9, 1),
        (splatter, 0.04, 0.955, 27, -40, 60),
    ],
    "paper-2": [
        (tide, 0.05, 0.12, 250, 0.52),
        (tide, 0.02, 0.05, 150, 0.3),
        (crease, 0.3, 0.8, -62, 900, 0.07),
        (splatter, 0.955, 0.04, 20, 97, 45, 150),
    ],
    "paper-3": [
        (tide, 0.98, 0.95, 260, 0.5, SERUM),
        (crease, 0.62, 0.25, 74, 1000, 0.07),
        (nail, 0.045, 0.82, 7, 1),
        (splatter, 0.955, 0.965, 30, 186, 70),
        (splatter, 0.04, 0.30, 12, -85, 30),
    ],
    "paper-4": [
        (ring, 0.10, 0.95, 185, 0.5),
        (ring, 0.0, 0.82, 150, 0.35),
        (tide, 1.0, 0.4, 130, 0.35),
        (crease, 0.5, 0.33, -12, 1300, 0.07),
        (splatter, 0.045, 0.035, 24, 40, 60, 90),
    ],
    "poster-1": [
        *FOLDS,
        (nail, 0.05, 0.032),
        (nail, 0.95, 0.034),
        (tide, 0.02, 1.0, 150, 0.35, RUST),
    ],
    "poster-2": [
        *FOLDS,
        (nail, 0.055, 0.03, 5, 90),
        (nail, 0.947, 0.036, 7, 40),
        (tide, 1.0, 0.97, 220, 0.4),
    ],
    "poster-3": [
        *FOLDS,
        (nail, 0.048, 0.036, 7, 50),
        (nail, 0.952, 0.03, 5, 80),
        (ring, 0.0, 0.99, 140, 0.35),
        (splatter, 0.958, 0.955, 16, -97, 45),
    ],
    "sheet-1": [
        (ring, 1.01, 1.0, 150, 0.4),
        (crease, 0.5, 0.5, 0.2, 3000, 0.05),
        (splatter, 0.022, 0.02, 17, 55, 50),
    ],
    "sheet-2": [(tide, 0.0, 1.0, 160, 0.4), (splatter, 0.978, 0.978, 20, 185, 50)],
    "page-1": [
        (binding, True),
        (ring, 0.985, 0.045, 105, 0.5),
        (crease, 0.6, 0.94, -28, 620, 0.08, 0.15),
    ],
    "page-2": [
        (binding, False),
        (scorch, -0.03, 1.0, 150),
        (tide, 0.02, 0.07, 96, 0.35),
    ],
    "page-3": [
        (binding, True),
        (splatter, 0.965, 0.965, 15, 200, 55),
        (splatter, 0.945, 0.03, 8, -30, 22),
        (crease, 0.5, 0.5, 0.4, 1500, 0.07, 0.2),
    ],
    "page-4": [
        (binding, False),
        (tide, 0.0, 0.98, 135, 0.5),
        (tide, 0.03, 1.02, 95, 0.3),
        (splatter, 0.025, 0.34, 7, -80, 24),
        (crease, 0.13, 0.1, -45, 420, 0.12, 0.3),
    ],
    "page-5": [
        (binding, True),
        (scorch, 1.02, -0.01, 172),
        (ring, 0.99, 1.0, 92, 0.4),
    ],
    "page-6": [
        (binding, False),
        (crease, 0.34, 0.5, 90.4, 1500, 0.09, 0.3),
        (thumb, 0.052, 0.735, 24, 17),
        (splatter, 0.085, 0.977, 10, 0, 60),
        (splatter, 0.03, 0.93, 5, -60, 14),
    ],
    "book-cover": [(leather,), (label, 0.165, 0.06, 0.70, 0.215)],
}


def make(name):
    kind = name.split("-")[0]
    size, safe, base, stops, depth, creases = KINDS[kind]
    needed = PRINTS["zombstone"][kind].pixels
    scale = max(1, *(pixels / units for pixels, units in zip(needed, size, strict=True)))
    page = Page(name, size, safe, base, scale)
    pulp(page, 3500) if name != "book-cover" else None
    for _ in range(creases):
        crease(page, *page.rng.uniform((0, 0, 0, 160, 0.02), (1, 1, 180, 620, 0.065)))
    for mark, *arguments in PAGES[name]:
        mark(page, *arguments)
    if name.startswith("page"):
        protect(page, 0.6)
    elif not name.startswith("book"):
        protect(page)
    burn(page, depth * page.w, stops)
    picture = Image.fromarray((np.clip(page.rgb, 0, 1) * 255 + 0.5).astype(np.uint8))
    return with_grain(picture, name, GRAIN), safe


def least_contrast(path, safe, ink=INK):
    """WCAG contrast of an ink over the darkest pixel of the middle of a saved picture.

    Of the book's cover the label counts instead of the middle.
    """
    light = luminance(Image.open(path).convert("RGB"))
    if path.stem == "book-cover":
        light = light[: round(2 * LABEL_MIDDLE * light.shape[0])]
    h, w = light.shape
    my, mx = round(h * (1 - safe[1]) / 2), round(w * (1 - safe[0]) / 2)
    return (light[my : h - my, mx : w - mx].min() + 0.05) / (luminance(ink) + 0.05)


def main(folder=Path(__file__).parent / "zombstone" / "img"):
    folder.mkdir(parents=True, exist_ok=True)
    for name in PAGES:
        picture, safe = make(name)
        path = folder / f"{name}.jpg"
        save(picture, path, GRAIN)
        contrast = least_contrast(path, safe)
        print(f"{path.name}: {path.stat().st_size / 1000:.0f} KB, least contrast {contrast:.1f}")
        assert contrast >= MIN_CONTRAST, f"{name}: the middle is too dark"
        for ink, enough in PAGE_INKS.items() if name.startswith("page-") else ():
            assert least_contrast(path, safe, ink) >= enough, f"{name}: too dark for {ink}"


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
