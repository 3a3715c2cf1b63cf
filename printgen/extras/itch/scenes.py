"""Pictures of a table top with its light: books, cards, piles and sheets, seen by a camera. Sizes
in mm, turns in degrees, anticlockwise.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, radians, sin

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageColor, ImageDraw, ImageFilter

from printgen.extras.itch.inventory import PageRegion
from printgen.extras.itch.theme import ShopTheme

# --- A pinhole camera above a table: projects points in mm to pixels ------------------------------
#
# x points right, y away from the viewer, z up from the table.


Points = npt.NDArray[np.float64]


# Focal length in image widths: a telephoto lens, as in product photography.
FOCAL = 2.0

# Search range of the camera distance, in extents of the scene, and bisection steps.
NEAREST, FARTHEST, STEPS = 0.6, 60.0, 50


class Camera:
    """A camera that frames some points, with a margin.

    `height` is the elevation above the table and `turn` the rotation around it, in degrees.
    `margin` is a share of the image; below 0, the outermost points are outside.
    """

    def __init__(
        self,
        size: tuple[int, int],
        points: Points,
        height: float,
        turn: float = 0.0,
        margin: float = 0.06,
    ):
        self.size = size
        up, around = radians(height), radians(turn)
        self.forward = np.array([sin(around) * cos(up), cos(around) * cos(up), -sin(up)])
        self.right = np.array([cos(around), -sin(around), 0.0])
        self.up = np.cross(self.right, self.forward)
        self.focal = FOCAL * size[0]
        self.target = (points.min(axis=0) + points.max(axis=0)) / 2
        self.centre = np.zeros(2)
        extent = float(np.ptp(points, axis=0).max())
        room = np.array(size) * (1 - 2 * margin)
        near, far = NEAREST * extent, FARTHEST * extent
        for _ in range(STEPS):
            self.distance = (near + far) / 2
            if (np.ptp(self._seen(points), axis=0) <= room).all():
                far = self.distance
            else:
                near = self.distance
        self.distance = far
        seen = self._seen(points)
        self.centre = (seen.min(axis=0) + seen.max(axis=0)) / 2 - np.array(size) / 2

    def _seen(self, points: Points) -> Points:
        away = points - self.target
        depth = self.distance + away @ self.forward
        across, along = away @ self.right, away @ self.up
        return self.focal * np.stack([across / depth, -along / depth], axis=1)

    def project(self, points: Points) -> Points:
        """The pixel positions of points, from the top left."""
        return self._seen(points) - self.centre

    def ground(self, pixels: Points) -> Points:
        """The points of the table (z = 0) at some pixels."""
        flat = (pixels + self.centre) / self.focal
        rays = self.forward + flat[:, :1] * self.right - flat[:, 1:] * self.up
        eye = self.target - self.distance * self.forward
        result: Points = eye - rays * (eye[2] / rays[:, 2:])
        return result

    def per_mm(self, point: Sequence[float]) -> float:
        """Pixels per mm at a point, perpendicular to the view."""
        away = np.array(point) - self.target
        return float(self.focal / (self.distance + away @ self.forward))


def moved(points: Points, x: float, y: float, z: float) -> Points:
    """Points shifted by x, y, z mm."""
    result: Points = points + np.array([x, y, z])
    return result


def homography(seen: Points, source: Points) -> list[float]:
    """Pillow's eight coefficients of the perspective from four seen points to the source."""
    rows, values = [], []
    for (x, y), (u, v) in zip(seen, source, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        values += [u, v]
    solved = np.linalg.solve(np.array(rows, dtype=float), np.array(values, dtype=float))
    return [float(value) for value in solved]


# --- table-top textures: cloth, planks, stone, or comic rays --------------------------------------


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
        result: Field = (total - total.mean()) / max(float(total.std()), 1e-6)
        return result


def paint_backdrop(look: ShopTheme, accent: str, aspect: float) -> Image.Image:
    """Paint a table top; `aspect` is its width divided by its height."""
    texture = Texture(aspect)
    # A darker shade of the accent colour, for contrast with pages.
    red, green, blue = (round(0.72 * part) for part in ImageColor.getrgb(accent)[:3])
    own = ImageColor.getrgb(look.colour or f"#{red:02x}{green:02x}{blue:02x}")
    colour = np.array(own, np.float32) / 255
    second = np.array(ImageColor.getrgb(look.second or "#000000"), np.float32) / 255
    pixels = _PAINTERS[look.table](texture, colour, second)
    return Image.fromarray(np.rint(np.clip(pixels, 0, 1) * 255).astype(np.uint8))


def _toned(colour: Field, tone: Field) -> Field:
    """A colour multiplied by the tone of each pixel."""
    result: Field = (colour * tone[..., None]).astype(np.float32)
    return result


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
    result: Field = pixels * (1 - 0.86 * dots)
    return result


_PAINTERS: dict[str, Callable[[Texture, Field, Field], Field]] = {
    "cloth": _cloth,
    "planks": _planks,
    "stone": _stone,
    "rays": _rays,
}


# --- paints pages and cards on a table top in perspective -----------------------------------------


# Size of a screenshot in pixels, and the scale that it is painted at.
SIZE, SUPERSAMPLING = (1280, 720), 2

# Padding in pixels around a picture before its perspective transform.
RIM = ((3, 3), (3, 3))

# Colour of shadows, and their offset (x, y) in mm per mm of height: light comes from the back left.
SHADOW, FALL = (12, 8, 6), (0.55, -0.5)


def corners(x: float, y: float, width: float, height: float, turn: float, z: float = 0.0) -> Points:
    """The corners of a rotated rectangle around x, y: clockwise from the top left."""
    half = [(-1, 1), (1, 1), (1, -1), (-1, -1)]
    flat = [(sx * width / 2, sy * height / 2, 0.0) for sx, sy in half]
    return moved(place(np.array(flat), x, y, turn), 0, 0, z)


def place(points: Points, x: float, y: float, turn: float) -> Points:
    """Rotate points anticlockwise about the origin, then move them to x, y."""
    angle = np.radians(turn)
    c, s = np.cos(angle), np.sin(angle)
    result: Points = points @ np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]]) + [x, y, 0]
    return result


class Stage:
    """A screenshot in progress: the camera and the canvas."""

    def __init__(self, look: ShopTheme, accent: str, points: Points, **view: float):
        self.size = (SIZE[0] * SUPERSAMPLING, SIZE[1] * SUPERSAMPLING)
        self.camera = Camera(self.size, points, **view)
        self.canvas = Image.new("RGB", self.size)
        width, height = self.size
        frame = np.array([(0, 0), (width, 0), (width, height), (0, height)], dtype=float)
        ground = self.camera.ground(frame)
        x0, y0 = (float(side) for side in ground[:, :2].min(axis=0))
        x1, y1 = (float(side) for side in ground[:, :2].max(axis=0))
        top = paint_backdrop(look, accent, (x1 - x0) / (y1 - y0)).convert("RGBA")
        whole = np.array([(x0, y1, 0), (x1, y1, 0), (x1, y0, 0), (x0, y0, 0)])
        self.lay(top, whole, Image.Resampling.BILINEAR)

    def sharp(self, points: Points) -> float:
        """The maximum resolution needed at some points, in pixels per mm."""
        return max(self.camera.per_mm(point) for point in points)

    def lay(
        self,
        picture: Image.Image,
        quad: Points,
        how: Image.Resampling = Image.Resampling.BICUBIC,
    ) -> None:
        """Paint an RGBA picture onto four corners, clockwise from its top left."""
        seen = self.camera.project(quad)
        box = self._box(seen)
        if box is None:
            return
        # Extend the edge colours, so that interpolation does not darken the edges; the mask
        # smooths them.
        colours = Image.fromarray(
            np.pad(np.asarray(picture.convert("RGB")), (*RIM, (0, 0)), "edge")
        )
        mask = Image.fromarray(np.pad(np.asarray(picture.getchannel("A")), RIM))
        width, height = picture.size
        source = np.array([(0, 0), (width, 0), (width, height), (0, height)], dtype=float)
        size = (box[2] - box[0], box[3] - box[1])
        found = homography(seen - box[:2], source + RIM[0][0])
        through = (size, Image.Transform.PERSPECTIVE, found)
        self.canvas.paste(
            colours.transform(*through, how),
            box[:2],
            mask.transform(*through, Image.Resampling.BILINEAR),
        )

    def fill(self, points: Points, colour: str | tuple[int, ...]) -> None:
        """Fill a polygon with a colour."""
        if (found := self._shape([points], 0)) is not None:
            box, mask = found
            self.canvas.paste(colour, box, mask)

    def shadow(self, shapes: Sequence[Points], height: float, soft: float, dark: float) -> None:
        """Paint the shadow of shapes `height` mm tall. Its edge fades over `soft` mm."""
        fallen = [moved(shape, FALL[0] * height, FALL[1] * height, 0) for shape in shapes]
        blur = soft * self.sharp(shapes[0])
        if (found := self._shape(fallen, blur)) is not None:
            box, mask = found
            self.canvas.paste(SHADOW, box, mask.point(lambda value: int(value * dark)))

    def _shape(
        self, shapes: Sequence[Points], blur: float
    ) -> tuple[tuple[int, int, int, int], Image.Image] | None:
        """The bounding box of some shapes on the canvas, and their coverage mask."""
        seen = [self.camera.project(shape) for shape in shapes]
        box = self._box(np.concatenate(seen), int(3 * blur) + 2)
        if box is None:
            return None
        size = (box[2] - box[0], box[3] - box[1])
        mask = Image.new("L", (2 * size[0], 2 * size[1]))
        draw = ImageDraw.Draw(mask)
        for shape in seen:
            draw.polygon([tuple(2 * p) for p in shape - box[:2]], fill=255)
        mask = mask.reduce(2)
        return box, mask.filter(ImageFilter.GaussianBlur(blur)) if blur else mask

    def _box(self, seen: Points, more: int = 2) -> tuple[int, int, int, int] | None:
        """The bounding box of some points within the canvas, or None if it is empty."""
        low = np.maximum(np.floor(seen.min(axis=0)) - more, 0).astype(int)
        high = np.minimum(np.ceil(seen.max(axis=0)) + more, self.size).astype(int)
        return (*low.tolist(), *high.tolist()) if (high > low).all() else None

    def finish(self) -> Image.Image:
        """The image at its final size, lit from the upper left."""
        small = self.canvas.reduce(SUPERSAMPLING)
        width, height = small.size
        y, x = np.mgrid[0:height, 0:width]
        far = np.hypot((x / width - 0.42) / 0.8, (y / height - 0.4) / 0.85)
        lamp = 1.1 - 0.42 * np.clip(far, 0, 1.2) ** 2.2
        lit = np.clip(np.asarray(small, dtype=float) * lamp[..., None], 0, 255)
        return Image.fromarray(np.rint(lit).astype(np.uint8))


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
