"""The legend below a map: its title, its entries with their symbols, and its scale."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import ceil
from typing import NamedTuple

from printgen.extras.hex_maps import board_drawing
from printgen.extras.hex_maps.board_drawing import CROSSINGS, unit_name_source, unit_symbol
from printgen.extras.hex_maps.boards import Board
from printgen.extras.hex_maps.context import (
    FINEST,
    LEAST_LINE,
    LEAST_TYPE,
    MapContext,
    is_sparse,
)
from printgen.extras.hex_maps.ground import AREA_EDGES, Drawn, draw_ground, draw_zone, shade_result
from printgen.extras.hex_maps.hexes import SQRT3, Geometry, Hex, HexGrid, Point, neighbours
from printgen.extras.hex_maps.palette import Hatch, hatched_swatch
from printgen.extras.hex_maps.scene import Commands, Layer, Scene, TextItem, Use, polyline
from printgen.extras.hex_maps.units import UnitSymbol, draw_marker, draw_north_arrow, draw_unit
from printgen.paper import MM_BY_UNIT
from printgen.problems import PlacementError, Position, Problem, shorten
from printgen.rules.study_results import format_number
from printgen.typography.labels import labels
from printgen.typography.measure import fitting_size, text_width, wrap_words
from printgen.typography.text import plain_words

# --- the legend below a map: its entries, and their rows ------------------------------------------


# Height of a row, and space above the legend (mm).
_ROW, _ABOVE = 9.4, 4.0

# The most columns of a legend. Widths are computed in floating point, as shares of a column.
_MOST_COLUMNS, _ROUNDING = 16, 1e-6

# Side (mm) of the hex of a swatch at true size.
SWATCH = 4.2


class Spot(NamedTuple):
    """Where a symbol is drawn: its left edge is at `x`, its middle at `y` (mm) of the layer."""

    scene: Scene
    layer: Layer
    context: MapContext
    x: float
    y: float

    @property
    def swatch(self) -> float:
        """Half the width (mm) of a symbol."""
        return SWATCH * self.context.legend_scale

    @property
    def middle(self) -> Point:
        """The middle of a symbol."""
        return self.x + self.swatch, self.y


@dataclass(frozen=True)
class LegendEntry:
    """A symbol and its label. `width` (mm) is that of the symbol and the gap after it; `source` is
    where the label is written. One that is `alone` has a row of its own; one that `begins` the
    entries of a side begins a row of a sparse figure.
    """

    draw: Callable[[Spot], None]
    words: str
    width: float
    source: Position
    alone: bool = False
    begins: bool = False


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
        entry.draw(Spot(scene, scene.layer("legend"), context, x, y))
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
    """The entries, each with its left edge (mm) and its row: in columns, so that symbols are below
    each other; an entry that is wider takes several. In a figure, the columns are centred. The rows
    of a sparse figure have no columns.
    """
    gap, entries = _gap(context), list(_entries(context))
    lengths = []
    for entry in entries:
        length = entry.width + text_width(entry.words, context.look.words, _text_size(context))
        require_width(entry.words, length, wide, entry.source)
        lengths.append(wide if entry.alone else length)
    if is_sparse(context):
        yield from _in_rows(entries, lengths, 1.5 * gap, wide)
        return
    columns = _columns(lengths, gap, wide, context.legend_scale < 1)
    across = (wide + gap) / columns
    if context.legend_scale < 1:
        across = min(across, max((min(length + gap, across) for length in lengths), default=across))
    left = max(0.0, (wide + gap - across * columns) / 2)
    row = column = 0
    for entry, length in zip(entries, lengths, strict=True):
        needed = _spans(length, gap, across)
        if column and column + needed > columns:
            row, column = row + 1, 0
        yield entry, left + column * across, row
        column += needed


def _in_rows(
    entries: Sequence[LegendEntry], lengths: Sequence[float], gap: float, wide: float
) -> Iterator[tuple[LegendEntry, float, int]]:
    """The entries, which are `lengths` (mm) long, each with its left edge (mm) and its row: in the
    middle, in as few rows as there can be, which are about as long as each other.
    """

    Row = list[tuple[LegendEntry, float]]

    def rows_within(group: Row, longest: float) -> list[Row]:
        rows, used = list[Row](), longest
        for entry, length in group:
            if used + gap + length > longest:
                rows.append([])
                used = -gap
            used += gap + length
            rows[-1].append((entry, length))
        return rows

    groups, rows = list[Row](), list[Row]()
    for entry, length in zip(entries, lengths, strict=True):
        if entry.begins or not groups:
            groups.append([])
        groups[-1].append((entry, length))
    for group in groups:
        choices = [rows_within(group, wide * share / 20) for share in range(8, 21)]
        rows += next(each for each in choices if len(each) == len(choices[-1]))
    for number, row in enumerate(rows):
        x = (wide - sum(length for _, length in row) - gap * (len(row) - 1)) / 2
        for entry, length in row:
            yield entry, x, number
            x += length + gap


def _columns(lengths: Sequence[float], gap: float, wide: float, figure: bool) -> int:
    """The number of columns of entries that are `lengths` (mm) wide: those with the fewest rows in
    a figure. On a map at true size, each entry has one column unless that takes two rows more.
    """

    def rows(columns: int) -> int:
        row = column = 0
        for length in lengths:
            needed = _spans(length, gap, (wide + gap) / columns)
            if column and column + needed > columns:
                row, column = row + 1, 0
            column += needed
        return row

    fewest = min(range(1, _MOST_COLUMNS + 1), key=rows)
    longest = max((length for length in lengths if length < wide), default=wide)
    even = max(1, min(_MOST_COLUMNS, int((wide + gap) / (longest + gap))))
    if figure or rows(even) > rows(fewest) + 1:
        return fewest
    return next(columns for columns in range(1, even + 1) if rows(columns) == rows(even))


def _spans(length: float, gap: float, across: float) -> int:
    """The number of columns that an entry takes; `across` (mm) is the width of one with its gap."""
    return ceil((length + gap) / across - _ROUNDING)


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
    entry = context.board.entry
    # A figure is not at true size: it has no scale.
    if context.legend_scale == 1:
        words, room = scale_label(context), _scale_room(context)
        yield LegendEntry(draw_scale, words, room, entry.at(), alone=True)
    if entry.value.north:
        draw, words = partial(_draw_north, entry.value.north), _label(context, "north")
        yield LegendEntry(draw, words, _swatch_room(context), entry.at("north"))
    yield from _terrains(context)
    yield from _features(context)
    yield from _shades(context)
    sides, units = list(_sides(context)), list(_units(context))
    if is_sparse(context):
        # The units of each side are beside it.
        for number, side in sides:
            yield replace(side, begins=True)
            yield from (unit for of, unit in units if of == number)
        shown = {number for number, _ in sides}
        sides, units = [], [(of, unit) for of, unit in units if of not in shown]
    yield from (each for _, each in (*sides, *units))


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
            draw = partial(draw_terrain, name, crossing(context.board, name))
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
            draw = partial(draw_path, path.style)
            yield LegendEntry(draw, context.words(path.label), room, entry.at("paths", n, "label"))
    for n, feature in enumerate(value.hexsides):
        if feature.label:
            draw = partial(draw_hexside, feature.style)
            source = entry.at("hexsides", n, "label")
            yield LegendEntry(draw, context.words(feature.label), room, source)
    for n, zone in enumerate(value.zones):
        number = context.side_number(zone.side) if zone.side else None
        draw = partial(draw_zone_border, number)
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
        draw = partial(draw_hatches, [(n, rank) for rank in ranks])
        room, source = _swatch_room(context, len(ranks)), entry.at("shades", n, "label")
        yield LegendEntry(draw, context.words(shade.label), room, source)


def _sides(context: MapContext) -> Iterator[tuple[int, LegendEntry]]:
    """The sides with units on the map, by their numbers."""
    entry, room = context.board.entry, _swatch_room(context)
    for name in entry.value.sides:
        if any(unit.unit.side == name for unit in context.board.units):
            number = context.side_number(name)
            draw = partial(_draw_unit, UnitSymbol(0, 0, "", None, number, ""))
            words = context.words(entry.value.side_name(name))
            yield number, LegendEntry(draw, words, room, entry.at("sides", name))


def _units(context: MapContext) -> Iterator[tuple[int, LegendEntry]]:
    """The units, each with the number of its side: one entry for all units with the same symbol and
    name, after their marks.
    """
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
        shown = f"{known}  {words}" if known else words
        yield symbol.side, LegendEntry(draw, shown, room, source)


# --- symbols that are not swatches -----------------------------------------------------------


def _draw_north(hour: int, spot: Spot) -> None:
    draw_north_arrow(spot.layer, spot.middle, hour, spot.swatch, spot.context.hairline)


def _draw_marker(mark: str, spot: Spot) -> None:
    draw_marker(spot.layer, spot.middle, mark, 2.6 * spot.swatch, spot.context.hairline)


def _draw_unit(symbol: UnitSymbol, spot: Spot) -> None:
    """Draw a unit; only its place differs from that of `symbol`."""
    x, y = spot.middle
    draw_unit(spot.layer, replace(symbol, x=x, y=y), 1.5 * spot.swatch, spot.context.hairline)


# --- swatches of the legend: one hex each, drawn as on the map ------------------------------------


# Draws the content of a swatch on a layer that is clipped to its hex.
DrawContent = Callable[[Layer, Geometry, Hex], None]


def _ends(geometry: Geometry, hex: Hex) -> tuple[Point, Point]:
    """The left and the right end of what crosses a swatch."""
    return geometry.at_hour(hex, 9), geometry.at_hour(hex, 3)


def draw_terrain(name: str, crossing: str, spot: Spot) -> None:
    """Draw a swatch of a terrain, with the bridge or ford that all its hexes have."""

    def draw(layer: Layer, geometry: Geometry, hex: Hex) -> None:
        ends, hairline = _ends(geometry, hex), spot.context.hairline
        board_drawing.draw_side(layer, crossing, ends, geometry.side * 1.6, hairline)

    _draw_swatch(spot, draw if crossing else None, terrain=name)


def draw_path(style: str, spot: Spot) -> None:
    """Draw a swatch of a road or a river."""

    def draw(layer: Layer, geometry: Geometry, hex: Hex) -> None:
        (left, right), hairline = _ends(geometry, hex), spot.context.hairline
        way = [left, geometry.middle(hex), right]
        board_drawing.draw_path((layer, layer), style, way, geometry.side * 1.6, hairline)

    _draw_swatch(spot, draw)


def draw_hexside(style: str, spot: Spot) -> None:
    """Draw a swatch of a hexside feature."""

    def draw(layer: Layer, geometry: Geometry, hex: Hex) -> None:
        ends, side, hairline = _ends(geometry, hex), geometry.side * 1.6, spot.context.hairline
        if style in ("river", "stream"):
            board_drawing.draw_path((layer, layer), style, list(ends), side, hairline)
        else:
            board_drawing.draw_side(layer, style, ends, side, hairline)

    _draw_swatch(spot, draw)


def draw_zone_border(number: int | None, spot: Spot) -> None:
    """Draw a swatch of the zone border of side `number`, or of no side."""

    def draw(layer: Layer, geometry: Geometry, hex: Hex) -> None:
        # Fine and clear of the frame, so that dashes and dots differ in a small hex.
        draw_zone(layer, geometry, [hex], number, spot.context.hairline * 0.7, dashes=2.2)

    _draw_swatch(spot, draw)


def draw_hatches(hatches: Sequence[Hatch], spot: Spot) -> None:
    """Draw a swatch of each hatching, side by side."""
    for n, hatch in enumerate(hatches):

        def draw(layer: Layer, geometry: Geometry, hex: Hex, hatch: Hatch = hatch) -> None:
            layer.items += hatched_swatch(geometry, hex, hatch, spot.context.hairline)

        _draw_swatch(spot._replace(x=spot.x + 2 * spot.swatch * n), draw)


def _draw_swatch(spot: Spot, draw: DrawContent | None = None, terrain: str = "") -> None:
    """Draw one hex."""
    scene, context = spot.scene, spot.context
    geometry = Geometry(HexGrid(1, 1, context.geometry.grid.orientation), spot.swatch)
    (hex,) = geometry.grid
    mx, my = geometry.middle(hex)
    before = scene.origin
    scene.origin = (before[0] + spot.x + spot.swatch - mx, before[1] + spot.y - my)
    outline = tuple(polyline(geometry.corners(hex), True))
    if terrain:
        _draw_ground(scene, context, geometry, terrain, outline)
    layer = scene.layer("swatch", outline)
    if not terrain:
        layer.shape(outline, fill="plain")
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
        layer.items = [
            replace(item, form=f"small-{item.form}") if isinstance(item, Use) else item
            for item in layer.items
        ]
    scene.layers += own.layers


# --- the size of hexes: in words, and as a scale bar ----------------------------------------------


# Approximate length (mm) of a scale bar at true size.
_LENGTH = 40


def scale_label(context: MapContext) -> str:
    """The size of the map's hexes, in the unit of the map."""
    words = labels(context.library.folders, context.content.game.theme, context.lang)
    value, flats = context.board.entry.value, context.board.geometry.flats
    length = value.flat_to_flat or value.side or "mm"
    return hex_size_label(plain_words(words["hex_size"]), flats, length, context.lang)


def hex_size_label(template: str, flats: float, length: str, lang: str) -> str:
    """The size of hexes that measure `flats` mm from flat to flat: in mm, and also in inches if
    `length` is in inches.

    `template` holds `{flats}` and `{side}`.
    """
    for name, mm in (("{flats}", flats), ("{side}", flats / SQRT3)):
        words = f"{_number(mm, lang)}\u00a0mm"
        if length.endswith("in"):
            words = f"{_number(mm / MM_BY_UNIT['in'], lang)}″ ({words})"
        template = template.replace(name, words)
    return template


def _number(value: float, lang: str) -> str:
    """A number with at most two decimals, without trailing zeros."""
    digits = next((n for n in (0, 1) if abs(round(value, n) - value) < 0.005), 2)
    return format_number(value, "mean", lang, digits)


def scale_length(context: MapContext) -> float:
    """The length (mm) of the scale bar: a whole number of hexes."""
    flats = context.geometry.flats
    return max(1, round(_LENGTH * context.legend_scale**2 / flats)) * flats


def draw_scale(spot: Spot) -> None:
    """Draw a bar of hexes from flat to flat, alternately black and white."""
    layer, context, x, y = spot[1:]
    flats, count = context.geometry.flats, round(scale_length(context) / context.geometry.flats)
    for n in range(count):
        left, high = x + n * flats, context.legend_scale
        box = [(left, y - high), (left + flats, y - high), (left + flats, y + high),
               (left, y + high)]  # fmt: skip
        fill = "ink" if n % 2 == 0 else "halo"
        layer.shape(polyline(box, True), fill=fill, stroke="ink", width=context.hairline)


# --------------------------------------------------------------------------------------------------
# The titles and the text above a map at true size, and the width limit for words around a map.


# Margin of the page, space below the title, and gap between items (mm).
MARGIN = 8.0

_BELOW = 6.5

# The rule below the titles: how far it is above the map, and how long the short one is (mm).
_RULE, _SHORT = 3.9, 16.0

# The distance of the baselines of the text, and of the first one from the titles, as shares of its
# size.
_PITCH, _FIRST = 1.3, 1.7

GAP = 5.0


def title_height(context: MapContext, wide: float) -> float:
    """The height (mm) of the titles, the text and the space below them, on a map `wide` mm wide."""
    value = context.board.entry.value
    under = 1.35 * context.look.names.size if value.subtitle else 0.0
    lines = len(_text_lines(context, wide))
    text = (_FIRST + (lines - 1) * _PITCH) * context.look.words.size if lines else 0.0
    return context.look.title.size * 1.1 + under + text + _BELOW


def _text_beside(context: MapContext, wide: float) -> str:
    """The text of a map if it fits beside the subtitle, where it makes the page no taller."""
    look, value = context.look, context.board.entry.value
    words, subtitle = context.words(value.text), context.words(value.subtitle)
    used = text_width(subtitle, look.names) + 2 * GAP + text_width(words, look.words)
    return words if subtitle and used <= wide else ""


def _text_lines(context: MapContext, wide: float) -> list[str]:
    """The lines of the text of a map below its titles."""
    words = "" if _text_beside(context, wide) else context.words(context.board.entry.value.text)
    return wrap_words(words, context.look.words, wide, len(words)) if words else []


def draw_title(scene: Scene, context: MapContext, wide: float) -> None:
    """Draw the titles and the text of a map that is `wide` mm wide, and the title of its game.

    Raises PlacementError when a title or a word is wider than the map.
    """
    scene.origin = (MARGIN, MARGIN)
    layer, entry, look = scene.layer("title"), context.board.entry, context.look
    game, title = context.words(context.content.game.title), context.words(entry.value.title)
    y, beside = look.title.size * 0.85, text_width(game, look.words) + 2 * GAP
    size, source = fitting_size([title], look.title, wide - beside), entry.at("title")
    require_width(title, text_width(title, look.title, size), wide - beside, source)
    layer.items.append(TextItem(0, y, title, "title", size, "start", source=source))
    if entry.value.subtitle:
        y += 1.35 * look.names.size
        words, size, source = (
            context.words(entry.value.subtitle),
            look.names.size,
            entry.at("subtitle"),
        )
        require_width(words, text_width(words, look.names, size), wide, source)
        layer.items.append(TextItem(0, y, words, "names", size, "start", source=source))
    size, source = context.look.words.size, entry.at("text")
    if words := _text_beside(context, wide):
        layer.items.append(TextItem(wide, y, words, "words", size, "end", source=source))
    for number, line in enumerate(_text_lines(context, wide)):
        y += (_PITCH if number else _FIRST) * size
        require_width(line, text_width(line, look.words, size), wide, source)
        layer.items.append(TextItem(0, y, line, "words", size, "start", source=source))
    _draw_rule(layer, context, wide)
    y, source = look.title.size * 0.85, context.content.entry.at("title")
    layer.items.append(TextItem(wide, y, game, "words", look.words.size, "end", source=source))


def _draw_rule(layer: Layer, context: MapContext, wide: float) -> None:
    """Draw the rule below the titles: short where the frame of the map is a line, and double or
    heavy as the frame is.
    """
    y, pen = title_height(context, wide) - _RULE, context.look.pen

    def rule(down: float, length: float, width: float, tone: str) -> None:
        layer.shape(polyline([(0, y + down), (length, y + down)]), stroke=tone, width=width)

    match context.look.frame:
        case "line":
            rule(0, _SHORT, 5 * pen, "accent")
        case "double":
            rule(-0.4, wide, 2 * pen, "ink")
            rule(0.5, wide, pen, "ink")
        case "heavy":
            rule(0, wide, 6 * pen, "accent")


def require_width(words: str, length: float, room: float, source: Position) -> None:
    """Raise PlacementError when words are longer (mm) than the room they have."""
    if length > room + 0.01:
        message = f"text is wider than the map: {shorten(words, 40)}"
        raise PlacementError(Problem(source, "map-layout", message))
