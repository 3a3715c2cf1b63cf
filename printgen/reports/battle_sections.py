"""The sections of a report about battles."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from printgen.analysis.resolve import ComputationError
from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.scenario import Scenario
from printgen.mechanics.told import Told
from printgen.reports.battle_charts import BattleChart, battle_charts
from printgen.reports.battles import battle_of
from printgen.reports.report_sections import SectionView, SentenceView, StudyItemView, study_item
from printgen.typography.fill import fill
from printgen.typography.text import say
from printgen.views.charts import chart_view
from printgen.views.studies import result_tables_view

# The games of a scenario: those that wishes and studies play unless they say otherwise.
GAMES, SEED = 2_000, 1881


def battle_sections(
    library: Library, content: GameContent, lang: str, words: dict[str, str], used: set[str]
) -> Iterator[SectionView]:
    """One section per scenario that can be played. Adds the ids of the studies shown to `used`."""
    for scenario in content.scenarios.values():
        with suppress(ComputationError):
            yield _section(library, content, scenario, lang, words, used)


def _section(
    library: Library,
    content: GameContent,
    scenario: Entry[Scenario],
    lang: str,
    words: dict[str, str],
    used: set[str],
) -> SectionView:
    battle = battle_of(library, scenario)
    charts = battle_charts(library, scenario, battle, GAMES, SEED, lang, words)
    return {
        "id": f"battle-{scenario.id}",
        "title": fill(words["report_battle"], title=say(scenario.value.title, lang, content)),
        "items": [_item(library, content, scenario, chart, lang, used) for chart in charts],
        "remark": "",
        "model": [_sentence(told, lang, words) for told in battle.model],
        "left_out": [_sentence(told, lang, words) for told in battle.left_out],
    }


def _sentence(told: str, lang: str, words: dict[str, str]) -> SentenceView:
    """A sentence of a mechanic in a language, or in English."""
    if isinstance(told, Told):
        return {"text": told.by(words), "lang": ""}
    return {"text": told, "lang": "" if lang == "en" else "en"}


def _item(
    library: Library,
    content: GameContent,
    scenario: Entry[Scenario],
    chart: BattleChart,
    lang: str,
    used: set[str],
) -> StudyItemView:
    """The answer to a question: by the game's own study of it, if there is one."""
    for name, study in content.studies.items():
        if getattr(study.value, "battle", None) == chart.question:
            used.add(name)
            return study_item(library, study, lang)
    title, note, found = chart.title, chart.note, chart.result
    return {
        "id": f"{scenario.id}-{chart.name}",
        **result_tables_view(library, content.id, found, lang, title=title, note=note),
        "chart": chart_view(
            library, content.id, found, "bars", lang, title=title, note=note, turn=chart.turn
        ),
    }
