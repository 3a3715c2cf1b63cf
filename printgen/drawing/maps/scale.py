"""The size of hexes: in words, and as a scale bar."""

from __future__ import annotations

from printgen.analysis.study_results import format_number
from printgen.drawing.maps.context import MapContext
from printgen.drawing.maps.scene import Layer, polyline
from printgen.geometry.hex_grid import SQRT3
from printgen.paper import MM_BY_UNIT
from printgen.typography.labels import labels
from printgen.typography.text import plain_words

# Approximate length (mm) of a scale bar at true size.
_LENGTH = 40


def scale_label(context: MapContext) -> str:
    """The size of the map's hexes, in the unit of the map."""
    words = labels(context.library.folders, context.content.game.theme, context.lang)
    value, flats = context.board.entry.value, context.board.geometry.flats
    length = value.flat_to_flat or value.side or "mm"
    return hex_size_label(plain_words(words["hex_size"]), flats, length, context.lang)


def hex_size_label(template: str, flats: float, length: str, lang: str) -> str:
    """The size of hexes that measure `flats` mm from flat to flat: in mm, and also in inches if
    `length` is in inches.

    `template` holds `{flats}` and `{side}`.
    """
    for name, mm in (("{flats}", flats), ("{side}", flats / SQRT3)):
        words = f"{_number(mm, lang)}\u00a0mm"
        if length.endswith("in"):
            words = f"{_number(mm / MM_BY_UNIT['in'], lang)}″ ({words})"
        template = template.replace(name, words)
    return template


def _number(value: float, lang: str) -> str:
    """A number with at most two decimals, without trailing zeros."""
    digits = next((n for n in (0, 1) if abs(round(value, n) - value) < 0.005), 2)
    return format_number(value, "mean", lang, digits)


def scale_length(context: MapContext) -> float:
    """The length (mm) of the scale bar: a whole number of hexes."""
    flats = context.geometry.flats
    return max(1, round(_LENGTH * context.legend_scale**2 / flats)) * flats


def draw_scale(layer: Layer, context: MapContext, x: float, y: float) -> None:
    """Draw a bar of hexes from flat to flat, alternately black and white."""
    flats, count = context.geometry.flats, round(scale_length(context) / context.geometry.flats)
    for n in range(count):
        left, high = x + n * flats, context.legend_scale
        box = [(left, y - high), (left + flats, y - high), (left + flats, y + high),
               (left, y + high)]  # fmt: skip
        fill = "ink" if n % 2 == 0 else "halo"
        layer.shape(polyline(box, True), fill=fill, stroke="ink", width=context.hairline)
