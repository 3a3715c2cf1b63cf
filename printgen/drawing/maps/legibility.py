"""Check that the words of maps are large enough to read, and their lines thick enough to print."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from printgen.content.library import Entry
from printgen.content.models.hexmap import HexMap
from printgen.drawing.maps.scene import Scene, Shape, TextItem, Use
from printgen.paper import mm_to_points
from printgen.problems import PlacementError
from printgen.typography.print_limits import LimitFault, small_type, thin_line, too_small, too_thin


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
