"""Hex maps as plain data for the templates of illustrations, and in words. Lengths are in mm."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypedDict

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.text import Text
from printgen.extras.hex_maps.boards import Board, PlacedUnit, board_of, without_units
from printgen.extras.hex_maps.context import counter_edge
from printgen.extras.hex_maps.ground import shade_result
from printgen.extras.hex_maps.hexes import Hex
from printgen.extras.hex_maps.model import HexMap, HexmapProduct
from printgen.extras.hex_maps.page import FigureBounds, MapDrawing, draw_figure, map_size
from printgen.extras.hex_maps.scene import Commands, Item, Shape, Use
from printgen.paper import COLUMN, Size
from printgen.problems import PlacementError
from printgen.typography.labels import fill, labels
from printgen.typography.measure import apply_case, font_stack
from printgen.typography.text import plain_words, say, say_or_empty

# On a sheet: the largest hexes (mm from flat to flat), and the legend as a share of its true size.
SHEET_HEXES, SHEET_LEGEND = 16.0, 0.75

# The smallest hex of a map that is reduced to fit on its page (mm from flat to flat).
SMALLEST_HEX = 1.85


class ShapeView(TypedDict):
    """A path with its colours; empty is none."""

    kind: Literal["shape"]
    d: str
    fill: str
    stroke: str
    width: str
    dash: str


class UseView(TypedDict):
    """A form drawn with its origin at a point and turned by degrees."""

    kind: Literal["use"]
    form: str
    x: str
    y: str
    turn: str


class WordsView(TypedDict):
    """A text on a baseline; `halo` is the width of its outline in the colour `rim`."""

    kind: Literal["words"]
    x: str
    y: str
    turn: str
    text: str
    family: str
    size: str
    weight: int
    style: str
    anchor: str
    spread: str
    fill: str
    rim: str
    halo: float


class FormView(TypedDict):
    """A form that several places of a map use."""

    name: str
    shapes: list[ShapeView]


class LayerView(TypedDict):
    """A layer of a map, moved and clipped to a path."""

    x: str
    y: str
    clip: str
    items: list[ShapeView | UseView | WordsView]


class SceneView(TypedDict):
    """A map as drawn, in order."""

    width: str
    height: str
    forms: list[FormView]
    layers: list[LayerView]


class MapView(SceneView):
    """A map with its title and its text. On each side of it are `aside` mm; it is `high` mm, its
    legend not counted.
    """

    aside: float
    high: float
    id: str
    title: str
    text: str
    alt: str


def map_view(
    library: Library,
    entry: Entry[HexMap],
    lang: str,
    ink: str,
    size: Size = COLUMN,
    large: bool = False,
) -> MapView:
    """A map scaled to the size of its room, with its title and its legend; `large` on sheets.

    Raises PlacementError where that would make it illegible.
    """
    content = library.games[entry.game]
    title = say(entry.value.title, lang, content)
    room = FigureBounds(size.width, size.height, None)
    if large:
        room = FigureBounds(size.width, size.height, SHEET_HEXES, SHEET_LEGEND)
    drawing = draw_figure(library, entry, lang, ink, room)
    if drawing.scene.height > room.height:
        # The legend does not shrink with the map.
        scale = 1 - (drawing.scene.height - room.height) / drawing.map_height
        if scale * drawing.hexes < min(SMALLEST_HEX, 0.25 * drawing.hexes):
            problem = entry.problem(
                "map-layout",
                f"the map '{entry.id}' and its legend are too tall for their page",
                "rows" if entry.value.rows else "grid",
                key=True,
            )
            raise PlacementError(problem)
        drawing = draw_figure(library, entry, lang, ink, room, scale)
    return {
        "id": f"map-{entry.id}-{ink}",
        "title": title,
        "text": say_or_empty(entry.value.text, lang, content),
        "alt": map_words(library, entry, lang),
        "aside": drawing.aside,
        "high": drawing.map_height,
        **scene_view(drawing),
    }


def scene_view(drawing: MapDrawing) -> SceneView:
    """A drawing with its colours, its paths in the syntax of SVG."""
    scene = drawing.scene
    used = {i.form for layer in scene.layers for i in layer.items if isinstance(i, Use)}
    return {
        "width": _number(scene.width),
        "height": _number(scene.height),
        "forms": [
            {"name": name, "shapes": [_shape(drawing, s) for s in shapes if _visible(drawing, s)]}
            for name, shapes in scene.forms.items()
            if name in used
        ],
        "layers": [
            {
                "x": _number(layer.at[0]),
                "y": _number(layer.at[1]),
                "clip": _path(layer.clip),
                "items": [_item(drawing, i) for i in layer.items if _visible(drawing, i)],
            }
            for layer in scene.layers
        ],
    }


def _visible(drawing: MapDrawing, item: Item) -> bool:
    """Whether an item has a colour in this drawing."""
    if isinstance(item, Shape):
        return bool(drawing.palette.get(item.fill) or drawing.palette.get(item.stroke))
    return isinstance(item, Use) or bool(drawing.palette.get(item.tone))


def _item(drawing: MapDrawing, item: Item) -> ShapeView | UseView | WordsView:
    if isinstance(item, Shape):
        return _shape(drawing, item)
    x, y, turn = _number(item.x), _number(item.y), _number(item.turn)
    if isinstance(item, Use):
        return {"kind": "use", "form": item.form, "x": x, "y": y, "turn": turn}
    face = drawing.faces[item.face]
    return {
        "kind": "words",
        "x": x,
        "y": y,
        "turn": turn,
        "text": apply_case(item.text, face),
        "family": font_stack(face),
        "size": _number(item.size),
        "weight": face.weight,
        "style": "italic" if face.italic else "normal",
        "anchor": item.anchor,
        "spread": _number(item.spread) if item.spread else "",
        "fill": drawing.palette[item.tone],
        "rim": drawing.palette.get("halo", "none"),
        "halo": item.halo if drawing.palette.get("halo") else 0,
    }


def _shape(drawing: MapDrawing, shape: Shape) -> ShapeView:
    return {
        "kind": "shape",
        "d": _path(shape.path),
        "fill": drawing.palette.get(shape.fill, ""),
        "stroke": drawing.palette.get(shape.stroke, ""),
        "width": _number(shape.width),
        "dash": " ".join(map(_number, shape.dash)),
    }


def _path(commands: Commands) -> str:
    return "".join(f"{kind}{' '.join(map(_number, numbers))}" for kind, *numbers in commands)


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".") if value else "0"


# --- what a hex map shows, in words, for those who cannot see it ----------------------------------


def map_component(
    library: Library, content: GameContent, product: HexmapProduct, lang: str
) -> tuple[str, str, str]:
    """A map with its size, or its counters with theirs and their number: counters alone are no
    map.
    """
    entry = library.find("maps", content.id, product.map or "")
    what = "counters" if product.editions == ["counters"] else product.output
    if entry is None:
        return what, "", ""
    if what == "counters":
        edge = counter_edge(board_of(library, entry).geometry.flats)
        number = len(entry.value.units) + sum(each.copies for each in entry.value.counters)
        return what, f"{edge:.3g}\u00a0mm", str(number)
    size = map_size(library, entry, lang, product.units)
    return what, f"{size.width / 10:.0f}\u00a0×\u00a0{size.height / 10:.0f}\u00a0cm", ""


def map_words(library: Library, entry: Entry[HexMap], lang: str, units: bool = True) -> str:
    """A map in words: its ground by columns and rows, its roads, names and zones, and its units
    with where they look.
    """
    board = board_of(library, entry)
    board = board if units else without_units(board)
    return " ".join(_words_of(library, board, lang).sentences())


def part_words(
    library: Library, entry: Entry[HexMap], lang: str, part: Callable[[Hex], bool], units: bool
) -> str:
    """A part of a map in words: its first and its last hex, its ground, and its units."""
    board = board_of(library, entry)
    ground = {hex: name for hex, name in board.ground.items() if part(hex)}
    placed = [unit for unit in board.units if units and part(unit.at)]
    inner = replace(board, ground=ground, units=placed, memo={})
    return " ".join(_words_of(library, inner, lang).part())


def counter_words(library: Library, entry: Entry[HexMap], lang: str, back: str) -> list[str]:
    """The counters of a map in words, those of its units first: all fronts, then all backs, named
    `back`.
    """
    words = _words_of(library, board_of(library, entry), lang)
    said = [words.counter(unit) for unit in words.board.units]
    extra = entry.value.counters
    return [
        *said,
        *(f"{back}: {name}" for name in said),
        *(words.other(each.mark, each.name, each.side) for each in extra),
        *(
            f"{back}: "
            + words.other(
                each.back_mark or each.mark,
                each.back_name or each.name,
                each.back_side or each.side,
            )
            for each in extra
        ),
    ]


def _words_of(library: Library, board: Board, lang: str) -> _MapWords:
    texts = labels(library.folders, board.content.game.theme, lang)
    words = {key: plain_words(text) for key, text in texts.items() if key.startswith("alt_")}
    return _MapWords(board, lang, words, plain_words(texts["disordered_unit"]))


@dataclass(frozen=True, slots=True)
class _MapWords:
    """Says what is on a board in a language. `words` are the labels."""

    board: Board
    lang: str
    words: Mapping[str, str]
    disordered: str

    def sentences(self) -> Iterator[str]:
        """What the map shows, from the ground up."""
        value, grid = self.board.entry.value, self.board.grid
        yield self._said(value.title) + "."
        yield fill(self.words["alt_map"], columns=grid.columns, rows=grid.rows)
        column, row = min(3, grid.columns), min(4, grid.rows)
        name = self.board.names.of(grid.hex(column, row))
        yield fill(self.words["alt_hexes"], name=name, column=column, row=row)
        if value.north:
            yield fill(self.words["alt_north"], hour=value.north)
        yield from self._ground()
        yield from self._features()
        if value.labels:
            names = (f"{self._said(label.text)} {label.at}" for label in value.labels)
            yield fill(self.words["alt_names"], names=", ".join(names))
        yield from self._units()
        for shade in value.shades:
            ranks = shade_result(self.board, shade).ranks
            yield self._at(self._said(shade.label), self._blocks(h for r in ranks for h in r))

    def part(self) -> Iterator[str]:
        """What a part of the map shows."""
        if self.board.ground:
            places = sorted(map(self.board.grid.place, self.board.ground))
            yield f"{self._run(places[0], places[-1])}."
        yield from self._ground()
        yield from self._units()

    def counter(self, placed: PlacedUnit) -> str:
        """The name, the mark and the side of a unit."""
        unit, value = placed.unit, self.board.entry.value
        name = self._said(unit.name or placed.profile.value.name)
        side = self._said(value.side_name(unit.side or ""))
        return ", ".join(filter(None, (unit.mark, name, side)))

    def other(self, mark: str | None, name: Text, side: str | None) -> str:
        """The name, the mark and the side of a counter that is no unit."""
        of = self._said(self.board.entry.value.side_name(side)) if side else ""
        return ", ".join(filter(None, (mark, self._said(name), of)))

    def _units(self) -> Iterator[str]:
        if self.board.units:
            units = "; ".join(map(self._unit, self.board.units))
            yield fill(self.words["alt_units"], units=units)

    def _said(self, text: Text | None) -> str:
        return plain_words(say_or_empty(text, self.lang, self.board.content)).rstrip(".")

    def _at(self, name: str, places: str) -> str:
        return fill(self.words["alt_at"], name=name, places=places) if places else ""

    def _ground(self) -> Iterator[str]:
        """The terrains with their hexes; what most hexes have comes last."""
        ground, terrains = self.board.ground, self.board.content.game.terrains
        counted = Counter(ground.values()).most_common()
        for name, _ in counted[1:]:
            hexes = (hex for hex in self.board.grid if ground.get(hex) == name)
            yield self._at(self._said(terrains[name].label), self._blocks(hexes))
        if counted:
            key = "alt_elsewhere" if counted[1:] else "alt_all_ground"
            label = say(terrains[counted[0][0]].label, self.lang, self.board.content)
            yield fill(self.words[key], name=plain_words(label))

    def _features(self) -> Iterator[str]:
        """Paths, what lies between hexes, zones and points of interest."""
        value = self.board.entry.value
        for path in value.paths:
            name = self._said(path.label) or self.words[f"alt_style_{path.style}"]
            yield self._at(name, ", ".join(path.through))
        for feature in value.hexsides:
            name = self._said(feature.label) or self.words[f"alt_style_{feature.style}"]
            yield self._at(name, ", ".join(feature.sides))
        for zone, hexes in zip(value.zones, self.board.zones, strict=False):
            yield self._at(self._said(zone.label), self._blocks(hexes))
        for marker in value.markers:
            yield self._at(f"{marker.mark}, {self._said(marker.label)}", marker.at)

    def _unit(self, placed: PlacedUnit) -> str:
        """A unit: its mark, name and side, its place, and where it looks."""
        looks = fill(self.words["alt_looks"], hour=placed.facing) if placed.facing else ""
        state = self.disordered if placed.unit.disordered else ""
        place = self.board.names.of(placed.at)
        return ", ".join(filter(None, (self.counter(placed), place, looks, state)))

    def _blocks(self, hexes: Iterable[Hex]) -> str:
        """Hexes by columns: those below each other as the first and the last of them."""
        places = sorted(set(map(self.board.grid.place, hexes)))
        runs: list[tuple[tuple[int, int], tuple[int, int]]] = []
        for column, row in places:
            if runs and runs[-1][1] == (column, row - 1):
                runs[-1] = runs[-1][0], (column, row)
            else:
                runs.append(((column, row), (column, row)))
        return ", ".join(self._run(*run) for run in runs)

    def _run(self, first: tuple[int, int], last: tuple[int, int]) -> str:
        one, two = (self.board.names.of(self.board.grid.hex(*place)) for place in (first, last))
        return one if one == two else f"{one} {self.words['alt_to']} {two}"
