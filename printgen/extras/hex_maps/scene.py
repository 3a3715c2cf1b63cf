"""Display list of a map, in mm from the top left corner, y downward.

A tone is the name of a colour (`ink`, `accent`, `wood`…). The palette of an ink maps it to a colour
or to nothing, so one scene serves full and low ink.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from printgen.extras.hex_maps.hexes import Point
from printgen.problems import Position

# ("M", x, y), ("L", x, y), ("C", x1, y1, x2, y2, x, y) or ("Z",).
Command = tuple[str, *tuple[float, ...]]

Commands = tuple[Command, ...]


@dataclass(frozen=True, slots=True)
class Shape:
    """A path and its tones; "" is no fill or no stroke. `width` and `dash` are in mm."""

    path: Commands
    fill: str = ""
    stroke: str = ""
    width: float = 0.0
    dash: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Use:
    """An instance of a form, its origin at a point, turned clockwise by degrees."""

    form: str
    x: float
    y: float
    turn: float = 0.0


@dataclass(frozen=True, slots=True)
class TextItem:
    """Words on a baseline at a point, turned clockwise about it by degrees.

    `size`, `halo` (an outline in the colour of the paper) and `spread` (letter-spacing) are in mm.
    `source` is where the words are written.
    """

    x: float
    y: float
    text: str
    face: str
    size: float
    anchor: str = "middle"
    tone: str = "ink"
    turn: float = 0.0
    halo: float = 0.0
    spread: float = 0.0
    source: Position | None = None


Item = Shape | Use | TextItem


@dataclass
class Layer:
    """Items with one name, moved by `at` (mm), turned about it by degrees and clipped to `clip`, if
    any.
    """

    name: str
    items: list[Item] = field(default_factory=list)
    clip: Commands = ()
    at: Point = (0.0, 0.0)
    turn: float = 0.0

    def shape(
        self,
        path: Iterable[Command],
        fill: str = "",
        stroke: str = "",
        width: float = 0.0,
        dash: tuple[float, ...] = (),
    ) -> None:
        """Add a path."""
        self.items.append(Shape(tuple(path), fill, stroke, width, dash))


@dataclass
class Scene:
    """A drawing of a size (mm): forms by name, and layers from bottom to top."""

    width: float
    height: float
    forms: dict[str, list[Shape]] = field(default_factory=dict)
    layers: list[Layer] = field(default_factory=list)
    # The origin of new layers.
    origin: Point = (0.0, 0.0)

    def layer(self, name: str, clip: Commands = ()) -> Layer:
        """Add a layer on top."""
        self.layers.append(Layer(name, clip=clip, at=self.origin))
        return self.layers[-1]


# --- paths -----------------------------------------------------------------------------------


def unit_vector(x: float, y: float) -> Point:
    """The vector of length 1 in a direction; (0, 0) for no direction."""
    length = (x * x + y * y) ** 0.5 or 1.0
    return x / length, y / length


def polyline(points: Iterable[Point], closed: bool = False) -> list[Command]:
    """Straight lines through points."""
    found: list[Command] = [("L", x, y) for x, y in points]
    if found:
        found[0] = ("M", *found[0][1:])
    return [*found, ("Z",)] if closed else found


def circle(x: float, y: float, radius: float) -> list[Command]:
    """A circle as four cubic curves."""
    k = 0.5523 * radius
    return [
        ("M", x - radius, y),
        ("C", x - radius, y - k, x - k, y - radius, x, y - radius),
        ("C", x + k, y - radius, x + radius, y - k, x + radius, y),
        ("C", x + radius, y + k, x + k, y + radius, x, y + radius),
        ("C", x - k, y + radius, x - radius, y + k, x - radius, y),
        ("Z",),
    ]


def curve(points: list[Point]) -> list[Command]:
    """A smooth line through points: a Catmull-Rom spline as cubic curves."""
    if len(points) < 3:
        return polyline(points)
    found: list[Command] = [("M", *points[0])]
    ends = [points[0], *points, points[-1]]
    for before, (x1, y1), (x2, y2), after in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        found.append(
            (
                "C",
                x1 + (x2 - before[0]) / 6,
                y1 + (y2 - before[1]) / 6,
                x2 - (after[0] - x1) / 6,
                y2 - (after[1] - y1) / 6,
                x2,
                y2,
            )
        )
    return found


def along(way: Sequence[Command], steps: int = 6) -> Iterator[Point]:
    """Points along a line of `curve`: `steps` for each of its curves."""
    x0 = y0 = 0.0
    for kind, *numbers in way:
        x3, y3 = numbers[-2:]
        x1, y1, x2, y2 = numbers[:4] if kind == "C" else (x0, y0, x3, y3)
        for step in range(1, steps + 1) if kind != "M" else (1,):
            t = step / steps if kind != "M" else 1.0
            a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
            yield a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3
        x0, y0 = x3, y3


def smooth_loop(points: list[Point]) -> list[Command]:
    """A smooth closed line through the midpoints between points."""
    count = len(points)
    middles = [
        ((x + points[(n + 1) % count][0]) / 2, (y + points[(n + 1) % count][1]) / 2)
        for n, (x, y) in enumerate(points)
    ]
    found: list[Command] = [("M", *middles[-1])]
    for n, (x, y) in enumerate(points):
        (x0, y0), (x2, y2) = middles[n - 1], middles[n]
        # A quadratic curve, written as a cubic one.
        found.append(
            (
                "C",
                x0 + (x - x0) * 2 / 3,
                y0 + (y - y0) * 2 / 3,
                x2 + (x - x2) * 2 / 3,
                y2 + (y - y2) * 2 / 3,
                x2,
                y2,
            )
        )
    return [*found, ("Z",)]
