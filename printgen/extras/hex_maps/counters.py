"""Counters of hex maps, on sheets, with their names: on two lines if these fit, else shortened to
one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from printgen.content.library import Entry, Library
from printgen.content.models.theme import Typeface
from printgen.extras.hex_maps.board_drawing import unit_name_source, unit_sign
from printgen.extras.hex_maps.boards import PlacedUnit, has_front_in_order, worn_value
from printgen.extras.hex_maps.context import MapContext, counter_edge
from printgen.extras.hex_maps.hexes import Point
from printgen.extras.hex_maps.map_page import glyph_problems, require_legible
from printgen.extras.hex_maps.model import HexMap
from printgen.extras.hex_maps.page import map_context
from printgen.extras.hex_maps.palette import light_sides, map_palette
from printgen.extras.hex_maps.pdf_renderer import draw_scenes
from printgen.extras.hex_maps.scene import Command, Layer, Scene, TextItem, polyline
from printgen.extras.hex_maps.units import UnitSymbol, draw_unit
from printgen.imposition.plan import ImpositionOptions, SheetPlan, card_grid, impose
from printgen.paper import Size
from printgen.problems import PlacementError, Problem, shorten
from printgen.typography.language import linking_words
from printgen.typography.measure import text_width, wrap_words
from printgen.typography.print_limits import MIN_TYPE_OF_PIECES

# --- names on counters: below the sign, on two lines if these fit, else shortened to one ----------


# The least type of the words of counters (mm), a little more than print asks for.
LEAST_ON_COUNTERS = 1.02 * MIN_TYPE_OF_PIECES * (25.4 / 72)

# The size of marks and stats, as a share of the counter.
_FIGURES = 0.145

# The room of a name, as shares of the counter: its width, and its top and bottom below the middle.
WIDTH, TOP, BOTTOM = 0.81, 0.17, 0.435

# The baseline of a name on one line.
_BASELINE = 0.31

# The height of letters above and below their baseline, and the distance of two baselines, as shares
# of the size of type.
_ABOVE, _BELOW, _PITCH = 0.74, 0.22, 1.03

# Letters that an abbreviated word keeps, and those that it does not end with.
_KEPT, _VOWELS = 3, "aeiouyàâäåéèêëíîïóôöúùûü"


def placed_name(name: str, face: Typeface, edge: float) -> tuple[list[tuple[float, str]], float]:
    """The lines of a name with their baselines (mm below the middle of a counter), and the size of
    their type (mm). `edge` (mm) is the side of the counter.
    """
    room = WIDTH * edge
    size = max(LEAST_ON_COUNTERS, 0.115 * edge)

    def fits(words: str) -> bool:
        return text_width(words, face, size) <= room

    lines = wrap_words(name, face.model_copy(update={"size": size}), room, 2)
    first = max(_BASELINE * edge - 0.5 * size, TOP * edge + _ABOVE * size)
    too_tall = first + (_PITCH + _BELOW) * size > BOTTOM * edge
    if len(lines) == 1 or too_tall:
        return [(_BASELINE * edge, shortened(name, fits))], size
    placed = [(first + n * _PITCH * size, shortened(line, fits)) for n, line in enumerate(lines)]
    return placed, size


def shortened(name: str, fits: Callable[[str], bool]) -> str:
    """A name that fits, with its longest words abbreviated: Line inf. for Line infantry."""
    words = name.split(" ")
    while not fits(" ".join(words)):
        longest = max(range(len(words)), key=lambda n: len(words[n].rstrip(".")))
        stem = words[longest].rstrip(".")[:-1]
        while len(stem) > _KEPT and stem[-1].lower() in _VOWELS:
            stem = stem[:-1]
        if len(stem) < _KEPT:
            # Small words, as in Rég. de la Reine, are left out last.
            small = [word for word in words if len(word) < _KEPT or word.lower() in linking_words()]
            if len(words) == 1 or not small:
                break
            words.remove(small[0])
            words[0] = words[0][:1].upper() + words[0][1:]
            continue
        words[longest] = f"{stem}."
    return " ".join(words)


# --- counters of the units on a map, to cut out: sized to its hexes, printed on both sides --------
#
# The front shows the unit in good order. The back shows a unit that faces an hour in disorder, and
# any other unit worn, in a band of the colour of its side.


# Bleed, and gutter between die lines (mm). The gutter is wider than two bleeds, so that paper shows
# between counters.
BLEED = 2.0

GUTTER = 5.0

_DIE_LINE = 0.12

# Widths of words are computed in floating point (mm).
_TOLERANCE = 0.01

# The size of a sign, as a share of the counter. Its block is 1.12 times as wide and 0.62 times as
# high.
_SIGN = 0.57

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
    options = ImpositionOptions(Size(edge, edge), BLEED, GUTTER, duplex)
    return impose(cards, paper, options, card_grid(paper, options).for_few(count))


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


def counter_scene(context: MapContext, unit: PlacedUnit, edge: float, back: bool) -> Scene:
    """A face with its bleed and its die line."""
    scene = Scene(edge + 2 * BLEED, edge + 2 * BLEED)
    scene.origin = (edge / 2 + BLEED, edge / 2 + BLEED)
    layer, hairline = scene.layer("counter"), context.look.pen
    side, bold = context.side_number(unit.unit.side), has_front_in_order(context.board, unit)
    # The tones, and the dash pattern (mm) of the frame. A back has a band of the colour of its side
    # around its panel.
    ground, panel, ink = f"side{side}", "", f"sign{side}"
    if back:
        ground, panel, ink = f"band{side}", "halo", "ink"
    stroke, dash = ink, tuple[float, ...]()
    if back and side in light_sides(context.look.sides):
        # The frame identifies the side without colour, too.
        dash = (0.06 * edge, 0.04 * edge)
    elif back:
        stroke, bold = f"side{side}", True
    layer.shape(_square(edge + 2 * BLEED), fill=ground)
    frame = _square((_PANEL if back else 0.9) * edge)
    layer.shape(frame, fill=panel)
    if bold or back:
        layer.shape(frame, stroke=stroke, width=(3.4 if bold else 1.6) * hairline, dash=dash)
    if not back and has_front_in_order(context.board, unit):
        tip = [(-0.13 * edge, -0.43 * edge), (0, -0.5 * edge), (0.13 * edge, -0.43 * edge)]
        layer.shape(polyline(tip, True), fill=ink)
    symbol = UnitSymbol(
        0, -0.035 * edge, unit_sign(context.board, unit), None,
        context.side_number(unit.unit.side), "", unit.leads,
        ghost=back, inverse=not back,
    )  # fmt: skip
    draw_unit(layer, symbol, _SIGN * edge, 1.4 * hairline)
    _write(layer, context, unit, edge, ink, back)
    layer.shape(_square(edge), stroke=f"cut{side}", width=_DIE_LINE)
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
    x, y = 0.4 * edge, -0.26 * edge
    if mark := unit.unit.mark:
        source = context.board.entry.at("units", unit.index, "mark")
        layer.items.append(
            TextItem(-x, y, mark, "labels", _type(_FIGURES * edge), "start", ink, source=source)
        )
    if stats := " · ".join(_stats(context, unit, back)):
        _require_apart(context, unit, stats, edge)
        layer.items.append(TextItem(x, y, stats, "labels", _type(_FIGURES * edge), "end", ink))


def _require_apart(context: MapContext, unit: PlacedUnit, stats: str, edge: float) -> None:
    """Raise PlacementError where the mark of a unit and its stats would touch."""
    bold = context.look.labels
    mark, size = unit.unit.mark or "", _type(_FIGURES * edge)
    used = text_width(mark, bold, size) + text_width(stats, bold, _type(_FIGURES * edge))
    if mark and used + 0.25 * size > 0.8 * edge:
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
