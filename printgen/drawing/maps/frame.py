"""What stands around a map at true size: its title, its legend and its scale."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from printgen.analysis.study_results import format_number
from printgen.drawing.maps import lines
from printgen.drawing.maps.board_drawing import MapContext, unit_sign
from printgen.drawing.maps.ground import AREA_EDGES, Drawn, draw_ground
from printgen.drawing.maps.hatching import hatched_swatch
from printgen.drawing.maps.markers import draw_marker, draw_north_arrow
from printgen.drawing.maps.scene import Item, Layer, Scene, TextItem, Use, polyline
from printgen.drawing.maps.shade_results import shade_result
from printgen.drawing.maps.units import UnitSymbol, draw_unit
from printgen.drawing.maps.zones import draw_zone, zone_side
from printgen.geometry.hex_grid import SQRT3, Geometry, HexGrid, Point
from printgen.geometry.hexes import Hex, neighbours
from printgen.paper import MM_BY_UNIT, PlanError
from printgen.problems import shorten
from printgen.typography.labels import labels
from printgen.typography.measure import fitting_size, text_width
from printgen.typography.text import plain_words

# Margins, the room of a title, and of a line of the legend (mm).
MARGIN = 8.0

_HEAD, _LINE, _SWATCH, _GAP, _ABOVE = 5.0, 9.4, 4.2, 5.0, 4.0


@dataclass(frozen=True)
class LegendEntry:
    """A line of the legend: what is drawn, and what it is called."""

    kind: str
    value: object
    words: str
    swatches: int = 1


def title_height(context: MapContext) -> float:
    """The room (mm) that the title takes."""
    value = context.board.entry.value
    under = 1.35 * context.look.names.size if value.subtitle else 0.0
    return context.look.title.size * 1.1 + under + _HEAD


def legend_height(context: MapContext, wide: float) -> float:
    """The room (mm) that the legend and the scale take below a map of a width."""
    rows = max((row for _, _, row in _placed(context, wide)), default=0) + 1
    return (rows * _LINE + _ABOVE) * context.legend_scale


def draw_title(scene: Scene, context: MapContext, wide: float) -> None:
    """Draw the title of a map so many mm wide, and the name of its game."""
    scene.origin = (MARGIN, MARGIN)
    layer, value, look = scene.layer("title"), context.board.entry.value, context.look
    game, title = context.words(context.content.game.title), context.words(value.title)
    y, beside = look.title.size * 0.85, text_width(game, look.words) + 2 * _GAP
    size = fitting_size([title], look.title, wide - beside)
    _judge(context, title, text_width(title, look.title, size), wide - beside)
    layer.items.append(TextItem(0, y, title, "title", size, "start"))
    if value.subtitle:
        y += 1.35 * look.names.size
        words = context.words(value.subtitle)
        _judge(context, words, text_width(words, look.names, look.names.size), wide)
        layer.items.append(TextItem(0, y, words, "names", look.names.size, "start"))
    layer.items.append(
        TextItem(wide, look.title.size * 0.85, game, "words", look.words.size, "end")
    )


def draw_legend(scene: Scene, context: MapContext, wide: float, at: Point) -> None:
    """Draw scale and legend below a map so many mm wide, which ends at a point."""
    scene.origin = (at[0], at[1] + _ABOVE * context.legend_scale)
    for entry, x, row in _placed(context, wide):
        _draw_entry(scene, context, entry, x, (row * _LINE + _SWATCH) * context.legend_scale)


def _judge(context: MapContext, words: str, long: float, wide: float) -> None:
    """Raise PlanError for words that are longer than the map is wide."""
    if long > wide + 0.01:
        name = context.board.entry.id
        raise PlanError(f"too long for the map '{name}': {shorten(words, 40)}")


# --- legend ----------------------------------------------------------------------------------


def _placed(context: MapContext, wide: float) -> Iterator[tuple[LegendEntry, float, int]]:
    """The entries of the legend, where each begins and in which row. Those of a figure stand in
    the middle, as the figure does.
    """
    rows: list[list[tuple[LegendEntry, float]]] = [[]]
    for entry in _entries(context):
        long = _room(context, entry) + text_width(entry.words, context.look.words, _size(context))
        _judge(context, entry.words, long, wide)
        if rows[-1] and sum(room for _, room in rows[-1]) + long > wide:
            rows.append([])
        rows[-1].append((entry, long + _GAP * context.legend_scale))
    for number, row in enumerate(rows):
        used = sum(room for _, room in row) - _GAP * context.legend_scale
        x = max((wide - used) / 2, 0.0) if context.legend_scale < 1 else 0.0
        for entry, room in row:
            yield entry, x, number
            x += room


def _room(context: MapContext, entry: LegendEntry) -> float:
    """The room (mm) from where an entry begins to its words."""
    if entry.kind == "scale":
        return _scale_length(context) + 3.0 * context.legend_scale
    return (2 * _SWATCH * entry.swatches + 2.0) * context.legend_scale


def _entries(context: MapContext) -> Iterator[LegendEntry]:
    board, value = context.board, context.board.entry.value
    terrains, there = board.content.game.terrains, set(board.ground.values())
    # A figure has a size of its own; and of one ground alone there is nothing to tell.
    if context.legend_scale == 1:
        yield LegendEntry("scale", None, scale_label(context))
    if value.north:
        words = labels(context.library.folders, board.content.game.theme, context.lang)
        yield LegendEntry("north", value.north, plain_words(words["north"]))
    for name in terrains:
        if name in there and (context.legend_scale == 1 or len(there) > 1):
            yield LegendEntry("ground", name, context.words(terrains[name].label))
    for path in value.paths:
        if path.label:
            yield LegendEntry("path", path.style, context.words(path.label))
    for feature in value.hexsides:
        if feature.label:
            yield LegendEntry("side", feature.style, context.words(feature.label))
    for zone in value.zones:
        yield LegendEntry(
            "zone", zone_side(list(value.sides), zone.side), context.words(zone.label)
        )
    for marker in value.markers:
        yield LegendEntry("marker", marker.mark, context.words(marker.label))
    for number, shade in enumerate(value.shades):
        ranks = [n for n, hexes in enumerate(shade_result(board, shade).ranks) if hexes]
        yield LegendEntry("shade", (number, ranks), context.words(shade.label), len(ranks))
    yield from _units(context)


def _units(context: MapContext) -> Iterator[LegendEntry]:
    """The units, those of one sign and one name together with their marks."""
    board, order = context.board, list(context.board.entry.value.sides)
    found: dict[tuple[str, int, str], list[str]] = {}
    for number, (name, label) in enumerate(board.entry.value.sides.items()):
        if any(unit.unit.side == name for unit in board.units):
            token = UnitSymbol(0, 0, "", None, number % len(context.look.sides), "")
            yield LegendEntry("unit", token, context.words(label))
    for unit in board.units:
        if unit.unit.name or unit.unit.mark:
            words = context.words(unit.unit.name or unit.profile.value.name)
            side = order.index(unit.unit.side) if unit.unit.side in order else 0
            key = unit_sign(board, unit), side % len(context.look.sides), words
            found.setdefault(key, []).append(unit.unit.mark or "")
    for (sign, side, words), named in found.items():
        token = UnitSymbol(0, 0, sign, None, side, "")
        known = ", ".join(filter(None, named))
        yield LegendEntry("unit", token, f"{known}  {words}" if known else words)


def scale_width(context: MapContext) -> float:
    """The room (mm) that the scale takes with its words."""
    return _room(context, LegendEntry("scale", None, "")) + text_width(
        scale_label(context), context.look.words, _size(context)
    )


def scale_label(context: MapContext) -> str:
    """How large the hexes are, both ways, in the unit of the map."""
    words = labels(context.library.folders, context.content.game.theme, context.lang)
    value = context.board.entry.value
    length = value.flat_to_flat or value.side or "mm"
    return hex_size_label(
        plain_words(words["hex_size"]), context.board.geometry.flats, length, context.lang
    )


def hex_size_label(told: str, flats: float, length: str, lang: str) -> str:
    """How large hexes are that measure `flats` mm from flat to flat: in mm, and in inches where a
    length is in inches.
    """
    for name, long in (("{flats}", flats), ("{side}", flats / SQRT3)):
        words = f"{_number(long, lang)}\u00a0mm"
        if length.endswith("in"):
            words = f"{_number(long / MM_BY_UNIT['in'], lang)}″ ({words})"
        told = told.replace(name, words)
    return told


def _number(value: float, lang: str) -> str:
    """At most two decimals, none that says nothing."""
    digits = next((n for n in (0, 1) if abs(round(value, n) - value) < 0.005), 2)
    return format_number(value, "mean", lang, digits)


def _scale_length(context: MapContext) -> float:
    """The length (mm) of the scale: so many hexes as come near 40 mm, or fewer on a figure."""
    return (
        max(1, round(40 * context.legend_scale**2 / context.geometry.flats))
        * context.geometry.flats
    )


def _draw_entry(scene: Scene, context: MapContext, entry: LegendEntry, x: float, y: float) -> None:
    layer, swatch, size = scene.layer("legend"), _SWATCH * context.legend_scale, _size(context)
    if entry.kind == "scale":
        _draw_scale(layer, context, x, y)
    elif entry.kind == "north":
        draw_north_arrow(layer, x + swatch, y, int(str(entry.value)), swatch, context.width)
    elif entry.kind == "marker":
        draw_marker(layer, x + swatch, y, str(entry.value), 2.6 * swatch, context.width)
    elif entry.kind == "unit":
        assert isinstance(entry.value, UnitSymbol)
        token = UnitSymbol(x + swatch, y, entry.value.sign, None, entry.value.side, "")
        draw_unit(layer, token, 1.5 * swatch, context.width)
    elif entry.kind == "shade":
        assert isinstance(entry.value, tuple)
        number, ranks = entry.value
        for n, rank in enumerate(ranks):
            one = LegendEntry("hatch", (number, rank), "")
            _draw_swatch(scene, context, one, x + 2 * swatch * n, y)
    else:
        _draw_swatch(scene, context, entry, x, y)
    layer = scene.layer("legend")
    x += _room(context, entry)
    layer.items.append(TextItem(x, y + 0.35 * size, entry.words, "words", size, "start"))


def _size(context: MapContext) -> float:
    """The size (mm) of the words of the legend."""
    return context.look.words.size * (0.5 + 0.5 * context.legend_scale)


def _draw_scale(layer: Layer, context: MapContext, x: float, y: float) -> None:
    """A bar of hexes from flat to flat, in turn black and white."""
    flats, count = context.geometry.flats, round(_scale_length(context) / context.geometry.flats)
    for n in range(count):
        left, high = x + n * flats, context.legend_scale
        box = [(left, y - high), (left + flats, y - high), (left + flats, y + high),
               (left, y + high)]  # fmt: skip
        fill = "ink" if n % 2 == 0 else "halo"
        layer.shape(polyline(box, True), fill=fill, stroke="ink", width=context.width)


def _draw_swatch(scene: Scene, context: MapContext, entry: LegendEntry, x: float, y: float) -> None:
    """A hex as the map has it, with the thing in it."""
    swatch = _SWATCH * context.legend_scale
    grid = HexGrid(1, 1, context.geometry.grid.orientation)
    geometry = Geometry(grid, swatch)
    (hex,) = grid
    mx, my = geometry.middle(hex)
    before = scene.origin
    scene.origin = (before[0] + x + swatch - mx, before[1] + y - my)
    outline = tuple(polyline(geometry.corners(hex), True))
    if entry.kind == "ground":
        _draw_ground(scene, context, geometry, str(entry.value), outline)
    layer = scene.layer("swatch", outline)
    if entry.kind == "path":
        way = [geometry.at_hour(hex, 9), (mx, my), geometry.at_hour(hex, 3)]
        lines.draw_path((layer, layer), str(entry.value), way, swatch * 1.6, context.width)
    elif entry.kind == "side":
        style, ends = str(entry.value), (geometry.at_hour(hex, 9), geometry.at_hour(hex, 3))
        if style in ("river", "stream"):
            lines.draw_path((layer, layer), style, list(ends), swatch * 1.6, context.width)
        else:
            lines.draw_side(layer, style, ends, swatch * 1.6, context.width)
    elif entry.kind == "zone":
        assert isinstance(entry.value, int)
        draw_zone(layer, geometry, [hex], entry.value, context.width * 0.8)
    elif entry.kind == "hatch":
        assert isinstance(entry.value, tuple)
        layer.items += hatched_swatch(geometry, hex, entry.value, context.width)
    frame = scene.layer("swatch")
    frame.shape(outline, stroke="ink", width=1.4 * context.width)
    scene.origin = before


def _draw_ground(
    scene: Scene,
    context: MapContext,
    geometry: Geometry,
    name: str,
    outline: tuple[tuple[object, ...], ...],
) -> None:
    terrain = context.content.game.terrains[name]
    drawn: Drawn = (terrain.draw, f"fill-{name}" if terrain.fill else terrain.draw)
    own = Scene(0, 0, origin=scene.origin)
    (hex,) = geometry.grid
    # A slope shows only against what is lower.
    around: dict[Hex, Drawn] = (
        dict.fromkeys(neighbours(hex), ("plain", "plain"))
        if AREA_EDGES[terrain.draw].hachures
        else {}
    )
    draw_ground(own, geometry, {hex: drawn, **around}, context.width * 0.8, outline)
    # The forms of small symbols have names of their own.
    scene.forms |= {f"small-{form}": shapes for form, shapes in own.forms.items()}
    for layer in own.layers:
        layer.items = [_with_prefix(item, "small-") for item in layer.items]
    scene.layers += own.layers


def _with_prefix(item: Item, prefix: str) -> Item:
    """The item, its form name prefixed."""
    return replace(item, form=prefix + item.form) if isinstance(item, Use) else item
