"""A quest solved and played for each hero: as a record, as text, as charts, and in reports."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, NotRequired, TypedDict

from markupsafe import Markup
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from printgen.content.library import Entry, GameContent, Library
from printgen.extras.quest.definition import FALLS, SWING, Quest, never_decisive
from printgen.extras.quest.model import Quest as QuestEntry
from printgen.extras.quest.model import QuestQuestion, QuestRules
from printgen.extras.quest.study import (
    ARMOUR,
    LIFE,
    journeys,
    played_games,
    quest_model,
    quest_study,
    select_heroes,
)
from printgen.extras.reports.report import (
    Chart,
    SectionView,
    chart_items,
    write_charts_of,
    write_files,
)
from printgen.extras.reports.texts import WIDTH, bar, notes, percent, render, titled_table
from printgen.layout.jobs import JobRunner
from printgen.problems import did_you_mean
from printgen.products.target import game_of, language
from printgen.rules.resolve import ComputationError
from printgen.typography.labels import labels
from printgen.typography.text import plain_words, say

if TYPE_CHECKING:
    from printgen.extras.quest.games import ParallelMap

# --- a quest solved exactly for each hero, and simulated games ------------------------------------


MODEL = (
    "Exact: the step pile is tracked card by card; each round of a fight draws two different cards"
    " from the whole combat pile, regardless of cards already drawn.",
    "Simulated: the same decisions, with the combat pile as in play: it carries over from fight to"
    " fight and is shuffled when it is used up.",
    "Power is life plus card. Armour reduces the strike. All damage of a strike goes either to life"
    " or to armour. In a tie, neither side is hit. Counters stop at 0 and at their maximum.",
    "Best play: maximises the probability of winning the quest. Simple play: always strikes life,"
    " and takes damage on armour while there is any. A fight that neither side can end is lost.",
)


class SampleRecord(TypedDict):
    """Simulated games: the share of wins, with its 95% confidence interval `low` to `high`."""

    games: int
    wins: int
    share: float
    low: float
    high: float
    seed: int
    deaths: list[int]


class StepRecord(TypedDict):
    """A step of a quest. `least_life` is the life needed to hurt the enemy, None without one."""

    step: int
    type: str | None
    symbol: str
    name: str
    enemy: dict[str, int] | None
    least_life: int | None


class HeroRecord(TypedDict):
    """A hero's name, counters at the start, and exact statistics: a list has one value per step.

    `best` and `simple` are the probabilities of winning. Lists are those of best play, except
    `deaths_simple`. A value is None if the hero never reaches the step.
    """

    name: str
    start: dict[str, int]
    best: float
    simple: float
    deaths: list[float]
    deaths_simple: list[float]
    visits: list[float]
    life: list[float | None]
    armour: list[float | None]
    hopeless: list[float | None]
    stuck: list[float | None]
    swing: list[float]
    simulated: SampleRecord | None


class NeverDecisiveRecord(TypedDict):
    """The steps that decide nothing, and the thresholds of this classification."""

    steps: list[int]
    deaths_below: float
    swing_below: float


class QuestRecord(TypedDict):
    """A solved quest, as printed by `printgen simulate --format json`.

    `model` states the assumptions, `counters` the symbols, `charts` the paths of written charts.
    """

    quest: str
    title: str
    model: list[str]
    counters: dict[str, str]
    steps: list[StepRecord]
    heroes: dict[str, HeroRecord]
    never_decisive: NeverDecisiveRecord
    charts: NotRequired[list[str]]


def quest_of(library: Library, target: str) -> tuple[GameContent, Entry[QuestEntry]]:
    """The game and the quest of a target `game/quest`.

    Raises ComputationError if either does not exist.
    """
    game, _, name = target.partition("/")
    content = game_of(library, game)
    quests = content.of_kind("quests")
    if not quests:
        with_quests = [other for other, found in library.games.items() if found.of_kind("quests")]
        raise ComputationError(f"'{game}' has no quests", hint=", ".join(with_quests))
    if name not in quests:
        known = [f"{game}/{quest}" for quest in quests]
        message = f"no quest '{target}'" if name else f"'{game}' is a game; name one of its quests"
        hint = did_you_mean(target, known) if name else ""
        raise ComputationError(message, hint=hint or ", ".join(known))
    return content, quests[name]


def simulate(
    library: Library,
    target: str,
    names: Iterable[str],
    games: int,
    seed: int,
    lang: str | None,
    spread: ParallelMap | None = None,
) -> QuestRecord:
    """Solve the quest `target` (`game/quest`) for the named heroes (default: all).

    Also simulates `games` games per hero with `spread`, or none. Raises ComputationError.
    """
    content, entry = quest_of(library, target)
    lang = language(content, lang)
    heroes = select_heroes(library, content.id, list(dict.fromkeys(names)))
    quest, store = quest_model(content, entry), library.store
    try:
        best = journeys(store, quest, heroes, "best")
        simple = journeys(store, quest, heroes, "simple")
        samples: dict[str, SampleRecord | None] = dict.fromkeys(heroes)
        for name, (_, start) in heroes.items() if games else ():
            sample = played_games(store, quest, start, games, seed, spread=spread)
            samples[name] = {
                "games": sample.games,
                "wins": sample.wins,
                "share": sample.wins / sample.games,
                "low": sample.low,
                "high": sample.high,
                "seed": sample.seed,
                "deaths": sample.deaths.tolist(),
            }
    except ValueError as error:
        raise ComputationError(str(error)) from error
    return {
        "quest": f"{content.id}/{entry.id}",
        "title": plain_words(say(entry.value.title, lang, content)),
        "model": list(MODEL),
        "counters": {name: content.game.counters[name].symbol for name in (LIFE, ARMOUR)},
        "steps": _step_records(content, entry, quest, lang),
        "heroes": {
            name: {
                "name": plain_words(say(hero.value.name, lang, content)),
                "start": {LIFE: start[0], ARMOUR: start[1]},
                "best": best[name].win,
                "simple": simple[name].win,
                "deaths": list(best[name].deaths),
                "deaths_simple": list(simple[name].deaths),
                "visits": list(best[name].visits),
                "life": _without_nan(best[name].life),
                "armour": _without_nan(best[name].armour),
                "hopeless": _without_nan(best[name].hopeless),
                "stuck": _without_nan(best[name].stuck),
                "swing": list(best[name].swing),
                "simulated": samples[name],
            }
            for name, (hero, start) in heroes.items()
        },
        "never_decisive": {
            "steps": never_decisive(best),
            "deaths_below": FALLS,
            "swing_below": SWING,
        },
    }


def _without_nan(values: Iterable[float]) -> list[float | None]:
    """The values, with None for nan: the hero never reaches the step."""
    return [None if value != value else value for value in values]


def _step_records(
    content: GameContent, entry: Entry[QuestEntry], quest: Quest, lang: str
) -> list[StepRecord]:
    """The steps of a quest, in order."""
    rows = {row.step: row for row in entry.value.steps if row.step is not None}
    records: list[StepRecord] = []
    rules = content.game.part(QuestRules)
    for number, step in enumerate(quest.steps, 1):
        row = rows[number]
        kind = rules.types.get(row.type or "") if rules else None
        enemy = {LIFE: step.enemy[0], ARMOUR: step.enemy[1]} if step.enemy else None
        records.append(
            {
                "step": number,
                "type": row.type,
                "symbol": kind.symbol if kind else "",
                "name": plain_words(say(row.name, lang, content)) if row.name else "",
                "enemy": enemy,
                "least_life": quest.least_life(number) or None,
            }
        )
    return records


# --- the statistics of a quest as text for a terminal: tables, and bars of deaths per step --------


# Steps with a lower probability of death are listed below the chart instead.
MIN_SHOWN = 0.0005

# Widths in characters: the step columns, a hero's column without its bar, and the range of a bar.
STEP_COLUMNS, HERO_COLUMN, MIN_BAR, MAX_BAR = 14, 10, 4, 14

# Widths in characters of the table of heroes, with and without the simulated games.
FULL_TABLE, EXACT_TABLE = 96, 66


def simulate_text(quest: QuestRecord) -> str:
    """Win probabilities, deaths per step, hopeless fights, indecisive steps and the model."""
    console = Console()
    width = console.width if console.is_terminal else WIDTH
    parts: list[RenderableType] = [
        *_hero_tables(quest, width),
        *_death_charts(quest, width),
        *_rare_deaths(quest),
    ]
    needs = [step for step in quest["steps"] if (step["least_life"] or 0) > 1]
    parts += ["", *(_hopeless_tables(quest, needs, width) if needs else ())]
    parts += [*_decisive_notes(quest), "", *notes(*quest["model"])]
    # Each path has its own line, never wrapped.
    charts = quest.get("charts", [])
    return "\n".join([render(parts), *([""] if charts else []), *charts])


def _hero_groups(heroes: list[HeroRecord], room: int, column: int) -> Iterator[list[HeroRecord]]:
    """The heroes, split evenly into as few tables of `room` characters as possible."""
    tables = ceil(len(heroes) / max(1, room // column))
    size = ceil(len(heroes) / tables)
    for first in range(0, len(heroes), size):
        yield heroes[first : first + size]


def _hero_tables(quest: QuestRecord, width: int) -> Iterator[RenderableType]:
    """Exact and simulated results, in one table or, on a narrow terminal, two."""
    heroes = list(quest["heroes"].values())
    played = [hero["simulated"] for hero in heroes if hero["simulated"]]
    exact = ["start", "best", "simple", *(["worst steps"] if width >= EXACT_TABLE else [])]
    games = [f"{played[0]['games']:,} games", "95%"] if played else []
    title = f"{quest['title']}  [{quest['quest']}]"
    whole = width >= FULL_TABLE or not played
    columns = {title: exact + games} if whole else {title: exact, "Simulated": games}
    for name, shown in columns.items():
        table = titled_table(name)
        table.add_column("")
        for column in shown:
            right = column in ("best", "simple")
            table.add_column(column, justify="right" if right else "left", no_wrap=True)
        for hero in heroes:
            cells = _hero_cells(quest, hero)
            table.add_row(hero["name"], *(cells[key] for key in shown))
        yield table
    if played:
        yield Text(f"seed {played[0]['seed']}\n")


def _hero_cells(quest: QuestRecord, hero: HeroRecord) -> dict[str, str]:
    """What the table of heroes has of one, by column: at last the three steps where the hero dies
    most often, and the simulated games.
    """
    signs, deaths = quest["counters"].items(), hero["deaths"]
    order = sorted(range(len(deaths)), key=lambda step: -deaths[step])
    cells = {
        "start": " ".join(f"{hero['start'][name]}{sign}" for name, sign in signs),
        "best": percent(hero["best"]),
        "simple": percent(hero["simple"]),
        "worst steps": ", ".join(str(n + 1) for n in order[:3] if deaths[n] >= MIN_SHOWN),
    }
    if sample := hero["simulated"]:
        share, low, high = (percent(sample[key], 2) for key in ("share", "low", "high"))
        cells |= {f"{sample['games']:,} games": share, "95%": f"{low} to {high}"}
    return cells


def _death_charts(quest: QuestRecord, width: int) -> Iterator[Table]:
    """Bars of deaths: one row per step, one column per hero."""
    heroes, room = list(quest["heroes"].values()), width - STEP_COLUMNS
    greatest = max(max(hero["deaths"]) for hero in heroes) or 1
    title = "Deaths at each step, under best play"
    for group in _hero_groups(heroes, room, HERO_COLUMN + MIN_BAR):
        table = titled_table(title)
        table.add_column("", justify="right", no_wrap=True)
        table.add_column("", no_wrap=True)
        for hero in group:
            table.add_column(hero["name"])
        length = max(1, min(MAX_BAR, room // len(group) - HERO_COLUMN))
        for index, step in enumerate(quest["steps"]):
            if max(hero["deaths"][index] for hero in heroes) >= MIN_SHOWN:
                chances = [hero["deaths"][index] for hero in group]
                shown = [percent(chance) if chance else "–" for chance in chances]
                bars = [bar(chance / greatest, length) for chance in chances]
                cells = [f"{share:>7} {drawn}" for share, drawn in zip(shown, bars, strict=True)]
                table.add_row(str(step["step"]), _step_text(step), *cells)
        yield table


def _step_text(step: StepRecord) -> str:
    enemy = step["enemy"]
    return f"{step['symbol']} {enemy['life']}/{enemy['armour']}" if enemy else step["symbol"]


def _rare_deaths(quest: QuestRecord) -> list[RenderableType]:
    """A note of the steps with rare deaths."""
    steps = enumerate(zip(*(h["deaths"] for h in quest["heroes"].values()), strict=True), 1)
    rare = ", ".join(str(step) for step, deaths in steps if 0 < max(deaths) < MIN_SHOWN)
    return [*notes(f"Under {percent(MIN_SHOWN, 2)} for every hero: step {rare}." if rare else "")]


def _hopeless_tables(quest: QuestRecord, needs: list[StepRecord], width: int) -> Iterator[Table]:
    """Fights that need a minimum of life, and how often heroes arrive with less."""
    life = quest["counters"]["life"]
    title = "Too weak to hurt the enemy, by share of arrivals"
    for group in _hero_groups(
        list(quest["heroes"].values()), width - 2 * STEP_COLUMNS, HERO_COLUMN
    ):
        table = titled_table(title)
        for column in ("step", "enemy", "needs"):
            table.add_column(column, justify="right" if column == "step" else "left", no_wrap=True)
        for hero in group:
            table.add_column(hero["name"], justify="right")
        for step in needs:
            stuck = [hero["stuck"][step["step"] - 1] for hero in group]
            shares = ["–" if share is None else percent(share) for share in stuck]
            table.add_row(
                str(step["step"]), _step_text(step), f"{step['least_life']}{life}", *shares
            )
        yield table


def _decisive_notes(quest: QuestRecord) -> list[RenderableType]:
    """Notes of the steps that decide nothing, and of those where a stop matters most."""
    never = quest["never_decisive"]
    indecisive = ", ".join(map(str, never["steps"])) or "none"
    swings: dict[int, float] = {}
    for hero in quest["heroes"].values():
        for step, swing in enumerate(hero["swing"], 1):
            swings[step] = max(swings.get(step, 0), swing, key=abs)
    most = sorted(swings, key=lambda step: -abs(swings[step]))[:5]
    largest = ", ".join(f"{step} ({swings[step] * 100:+.0f})" for step in most if swings[step])
    never_note = (
        f"Steps never decisive: {indecisive} (fewer than {never['deaths_below'] * 100:g}% of each"
        " hero's games end there, and a stop there changes the win probability by less than"
        f" {never['swing_below'] * 100:g} percentage point)."
    )
    swing_note = "Steps where a stop changes the win probability most, in percentage points"
    return list(notes(never_note, f"{swing_note}: {largest}." if largest else ""))


# --- the standard charts of a quest, for `printgen simulate` and for reports ----------------------


# Statistic and chart kind. The title label of `win` is `quest_win`, its note `quest_win_note`.
QUEST_CHARTS = {
    "win": "bars",
    "deaths": "panels",
    "life": "lines",
    "armour": "lines",
    "hopeless": "panels",
}


def quest_charts(
    library: Library,
    quest: Entry[QuestEntry],
    lang: str,
    words: Mapping[str, str],
    heroes: Iterable[str] = (),
) -> Iterator[Chart]:
    """The standard charts of a quest, for the named heroes (default: all)."""
    heading = say(quest.value.title, lang, library.games[quest.game])
    for gives, kind in QUEST_CHARTS.items():
        asked = {"quests": [quest.id], "gives": gives, "heroes": list(dict.fromkeys(heroes))}
        question = QuestQuestion.model_validate(asked)
        title, note = words[f"quest_{gives}"], words[f"quest_{gives}_note"]
        name, answer = f"{quest.id}-{gives}", quest_study(library, quest.game, question)
        yield Chart(name, question, answer, kind, heading, title, note)


def write_charts(
    library: Library,
    target: str,
    names: Iterable[str],
    lang: str | None,
    folder: Path,
    runner: JobRunner,
) -> list[Path]:
    """Write the charts of the quest `target` (`game/quest`) to `folder`.

    `names` are the ids of the heroes (default: all). Returns the paths, for example
    `iron-throne-deaths.svg`. Raises ComputationError if the quest cannot be solved, and
    ProjectError if the folder cannot be written.
    """
    content, entry = quest_of(library, target)
    lang = language(content, lang)
    write_files(folder, {})  # fail before the long computation
    words = labels(library.folders, content.game.theme, lang)
    charts = quest_charts(library, entry, lang, words, names)
    return write_charts_of(library, content.id, charts, lang, folder, runner)


def quest_sections(
    library: Library, content: GameContent, lang: str, words: dict[str, str], used: set[str]
) -> Iterator[SectionView]:
    """One section per quest that can be solved. Adds the ids of the studies it shows to `used`."""
    for entry in content.of_kind("quests").values():
        try:
            charts = quest_charts(library, entry, lang, words)
            items = chart_items(library, content, "quest", charts, lang, used)
            heroes = select_heroes(library, content.id, [])
            model = quest_model(content, entry)
            steps = never_decisive(journeys(library.store, model, heroes, "best"))
        except ComputationError:
            continue
        title = say(entry.value.title, lang, content)
        listed = Markup(", ".join(map(str, steps)) or words["report_none"])  # noqa: S704
        remark = Markup("{} {}.").format(Markup(words["report_never"]), listed)  # noqa: S704
        yield {"id": f"quest-{entry.id}", "title": title, "items": items, "remark": remark}
