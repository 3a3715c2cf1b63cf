"""Charts of study results and flowcharts: drawings in mm that a template writes as SVG."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NotRequired, TypedDict

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.scenario import ActionPlan
from printgen.content.models.study import Study
from printgen.content.models.theme import ChartTheme
from printgen.content.theme import read_chart_theme
from printgen.extras.charts.bars import draw_bars, draw_lines, draw_panels
from printgen.extras.charts.flowchart import FlowWords, draw_flowchart
from printgen.extras.charts.pen import ChartDrawing, PathView, TextView, number
from printgen.extras.charts.plot import LAYER, WIDTH, Plot, numeric
from printgen.extras.charts.steps import flow_steps
from printgen.rules.studies import answer
from printgen.rules.study_results import Label, Number, StudyResult
from printgen.typography.labels import labels
from printgen.typography.measure import font_stack, in_fonts, wrap_words
from printgen.typography.text import plain_words, polish, say, say_or_empty
from printgen.views.scenarios import ActionPlanView, plan_view
from printgen.views.studies import LabelTexts, label_text, method_text

KINDS: dict[str, Callable[[Plot, ChartDrawing], float]] = {
    "bars": draw_bars,
    "lines": draw_lines,
    "panels": draw_panels,
}

# Bars of more series than this cannot be told apart.
_MAX_BARS = 6

# The margin (mm) of a chart in a file of its own, and the size of its title relative to labels.
_MARGIN, _TITLE_SCALE = 4.0, 1.25

# The most values of a series that the alternative text lists.
_MAX_ALT_VALUES = 60


class TypefaceView(TypedDict):
    """A typeface as attributes of SVG."""

    family: str
    size: str
    weight: int
    style: str
    upper: bool


class ChartStyleView(TypedDict):
    """The typefaces and the colours of a chart."""

    faces: dict[str, TypefaceView]
    ink: str
    paper: str
    accent: str
    fills: list[str]


class FrameLineView(TypedDict):
    """A line of text in the frame of a chart; `y` is its baseline."""

    y: str
    words: str
    face: str
    size: str


class FrameView(TypedDict):
    """The frame of a chart in a file of its own: its lines of text above and below the drawing,
    which is `moved` down.
    """

    margin: float
    moved: str
    lines: list[FrameLineView]
    width: float
    height: str


class ChartView(TypedDict):
    """A chart. `paths` and `texts` are in drawing order and name the colours of `look`, so that one
    drawing serves full and low ink; `of` is the game and the id of its study.
    """

    kind: str
    title: str
    note: str
    method: str
    alt: str
    width: float
    height: str
    frame: FrameView
    look: ChartStyleView
    paths: list[PathView]
    texts: list[TextView]
    of: NotRequired[tuple[str, str]]


def study_chart_view(
    library: Library, entry: Entry[Study], lang: str, width: float = WIDTH
) -> ChartView:
    """The chart of a study, `width` mm wide."""
    content, value = library.games[entry.game], entry.value
    title = say(value.title, lang, content)
    note = say_or_empty(value.note, lang, content)
    result, kind = answer(library, entry), value.chart
    view = chart_view(library, entry.game, result, kind, lang, title=title, note=note, width=width)
    return {**view, "of": (entry.game, entry.id)}


def chart_view(
    library: Library,
    game: str,
    result: StudyResult,
    kind: str,
    lang: str,
    *,
    title: str = "",
    note: str = "",
    width: float = WIDTH,
    turn: bool | None = None,
) -> ChartView:
    """A result as a chart `width` mm wide in the theme of the game. `title` and `note` are typeset.
    `turn` says whether rows are on the axis, or what suits the numbers. Bars become lines where
    there are too many series.
    """
    content = library.games[game]
    texts = labels(library.folders, content.game.theme, lang)
    look = chart_theme(library, content)
    plot = replace(_plot(library, result, lang, texts, look), wide=width)
    plot = _oriented(plot, kind) if turn is None else plot.turned() if turn else plot
    if kind == "bars" and len(plot.rows) > _MAX_BARS:
        kind = "lines"
    drawing = ChartDrawing()
    height = KINDS[kind](plot, drawing)
    shapes, method = drawing.view(), method_text(result, lang, texts)
    method += f" {texts['chart_whiskers']}" if LAYER in drawing.paths else ""
    return {
        "kind": kind,
        "title": title,
        "note": note,
        "method": method,
        "alt": _alternative_text(plot, plain_words(title), plain_words(method)),
        "width": width,
        "height": number(height),
        "frame": _frame(look, plain_words(title), plain_words(f"{note} {method}"), height),
        "look": chart_style(look),
        "paths": shapes["paths"],
        "texts": shapes["texts"],
    }


def chart_theme(library: Library, content: GameContent) -> ChartTheme:
    """The chart theme of a game, with the game's accent colour."""
    game = content.game
    theme = in_fonts(read_chart_theme(library.folders, game.theme_folders)[0], library, game)
    accent = game.accent
    return theme.model_copy(update={"accent": accent}) if accent else theme


def _plot(
    library: Library, result: StudyResult, lang: str, texts: LabelTexts, look: ChartTheme
) -> Plot:
    def plain_label(label: Label) -> str:
        return plain_words(label_text(library, label, lang, texts))

    return Plot(
        result.unit,
        lang,
        result.digits,
        plain_label(result.across),
        plain_label(result.down),
        tuple(map(plain_label, result.columns)),
        tuple(plain_label(series.label) for series in result.series),
        tuple(series.values for series in result.series),
        {key: plain_words(text) for key, text in texts.items()},
        look,
        spans=tuple(series.spans for series in result.series) if result.error else (),
    )


def _oriented(plot: Plot, kind: str) -> Plot:
    """The plot, or its transpose where that puts numbers on the axis, or more bars into a group."""
    by_number = all(map(numeric, plot.labels)) and not all(map(numeric, plot.columns))
    if kind == "panels":
        return plot
    if len(plot.labels) > 1 and by_number:
        return plot.turned()
    few = kind == "bars" and len(plot.columns) < len(plot.labels) and not by_number
    return plot.turned() if few and not all(map(numeric, plot.columns)) else plot


def _alternative_text(plot: Plot, title: str, method: str) -> str:
    """The title and the values for readers who cannot see the drawing; of long series only the
    maximum. Values that are found by games come with their number.
    """
    parts = []
    for label, row in zip(plot.labels, plot.rows, strict=True):
        pairs = [(c, v) for c, v in zip(plot.columns, row, strict=True) if v is not None]
        if len(pairs) > _MAX_ALT_VALUES:
            pairs = [max(pairs, key=lambda pair: float(pair[1]))]
        values = ", ".join(_value_text(plot, *pair) for pair in pairs)
        parts.append(f"{label}: {values}" if len(plot.labels) > 1 else values)
    text = polish(f"{'; '.join(parts)}.", plot.lang)
    if plot.spans:
        text = f"{text} {method}"
    return f"{title}. {text}" if title else text


def _value_text(plot: Plot, column: str, value: Number) -> str:
    """A value and its column. Screen readers would read two adjacent numbers as one."""
    if not numeric(column):
        return f"{column} {plot.format_number(value)}"
    return f"{plot.format_number(value)} {plot.words['chart_at']} {column}"


def _frame(look: ChartTheme, title: str, foot: str, height: float) -> FrameView:
    """The frame around a drawing `height` mm high."""
    face = look.labels.model_copy(update={"size": look.labels.size * _TITLE_SCALE})
    size, small = face.size, look.names.size
    y, room = _MARGIN, WIDTH - 2
    lines: list[FrameLineView] = []
    for words in wrap_words(title, face, room, 3) if title else ():
        y += size * 1.1
        lines.append({"y": number(y), "words": words, "face": "labels", "size": number(size)})
    moved = y + (2.2 if lines else 0)
    y = moved + height + 0.8
    kind, face = ("words", look.words) if look.names.upper else ("names", look.names)
    for words in wrap_words(foot.strip(), face, room, 9):
        y += small * 1.25
        lines.append({"y": number(y), "words": words, "face": kind, "size": number(small)})
    return {
        "margin": _MARGIN,
        "moved": number(moved),
        "lines": lines,
        "width": WIDTH + 2 * _MARGIN,
        "height": number(y + _MARGIN),
    }


def chart_style(look: ChartTheme) -> ChartStyleView:
    """The typefaces and the colours of a theme's charts."""
    faces = {
        "figures": look.figures,
        "words": look.words,
        "names": look.names,
        "labels": look.labels,
    }
    return {
        "faces": {
            name: {
                "family": font_stack(face),
                "size": number(face.size),
                "weight": face.weight,
                "style": "italic" if face.italic else "normal",
                "upper": face.upper,
            }
            for name, face in faces.items()
        },
        "ink": look.ink,
        "paper": look.paper,
        "accent": look.accent or look.ink,
        "fills": list(look.fills),
    }


# --- action plans as flowcharts: drawings in mm that a template writes as SVG ---------------------


class FlowchartView(TypedDict):
    """The flowchart of an action plan. `alt` says its steps in words; `paths` and `texts` are in
    drawing order and name the colours of `look`, so that one drawing serves full and low ink.
    """

    kind: str
    title: str
    plan: ActionPlanView
    alt: str
    width: float
    height: str
    look: ChartStyleView
    paths: list[PathView]
    texts: list[TextView]
    of: tuple[str, str]


def flowchart_view(
    library: Library, entry: Entry[ActionPlan], lang: str, width: float = WIDTH
) -> FlowchartView:
    """The flowchart of a plan in the theme of its game, `width` mm wide."""
    content, drawing = library.games[entry.game], ChartDrawing()
    texts = {
        key: plain_words(words)
        for key, words in labels(library.folders, content.game.theme, lang).items()
    }
    words = FlowWords(texts["flow_yes"], texts["flow_no"], texts["flow_nothing"])
    steps, look = flow_steps(library, entry, lang), chart_theme(library, content)
    height, plan = (
        draw_flowchart(steps, words, look, width, drawing),
        plan_view(library, entry, lang),
    )
    shapes = drawing.view()
    parts = [plain_words(plan["name"]) + "."]
    for at, step in enumerate(steps, start=1):
        asked = f"{step.question} {words.yes}: " if step.question else ""
        parts.append(f"{at}. {asked}{step.action}")
    return {
        "kind": "flowchart",
        "title": plan["name"],
        "plan": plan,
        "alt": " ".join(parts),
        "width": width,
        "height": number(height),
        "look": chart_style(look),
        "paths": shapes["paths"],
        "texts": shapes["texts"],
        "of": (entry.game, entry.id),
    }
