"""A drawing of a map as the plain data that the template of an inline figure sees."""

from __future__ import annotations

from typing import Any

from printgen.content.library import Entry, Library
from printgen.content.models.hexmap import HexMap
from printgen.drawing.maps.page import FigureBounds, MapDrawing, draw_figure
from printgen.drawing.maps.scene import Commands, Item, Shape, Use
from printgen.problems import PlacementError
from printgen.typography.measure import apply_case, font_stack
from printgen.typography.text import plain_words, say

View = dict[str, Any]

# In the column of an A5 book, with its title above.
COLUMN = FigureBounds(112.0, 148.0, 7.4)

# A map that would become smaller than this share of its width can no longer be read.
LEAST_SHARE = 0.25


def map_view(
    library: Library, entry: Entry[HexMap], lang: str, ink: str, room: FigureBounds = COLUMN
) -> View:
    """A map in its room, with its title and its legend. Raises PlacementError."""
    content = library.games[entry.game]
    title = say(entry.value.title, lang, content)
    drawing = draw_figure(library, entry, lang, ink, room)
    if drawing.scene.height > room.height:
        # The legend does not shrink with the map.
        share = 1 - (drawing.scene.height - room.height) / drawing.map_height
        if share < LEAST_SHARE:
            problem = entry.problem(
                "map-layout",
                f"the map '{entry.id}' and its legend are too tall for their page",
                "rows" if entry.value.rows else "grid",
                key=True,
            )
            raise PlacementError(problem)
        drawing = draw_figure(library, entry, lang, ink, room, share)
    return {
        "id": f"map-{entry.id}-{ink}",
        "title": title,
        "text": say(entry.value.text, lang, content) if entry.value.text else "",
        "alt": plain_words(title),
        **scene_view(drawing),
    }


def scene_view(drawing: MapDrawing) -> View:
    """A scene with its colours, paths as SVG writes them."""
    scene = drawing.scene
    used = {i.form for layer in scene.layers for i in layer.items if isinstance(i, Use)}
    return {
        "width": _number(scene.width),
        "height": _number(scene.height),
        "forms": [
            {"name": name, "shapes": [_shape(drawing, s) for s in shapes if _seen(drawing, s)]}
            for name, shapes in scene.forms.items()
            if name in used
        ],
        "layers": [
            {
                "x": _number(layer.at[0]),
                "y": _number(layer.at[1]),
                "clip": _path(layer.clip),
                "items": [_item(drawing, i) for i in layer.items if _seen(drawing, i)],
            }
            for layer in scene.layers
        ],
    }


def _seen(drawing: MapDrawing, item: Item) -> bool:
    """Whether an item has a colour."""
    if isinstance(item, Shape):
        return bool(drawing.palette.get(item.fill) or drawing.palette.get(item.stroke))
    return isinstance(item, Use) or bool(drawing.palette.get(item.tone))


def _item(drawing: MapDrawing, item: Item) -> View:
    if isinstance(item, Shape):
        return _shape(drawing, item)
    place = {"x": _number(item.x), "y": _number(item.y), "turn": _number(item.turn)}
    if isinstance(item, Use):
        return {"kind": "use", "form": item.form, **place}
    face = drawing.faces[item.face]
    return {
        "kind": "words",
        **place,
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


def _shape(drawing: MapDrawing, shape: Shape) -> View:
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
