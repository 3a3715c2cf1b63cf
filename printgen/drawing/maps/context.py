"""What the parts of a map share: the board, the look, sizes in mm, and what each tile draws."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import takewhile
from math import hypot

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.hexmap import HexMap
from printgen.content.models.text import Text
from printgen.content.models.theme import MapTheme, Typeface
from printgen.drawing.maps.scene import Commands, Item, Layer, Scene, Shape, TextItem, Use
from printgen.geometry.hexes import Geometry, Point
from printgen.paper import mm_to_points
from printgen.problems import PlacementError
from printgen.rules.boards import Board
from printgen.typography.measure import text_width
from printgen.typography.print_limits import (
    MIN_LINE,
    MIN_TYPE,
    MIN_TYPE_OF_PIECES,
    LimitFault,
    small_type,
    thin_line,
    too_small,
    too_thin,
)
from printgen.typography.text import plain_words, say

# --------------------------------------------------------------------------------------------------
# The smallest type and the thinnest lines of maps in mm, a little more than print asks for, and
# the size of counters.


_POINT = 25.4 / 72

# Names and numbers on maps and in their legends, and the words of counters.
LEAST_TYPE = 1.02 * MIN_TYPE * _POINT
LEAST_ON_COUNTERS = 1.02 * MIN_TYPE_OF_PIECES * _POINT

# Side of a counter as a share of its hex from flat to flat: the rest is room for fingers. The side
# of the smallest counter (mm).
COUNTER_SHARE, SMALLEST_COUNTER = 0.75, 10.0

# Lines of all kinds.
LEAST_LINE = 1.02 * MIN_LINE * _POINT

# The finest lines of a map, as a share of its fine lines.
FINEST = 0.8


def counter_edge(flats: float) -> float:
    """The side (mm) of the counters of hexes that are `flats` mm from flat to flat."""
    return max(SMALLEST_COUNTER, COUNTER_SHARE * flats)


# --- what every part of a map drawing needs, in one language --------------------------------------


@dataclass(frozen=True)
class MapContext:
    """What every part of a map drawing needs. `legend_scale` is 1 for a map at true size and
    smaller for a figure.
    """

    library: Library
    board: Board
    geometry: Geometry
    look: MapTheme
    lang: str
    legend_scale: float = 1.0

    @property
    def content(self) -> GameContent:
        """The game of the map."""
        return self.board.content

    @property
    def hairline(self) -> float:
        """The width (mm) of a fine line: finer on small hexes."""
        fine = self.look.pen * min(1.25, max(0.55, self.geometry.side / 15))
        return max(fine, LEAST_LINE / FINEST)

    def words(self, text: Text | None) -> str:
        """A text as plain words in the language of the drawing."""
        return plain_words(say(text, self.lang, self.content)) if text else ""

    def side_number(self, side: str | None) -> int:
        """The number of a side's colours; 0 for none."""
        order = list(self.board.entry.value.sides)
        return order.index(side) if side in order else 0


def stop_point(board: Board, geometry: Geometry, stop: str) -> Point:
    """The position of a stop: the middle of a hex or of a hexside, or a corner."""
    name, _, hour = stop.partition("/")
    hex = board.names.hex(name)
    return geometry.at_hour(hex, int(hour)) if hour else geometry.middle(hex)


# --- what each tile of a map draws, and whether its words can be read -----------------------------


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in mm, its edges from the top left corner of the map."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        """Whether two boxes have a point in common."""
        return (
            self.left <= other.right
            and other.left <= self.right
            and self.top <= other.bottom
            and other.top <= self.bottom
        )


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
