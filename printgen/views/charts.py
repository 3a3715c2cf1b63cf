"""Charts of the answers to studies: drawings in mm that a template writes as SVG."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from printgen.analysis.study_results import Number, StudyResult
from printgen.content.library import Entry, Library
from printgen.content.models.study import Study
from printgen.content.theme import ChartTheme, Typeface, chart_theme_file, read_chart_theme
from printgen.drawing.charts.bars import draw_bars
from printgen.drawing.charts.chart_drawing import ChartDrawing, number
from printgen.drawing.charts.lines import draw_lines
from printgen.drawing.charts.panels import draw_panels
from printgen.drawing.charts.plot import WIDTH, Plot, numeric
from printgen.mechanics.studies import answer
from printgen.typography.labels import labels
from printgen.typography.measure import font_stack, wrap_words
from printgen.typography.text import plain_words, say
from printgen.typography.typeset import polish
from printgen.views.studies import label_text, method_text

View = dict[str, Any]


KINDS: dict[str, Callable[[Plot, ChartDrawing], float]] = {
    "bars": draw_bars,
    "lines": draw_lines,
    "panels": draw_panels,
}

# More series than this are no longer told apart as bars.
_CROWD = 6

# The margin (mm) of a chart that is a file of its own, and how much larger its title is.
_MARGIN, _TITLE = 4.0, 1.25

# A list of values that is read aloud names so many at most.
_ALOUD = 4


def study_chart_view(library: Library, entry: Entry[Study], lang: str, wide: float = WIDTH) -> View:
    """The chart of a study, `wide` mm wide; `of` says which study, as (game, id)."""
    content, value = library.games[entry.game], entry.value
    title = say(value.title, lang, content)
    note = say(value.note, lang, content) if value.note else ""
    found = answer(library, entry)
    kind = value.chart
    view = chart_view(library, entry.game, found, kind, lang, title=title, note=note, wide=wide)
    return {**view, "of": (entry.game, entry.id)}


def chart_view(
    library: Library,
    game: str,
    found: StudyResult,
    kind: str,
    lang: str,
    *,
    title: str = "",
    note: str = "",
    wide: float = WIDTH,
) -> View:
    """An answer as a drawing, in the look of the game's theme. `title` and `note` are typeset.

    Its size is in mm; `paths` and `texts` are in the order in which they are drawn, and name tones
    of the look instead of colours: one drawing serves full and low ink.
    """
    content = library.games[game]
    words = labels(library.folders, content.game.theme, lang)
    look, _ = read_chart_theme(
        library.folders, chart_theme_file(library.folders, content.game.theme)
    )
    if content.game.accent:
        look = look.model_copy(update={"accent": content.game.accent})
    plot = _turned(replace(_plot(library, found, lang, words, look), wide=wide), kind)
    if kind == "bars" and len(plot.rows) > _CROWD:
        kind = "lines"
    drawing = ChartDrawing()
    height = KINDS[kind](plot, drawing)
    told = method_text(found, lang, words)
    return {
        "kind": kind,
        "title": title,
        "note": note,
        "method": told,
        "alt": _alt(plot, plain_words(title)),
        "width": wide,
        "height": number(height),
        "frame": _frame(look, plain_words(title), plain_words(f"{note} {told}"), height),
        "look": _look_view(look),
        **drawing.view(),
    }


def _plot(
    library: Library, found: StudyResult, lang: str, words: dict[str, str], look: ChartTheme
) -> Plot:
    def bare(label: Any) -> str:
        return plain_words(label_text(library, label, lang, words))

    return Plot(
        found.unit,
        lang,
        found.digits,
        bare(found.across),
        bare(found.down),
        tuple(map(bare, found.columns)),
        tuple(bare(series.label) for series in found.series),
        tuple(series.values for series in found.series),
        {key: plain_words(value) for key, value in words.items()},
        look,
    )


def _turned(plot: Plot, kind: str) -> Plot:
    """The plot, or its transpose: numbers lie along the axis, and bars have few kinds."""
    by_number = all(map(numeric, plot.labels)) and not all(map(numeric, plot.columns))
    if kind == "panels":
        return plot
    if len(plot.labels) > 1 and by_number:
        return plot.turned()
    few = kind == "bars" and len(plot.columns) < len(plot.labels) and not by_number
    return plot.turned() if few and not all(map(numeric, plot.columns)) else plot


def _alt(plot: Plot, title: str) -> str:
    """The title and the main figures, for who cannot see the drawing: of a few columns all, of many
    the highest.
    """
    told = []
    for label, row in zip(plot.labels, plot.rows, strict=True):
        pairs = [(c, v) for c, v in zip(plot.columns, row, strict=True) if v is not None]
        if len(pairs) > _ALOUD:
            pairs = [max(pairs, key=lambda pair: float(pair[1]))]
        values = ", ".join(_said_at(plot, *pair) for pair in pairs)
        told.append(f"{label}: {values}" if len(plot.labels) > 1 else values)
    words = polish(f"{'; '.join(told)}.", plot.lang)
    return f"{title}. {words}" if title else words


def _said_at(plot: Plot, column: str, value: Number) -> str:
    """A value and where it stands: two numbers side by side would be one to the ear."""
    if not numeric(column):
        return f"{column} {plot.format_number(value)}"
    return f"{plot.format_number(value)} {plot.words['chart_at']} {column}"


def _frame(look: ChartTheme, title: str, foot: str, height: float) -> View:
    """What stands around a drawing that is a file of its own: the lines of a title and of a foot,
    and how far down (mm) the drawing is moved.
    """
    face = look.labels.model_copy(update={"size": look.labels.size * _TITLE})
    size, small = face.size, look.names.size
    y, lines, room = _MARGIN, [], WIDTH - 2
    for words in wrap_words(title, face, room, 3) if title else ():
        y += size * 1.1
        lines.append({"y": number(y), "words": words, "face": "labels", "size": number(size)})
    moved = y + (2.2 if lines else 0)
    y = moved + height + 0.8
    kind = "words" if look.names.upper else "names"
    for words in wrap_words(foot.strip(), getattr(look, kind), room, 9):
        y += small * 1.25
        lines.append({"y": number(y), "words": words, "face": kind, "size": number(small)})
    margins = {"margin": _MARGIN, "moved": number(moved), "lines": lines}
    return {**margins, "width": WIDTH + 2 * _MARGIN, "height": number(y + _MARGIN)}


def _look_view(look: ChartTheme) -> View:
    """The look as its template needs it: faces as attributes of SVG, colours."""
    faces = {name: getattr(look, name) for name in ("figures", "words", "names", "labels")}
    return {
        "faces": {name: _face_view(face) for name, face in faces.items()},
        "ink": look.ink,
        "paper": look.paper,
        "accent": look.accent or look.ink,
        "fills": list(look.fills),
    }


def _face_view(face: Typeface) -> View:
    return {
        "family": font_stack(face),
        "size": number(face.size),
        "weight": face.weight,
        "style": "italic" if face.italic else "normal",
        "upper": face.upper,
    }
