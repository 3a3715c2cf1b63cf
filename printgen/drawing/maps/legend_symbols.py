"""Swatches of the legend: one hex each, drawn as on the map."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from printgen.drawing.maps import lines
from printgen.drawing.maps.context import MapContext
from printgen.drawing.maps.ground import AREA_EDGES, Drawn, draw_ground
from printgen.drawing.maps.hatching import Hatch, hatched_swatch
from printgen.drawing.maps.scene import Commands, Item, Layer, Scene, Use, polyline
from printgen.drawing.maps.sizes import FINEST, LEAST_LINE
from printgen.drawing.maps.zones import draw_zone
from printgen.geometry.hex_grid import Geometry, HexGrid, Point
from printgen.geometry.hexes import Hex, neighbours

# Side (mm) of the hex of a swatch at true size.
SWATCH = 4.2

# Draws the content of a swatch on a layer that is clipped to its hex.
DrawContent = Callable[[Layer, Geometry, Hex], None]


def draw_terrain(
    name: str, crossing: str, scene: Scene, _: Layer, context: MapContext, x: float, y: float
) -> None:
    """Draw a swatch of a terrain, with the bridge or ford that all its hexes have."""

    def draw(layer: Layer, geometry: Geometry, hex: Hex) -> None:
        ends, side = (geometry.at_hour(hex, 9), geometry.at_hour(hex, 3)), geometry.side * 1.6
        lines.draw_side(layer, crossing, ends, side, context.hairline)

    _draw_swatch(scene, context, (x, y), draw if crossing else None, terrain=name)


def draw_path(style: str, scene: Scene, _: Layer, context: MapContext, x: float, y: float) -> None:
    """Draw a swatch of a road or a river."""

    def draw(layer: Layer, geometry: Geometry, hex: Hex) -> None:
        way = [geometry.at_hour(hex, 9), geometry.middle(hex), geometry.at_hour(hex, 3)]
        lines.draw_path((layer, layer), style, way, geometry.side * 1.6, context.hairline)

    _draw_swatch(scene, context, (x, y), draw)


def draw_hexside(
    style: str, scene: Scene, _: Layer, context: MapContext, x: float, y: float
) -> None:
    """Draw a swatch of a hexside feature."""

    def draw(layer: Layer, geometry: Geometry, hex: Hex) -> None:
        ends, side = (geometry.at_hour(hex, 9), geometry.at_hour(hex, 3)), geometry.side * 1.6
        if style in ("river", "stream"):
            lines.draw_path((layer, layer), style, list(ends), side, context.hairline)
        else:
            lines.draw_side(layer, style, ends, side, context.hairline)

    _draw_swatch(scene, context, (x, y), draw)


def draw_zone_border(
    number: int | None, scene: Scene, _: Layer, context: MapContext, x: float, y: float
) -> None:
    """Draw a swatch of the zone border of side `number`, or of no side."""

    def draw(layer: Layer, geometry: Geometry, hex: Hex) -> None:
        # Fine and clear of the frame, so that dashes and dots differ in a small hex.
        draw_zone(layer, geometry, [hex], number, context.hairline * 0.7, dashes=2.2)

    _draw_swatch(scene, context, (x, y), draw)


def draw_hatches(
    hatches: Sequence[Hatch], scene: Scene, _: Layer, context: MapContext, x: float, y: float
) -> None:
    """Draw a swatch of each hatching, side by side."""
    swatch = SWATCH * context.legend_scale
    for n, hatch in enumerate(hatches):

        def draw(layer: Layer, geometry: Geometry, hex: Hex, hatch: Hatch = hatch) -> None:
            layer.items += hatched_swatch(geometry, hex, hatch, context.hairline)

        _draw_swatch(scene, context, (x + 2 * swatch * n, y), draw)


def _draw_swatch(
    scene: Scene,
    context: MapContext,
    at: Point,
    draw: DrawContent | None = None,
    terrain: str = "",
) -> None:
    """Draw one hex whose left edge is at x and whose middle is at y."""
    swatch = SWATCH * context.legend_scale
    grid = HexGrid(1, 1, context.geometry.grid.orientation)
    geometry = Geometry(grid, swatch)
    (hex,) = grid
    mx, my = geometry.middle(hex)
    before = scene.origin
    scene.origin = (before[0] + at[0] + swatch - mx, before[1] + at[1] - my)
    outline = tuple(polyline(geometry.corners(hex), True))
    if terrain:
        _draw_ground(scene, context, geometry, terrain, outline)
    layer = scene.layer("swatch", outline)
    if draw:
        draw(layer, geometry, hex)
    frame = scene.layer("swatch")
    frame.shape(outline, stroke="ink", width=1.4 * context.hairline)
    scene.origin = before


def _draw_ground(
    scene: Scene, context: MapContext, geometry: Geometry, name: str, outline: Commands
) -> None:
    terrain = context.content.game.terrains[name]
    drawn: Drawn = (terrain.draw, f"fill-{name}" if terrain.fill else terrain.draw)
    own = Scene(0, 0, origin=scene.origin)
    (hex,) = geometry.grid
    # Hachures are drawn only towards lower ground.
    sloped = AREA_EDGES[terrain.draw].hachures
    around: dict[Hex, Drawn] = dict.fromkeys(neighbours(hex), ("plain", "plain")) if sloped else {}
    fine = max(context.hairline * 0.8, LEAST_LINE / FINEST)
    draw_ground(own, geometry, {hex: drawn, **around}, fine, outline)
    # Forms of another size need other names.
    scene.forms |= {f"small-{form}": shapes for form, shapes in own.forms.items()}
    for layer in own.layers:
        layer.items = [_with_prefix(item, "small-") for item in layer.items]
    scene.layers += own.layers


def _with_prefix(item: Item, prefix: str) -> Item:
    """The item, its form name prefixed."""
    return replace(item, form=prefix + item.form) if isinstance(item, Use) else item
