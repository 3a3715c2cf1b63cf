"""Counters of the units on a map, to cut out: sized to its hexes, printed on both sides.

The front shows the unit in good order. The back shows a unit that faces an hour in disorder, and
any other unit worn, in a band of the colour of its side.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from printgen.analysis.maps.board import PlacedUnit
from printgen.analysis.maps.units import has_front_in_order, worn_value
from printgen.content.library import Entry, Library
from printgen.content.models.hexmap import HexMap
from printgen.drawing.maps.board_drawing import unit_name_source, unit_sign
from printgen.drawing.maps.context import MapContext
from printgen.drawing.maps.legibility import require_legible
from printgen.drawing.maps.page import glyph_problems, map_context
from printgen.drawing.maps.palette import light_sides, map_palette
from printgen.drawing.maps.pdf_renderer import draw_scenes
from printgen.drawing.maps.scene import Command, Layer, Scene, TextItem, polyline
from printgen.drawing.maps.sizes import LEAST_ON_COUNTERS, counter_edge
from printgen.drawing.maps.units import UnitSymbol, draw_unit
from printgen.geometry.hex_grid import Point
from printgen.imposition.plan import ImpositionOptions, SheetPlan, impose
from printgen.paper import Size
from printgen.problems import PlacementError, Problem, shorten
from printgen.products.counter_names import WIDTH, placed_name
from printgen.typography.measure import text_width
from printgen.typography.print_limits import MIN_TYPE_OF_PIECES

# Bleed, and gutter between die lines (mm). The gutter is wider than two bleeds, so that paper shows
# between counters.
BLEED = 2.0

GUTTER = 5.0

_DIE_LINE = 0.12

# Widths of words are computed in floating point (mm).
_TOLERANCE = 0.01

# The side of the panel of a back, as a share of the counter.
_PANEL = 0.87


def counter_plan(
    library: Library, entry: Entry[HexMap], lang: str, paper: Size, duplex: str = "long-edge"
) -> SheetPlan:
    """The placement of counters on sheets. Faces are numbered: all fronts, then all backs.

    Raises PlanError when a counter is larger than the paper.
    """
    context, _ = map_context(library, entry, lang)
    count, edge = len(context.board.units), _edge(context)
    cards: list[tuple[int, int | None]] = [(n, count + n) for n in range(count)]
    return impose(cards, paper, ImpositionOptions(Size(edge, edge), BLEED, GUTTER, duplex))


def counter_faces(library: Library, entry: Entry[HexMap], lang: str, ink: str) -> bytes:
    """A PDF with the faces of all counters of a map, with bleed.

    Raises PlacementError for missing glyphs, and for a name that does not fit.
    """
    context, faces = map_context(library, entry, lang)
    units, edge = context.board.units, _edge(context)
    scenes = [counter_scene(context, unit, edge, back) for back in (False, True) for unit in units]
    palette = map_palette(context.look, context.content, ink)
    named = f"the counters of {entry.game}/{entry.id} ({lang})"
    require_legible(entry, scenes, palette, named, MIN_TYPE_OF_PIECES)
    with glyph_problems(entry):
        return draw_scenes(scenes, faces, palette)


def _edge(context: MapContext) -> float:
    """The side (mm) of a counter."""
    return counter_edge(context.board.geometry.flats)


@dataclass(frozen=True, slots=True)
class _Colours:
    """The tones of a face, and the dash pattern (mm) of its frame. A back has a band of the colour
    of its side around its panel.
    """

    ground: str
    panel: str
    ink: str
    frame: str
    dash: tuple[float, ...]
    bold: bool


def _colours(context: MapContext, unit: PlacedUnit, edge: float, back: bool) -> _Colours:
    side = context.side_number(unit.unit.side)
    bold = has_front_in_order(context.board, unit)
    if not back:
        return _Colours(f"side{side}", "", f"sign{side}", f"sign{side}", (), bold)
    if side not in light_sides(context.look.sides):
        return _Colours(f"band{side}", "halo", "ink", f"side{side}", (), True)
    # The frame identifies the side without colour, too.
    return _Colours(f"band{side}", "halo", "ink", "ink", (0.06 * edge, 0.04 * edge), bold)


def counter_scene(context: MapContext, unit: PlacedUnit, edge: float, back: bool) -> Scene:
    """A face with its bleed and its die line."""
    scene = Scene(edge + 2 * BLEED, edge + 2 * BLEED)
    scene.origin = (edge / 2 + BLEED, edge / 2 + BLEED)
    layer, hairline = scene.layer("counter"), context.look.pen
    colours = _colours(context, unit, edge, back)
    layer.shape(_square(edge + 2 * BLEED), fill=colours.ground)
    width = (3.4 if colours.bold else 1.6) * hairline
    frame = _square((_PANEL if back else 0.9) * edge)
    layer.shape(frame, fill=colours.panel)
    layer.shape(frame, stroke=colours.frame, width=width, dash=colours.dash)
    if not back and has_front_in_order(context.board, unit):
        tip = [(-0.13 * edge, -0.43 * edge), (0, -0.5 * edge), (0.13 * edge, -0.43 * edge)]
        layer.shape(polyline(tip, True), fill=colours.ink)
    symbol = UnitSymbol(
        0, -0.07 * edge, unit_sign(context.board, unit), None,
        context.side_number(unit.unit.side), "", unit.leads,
        ghost=back, inverse=not back,
    )  # fmt: skip
    draw_unit(layer, symbol, 0.52 * edge, hairline)
    _write(layer, context, unit, edge, colours.ink, back)
    layer.shape(_square(edge), stroke="grid", width=_DIE_LINE)
    return scene


def _square(edge: float) -> list[Command]:
    """A square about the origin."""
    half = edge / 2
    corners: list[Point] = [(-half, -half), (half, -half), (half, half), (-half, half)]
    return polyline(corners, True)


def _write(
    layer: Layer, context: MapContext, unit: PlacedUnit, edge: float, ink: str, back: bool
) -> None:
    """Write the name, the mark, and the stats for movement and range."""
    face = context.look.words
    name = context.words(unit.unit.name or unit.profile.value.name)
    lines, size = placed_name(name, face, edge)
    source = unit_name_source(context.board, unit)
    for y, line in lines:
        if text_width(line, face, size) > WIDTH * edge + _TOLERANCE:
            message = f"'{shorten(name, 40)}' is too long for a counter of {edge:g} mm"
            hint = "set a shorter `name:` of the unit on the map"
            raise PlacementError(Problem(source, "map-layout", message, hint=hint))
        layer.items.append(TextItem(0, y, line, "words", size, tone=ink, source=source))
    x, y = 0.38 * edge, -0.27 * edge
    if mark := unit.unit.mark:
        source = context.board.entry.at("units", unit.index, "mark")
        layer.items.append(
            TextItem(-x, y, mark, "labels", _type(0.13 * edge), "start", ink, source=source)
        )
    if stats := " · ".join(_stats(context, unit, back)):
        _require_apart(context, unit, stats, edge)
        layer.items.append(TextItem(x, y, stats, "labels", _type(0.12 * edge), "end", ink))


def _require_apart(context: MapContext, unit: PlacedUnit, stats: str, edge: float) -> None:
    """Raise PlacementError where the mark of a unit and its stats would touch."""
    bold = context.look.words.model_copy(update={"weight": 700})
    mark, size = unit.unit.mark or "", _type(0.13 * edge)
    used = text_width(mark, bold, size) + text_width(stats, bold, _type(0.12 * edge))
    if mark and used + 0.25 * size > 0.76 * edge:
        source = context.board.entry.at("units", unit.index, "mark")
        message = f"'{mark}' and '{stats}' are too long for a counter of {edge:g} mm"
        hint = "set a shorter `mark:`, or larger hexes"
        raise PlacementError(Problem(source, "map-layout", message, hint=hint))


def _type(size: float) -> float:
    """A size of type (mm), not too small to read."""
    return max(LEAST_ON_COUNTERS, size)


def _stats(context: MapContext, unit: PlacedUnit, back: bool) -> Iterator[str]:
    """The move and the reach of a unit, as far as its game has them; on its back, those of a worn
    unit.
    """
    rules = context.board.rules
    for key in (rules.move, rules.reach) if rules else ():
        if key and rules and isinstance(value := unit.facts.get(key), int):
            worn = worn_value(rules, key, unit.facts) if back else None
            yield str(value if worn is None else worn)
