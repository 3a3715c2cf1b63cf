"""The marks of charts as paths of SVG, and a drawing that gathers them. All lengths are in mm."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

Point = tuple[float, float]

Box = tuple[float, float, float, float]  # left, top, width, height

Segment = tuple[Point, Point]


# What is drawn first lies lowest.
LAYERS = ("grid", "shadow", "ground", "hatch", "outline", "axis", "line", "marker", "leader")

DASHES = ("", "2.2 1.1", "0.1 1.1", "3.4 1 0.7 1", "1.1 0.8", "4.5 1.2")


def number(value: float) -> str:
    """A length as it is written in a path."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if value else "0"


def polyline(points: Iterable[Point], closed: bool = False) -> str:
    """Points joined by straight lines."""
    path = "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return f"M{path}{'Z' if closed else ''}"


def circle(middle: Point, radius: float) -> str:
    """A circle, as four curves: arcs of half a circle come out squeezed."""
    (x, y), r, k = middle, radius, radius * 0.5523
    quarters = (
        (0, -k, r - k, -r, r, -r),
        (k, 0, r, r - k, r, r),
        (0, k, -(r - k), r, -r, r),
        (-k, 0, -r, -(r - k), -r, -r),
    )
    path = "".join("c" + " ".join(map(number, quarter)) for quarter in quarters)
    return f"M{number(x - r)} {number(y)}{path}Z"


@dataclass(slots=True)
class ChartDrawing:
    """Paths by layer, those of one kind together, and words.

    A tone is `ink`, `paper`, `accent`, `grid`, `none`, or the number of a fill of the look. `only`
    is the ink that a path is meant for, where it is not both.
    """

    paths: dict[str, dict[tuple[Any, ...], list[str]]] = field(default_factory=dict)
    texts: list[dict[str, Any]] = field(default_factory=list)

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
            style = (fill, stroke, width, dash, only)
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
        """Add words in a face of the look, their baseline at `y`; at its own size, if unsaid."""
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

    def view(self) -> dict[str, Any]:
        """The drawing as plain data."""
        names = ("fill", "stroke", "width", "dash", "only")
        return {
            "paths": [
                {"layer": layer, "d": "".join(found), **dict(zip(names, style, strict=True))}
                for layer in LAYERS
                for style, found in self.paths.get(layer, {}).items()
            ],
            "texts": self.texts,
        }


def corners(box: Box) -> str:
    x, y, w, h = box
    return f"M{number(x)} {number(y)}h{number(w)}v{number(h)}h{number(-w)}Z"


def bowed(start: Point, end: Point, bow: float) -> str:
    (x0, y0), (x1, y1) = start, end
    middle = ((x0 + x1) / 2 + bow, (y0 + y1) / 2 + bow)
    return (
        f"M{number(x0)} {number(y0)}Q{number(middle[0])} {number(middle[1])} "
        f"{number(x1)} {number(y1)}"
    )


def smooth(points: list[Point], goes_on: bool = False) -> str:
    """A curve near points: through the middles of their links, its ends at the outer ones. One that
    `goes_on` begins where another has ended.
    """
    path = "" if goes_on else f"M{number(points[0][0])} {number(points[0][1])}"
    if len(points) < 3:
        return path + f"L{number(points[-1][0])} {number(points[-1][1])}"
    for (x0, y0), (x1, y1) in pairwise(points[1:]):
        last = (x1, y1) == points[-1]
        x, y = (x1, y1) if last else ((x0 + x1) / 2, (y0 + y1) / 2)
        path += f"Q{number(x0)} {number(y0)} {number(x)} {number(y)}"
    return path
