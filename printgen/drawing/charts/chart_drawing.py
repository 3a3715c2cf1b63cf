"""SVG path data for charts, and a drawing that collects paths and texts. Lengths are in mm."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple, TypedDict

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
                {
                    "layer": layer,
                    "d": "".join(found),
                    "fill": style.fill,
                    "stroke": style.stroke,
                    "width": style.width,
                    "dash": style.dash,
                    "only": style.only,
                }
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
