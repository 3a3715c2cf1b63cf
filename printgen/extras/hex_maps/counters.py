"""Counters of hex maps, on sheets, with their names: on two lines if these fit, else shortened to
one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil

from printgen.content.library import Entry, Library
from printgen.content.models.theme import Typeface
from printgen.extras.hex_maps.board_drawing import unit_name_source, unit_sign
from printgen.extras.hex_maps.boards import PlacedUnit, has_front_in_order, worn_value
from printgen.extras.hex_maps.context import MapContext, counter_edge
from printgen.extras.hex_maps.hexes import Point
from printgen.extras.hex_maps.map_page import glyph_problems, require_legible
from printgen.extras.hex_maps.model import ExtraCounter, HexMap
from printgen.extras.hex_maps.page import map_context
from printgen.extras.hex_maps.palette import light_sides, map_palette
from printgen.extras.hex_maps.pdf_renderer import draw_scenes
from printgen.extras.hex_maps.scene import Command, Layer, Scene, TextItem, polyline
from printgen.extras.hex_maps.units import UnitSymbol, draw_unit
from printgen.imposition.plan import (
    CardGrid,
    ImpositionOptions,
    Placement,
    SheetPlan,
    card_grid,
    impose,
)
from printgen.paper import Size
from printgen.problems import PlacementError, Problem, shorten
from printgen.typography.language import linking_words
from printgen.typography.measure import ink_of, text_width, wrap_words
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


def placed_name(
    name: str, face: Typeface, edge: float, width: float = WIDTH
) -> tuple[list[tuple[float, str]], float]:
    """The lines of a name with their baselines (mm below the middle of a counter), and the size of
    their type (mm). `edge` (mm) is the side of the counter, `width` the room as a share of it.
    """
    room = width * edge
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

# Counters with large figures, in shares of the counter: the size of the sign, and its middle; the
# baselines of mark and name and of the figures, and the type of these; the reach of words from the
# middle, and the gap of mark and name.
_LARGE_SIGN, _SIGN_MIDDLE = 0.54, -0.093
_WORDS_DOWN, _FIGURES_DOWN, _LARGE_FIGURES = -0.327, 0.335, 0.27
_REACH, _WORDS_GAP = 0.41, 0.03

# The same of their backs, and the panel of these.
_SIGN_OF_BACKS, _SIGN_MIDDLE_OF_BACKS = 0.5, -0.07
_WORDS_DOWN_ON_BACKS, _FIGURES_DOWN_ON_BACKS, _LARGE_PANEL = -0.27, 0.327, 0.84

# The mark of a counter that is no unit: its type, and its baseline below the middle; the room of
# its name, and how far it and its mark are raised above the foot.
_EXTRA_MARK, _MARK_DOWN = 0.44, 0.07
_LARGE_WIDTH, _RAISED = 0.84, 0.07

# The height of figures (em). The ink of a mark that is one sign, such as ×, is as large.
_FIGURE = 0.65

# The foot of a style, below the figures: its middle, as a share of the counter; the least, and the
# least distance from the cut (mm), where a cut that is off does not show; the width of its line, in
# fine lines; the distance of two stitches, as a share of the counter, and the reach of one from its
# middle as a share of that.
_FOOT, _LEAST_FOOT, _FOOT_INSET = 0.4, 0.38, 1.2
_FOOT_LINES = {"rule": 2.0, "heavy": 3.2, "stitched": 1.6}
_STITCHES, _STITCH = 14, 0.28


def counter_plan(
    library: Library, entry: Entry[HexMap], lang: str, paper: Size, duplex: str = "long-edge"
) -> SheetPlan:
    """The placement of counters on sheets. Faces are numbered: the fronts of all units, their
    backs, then the fronts of the other counters and the backs of these.

    Raises PlanError when a counter is larger than the paper.
    """
    context, _ = map_context(library, entry, lang)
    units, edge = context.board.units, _edge(context)
    count, options = len(units), ImpositionOptions(Size(edge, edge), BLEED, GUTTER, duplex)
    grid = card_grid(paper, options)
    # The other counters come after the units, each as often as it is printed.
    others = entry.value.counters
    extra: list[tuple[int, int | None]] = [
        (2 * count + n, 2 * count + len(others) + n)
        for n, other in enumerate(others)
        for _ in range(other.copies)
    ]
    order, places = list(range(count)), grid.for_few(count + len(extra))
    if context.look.counters != "small":
        order.sort(key=lambda n: context.side_number(units[n].unit.side))
        sides = Counter(context.side_number(each.unit.side) for each in units)
        numbers = [number for _, number in sorted(sides.items())]
        blocks = _Blocks.of(grid, numbers + [len(extra)] * bool(extra))
        if blocks:
            cards: list[tuple[int, int | None]] = [(n, count + n) for n in order]
            return impose(cards + extra, paper, options, blocks)
    return impose([*((n, count + n) for n in order), *extra], paper, options, places)


@dataclass(frozen=True, slots=True)
class _Blocks:
    """Places for counters on one sheet: those of each side begin a row. `rows` are the numbers of
    counters in the rows.
    """

    grid: CardGrid
    rows: tuple[int, ...]

    @staticmethod
    def of(grid: CardGrid, sides: Sequence[int]) -> _Blocks | None:
        """The blocks of sides with these numbers of counters; None where one sheet has no room."""
        columns = max((ceil(n / ceil(n / grid.columns)) for n in sides), default=0)
        rows = [
            min(columns, number - start) for number in sides for start in range(0, number, columns)
        ]
        if not 0 < len(rows) <= grid.rows:
            return None
        room = (grid.columns - columns) * (grid.card.width + grid.gutter) / 2
        return _Blocks(replace(grid, columns=columns, x=grid.x + room), tuple(rows))

    @property
    def paper(self) -> Size:
        """The paper as it lies."""
        return self.grid.paper

    @property
    def count(self) -> int:
        """The number of counters."""
        return sum(self.rows)

    @property
    def strip(self) -> tuple[float, float] | None:
        """The strip for ruler and labels, see SheetSide."""
        return self.grid.strip

    def places(self, faces: Sequence[int]) -> list[Placement]:
        """The placements of faces, side by side, row by row."""
        across = self.grid.columns
        slots = [row * across + n for row, used in enumerate(self.rows) for n in range(used)]
        return [
            self.grid.place(face, slot, self.grid.count)
            for face, slot in zip(faces, slots, strict=False)
        ]


def counter_faces(library: Library, entry: Entry[HexMap], lang: str, ink: str) -> bytes:
    """A PDF with the faces of all counters of a map, with bleed.

    Raises PlacementError for missing glyphs, and for a name that does not fit.
    """
    context, faces = map_context(library, entry, lang)
    units, edge = context.board.units, _edge(context)
    scenes = [counter_scene(context, unit, edge, back) for back in (False, True) for unit in units]
    others = list(enumerate(entry.value.counters))
    scenes += [
        _extra_scene(context, other, number, edge, back)
        for back in (False, True)
        for number, other in others
    ]
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
    if context.look.counters != "small" and not has_front_in_order(context.board, unit):
        _draw_large(layer, context, unit, edge, back)
        return scene
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


def _draw_large(
    layer: Layer, context: MapContext, unit: PlacedUnit, edge: float, back: bool
) -> None:
    """Draw a counter with large figures below its sign, above the foot of its style. A back has a
    panel in a band of the colour of its side, with a line of the style.
    """
    side, hairline = context.side_number(unit.unit.side), context.look.pen
    ink = "ink" if back else f"sign{side}"
    size, middle = (_SIGN_OF_BACKS, _SIGN_MIDDLE_OF_BACKS) if back else (_LARGE_SIGN, _SIGN_MIDDLE)
    layer.shape(_square(edge + 2 * BLEED), fill=f"side{side}")
    if back:
        width = _FOOT_LINES.get(context.look.counters, 0.0) * hairline
        panel = _square(_LARGE_PANEL * edge - width)
        layer.shape(panel, fill="halo", stroke="ink" if width else "", width=width)
    else:
        _draw_foot(layer, context.look.counters, edge, ink, hairline)
    symbol = UnitSymbol(
        0, middle * edge, unit_sign(context.board, unit), None, side, "", unit.leads,
        ghost=back, inverse=not back,
    )  # fmt: skip
    draw_unit(layer, symbol, size * edge, 1.4 * hairline)
    _write_large(layer, context, unit, edge, ink, back)
    layer.shape(_square(edge), stroke=f"cut{side}", width=_DIE_LINE)


def _extra_scene(
    context: MapContext, counter: ExtraCounter, number: int, edge: float, back: bool
) -> Scene:
    """A face of a counter that is no unit, with its bleed and its die line: its mark in large type
    above its name. `number` is its place on the list of the map.
    """
    scene = Scene(edge + 2 * BLEED, edge + 2 * BLEED)
    scene.origin = (edge / 2 + BLEED, edge / 2 + BLEED)
    layer, look = scene.layer("counter"), context.look
    side = counter.back_side if back and counter.back_side else counter.side
    name = counter.back_name if back and counter.back_name else counter.name
    mark = counter.back_mark if back and counter.back_mark else counter.mark
    # Not white on white paper, where the style has a colour of open ground.
    small, ink = look.counters == "small", "ink"
    tinted = not small and "plain" in look.ground
    colour, cut = ("plain", "cut-plain") if tinted else ("halo", "grid")
    if side:
        of = context.side_number(side)
        colour, ink, cut = f"side{of}", f"sign{of}", f"cut{of}"
    layer.shape(_square(edge + 2 * BLEED), fill=colour)
    _draw_foot(layer, look.counters, edge, ink, look.pen)
    source = context.board.entry.at("counters", number, "name")
    width, raised = (WIDTH, 0.0) if small else (_LARGE_WIDTH, _RAISED * edge)
    lines, size = placed_name(context.words(name), look.words, edge, width)
    for y, line in lines:
        if text_width(line, look.words, size) > width * edge + _TOLERANCE:
            message = f"'{shorten(line, 40)}' is too long for a counter of {edge:g} mm"
            raise PlacementError(Problem(source, "map-layout", message, hint="shorten it"))
        layer.items.append(TextItem(0, y - raised, line, "words", size, tone=ink, source=source))
    if mark:
        wide = text_width(mark, look.labels, 1.0)
        large = _type(min(_EXTRA_MARK * edge, 2 * _REACH * edge / wide))
        y = _MARK_DOWN * edge - raised
        if not small and len(mark) == 1 and not mark.isalnum():
            extent, middle = ink_of(mark)
            factor = max(1.0, _FIGURE / extent) if extent else 1.0
            large, y = factor * large, y + (factor * middle - _FIGURE / 2) * large
        layer.items.append(TextItem(0, y, mark, "labels", large, tone=ink))
    layer.shape(_square(edge), stroke=cut, width=_DIE_LINE)
    return scene


def _draw_foot(layer: Layer, sort: str, edge: float, tone: str, hairline: float) -> None:
    """Draw the foot of a counter, which ends in its bleed: a line, a band or a row of crosses. A
    band is dark: one in the colour of the paper would hide where the counter ends.
    """
    if sort not in _FOOT_LINES:
        return
    width, step, end = _FOOT_LINES[sort] * hairline, edge / _STITCHES, edge / 2 + BLEED
    r = _STITCH * step
    y = min(_FOOT * edge, max(_LEAST_FOOT * edge, edge / 2 - _FOOT_INSET - r))
    if sort == "heavy":
        layer.shape(polyline([(-end, y), (end, y), (end, end), (-end, end)], True), fill="ink")
        return
    path = polyline([(-end, y), (end, y)])
    if sort == "stitched":
        path, most = [], int(end / step)
        for x in (n * step for n in range(-most, most + 1)):
            path += polyline([(x - r, y - r), (x + r, y + r)])
            path += polyline([(x - r, y + r), (x + r, y - r)])
    layer.shape(path, stroke=tone, width=width)


def _write_large(
    layer: Layer, context: MapContext, unit: PlacedUnit, edge: float, ink: str, back: bool
) -> None:
    """Write the mark and the name above the sign, and the stats below it. On a back, a unit with a
    mark has no name: it is on the front.
    """
    look, mark = context.look, unit.unit.mark or ""
    y = edge * (_WORDS_DOWN_ON_BACKS if back else _WORDS_DOWN)
    small = _type(0.1 * edge)
    room = 2 * _REACH * edge * (_LARGE_PANEL if back else 1.0)
    if mark:
        source = context.board.entry.at("units", unit.index, "mark")
        at = -0.5 * room
        layer.items.append(TextItem(at, y, mark, "labels", small, "start", ink, source=source))
        room -= text_width(mark, look.labels, small) + _WORDS_GAP * edge

    def fits(words: str) -> bool:
        return text_width(words, look.words, small) <= room + _TOLERANCE

    whole = context.words(unit.unit.name or unit.profile.value.name)
    name, source = shortened(whole, fits), unit_name_source(context.board, unit)
    if not fits(name) and not (back and mark):
        message = f"'{shorten(whole, 40)}' is too long for a counter of {edge:g} mm"
        hint = "set a shorter `name:` of the unit on the map"
        raise PlacementError(Problem(source, "map-layout", message, hint=hint))
    at, anchor = (_REACH * edge, "end") if mark else (0.0, "middle")
    if not (back and mark):
        layer.items.append(TextItem(at, y, name, "words", small, anchor, ink, source=source))
    if stats := " · ".join(_stats(context, unit, back)):
        wide = text_width(stats, look.labels, 1.0)
        size = _type(min(_LARGE_FIGURES * edge, 2 * _REACH * edge / wide))
        y = edge * (_FIGURES_DOWN_ON_BACKS if back else _FIGURES_DOWN)
        layer.items.append(TextItem(0, y, stats, "labels", size, tone=ink))


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
