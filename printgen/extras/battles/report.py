"""The sections of a report about battles, and charts of a battle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.scenario import Scenario
from printgen.extras.battles.battle import Battle, Sentence
from printgen.extras.battles.results import battle_of
from printgen.extras.battles.study import BattleQuestion, battle_results
from printgen.extras.reports.report import (
    SectionView,
    SentenceView,
    StudyItemView,
    study_item,
    write_charts_of,
    write_files,
)
from printgen.layout.jobs import JobRunner
from printgen.products.target import language
from printgen.rules.resolve import ComputationError
from printgen.rules.study_results import StudyResult
from printgen.typography.labels import fill, labels
from printgen.typography.text import say
from printgen.views.charts import chart_view
from printgen.views.studies import result_tables_view

# --- the sections of a report about battles -------------------------------------------------------


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
    if isinstance(told, Sentence):
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


# --- the standard charts of a battle, for `printgen simulate` and for reports ---------------------


@dataclass(frozen=True, slots=True)
class BattleChart:
    """The answer to a question about a battle, and what its chart is called. `turn` is as in
    `chart_view`.
    """

    question: BattleQuestion
    result: StudyResult
    title: str
    note: str
    turn: bool | None

    @property
    def name(self) -> str:
        """Part of a file name."""
        return "-".join(filter(None, (self.question.gives, self.question.side)))


def battle_charts(
    library: Library,
    scenario: Entry[Scenario],
    battle: Battle,
    games: int,
    seed: int,
    lang: str,
    words: Mapping[str, str],
) -> Iterator[BattleChart]:
    """Who wins, when games end, and who falls to whom. Raises ComputationError."""
    content = library.games[scenario.game]
    for question, result in battle_results(scenario, battle, games, seed):
        gives, side = question.gives, question.side
        title, turn = words[f"battle_{gives}"], True if gives == "causes" else None
        if side:
            title = fill(title, side=say(scenario.value.sides[side], lang, content))
        yield BattleChart(question, result, title, words[f"battle_{gives}_note"], turn)


def write_battle_charts(
    library: Library,
    scenario: Entry[Scenario],
    players: Iterable[str],
    games: int,
    seed: int,
    lang: str | None,
    folder: Path,
    runner: JobRunner,
) -> list[Path]:
    """Write the charts of a battle to `folder`; returns the paths, for example
    `three-pages-wins.svg`. Raises ComputationError, and ProjectError if the folder cannot be
    written.
    """
    content = library.games[scenario.game]
    lang = language(content, lang)
    write_files(folder, {})  # fail before the games
    words = labels(library.folders, content.game.theme, lang)
    battle, views = battle_of(library, scenario, players), {}
    heading = say(scenario.value.title, lang, content)
    for chart in battle_charts(library, scenario, battle, games, seed, lang, words):
        title = f"{heading} – {chart.title}"
        views[f"{scenario.id}-{chart.name}"] = chart_view(
            library,
            content.id,
            chart.result,
            "bars",
            lang,
            title=title,
            note=chart.note,
            turn=chart.turn,
        )
    return write_charts_of(views, folder, runner)
