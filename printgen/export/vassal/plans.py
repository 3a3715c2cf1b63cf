"""The plans of tables as boards: where scenarios without a hex map are played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.scenario import Scenario
from printgen.content.models.table_plan import Layout
from printgen.export import ExportError
from printgen.export.vassal.elements import BOARD, element
from printgen.export.vassal.pictures import Pictures, page_images
from printgen.export.vassal.words import safe_name
from printgen.layout.assembly import assemble
from printgen.layout.font_programs import font_programs
from printgen.layout.jobs import Engine, Job, JobSource, PageFormat, Task, lay_out
from printgen.layout.untagged import untagged
from printgen.typography.labels import labels
from printgen.typography.text import plain_words, say
from printgen.views.game import game_view
from printgen.views.table_plans import table_plan_view

# The size of a plan: mm for each inch of the table, and pixels for each mm.
_MM_BY_INCH, _SCALE = 7.0, 6.0

# The room around a plan, and that of a line of its legend (mm).
_MARGIN, _LINE = 8.0, 6.4

_TEMPLATE = "_shared/table-board"


@dataclass(frozen=True, slots=True)
class PlanBoard:
    """The plan of a scenario as a picture."""

    name: str
    scenario: Entry[Scenario]
    picture: str

    def element(self) -> Element:
        """The board in the build file."""
        return element(
            f"{BOARD}Board", name=self.name, image=self.picture, reversible=False, color="0,0,0"
        )


def unit_pixels(content: GameContent) -> tuple[float, str]:
    """The pixels of an inch or of a centimetre of the tables of a game, and which of them it is."""
    layouts = (scenario.value.layout for scenario in content.scenarios.values())
    unit = next((layout.unit for layout in layouts if layout), "in")
    return _mm_by_unit(unit) * _SCALE, unit


def _mm_by_unit(unit: str) -> float:
    return _MM_BY_INCH if unit == "in" else _MM_BY_INCH / 2.54


def played_plans(content: GameContent) -> list[tuple[Entry[Scenario], Layout]]:
    """The scenarios that are played on a table, not on a map, and its plans."""
    return [
        (scenario, layout)
        for scenario in content.scenarios.values()
        # Without objectives, a plan is an example in a book.
        if not scenario.value.map
        and scenario.value.objectives
        and (layout := scenario.value.layout) is not None
    ]


def plan_boards(
    library: Library, content: GameContent, lang: str, engine: Engine, pictures: Pictures
) -> Iterator[PlanBoard]:
    """The plans of scenarios that are not played on a map. Equal titles get the ids of the
    scenarios. Raises ExportError.
    """
    known: set[str] = set()
    for scenario, layout in played_plans(content):
        name = safe_name(plain_words(say(scenario.value.title, lang, content)))
        name = f"{name} ({scenario.id})" if name in known else name
        known.add(name)
        pdf = _plan_pdf(library, scenario, layout, lang, engine)
        image = next(page_images(pdf, scenario.at(), _SCALE))
        picture = pictures.add(f"plan-{scenario.id}", image, photo=True)
        yield PlanBoard(name, scenario, picture)


def _plan_pdf(
    library: Library, scenario: Entry[Scenario], layout: Layout, lang: str, engine: Engine
) -> bytes:
    content = library.games[scenario.game]
    wide = layout.width * _mm_by_unit(layout.unit)
    view = table_plan_view(layout, content, lang)
    high = layout.height * _mm_by_unit(layout.unit)
    high += _LINE * (1 + len(view["legend"]) + len(view["lines"]))
    format = PageFormat(
        "face", _TEMPLATE, lang, "full", wide + 2 * _MARGIN, high + 2 * _MARGIN, safe=0.0
    )
    context = {
        "game": game_view(content, lang),
        "labels": labels(library.folders, content.game.theme, lang),
        "lang": lang,
        "ink": "full",
        "width": format.width,
        "height": format.height,
        "bleed": 0.0,
        "safe": 0.0,
        "plan": {**view, "id": scenario.id, "alt": ""},
        "mm": wide,
    }
    at = scenario.at("layout", key=True)
    task = Task(Job(format, f"{scenario.game}/{scenario.id}", context), JobSource(at, at))
    (outcome,) = lay_out(engine, [task])
    if outcome.failed or not outcome.result.face:
        raise ExportError(list(outcome.problems))
    return assemble([untagged(outcome.result.face)], font_programs(library.folders))
