"""The ground of a map: areas with soft edges, hachures on slopes, and terrain symbols."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from math import atan2, degrees, hypot

from printgen.drawing.maps.regions import outlines
from printgen.drawing.maps.scene import Command, Commands, Layer, Scene, Shape, Use, smooth_loop
from printgen.drawing.maps.terrain_symbols import VARIANTS, symbols
from printgen.geometry.hex_grid import Geometry, Point
from printgen.geometry.hexes import Hex, neighbours


@dataclass(frozen=True, slots=True)
class AreaEdge:
    """The edge of an area: a line (`width` in hairlines), or hachures inside."""

    width: float = 0.0
    dash: tuple[float, ...] = ()
    tone: str = "ink"
    hachures: float = 0.0  # their length in sides of a hex


# Edges by kind of ground, from bottom to top.
AREA_EDGES: dict[str, AreaEdge] = {
    "plain": AreaEdge(),
    "sand": AreaEdge(0.8, (0.3, 0.9), "grass-ink"),
    "field": AreaEdge(0.8, (1.6, 0.9), "grass-ink"),
    "vineyard": AreaEdge(0.8, (1.6, 0.9), "grass-ink"),
    "marsh": AreaEdge(0.9, (0.9, 0.9), "water-ink"),
    "water": AreaEdge(2.0, (), "water-ink"),
    "hill": AreaEdge(0.0, (), "ink", 0.42),
    "wood": AreaEdge(1.1, (), "ink"),
    "pines": AreaEdge(1.1, (), "ink"),
    "rocks": AreaEdge(0.0, (), "ink", 0.3),
    "village": AreaEdge(0.8, (1.2, 0.8), "ink"),
}

# Maximum displacement of corners, in sides of a hex.
JITTER = 0.13

# Number of hachure variants.
SLOPES = 4


# The kind of ground of a hex, and its tone.
Drawn = tuple[str, str]


def draw_ground(
    scene: Scene, geometry: Geometry, ground: Mapping[Hex, Drawn], hairline: float, clip: Commands
) -> None:
    """Draw the ground of each hex; `hairline` is in mm."""
    grouped: dict[Drawn, list[Hex]] = {}
    for hex, drawn in ground.items():
        grouped.setdefault(drawn, []).append(hex)
    order = list(AREA_EDGES)
    areas, slopes = scene.layer("areas", clip), scene.layer("slopes", clip)
    for drawn in sorted(grouped, key=lambda drawn: (order.index(drawn[0]), drawn[1])):
        _area(scene, (areas, slopes), drawn, grouped[drawn], ground, geometry, hairline)
    layer = scene.layer("symbols", clip)
    _draw_symbols(scene, layer, geometry, ground, hairline)


def _area(
    scene: Scene,
    layers: tuple[Layer, Layer],
    drawn: Drawn,
    hexes: Collection[Hex],
    ground: Mapping[Hex, Drawn],
    geometry: Geometry,
    hairline: float,
) -> None:
    """Draw one kind of ground. At the border of the map it continues outside and is clipped."""
    areas, slopes = layers
    beyond = {near for hex in hexes for near in neighbours(hex) if near not in ground}
    kind, tone = drawn
    edge: AreaEdge = AREA_EDGES[kind]
    path: list[Command] = []
    for loop in outlines({*hexes, *beyond}, geometry):
        soft = [_moved(point, geometry.side) for point in loop]
        path += smooth_loop(soft)
        if edge.hachures:
            slopes.items += _slope(scene, kind, soft, geometry.side, hairline)
    dash = tuple(part * geometry.side / 15 for part in edge.dash)
    stroke = edge.tone if edge.width else ""
    areas.shape(path, fill=tone, stroke=stroke, width=hairline * edge.width, dash=dash)


def _slope(
    scene: Scene, kind: str, loop: list[Point], side: float, hairline: float
) -> Iterator[Use]:
    """Hachures along an outline: one variant for each of its segments."""
    names = [f"slope-{kind}-{variant}" for variant in range(SLOPES)]
    if names[0] not in scene.forms:
        length, apart = side * AREA_EDGES[kind].hachures, 3.4 * hairline + side / 60
        for name in names:
            strokes = _hachures(name, side, length, apart)
            scene.forms[name] = [
                Shape(tuple(strokes), stroke=AREA_EDGES[kind].tone, width=hairline)
            ]
    for number, ((x1, y1), (x2, y2)) in enumerate(zip(loop, [*loop[1:], loop[0]], strict=True)):
        far = hypot(x2 - x1, y2 - y1) or 1.0
        # Centred on the segment, which is nearly as long as a hexside.
        start = (far - side) / 2 / far
        turn = degrees(atan2(y2 - y1, x2 - x1))
        x, y = x1 + (x2 - x1) * start, y1 + (y2 - y1) * start
        yield Use(names[(number * 7 + round(x + y)) % SLOPES], x, y, turn)


def _moved(point: Point, side: float) -> Point:
    """A displaced corner; deterministic, so that adjacent areas agree."""
    chance = random.Random(f"{point[0] / side:.2f} {point[1] / side:.2f}")  # noqa: S311 - of a drawing
    far = JITTER * side
    return point[0] + chance.uniform(-far, far), point[1] + chance.uniform(-far, far)


def _hachures(seed: str, side: float, length: float, apart: float) -> list[Command]:
    """Strokes downward from a horizontal line; the inside is below it."""
    found: list[Command] = []
    chance = random.Random(seed)  # noqa: S311 - of a drawing
    count = max(1, round(side / apart))
    start = length * 0.16
    for n in range(count):
        x = (n + chance.uniform(0.25, 0.75)) / count * side
        long = length * chance.uniform(0.45, 1.0) * (1.0 if n % 2 else 0.7)
        lean = chance.uniform(-0.12, 0.12)
        found += [("M", x, start), ("L", x - long * lean, start + long)]
    return found


def _draw_symbols(
    scene: Scene, layer: Layer, geometry: Geometry, ground: Mapping[Hex, Drawn], hairline: float
) -> None:
    """Draw the symbols from back to front."""
    known: dict[str, int] = {}
    for kind in dict.fromkeys(kind for kind, _ in ground.values()):
        drawn = symbols(kind, geometry.side, hairline)
        known[kind] = len(drawn)
        for variant, shapes in enumerate(drawn):
            scene.forms[f"{kind}{variant}"] = shapes
    placed = []
    for hex, (kind, _) in ground.items():
        variant = _variant(hex)
        # Only some hexes have grass.
        if known[kind] and (kind != "plain" or variant in (1, 3)):
            x, y = geometry.middle(hex)
            placed.append((y, x, f"{kind}{variant}"))
    layer.items += [Use(form, x, y) for y, x, form in sorted(placed)]


def _variant(hex: Hex) -> int:
    """A variant that usually differs from those of neighbours."""
    mixed = (hex.q * 73_856_093) ^ (hex.r * 19_349_663)
    return (mixed ^ mixed >> 7) % VARIANTS
