"""Counters of the units on a map, to cut out: sized to its hexes, front and back, with a die line.

The front is the unit as it stands on the map; on the back a unit with a front is in disorder, and
others are worn. Backs lie behind their fronts when the paper is turned along its long edge.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO

import pikepdf

from printgen.analysis.maps.board import PlacedUnit
from printgen.content.library import Entry, Library
from printgen.content.models.hexmap import HexMap
from printgen.drawing.maps.board_drawing import MapContext, unit_sign
from printgen.drawing.maps.page import map_context
from printgen.drawing.maps.palette import is_light, map_palette
from printgen.drawing.maps.pdf_renderer import draw_scenes
from printgen.drawing.maps.scene import Layer, Scene, TextItem, polyline
from printgen.drawing.maps.units import UnitSymbol, draw_unit
from printgen.geometry.hex_grid import Point
from printgen.imposition.plan import ImpositionOptions, Placement, SheetPlan, impose
from printgen.imposition.printers_marks import SheetLabels, draw_printers_marks
from printgen.paper import Size
from printgen.typography.measure import fitting_size, wrap_words

# A counter as a share of its hex from flat to flat; what is left lets fingers in. Sizes in mm.
SHARE = 0.72

SMALLEST = 10.0

_GUTTER = 0.0


def counter_sheets(
    library: Library, entry: Entry[HexMap], lang: str, ink: str, paper: Size, words: SheetLabels
) -> pikepdf.Pdf:
    """The sheets of counters of all units of a map. Raises PlanError, MissingGlyph."""
    context, faces = map_context(library, entry, lang)
    units = list(context.board.units)
    plan = _plan(context, paper)
    scenes = [_sheet(context, units, plan, list(side.placements)) for side in plan.sides]
    pdf = pikepdf.Pdf.open(
        BytesIO(draw_scenes(scenes, faces, map_palette(context.look, context.content, ink)))
    )
    with pikepdf.Pdf.open(BytesIO(draw_printers_marks(plan, words))) as furniture:
        for page, around in zip(pdf.pages, furniture.pages, strict=True):
            page.add_overlay(around, pikepdf.Rectangle(*map(float, page.mediabox)))
    return pdf


def counter_plan(library: Library, entry: Entry[HexMap], lang: str, paper: Size) -> SheetPlan:
    """Where the counters of a map stand on their sheets: fronts first, then as many backs."""
    return _plan(map_context(library, entry, lang)[0], paper)


def _plan(context: MapContext, paper: Size) -> SheetPlan:
    count = len(list(context.board.units))
    edge = max(SMALLEST, SHARE * context.board.geometry.flats)
    cards: list[tuple[int, int | None]] = [(n, count + n) for n in range(count)]
    return impose(cards, paper, ImpositionOptions(Size(edge, edge), bleed=0.0, gutter=_GUTTER))


def _sheet(
    context: MapContext, units: list[PlacedUnit], plan: SheetPlan, places: list[Placement]
) -> Scene:
    """One side of a sheet."""
    scene = Scene(plan.paper.width, plan.paper.height)
    lines = scene.layer("die lines")
    for place in places:
        x, y, edge = place.x, place.y, place.width
        box = [(x, y), (x + edge, y), (x + edge, y + edge), (x, y + edge)]
        back, unit = place.face >= len(units), units[place.face % len(units)]
        layer = scene.layer("counter")
        layer.at = (x + edge / 2, y + edge / 2)
        layer.turn = 180.0 if place.turned else 0.0
        _draw(layer, context, unit, edge, back)
        lines.shape(polyline(box, True), stroke="grid", width=0.12)
    # The knife follows what is seen last.
    scene.layers.append(scene.layers.pop(0))
    return scene


def _draw(layer: Layer, context: MapContext, unit: PlacedUnit, edge: float, back: bool) -> None:
    """A counter about its middle."""
    half, fine = edge / 2, context.look.pen
    order = list(context.board.entry.value.sides)
    side = order.index(unit.unit.side) if unit.unit.side in order else 0
    side %= len(context.look.sides)
    faced = unit.facing is not None
    ground = f"side{side}" if not back else "halo"
    box: list[Point] = [(-half, -half), (half, -half), (half, half), (-half, half)]
    layer.shape(polyline(box, True), fill=ground)
    inner = [(x * 0.9, y * 0.9) for x, y in box]
    ink = f"sign{side}" if not back else "ink"
    dark = not is_light(context.look.sides[side])
    frame = f"side{side}" if back and dark else ink
    # Worn sides are told apart by the frame, without colour too.
    dash = (0.06 * edge, 0.04 * edge) if back and not dark else ()
    wide = (3.4 if faced or (back and dark) else 1.6) * fine
    layer.shape(polyline(inner, True), stroke=frame, width=wide, dash=dash)
    if faced and not back:
        tip = [(-0.13 * edge, -0.43 * edge), (0, -0.5 * edge), (0.13 * edge, -0.43 * edge)]
        layer.shape(polyline(tip, True), fill=ink)
    general = context.board.leads(unit)
    token = UnitSymbol(0, -0.07 * edge, unit_sign(context.board, unit), None, side, "", general)
    own = replace(token, ghost=back, inverse=not back)
    draw_unit(layer, own, 0.52 * edge, fine)
    layer.items += _words(context, unit, edge, ink)


def _words(context: MapContext, unit: PlacedUnit, edge: float, ink: str) -> Iterator[TextItem]:
    """The mark, the name, and the stats that hexes go by."""
    face = context.look.words
    name = context.words(unit.unit.name or unit.profile.value.name)
    lines = wrap_words(name, face, 0.84 * edge, 2)
    size = min(0.115 * edge, fitting_size(lines, face, 0.84 * edge))
    first = 0.27 * edge - (len(lines) - 1) * size * 0.5
    for number, line in enumerate(lines):
        yield TextItem(0, first + number * size * 1.05, line, "words", size, tone=ink)
    if unit.unit.mark:
        yield TextItem(
            -0.38 * edge, -0.27 * edge, unit.unit.mark, "labels", 0.13 * edge, "start", ink
        )
    rules = context.board.rules
    found = [unit.facts.get(key) for key in ((rules.move, rules.reach) if rules else ()) if key]
    shown = [str(value) for value in found if isinstance(value, int)]
    if shown:
        told = " · ".join(shown)
        yield TextItem(0.38 * edge, -0.27 * edge, told, "labels", 0.12 * edge, "end", ink)
