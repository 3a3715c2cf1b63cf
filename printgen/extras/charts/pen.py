"""Paths and texts of charts, and their pen: steady or wobbly lines, and hatching that differs
without colour. Lengths are in mm.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import cos, hypot, radians, sin
from typing import NamedTuple, TypedDict, cast

from printgen.content.models.theme import ChartTheme

Point = tuple[float, float]

Box = tuple[float, float, float, float]  # left, top, width, height

Segment = tuple[Point, Point]


# Layers from bottom to top.
LAYERS = (
    "grid",
    "shadow",
    "ground",
    "hatch",
    "outline",
    "whisker",
    "axis",
    "line",
    "marker",
    "leader",
)

# The smallest type (mm): 6 pt.
LEAST_SIZE = 2.12

DASHES = ("", "2.2 1.1", "0.1 1.1", "3.4 1 0.7 1", "1.1 0.8", "4.5 1.2")


def number(value: float) -> str:
    """A length in SVG notation, with at most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if value else "0"


def polyline(points: Iterable[Point], closed: bool = False) -> str:
    """Straight lines through points."""
    path = "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return f"M{path}{'Z' if closed else ''}"


def circle(middle: Point, radius: float) -> str:
    """A circle as four curves, as WeasyPrint distorts semicircular arcs."""
    (x, y), r, k = middle, radius, radius * 0.5523
    quarters = (
        (0, -k, r - k, -r, r, -r),
        (k, 0, r, r - k, r, r),
        (0, k, -(r - k), r, -r, r),
        (-k, 0, -r, -(r - k), -r, -r),
    )
    path = "".join("c" + " ".join(map(number, quarter)) for quarter in quarters)
    return f"M{number(x - r)} {number(y)}{path}Z"


class PathStyle(NamedTuple):
    """The style of a path.

    `fill` and `stroke` are tones: `ink`, `paper`, `accent`, `grid`, `none`, or the number of a fill
    of the theme. `only` is `full` or `low` for paths of one ink, or "".
    """

    fill: str
    stroke: str
    width: float
    dash: str
    only: str


class PathView(TypedDict):
    """A path for templates; `d` is SVG path data."""

    layer: str
    d: str
    fill: str
    stroke: str
    width: float
    dash: str
    only: str


class TextView(TypedDict):
    """A text for templates. `size` is "" for the size of its face."""

    x: str
    y: str
    words: str
    face: str
    anchor: str
    size: str
    tone: str


class DrawingView(TypedDict):
    """A drawing for templates, in drawing order."""

    paths: list[PathView]
    texts: list[TextView]


@dataclass(slots=True)
class ChartDrawing:
    """Paths by layer and style, and texts."""

    paths: dict[str, dict[PathStyle, list[str]]] = field(default_factory=dict)
    texts: list[TextView] = field(default_factory=list)

    def path(
        self,
        layer: str,
        d: str,
        fill: str = "none",
        stroke: str = "none",
        width: float = 0.0,
        dash: str = "",
        only: str = "",
    ) -> None:
        """Add a path to a layer."""
        if d:
            style = PathStyle(fill, stroke, width, dash, only)
            self.paths.setdefault(layer, {}).setdefault(style, []).append(d)

    def text(
        self,
        x: float,
        y: float,
        words: str,
        face: str,
        anchor: str = "middle",
        size: float | None = None,
        tone: str = "ink",
    ) -> None:
        """Add words in a face of the theme, with their baseline at `y`."""
        self.texts.append(
            {
                "x": number(x),
                "y": number(y),
                "words": words,
                "face": face,
                "anchor": anchor,
                "size": number(size) if size else "",
                "tone": tone,
            }
        )

    def view(self) -> DrawingView:
        """The drawing as plain data."""
        return {
            "paths": [
                cast(PathView, {"layer": layer, "d": "".join(found), **style._asdict()})
                for layer in LAYERS
                for style, found in self.paths.get(layer, {}).items()
            ],
            "texts": self.texts,
        }


def corners(box: Box) -> str:
    """The outline of a box."""
    x, y, w, h = box
    return f"M{number(x)} {number(y)}h{number(w)}v{number(h)}h{number(-w)}Z"


def bowed(start: Point, end: Point, bow: float) -> str:
    """A curve whose control point is `bow` mm right of and below the middle."""
    (x0, y0), (x1, y1) = start, end
    middle = ((x0 + x1) / 2 + bow, (y0 + y1) / 2 + bow)
    return (
        f"M{number(x0)} {number(y0)}Q{number(middle[0])} {number(middle[1])} "
        f"{number(x1)} {number(y1)}"
    )


def smooth(points: list[Point], goes_on: bool = False) -> str:
    """A smooth curve from the first point to the last, through the midpoints between inner points.
    With `goes_on`, it continues the path before it.
    """
    path = "" if goes_on else f"M{number(points[0][0])} {number(points[0][1])}"
    if len(points) < 3:
        return path + f"L{number(points[-1][0])} {number(points[-1][1])}"
    for (x0, y0), (x1, y1) in pairwise(points[1:]):
        last = (x1, y1) == points[-1]
        x, y = (x1, y1) if last else ((x0 + x1) / 2, (y0 + y1) / 2)
        path += f"Q{number(x0)} {number(y0)} {number(x)} {number(y)}"
    return path


# --- the pen --------------------------------------------------------------------------------------


# Hatching of bars by series: angle (degrees from the horizontal) and gap (mm) of its lines. The
# first is solid in full ink. They repeat from the seventh series on.
HATCHES: tuple[tuple[tuple[float, float], ...], ...] = (
    ((-45, 0.5),),
    ((-45, 1.0),),
    (),
    ((-45, 1.25), (45, 1.25)),
    ((0, 0.8),),
    ((90, 0.75),),
)


class ChartPen:
    """Draws in the style of a theme. Random wobble is seeded: equal input gives equal paths."""

    def __init__(self, drawing: ChartDrawing, look: ChartTheme, seed: str, ground: bool = False):
        self.drawing, self.look = drawing, look
        # Whether bars are opaque.
        self.ground = ground or bool(look.fills)
        self.chance = random.Random(zlib.crc32(seed.encode()))  # noqa: S311 - of a drawing

    def stroke(self, points: Sequence[Point]) -> str:
        """A line through points, with the wobble of the theme between them."""
        if not self.look.wobble:
            return polyline(points)
        path = ""
        for start, end in pairwise(points):
            (x0, y0), (x1, y1), shaken = start, end, [start]
            length = hypot(x1 - x0, y1 - y0) or 1.0
            parts = max(1, round(length / 5))
            for part in range(1, parts):
                share, off = part / parts, self.chance.gauss(0, self.look.wobble)
                across, down = (y1 - y0) / length * off, (x1 - x0) / length * off
                shaken.append((x0 + (x1 - x0) * share - across, y0 + (y1 - y0) * share + down))
            path += smooth([*shaken, end], goes_on=bool(path))
        return path

    def rule(self, layer: str, points: Sequence[Point], width: float, tone: str = "ink") -> None:
        """A line of an axis."""
        self.drawing.path(layer, self.stroke(points), stroke=tone, width=width)

    def bar(self, box: Box, variant: int, strong: bool = False, down: bool = False) -> None:
        """Draw a bar: ground, hatching and outline. `strong` emphasises it; a bar that is `down`
        extends below the baseline.
        """
        x, y, w, h = box
        if h <= 0 or w <= 0:
            return
        look, drawing = self.look, self.drawing
        if look.shadow:
            moved = (x + look.shadow, y + look.shadow, w, max(0.0, h - look.shadow))
            drawing.path("shadow", corners(moved), fill="accent", only="full")
        variant %= len(HATCHES)
        fill = str(variant) if variant < len(look.fills) else "paper"
        tone = "accent" if strong and look.accent else "ink"
        if h < 3 * look.outline:
            drawing.path("outline", corners((x, y, w, max(h, 0.08))), fill=tone)
            return
        if variant == 0 and look.hatch != "pen":
            solid = "0" if look.fills and not strong else tone
            drawing.path("ground", corners(box), fill=solid, only="full")
        elif self.ground:
            drawing.path("ground", corners(box), fill=fill, only="full")
        if self.ground:
            drawing.path("ground", corners(box), fill="paper", only="low")
        self._shade(box, variant, tone)
        self._outline(box, tone, down)

    def _outline(self, box: Box, tone: str, down: bool) -> None:
        x, y, w, h = box
        if down:
            y, h = y + h, -h
        cap, over = self.look.cap, self.look.wobble * (-2 if down else 2)
        if self.look.wobble:
            sides = (((x, y + h), (x, y - over)), ((x - abs(over), y), (x + w + abs(over), y)),
                     ((x + w, y - over), (x + w, y + h)))  # fmt: skip
            path = "".join(self.stroke(side) for side in sides)
        else:
            path = polyline([(x, y + h), (x, y), (x + w, y), (x + w, y + h)])
        self.drawing.path("outline", path, stroke=tone, width=self.look.outline)
        if cap:
            top = polyline([(x - cap, y), (x + w + cap, y)])
            self.drawing.path("outline", top, stroke=tone, width=self.look.outline * 1.8)

    def _shade(self, box: Box, variant: int, tone: str) -> None:
        """Hatch a bar. Bars that are solid in full ink are densely hatched in low ink."""
        only = "low" if variant == 0 else ""
        lines = HATCHES[variant]
        if self.look.hatch == "dots" and variant in (0, 1, 4, 5):
            self._dots(box, variant, tone)
        elif self.look.hatch == "burin" and variant in (0, 1, 4):
            self._engrave(box, variant, tone)
        elif self.look.hatch == "pen" and variant == 0:
            # Loose strokes, nearly to black.
            x, y, w, h = box
            inner = (x + 0.1, y + 0.1, w - 0.2, max(0.0, h - 0.2))
            for gap, weight, ink in ((0.34, 0.33, "full"), (0.5, 0.17, "low")):
                strokes = [self._loose(*segment) for segment in hatching(inner, -62, gap)]
                path = "".join(bowed(s, e, self.chance.gauss(0, 0.1)) for s, e in strokes)
                self.drawing.path("hatch", path, stroke=tone, width=weight, only=ink)
        else:
            for angle, gap in lines:
                self._lines(list(hatching(box, angle, gap)), tone, only)

    def _lines(self, segments: list[Segment], tone: str, only: str) -> None:
        look, drawing = self.look, self.drawing
        if look.hatch == "burin":
            swollen = "".join(self._sliver(start, end, 0.26) for start, end in segments)
            drawing.path("hatch", swollen, fill=tone, only=only)
            return
        if look.hatch == "pen":
            segments = [self._loose(start, end) for start, end in segments]
            path = "".join(bowed(s, e, self.chance.gauss(0, 0.12)) for s, e in segments)
        else:
            path = "".join(polyline(segment) for segment in segments)
        weight = 0.34 if look.hatch == "dots" else 0.16
        drawing.path("hatch", path, stroke=tone, width=weight, only=only)

    def _loose(self, start: Point, end: Point) -> Segment:
        """A pen stroke with inexact ends."""
        return tuple(  # type: ignore[return-value]
            (x + self.chance.uniform(-0.14, 0.14), y + self.chance.uniform(-0.14, 0.14))
            for x, y in (start, end)
        )

    def _sliver(self, thick: Point, thin: Point, weight: float) -> str:
        """A burin stroke: thick at one end, pointed at the other."""
        (x0, y0), (x1, y1) = thick, thin
        length = hypot(x1 - x0, y1 - y0)
        if length < 0.05:
            return ""
        half = weight / 2 * self.chance.uniform(0.85, 1.15)
        nx, ny = -(y1 - y0) / length * half, (x1 - x0) / length * half
        belly = (x0 + (x1 - x0) * 0.35, y0 + (y1 - y0) * 0.35)
        return polyline(
            [
                (x0 + nx * 0.7, y0 + ny * 0.7),
                (belly[0] + nx, belly[1] + ny),
                (x1, y1),
                (belly[0] - nx, belly[1] - ny),
                (x0 - nx * 0.7, y0 - ny * 0.7),
            ],
            closed=True,
        )

    def _engrave(self, box: Box, variant: int, tone: str) -> None:
        """Hatch with horizontal burin strokes, as in a wood engraving lit from the left: dark bars
        have light cuts, light bars dark strokes from the right.
        """
        x, y, w, h = box
        gap = {0: 0.62, 1: 0.56, 4: 0.9}[variant]
        light, dark = [], []
        for row in range(1, max(2, int(h / gap))):
            level = y + row * gap
            if level > y + h - 0.15:
                break
            jitter = self.chance.uniform(-0.06, 0.06)
            share = self.chance.uniform(0.28, 0.52) + (0.22 if row % 3 == 0 else 0)
            light.append(self._sliver((x + 0.05, level), (x + w * share, level + jitter), 0.34))
            reach = 1.0 if variant == 4 else 1 - self.chance.uniform(0.12, 0.5)
            dark.append(self._sliver((x + w, level), (x + w * (1 - reach), level + jitter), 0.36))
        if variant == 0:
            self.drawing.path("hatch", "".join(light), fill="paper", only="full")
            dense = "".join(
                self._sliver((x + w, y + n * 0.5), (x, y + n * 0.5), 0.4)
                for n in range(1, int(h / 0.5))
            )
            self.drawing.path("hatch", dense, fill=tone, only="low")
        else:
            self.drawing.path("hatch", "".join(dark), fill=tone)

    def _dots(self, box: Box, variant: int, tone: str) -> None:
        """Fill a bar with a halftone screen whose dots grow towards the foot."""
        x, y, w, h = box
        gap = 0.78
        for row in range(int(h / (gap / 2)) + 1):
            cy = y + h - 0.45 - row * gap / 2
            share = 1 - row * gap / 2 / max(h, 14)
            if variant == 0:
                radius = round(0.2 + 0.14 * share, 2)
            elif variant == 1:
                radius = round(0.1 + 0.2 * share, 2)
            else:
                radius = 0.16
            if cy - radius < y + 0.1:
                break
            columns = max(1, int((w - 0.3) / gap))
            first = x + (w - columns * gap) / 2 + (gap / 2 if row % 2 else 0)
            path = "".join(
                f"M{number(first + n * gap)} {number(cy)}h.01"
                for n in range(columns + (0 if row % 2 else 1))
                if x + radius + 0.05 < first + n * gap < x + w - radius - 0.05
            )
            only = "low" if variant == 0 else ""
            self.drawing.path("hatch", path, stroke=tone, width=2 * radius, only=only, dash="round")


def hatching(box: Box, angle: float, gap: float) -> Iterator[Segment]:
    """Parallel lines clipped to a box; angle in degrees, gap in mm."""
    x, y, w, h = box
    dx, dy = cos(radians(angle)), sin(radians(angle))
    nx, ny = -dy, dx
    ends = [(x, y), (x + w, y), (x, y + h), (x + w, y + h)]
    offsets = [cx * nx + cy * ny for cx, cy in ends]
    # The lines of all boxes are on one grid, so that adjacent bars match.
    first = int(min(offsets) // gap)
    for index in range(first, int(max(offsets) // gap) + 2):
        found = _clip((index + 0.5) * gap, (nx, ny), (dx, dy), box)
        if found:
            yield found


def _clip(offset: float, normal: Point, along: Point, box: Box) -> Segment | None:
    """The part inside a box of the line at `offset` from the origin, if it has any length."""
    x, y, w, h = box
    px, py = normal[0] * offset, normal[1] * offset
    low, high = -1e9, 1e9
    for start, step, near, far in ((px, along[0], x, x + w), (py, along[1], y, y + h)):
        if abs(step) < 1e-9:
            if not near <= start <= far:
                return None
            continue
        one, other = (near - start) / step, (far - start) / step
        low, high = max(low, min(one, other)), min(high, max(one, other))
    if high - low < 0.05:
        return None
    return (px + along[0] * low, py + along[1] * low), (px + along[0] * high, py + along[1] * high)
