"""Action plans as flowcharts: drawings in mm that a template writes as SVG."""

from __future__ import annotations

from typing import TypedDict

from printgen.analysis.plans import deed_of, question_of
from printgen.content.library import Entry, Library
from printgen.content.models.plan import ActionPlan
from printgen.drawing.charts.chart_drawing import ChartDrawing, PathView, TextView, number
from printgen.drawing.charts.flowchart import FlowStep, FlowWords, draw_flowchart
from printgen.drawing.charts.plot import WIDTH
from printgen.typography.labels import labels
from printgen.typography.text import plain_words, say, say_or_empty
from printgen.typography.typeset import polish
from printgen.views.charts import ChartStyleView, chart_style, chart_theme
from printgen.views.scenarios import ActionPlanView, plan_view


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
    return {
        "kind": "flowchart",
        "title": plan["name"],
        "plan": plan,
        "alt": _in_words(steps, words, plain_words(plan["name"])),
        "width": width,
        "height": number(height),
        "look": chart_style(look),
        "paths": shapes["paths"],
        "texts": shapes["texts"],
        "of": (entry.game, entry.id),
    }


def flow_steps(library: Library, entry: Entry[ActionPlan], lang: str) -> list[FlowStep]:
    """The steps of a plan, as plain words; the last one needs no question."""
    content, steps = library.games[entry.game], []
    for index, action in enumerate(entry.value.actions, start=1):
        asked = question_of(action)
        # The words before the colon of the last action say that it is what remains.
        if index == len(entry.value.actions):
            asked = action.question
        question = plain_words(say_or_empty(asked, lang, content))
        deed = plain_words(say(deed_of(action), lang, content))
        # Without markup, spaces are plain ones.
        question, deed = polish(question, lang), polish(deed, lang)
        steps.append(FlowStep(question, deed[:1].upper() + deed[1:]))
    return steps


def _in_words(steps: list[FlowStep], words: FlowWords, title: str) -> str:
    """The steps for readers who cannot see the drawing."""
    parts = [title + "."]
    for at, step in enumerate(steps, start=1):
        asked = f"{step.question} {words.yes}: " if step.question else ""
        parts.append(f"{at}. {asked}{step.action}")
    return " ".join(parts)
