"""What stands around a map at true size: its title, its legend and its scale."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from printgen.analysis.answers import written
from printgen.drawing.maps import lines
from printgen.drawing.maps import map_symbols as marks
from printgen.drawing.maps.board_drawing import Pen, sign_of
from printgen.drawing.maps.ground import EDGES, Drawn, draw_ground
from printgen.drawing.maps.scene import Layer, Scene, Words, polyline
from printgen.drawing.maps.shades import shown
from printgen.geometry.hex_grid import SQRT3, Geometry, Grid, Point
from printgen.geometry.hexes import Hex, neighbours
from printgen.paper import MM_BY_UNIT, PlanError
from printgen.problems import shorten
from printgen.typography.labels import labels
from printgen.typography.measure import fitted, width
from printgen.typography.text import plain_words

# Margins, the room of a title, and of a line of the legend (mm).
FRAME = 8.0

_HEAD, _LINE, _SWATCH, _GAP, _ABOVE = 5.0, 9.4, 4.2, 5.0, 4.0


@dataclass(frozen=True)
class Entry:
    """A line of the legend: what is drawn, and what it is called."""

    kind: str
    value: object
    words: str
    swatches: int = 1


def head_height(pen: Pen) -> float:
    """The room (mm) that the title takes."""
    value = pen.board.entry.value
    under = 1.35 * pen.look.names.size if value.subtitle else 0.0
    return pen.look.title.size * 1.1 + under + _HEAD


def legend_height(pen: Pen, wide: float) -> float:
    """The room (mm) that the legend and the scale take below a map of a width."""
    rows = max((row for _, _, row in _placed(pen, wide)), default=0) + 1
    return (rows * _LINE + _ABOVE) * pen.small


def draw_title(scene: Scene, pen: Pen, wide: float) -> None:
    """Draw the title of a map so many mm wide, and the name of its game."""
    scene.origin = (FRAME, FRAME)
    layer, value, look = scene.layer("title"), pen.board.entry.value, pen.look
    game, title = pen.words(pen.content.game.title), pen.words(value.title)
    y, beside = look.title.size * 0.85, width(game, look.words) + 2 * _GAP
    size = fitted([title], look.title, wide - beside)
    _judge(pen, title, width(title, look.title, size), wide - beside)
    layer.items.append(Words(0, y, title, "title", size, "start"))
    if value.subtitle:
        y += 1.35 * look.names.size
        words = pen.words(value.subtitle)
        _judge(pen, words, width(words, look.names, look.names.size), wide)
        layer.items.append(Words(0, y, words, "names", look.names.size, "start"))
    layer.items.append(Words(wide, look.title.size * 0.85, game, "words", look.words.size, "end"))


def draw_legend(scene: Scene, pen: Pen, wide: float, at: Point) -> None:
    """Draw scale and legend below a map so many mm wide, which ends at a point."""
    scene.origin = (at[0], at[1] + _ABOVE * pen.small)
    for entry, x, row in _placed(pen, wide):
        _draw_entry(scene, pen, entry, x, (row * _LINE + _SWATCH) * pen.small)


def _judge(pen: Pen, words: str, long: float, wide: float) -> None:
    """Raise PlanError for words that are longer than the map is wide."""
    if long > wide + 0.01:
        name = pen.board.entry.id
        raise PlanError(f"too long for the map '{name}': {shorten(words, 40)}")


# --- legend ----------------------------------------------------------------------------------


def _placed(pen: Pen, wide: float) -> Iterator[tuple[Entry, float, int]]:
    """The entries of the legend, where each begins and in which row. Those of a figure stand in
    the middle, as the figure does.
    """
    rows: list[list[tuple[Entry, float]]] = [[]]
    for entry in _entries(pen):
        long = _room(pen, entry) + width(entry.words, pen.look.words, _size(pen))
        _judge(pen, entry.words, long, wide)
        if rows[-1] and sum(room for _, room in rows[-1]) + long > wide:
            rows.append([])
        rows[-1].append((entry, long + _GAP * pen.small))
    for number, row in enumerate(rows):
        used = sum(room for _, room in row) - _GAP * pen.small
        x = max((wide - used) / 2, 0.0) if pen.small < 1 else 0.0
        for entry, room in row:
            yield entry, x, number
            x += room


def _room(pen: Pen, entry: Entry) -> float:
    """The room (mm) from where an entry begins to its words."""
    if entry.kind == "scale":
        return _scale_length(pen) + 3.0 * pen.small
    return (2 * _SWATCH * entry.swatches + 2.0) * pen.small


def _entries(pen: Pen) -> Iterator[Entry]:
    board, value = pen.board, pen.board.entry.value
    terrains, there = board.content.game.terrains, set(board.ground.values())
    # A figure has a size of its own; and of one ground alone there is nothing to tell.
    if pen.small == 1:
        yield Entry("scale", None, scale_words(pen))
    if value.north:
        words = labels(pen.library.folders, board.content.game.theme, pen.lang)
        yield Entry("north", value.north, plain_words(words["north"]))
    for name in terrains:
        if name in there and (pen.small == 1 or len(there) > 1):
            yield Entry("ground", name, pen.words(terrains[name].label))
    for path in value.paths:
        if path.label:
            yield Entry("path", path.style, pen.words(path.label))
    for feature in value.hexsides:
        if feature.label:
            yield Entry("side", feature.style, pen.words(feature.label))
    for zone in value.zones:
        yield Entry("zone", marks.zone_side(list(value.sides), zone.side), pen.words(zone.label))
    for marker in value.markers:
        yield Entry("marker", marker.mark, pen.words(marker.label))
    for number, shade in enumerate(value.shades):
        ranks = [n for n, hexes in enumerate(shown(board, shade).ranks) if hexes]
        yield Entry("shade", (number, ranks), pen.words(shade.label), len(ranks))
    yield from _units(pen)


def _units(pen: Pen) -> Iterator[Entry]:
    """The units, those of one sign and one name together with their marks."""
    board, order = pen.board, list(pen.board.entry.value.sides)
    found: dict[tuple[str, int, str], list[str]] = {}
    for number, (name, label) in enumerate(board.entry.value.sides.items()):
        if any(unit.unit.side == name for unit in board.units):
            token = marks.Token(0, 0, "", None, number % len(pen.look.sides), "")
            yield Entry("unit", token, pen.words(label))
    for unit in board.units:
        if unit.unit.name or unit.unit.mark:
            words = pen.words(unit.unit.name or unit.profile.value.name)
            side = order.index(unit.unit.side) if unit.unit.side in order else 0
            key = sign_of(board, unit), side % len(pen.look.sides), words
            found.setdefault(key, []).append(unit.unit.mark or "")
    for (sign, side, words), named in found.items():
        token = marks.Token(0, 0, sign, None, side, "")
        known = ", ".join(filter(None, named))
        yield Entry("unit", token, f"{known}  {words}" if known else words)


def scale_width(pen: Pen) -> float:
    """The room (mm) that the scale takes with its words."""
    return _room(pen, Entry("scale", None, "")) + width(
        scale_words(pen), pen.look.words, _size(pen)
    )


def scale_words(pen: Pen) -> str:
    """How large the hexes are, both ways, in the unit of the map."""
    words = labels(pen.library.folders, pen.content.game.theme, pen.lang)
    value = pen.board.entry.value
    length = value.flat_to_flat or value.side or "mm"
    return size_words(plain_words(words["hex_size"]), pen.board.geometry.flats, length, pen.lang)


def size_words(told: str, flats: float, length: str, lang: str) -> str:
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
    return written(value, "mean", lang, digits)


def _scale_length(pen: Pen) -> float:
    """The length (mm) of the scale: so many hexes as come near 40 mm, or fewer on a figure."""
    return max(1, round(40 * pen.small**2 / pen.geometry.flats)) * pen.geometry.flats


def _draw_entry(scene: Scene, pen: Pen, entry: Entry, x: float, y: float) -> None:
    layer, swatch, size = scene.layer("legend"), _SWATCH * pen.small, _size(pen)
    if entry.kind == "scale":
        _draw_scale(layer, pen, x, y)
    elif entry.kind == "north":
        marks.draw_needle(layer, x + swatch, y, int(str(entry.value)), swatch, pen.width)
    elif entry.kind == "marker":
        marks.draw_marker(layer, x + swatch, y, str(entry.value), 2.6 * swatch, pen.width)
    elif entry.kind == "unit":
        assert isinstance(entry.value, marks.Token)
        token = marks.Token(x + swatch, y, entry.value.sign, None, entry.value.side, "")
        marks.draw_token(layer, token, 1.5 * swatch, pen.width)
    elif entry.kind == "shade":
        assert isinstance(entry.value, tuple)
        number, ranks = entry.value
        for n, rank in enumerate(ranks):
            one = Entry("hatch", (number, rank), "")
            _draw_swatch(scene, pen, one, x + 2 * swatch * n, y)
    else:
        _draw_swatch(scene, pen, entry, x, y)
    layer = scene.layer("legend")
    x += _room(pen, entry)
    layer.items.append(Words(x, y + 0.35 * size, entry.words, "words", size, "start"))


def _size(pen: Pen) -> float:
    """The size (mm) of the words of the legend."""
    return pen.look.words.size * (0.5 + 0.5 * pen.small)


def _draw_scale(layer: Layer, pen: Pen, x: float, y: float) -> None:
    """A bar of hexes from flat to flat, in turn black and white."""
    flats, count = pen.geometry.flats, round(_scale_length(pen) / pen.geometry.flats)
    for n in range(count):
        left, high = x + n * flats, pen.small
        box = [(left, y - high), (left + flats, y - high), (left + flats, y + high),
               (left, y + high)]  # fmt: skip
        fill = "ink" if n % 2 == 0 else "halo"
        layer.shape(polyline(box, True), fill=fill, stroke="ink", width=pen.width)


def _draw_swatch(scene: Scene, pen: Pen, entry: Entry, x: float, y: float) -> None:
    """A hex as the map has it, with the thing in it."""
    swatch = _SWATCH * pen.small
    grid = Grid(1, 1, pen.geometry.grid.orientation)
    geometry = Geometry(grid, swatch)
    (hex,) = grid
    mx, my = geometry.middle(hex)
    before = scene.origin
    scene.origin = (before[0] + x + swatch - mx, before[1] + y - my)
    outline = tuple(polyline(geometry.corners(hex), True))
    if entry.kind == "ground":
        _draw_ground(scene, pen, geometry, str(entry.value), outline)
    layer = scene.layer("swatch", outline)
    if entry.kind == "path":
        way = [geometry.at_hour(hex, 9), (mx, my), geometry.at_hour(hex, 3)]
        lines.draw_path((layer, layer), str(entry.value), way, swatch * 1.6, pen.width)
    elif entry.kind == "side":
        style, ends = str(entry.value), (geometry.at_hour(hex, 9), geometry.at_hour(hex, 3))
        if style in ("river", "stream"):
            lines.draw_path((layer, layer), style, list(ends), swatch * 1.6, pen.width)
        else:
            lines.draw_side(layer, style, ends, swatch * 1.6, pen.width)
    elif entry.kind == "zone":
        assert isinstance(entry.value, int)
        marks.draw_zone(layer, geometry, [hex], entry.value, pen.width * 0.8)
    elif entry.kind == "hatch":
        assert isinstance(entry.value, tuple)
        layer.items += marks.swatch(geometry, hex, entry.value, pen.width)
    frame = scene.layer("swatch")
    frame.shape(outline, stroke="ink", width=1.4 * pen.width)
    scene.origin = before


def _draw_ground(
    scene: Scene, pen: Pen, geometry: Geometry, name: str, outline: tuple[tuple[object, ...], ...]
) -> None:
    terrain = pen.content.game.terrains[name]
    drawn: Drawn = (terrain.draw, f"fill-{name}" if terrain.fill else terrain.draw)
    own = Scene(0, 0, origin=scene.origin)
    (hex,) = geometry.grid
    # A slope shows only against what is lower.
    around: dict[Hex, Drawn] = (
        dict.fromkeys(neighbours(hex), ("plain", "plain")) if EDGES[terrain.draw].hachures else {}
    )
    draw_ground(own, geometry, {hex: drawn, **around}, pen.width * 0.8, outline)
    # The forms of small symbols have names of their own.
    scene.forms |= {f"small-{form}": shapes for form, shapes in own.forms.items()}
    for layer in own.layers:
        layer.items = [marks.renamed(item, "small-") for item in layer.items]
    scene.layers += own.layers
