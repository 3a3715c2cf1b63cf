"""Hex maps as plain data for the templates of illustrations. Lengths are in mm."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, TypedDict

from printgen.content.library import Entry, Library
from printgen.content.models.hexmap import HexMap
from printgen.drawing.maps.page import FigureBounds, MapDrawing, draw_figure
from printgen.drawing.maps.scene import Commands, Item, Shape, Use
from printgen.paper import PAPERS, Size
from printgen.problems import PlacementError
from printgen.typography.measure import apply_case, font_stack
from printgen.typography.text import say, say_or_empty
from printgen.views.map_words import map_words

# The room of an illustration in an A5 book, below its title.
COLUMN = FigureBounds(112.0, 148.0, None)

# The narrowest room of a map in a book.
NARROWEST = 40.0

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
    """A map with its title and its text."""

    id: str
    title: str
    text: str
    alt: str


def column_of(page: Size) -> FigureBounds:
    """The room of an illustration on a page. On a page smaller than A5, a map is drawn anew instead
    of reduced, so that its words stay large enough to read.
    """
    a5 = PAPERS["a5"]
    width = COLUMN.width - max(0.0, a5.width - page.width)
    height = COLUMN.height - max(0.0, a5.height - page.height)
    return replace(COLUMN, width=max(NARROWEST, width), height=max(NARROWEST, height))


def map_view(
    library: Library, entry: Entry[HexMap], lang: str, ink: str, room: FigureBounds = COLUMN
) -> MapView:
    """A map scaled to its room, with its title and its legend.

    Raises PlacementError where that would make it illegible.
    """
    content = library.games[entry.game]
    title = say(entry.value.title, lang, content)
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
