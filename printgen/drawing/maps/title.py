"""The titles and the text above a map at true size, and the width limit for words around a map."""

from __future__ import annotations

from printgen.drawing.maps.context import MapContext
from printgen.drawing.maps.scene import Scene, TextItem
from printgen.problems import PlacementError, Position, Problem, shorten
from printgen.typography.measure import fitting_size, text_width, wrap_words

# Margin of the page, space below the title, and gap between items (mm).
MARGIN = 8.0

_BELOW = 5.0

# The distance of the baselines of the text, and of the first one from the titles, as shares of its
# size.
_PITCH, _FIRST = 1.3, 1.7

GAP = 5.0


def title_height(context: MapContext, wide: float) -> float:
    """The height (mm) of the titles, the text and the space below them, on a map `wide` mm wide."""
    value = context.board.entry.value
    under = 1.35 * context.look.names.size if value.subtitle else 0.0
    lines = len(_text_lines(context, wide))
    text = (_FIRST + (lines - 1) * _PITCH) * _text_size(context) if lines else 0.0
    return context.look.title.size * 1.1 + under + text + _BELOW


def _text_beside(context: MapContext, wide: float) -> str:
    """The text of a map if it fits beside the subtitle, where it makes the page no taller."""
    look, value = context.look, context.board.entry.value
    words, subtitle = context.words(value.text), context.words(value.subtitle)
    used = text_width(subtitle, look.names) + 2 * GAP + text_width(words, look.words)
    return words if subtitle and used <= wide else ""


def _text_lines(context: MapContext, wide: float) -> list[str]:
    """The lines of the text of a map below its titles."""
    words = "" if _text_beside(context, wide) else context.words(context.board.entry.value.text)
    return wrap_words(words, context.look.words, wide, len(words)) if words else []


def _text_size(context: MapContext) -> float:
    return context.look.words.size


def draw_title(scene: Scene, context: MapContext, wide: float) -> None:
    """Draw the titles and the text of a map that is `wide` mm wide, and the title of its game.

    Raises PlacementError when a title or a word is wider than the map.
    """
    scene.origin = (MARGIN, MARGIN)
    layer, entry, look = scene.layer("title"), context.board.entry, context.look
    game, title = context.words(context.content.game.title), context.words(entry.value.title)
    y, beside = look.title.size * 0.85, text_width(game, look.words) + 2 * GAP
    size, source = fitting_size([title], look.title, wide - beside), entry.at("title")
    require_width(title, text_width(title, look.title, size), wide - beside, source)
    layer.items.append(TextItem(0, y, title, "title", size, "start", source=source))
    if entry.value.subtitle:
        y += 1.35 * look.names.size
        words, size, source = (
            context.words(entry.value.subtitle),
            look.names.size,
            entry.at("subtitle"),
        )
        require_width(words, text_width(words, look.names, size), wide, source)
        layer.items.append(TextItem(0, y, words, "names", size, "start", source=source))
    size, source = _text_size(context), entry.at("text")
    if words := _text_beside(context, wide):
        layer.items.append(TextItem(wide, y, words, "words", size, "end", source=source))
    for number, line in enumerate(_text_lines(context, wide)):
        y += (_PITCH if number else _FIRST) * size
        require_width(line, text_width(line, look.words, size), wide, source)
        layer.items.append(TextItem(0, y, line, "words", size, "start", source=source))
    y, source = look.title.size * 0.85, context.content.entry.at("title")
    layer.items.append(TextItem(wide, y, game, "words", look.words.size, "end", source=source))


def require_width(words: str, length: float, room: float, source: Position) -> None:
    """Raise PlacementError when words are longer (mm) than the room they have."""
    if length > room + 0.01:
        message = f"text is wider than the map: {shorten(words, 40)}"
        raise PlacementError(Problem(source, "map-layout", message))
