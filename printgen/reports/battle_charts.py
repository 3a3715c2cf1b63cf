"""The standard charts of a battle, for `printgen simulate` and for reports."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from printgen.analysis.study_results import StudyResult
from printgen.content.library import Entry, Library
from printgen.content.models.scenario import Scenario
from printgen.layout.jobs import Engine
from printgen.mechanics.battle import Battle
from printgen.mechanics.battle_model import BattleQuestion
from printgen.mechanics.battle_study import battle_results
from printgen.reports.battles import battle_of
from printgen.reports.chart_files import write_charts_of, write_files
from printgen.reports.selection import language
from printgen.typography.fill import fill
from printgen.typography.labels import labels
from printgen.typography.text import say
from printgen.views.charts import chart_view


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
    engine: Engine,
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
    return write_charts_of(views, folder, engine)
