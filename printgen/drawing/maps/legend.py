"""The legend below a map: its entries, and their rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from printgen.analysis.maps.board import Board
from printgen.drawing.maps import legend_symbols as symbols
from printgen.drawing.maps.board_drawing import (
    CROSSINGS,
    unit_name_source,
    unit_symbol,
)
from printgen.drawing.maps.context import MapContext
from printgen.drawing.maps.legend_symbols import SWATCH
from printgen.drawing.maps.markers import draw_marker, draw_north_arrow
from printgen.drawing.maps.scale import draw_scale, scale_label, scale_length
from printgen.drawing.maps.scene import Layer, Scene, TextItem
from printgen.drawing.maps.shade_results import shade_result
from printgen.drawing.maps.sizes import LEAST_TYPE
from printgen.drawing.maps.title import GAP, require_width
from printgen.drawing.maps.units import UnitSymbol, draw_unit
from printgen.geometry.hex_grid import Point
from printgen.problems import Position
from printgen.typography.labels import labels
from printgen.typography.measure import text_width
from printgen.typography.text import plain_words

# Height of a row, and space above the legend (mm).
_ROW, _ABOVE = 9.4, 4.0

# Draws a symbol whose left edge is at x and whose middle is at y (mm).
DrawSymbol = Callable[[Scene, Layer, MapContext, float, float], None]


@dataclass(frozen=True)
class LegendEntry:
    """A symbol and its label. `width` (mm) is that of the symbol and the gap after it; `source` is
    where the label is written.
    """

    draw: DrawSymbol
    words: str
    width: float
    source: Position


def legend_height(context: MapContext, wide: float) -> float:
    """The height (mm) of scale and legend below a map that is `wide` mm wide.

    Raises PlacementError when a label is too long.
    """
    rows = max((row for _, _, row in _placed(context, wide)), default=0) + 1
    return (rows * _ROW + _ABOVE) * context.legend_scale


def draw_legend(scene: Scene, context: MapContext, wide: float, at: Point) -> None:
    """Draw scale and legend below a map that is `wide` mm wide and whose lower left corner is `at`.

    Raises PlacementError when a label is too long.
    """
    scene.origin = (at[0], at[1] + _ABOVE * context.legend_scale)
    size = _text_size(context)
    for entry, x, row in _placed(context, wide):
        y = (row * _ROW + SWATCH) * context.legend_scale
        entry.draw(scene, scene.layer("legend"), context, x, y)
        words = TextItem(
            x + entry.width, y + 0.35 * size, entry.words, "words", size, "start",
            source=entry.source,
        )  # fmt: skip
        scene.layer("legend").items.append(words)


def scale_width(context: MapContext) -> float:
    """The width (mm) of the scale bar and its label."""
    return _scale_room(context) + text_width(
        scale_label(context), context.look.words, _text_size(context)
    )


def _placed(context: MapContext, wide: float) -> Iterator[tuple[LegendEntry, float, int]]:
    """The entries, each with its left edge (mm) and its row. The rows of a figure are centred."""
    scale = context.legend_scale
    rows: list[list[tuple[LegendEntry, float]]] = [[]]
    for entry in _entries(context):
        length = entry.width + text_width(entry.words, context.look.words, _text_size(context))
        require_width(entry.words, length, wide, entry.source)
        if rows[-1] and sum(room for _, room in rows[-1]) + length > wide:
            rows.append([])
        rows[-1].append((entry, length + _gap(context)))
    for number, row in enumerate(rows):
        used = sum(room for _, room in row) - _gap(context)
        x = max((wide - used) / 2, 0.0) if scale < 1 else 0.0
        for entry, room in row:
            yield entry, x, number
            x += room


def _gap(context: MapContext) -> float:
    """The gap (mm) between entries: narrower in a figure."""
    return GAP * context.legend_scale * (1.0 if context.legend_scale == 1 else 0.75)


def _text_size(context: MapContext) -> float:
    """The size (mm) of labels."""
    return max(LEAST_TYPE, context.look.words.size * (0.5 + 0.5 * context.legend_scale))


def _scale_room(context: MapContext) -> float:
    return scale_length(context) + 3.0 * context.legend_scale


def _swatch_room(context: MapContext, swatches: int = 1) -> float:
    return (2 * SWATCH * swatches + 2.0) * context.legend_scale


# --- entries ---------------------------------------------------------------------------------


def _entries(context: MapContext) -> Iterator[LegendEntry]:
    yield from _scale_and_north(context)
    yield from _terrains(context)
    yield from _features(context)
    yield from _shades(context)
    yield from _sides(context)
    yield from _units(context)


def _scale_and_north(context: MapContext) -> Iterator[LegendEntry]:
    entry = context.board.entry
    # A figure is not at true size: it has no scale.
    if context.legend_scale == 1:
        words, room = scale_label(context), _scale_room(context)
        yield LegendEntry(_draw_scale, words, room, entry.at())
    if entry.value.north:
        draw, words = partial(_draw_north, entry.value.north), _label(context, "north")
        yield LegendEntry(draw, words, _swatch_room(context), entry.at("north"))


def _label(context: MapContext, name: str) -> str:
    """A label of the theme as plain words."""
    theme = context.content.game.theme
    return plain_words(labels(context.library.folders, theme, context.lang)[name])


def _terrains(context: MapContext) -> Iterator[LegendEntry]:
    terrains, used = context.content.game.terrains, set(context.board.ground.values())
    for name in terrains:
        # A figure with a single terrain needs no key for it.
        if name in used and (context.legend_scale == 1 or len(used) > 1):
            words, source = (
                context.words(terrains[name].label),
                context.content.entry.at("terrains", name, "label"),
            )
            draw = partial(symbols.draw_terrain, name, crossing(context.board, name))
            yield LegendEntry(draw, words, _swatch_room(context), source)


def crossing(board: Board, terrain: str) -> str:
    """The bridge or ford without a label of its own that is on all hexes of a terrain, if any."""
    hexes = {hex for hex, name in board.ground.items() if name == terrain}
    for feature in board.entry.value.hexsides:
        sides = [side for text in feature.sides for side in board.names.sides(text)]
        if feature.style in CROSSINGS and not feature.label and hexes <= {hex for hex, _ in sides}:
            return feature.style
    return ""


def _features(context: MapContext) -> Iterator[LegendEntry]:
    """Paths, hexsides, zones and markers."""
    entry, value, room = context.board.entry, context.board.entry.value, _swatch_room(context)
    for n, path in enumerate(value.paths):
        if path.label:
            draw: DrawSymbol = partial(symbols.draw_path, path.style)
            yield LegendEntry(draw, context.words(path.label), room, entry.at("paths", n, "label"))
    for n, feature in enumerate(value.hexsides):
        if feature.label:
            draw = partial(symbols.draw_hexside, feature.style)
            source = entry.at("hexsides", n, "label")
            yield LegendEntry(draw, context.words(feature.label), room, source)
    for n, zone in enumerate(value.zones):
        number = context.side_number(zone.side) if zone.side else None
        draw = partial(symbols.draw_zone_border, number)
        yield LegendEntry(draw, context.words(zone.label), room, entry.at("zones", n, "label"))
    for n, marker in enumerate(value.markers):
        draw = partial(_draw_marker, marker.mark)
        yield LegendEntry(draw, context.words(marker.label), room, entry.at("markers", n, "label"))


def _shades(context: MapContext) -> Iterator[LegendEntry]:
    entry = context.board.entry
    for n, shade in enumerate(entry.value.shades):
        ranks = [
            rank for rank, hexes in enumerate(shade_result(context.board, shade).ranks) if hexes
        ]
        draw = partial(symbols.draw_hatches, [(n, rank) for rank in ranks])
        room, source = _swatch_room(context, len(ranks)), entry.at("shades", n, "label")
        yield LegendEntry(draw, context.words(shade.label), room, source)


def _sides(context: MapContext) -> Iterator[LegendEntry]:
    """The sides with units on the map."""
    entry, room = context.board.entry, _swatch_room(context)
    for name in entry.value.sides:
        if any(unit.unit.side == name for unit in context.board.units):
            draw = partial(_draw_unit, UnitSymbol(0, 0, "", None, context.side_number(name), ""))
            words = context.words(entry.value.side_name(name))
            yield LegendEntry(draw, words, room, entry.at("sides", name))


def _units(context: MapContext) -> Iterator[LegendEntry]:
    """The units: one entry for all units with the same symbol and name, after their marks."""
    board, room = context.board, _swatch_room(context)
    found: dict[tuple[UnitSymbol, str], tuple[list[str], Position]] = {}
    for placed in board.units:
        unit = placed.unit
        if unit.name or unit.mark:
            words = context.words(unit.name or placed.profile.value.name)
            symbol = replace(unit_symbol(context, placed, (0, 0)), mark="", source=None)
            # Its front is at the top; a unit in disorder is named.
            symbol = replace(symbol, hour=None if symbol.hour is None else 12)
            if symbol.disordered:
                words = f"{words}, {_label(context, 'disordered_unit')}"
            marks, _ = found.setdefault((symbol, words), ([], unit_name_source(board, placed)))
            marks.append(unit.mark or "")
    for (symbol, words), (marks, source) in found.items():
        known = ", ".join(filter(None, marks))
        draw = partial(_draw_unit, symbol)
        yield LegendEntry(draw, f"{known}  {words}" if known else words, room, source)


# --- symbols that are not swatches -----------------------------------------------------------


def _draw_scale(_: Scene, layer: Layer, context: MapContext, x: float, y: float) -> None:
    draw_scale(layer, context, x, y)


def _draw_north(hour: int, _: Scene, layer: Layer, context: MapContext, x: float, y: float) -> None:
    swatch = SWATCH * context.legend_scale
    draw_north_arrow(layer, (x + swatch, y), hour, swatch, context.hairline)


def _draw_marker(
    mark: str, _: Scene, layer: Layer, context: MapContext, x: float, y: float
) -> None:
    swatch = SWATCH * context.legend_scale
    draw_marker(layer, (x + swatch, y), mark, 2.6 * swatch, context.hairline)


def _draw_unit(
    symbol: UnitSymbol, _: Scene, layer: Layer, context: MapContext, x: float, y: float
) -> None:
    """Draw a unit; only its place differs from that of `symbol`."""
    swatch = SWATCH * context.legend_scale
    draw_unit(layer, replace(symbol, x=x + swatch, y=y), 1.5 * swatch, context.hairline)
