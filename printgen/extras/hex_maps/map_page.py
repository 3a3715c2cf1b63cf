"""Hex maps as PDFs: a page at true size, and its parts for tiles. Their words and lines must be
large enough to print.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import takewhile
from math import hypot

from printgen.content.library import Entry, Library
from printgen.content.models.theme import Typeface
from printgen.extras.hex_maps.context import LEAST_LINE, LEAST_TYPE, Box
from printgen.extras.hex_maps.model import HexMap
from printgen.extras.hex_maps.page import MapDrawing, draw_map
from printgen.extras.hex_maps.pdf_renderer import MissingGlyph, draw_scene, draw_scenes
from printgen.extras.hex_maps.scene import Commands, Item, Layer, Scene, Shape, TextItem, Use
from printgen.paper import Size, mm_to_points
from printgen.problems import PlacementError
from printgen.typography.measure import text_width
from printgen.typography.print_limits import (
    MIN_TYPE,
    LimitFault,
    small_type,
    thin_line,
    too_small,
    too_thin,
)


@dataclass(frozen=True)
class MapPage:
    """A map as a PDF with one page, at true size."""

    pdf: bytes
    size: Size
    drawing: MapDrawing


def map_page(
    library: Library, entry: Entry[HexMap], lang: str, ink: str, units: bool = True
) -> MapPage:
    """The page of a map: the map, its title and its legend. Raises PlacementError."""
    drawing = draw_map(library, entry, lang, ink, units)
    scene = drawing.scene
    named = f"the map {entry.game}/{entry.id} ({lang})"
    require_legible(entry, [scene], drawing.palette, named, MIN_TYPE)
    with glyph_problems(entry):
        pdf = draw_scene(scene, drawing.faces, drawing.palette, drawing.texture)
    return MapPage(pdf, Size(scene.width, scene.height), drawing)


def map_tiles(entry: Entry[HexMap], drawing: MapDrawing, scale: float, parts: list[Box]) -> bytes:
    """A PDF with a page of the size of the map for each tile, with the part of the map that the
    tile shows. The first page is for the plan of the tiles, where the map is printed at a scale.
    """
    scene, faces = drawing.scene, drawing.faces
    scenes = [overview(scene, scale), *(part_of(scene, box, faces) for box in parts)]
    with glyph_problems(entry):
        return draw_scenes(scenes, faces, drawing.palette, drawing.texture)


@contextmanager
def glyph_problems(entry: Entry[HexMap]) -> Iterator[None]:
    """Turn a MissingGlyph into a PlacementError at the text, or at the map if that is unknown."""
    try:
        yield
    except MissingGlyph as error:
        problem = entry.problem("glyph-missing", error.message)
        problem = replace(problem, position=error.source or problem.position)
        raise PlacementError(problem) from error


# --- what each tile of a map draws, and the plan of the tiles -------------------------------------


def part_of(scene: Scene, box: Box, faces: Mapping[str, Typeface]) -> Scene:
    """The scene without what is outside of a box: each tile has its own words only, so that they
    are searched and read aloud once.
    """
    layers = []
    for layer in scene.layers:
        # A turned layer is kept whole: its items are few.
        x, y = layer.at
        shifted = Box(box.left - x, box.top - y, box.right - x, box.bottom - y)
        kept = [
            item for item in layer.items if layer.turn or _bounds(scene, item, faces).meets(shifted)
        ]
        if kept:
            layers.append(replace(layer, items=kept))
    return replace(scene, layers=layers)


def overview(scene: Scene, scale: float) -> Scene:
    """The scene for a picture of the whole at a small scale: without legend and without words that
    would be too small to read; thin lines are thicker.
    """
    # The layers of the legend are the last ones.
    shown = takewhile(lambda layer: layer.name != "legend", scene.layers)
    layers = [replace(layer, items=[*_enlarged(layer.items, scale)]) for layer in shown]
    forms = {
        f"{name}-plan": [_thick(shape, scale) for shape in shapes]
        for name, shapes in scene.forms.items()
    }
    return replace(scene, layers=[_renamed(layer) for layer in layers], forms=forms)


def _enlarged(items: Iterable[Item], scale: float) -> Iterator[Item]:
    for item in items:
        if isinstance(item, Shape):
            yield _thick(item, scale)
        elif not isinstance(item, TextItem) or item.size * scale >= LEAST_TYPE:
            yield item


def _thick(shape: Shape, scale: float) -> Shape:
    return replace(shape, width=max(shape.width, LEAST_LINE / scale)) if shape.stroke else shape


def _renamed(layer: Layer) -> Layer:
    """A layer that uses the forms of the overview: forms of one name are equal in a PDF."""
    items: list[Item] = [
        item if isinstance(item, Shape | TextItem) else replace(item, form=f"{item.form}-plan")
        for item in layer.items
    ]
    return replace(layer, items=items)


def _bounds(scene: Scene, item: Item, faces: Mapping[str, Typeface]) -> Box:
    """A box around an item, in its layer."""
    if isinstance(item, Shape):
        return _path_bounds(item.path, item.width)
    if isinstance(item, TextItem):
        length = text_width(item.text, faces[item.face], item.size)
        reach = length + item.spread * len(item.text) + item.size
        high = reach if item.turn else 1.2 * item.size
        return Box(item.x - reach, item.y - high, item.x + reach, item.y + high)
    boxes = [_path_bounds(shape.path, shape.width) for shape in scene.forms[item.form]]
    corners = (hypot(max(-b.left, b.right), max(-b.top, b.bottom)) for b in boxes)
    reach = max(corners, default=0.0)
    return Box(item.x - reach, item.y - reach, item.x + reach, item.y + reach)


def _path_bounds(path: Commands, width: float) -> Box:
    """A box around the points of a path, which contains its curves."""
    xs = [n for _, *numbers in path for n in numbers[0::2]]
    ys = [n for _, *numbers in path for n in numbers[1::2]]
    if not xs:
        return Box(0, 0, 0, 0)
    return Box(min(xs) - width, min(ys) - width, max(xs) + width, max(ys) + width)


# --------------------------------------------------------------------------------------------------
# Check that the words of maps are large enough to read, and their lines thick enough to print.


def require_legible(
    entry: Entry[HexMap],
    scenes: Iterable[Scene],
    palette: Mapping[str, str],
    named: str,
    least: float,
) -> None:
    """Raise PlacementError if scenes at true size have words smaller than `least` (pt), or lines
    that are too thin. `named` names what is printed. Items whose tone is not in the palette are not
    drawn.
    """
    for scene in scenes:
        words, lines = _drawn(scene, palette)
        smallest = min(words, key=lambda item: item.size, default=None)
        thinnest = min(lines, default=None)
        if smallest and too_small(size := mm_to_points(smallest.size), least):
            fault = small_type(named, smallest.text, size, least)
            _fail(entry, fault, smallest)
        if thinnest is not None and too_thin(width := mm_to_points(thinnest)):
            _fail(entry, thin_line(named, width))


def _fail(entry: Entry[HexMap], fault: LimitFault, words: TextItem | None = None) -> None:
    problem = entry.problem(*fault)
    source = words.source if words else None
    raise PlacementError(replace(problem, position=source or problem.position))


def _drawn(scene: Scene, palette: Mapping[str, str]) -> tuple[list[TextItem], list[float]]:
    """The words of a scene, and the widths of its lines (mm)."""
    items = [item for layer in scene.layers for item in layer.items]
    used = {item.form for item in items if isinstance(item, Use)}
    shapes = [item for item in items if isinstance(item, Shape)]
    shapes += [shape for name in used for shape in scene.forms[name]]
    words = [item for item in items if isinstance(item, TextItem) and palette.get(item.tone)]
    return words, [shape.width for shape in shapes if palette.get(shape.stroke)]
