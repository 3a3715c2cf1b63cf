"""Paints pages and cards on a table top in perspective."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PIL import Image, ImageColor, ImageDraw, ImageFilter

from printgen.content.models.theme import ShopTheme
from printgen.export.shop_pictures.backdrops import paint_backdrop
from printgen.export.shop_pictures.camera import Camera, Points, homography, moved

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
    found: Points = points @ np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]]) + [x, y, 0]
    return found


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


def rgb(colour: str) -> tuple[int, int, int]:
    """The RGB values of a colour."""
    red, green, blue = ImageColor.getrgb(colour)[:3]
    return red, green, blue
