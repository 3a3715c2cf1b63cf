"""`printgen simulate`: solve a quest exactly for each hero, and simulate games."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NotRequired, TypedDict

from printgen.content.library import Entry, GameContent, Library
from printgen.extras.quest.definition import Journey, Quest
from printgen.extras.quest.heroes import ARMOUR, LIFE, Heroes, select_heroes
from printgen.extras.quest.model import Quest as QuestEntry
from printgen.extras.quest.model import QuestRules
from printgen.extras.quest.solver import FALLS, SWING, never_decisive
from printgen.extras.quest.study import journeys, played_games, quest_model
from printgen.problems import did_you_mean
from printgen.products.target import game_of, language
from printgen.rules.resolve import ComputationError
from printgen.store import Store
from printgen.typography.text import plain_words, say

if TYPE_CHECKING:
    from printgen.extras.quest.games import ParallelMap

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


class JourneyRecord(TypedDict):
    """The exact statistics of a hero: a list has one value per step.

    `best` and `simple` are the probabilities of winning. Lists are those of best play, except
    `deaths_simple`. A value is None if the hero never reaches the step.
    """

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


class HeroRecord(JourneyRecord):
    """A hero's name, counters at the start and statistics."""

    name: str
    start: dict[str, int]
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
    quest = quest_model(content, entry)
    try:
        best = journeys(library.store, quest, heroes, "best")
        simple = journeys(library.store, quest, heroes, "simple")
        samples = _samples(library.store, quest, heroes, games, seed, spread)
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
                **_journey_record(best[name], simple[name]),
                "simulated": samples[name],
            }
            for name, (hero, start) in heroes.items()
        },
        "never_decisive": _never_decisive_record(best),
    }


def _never_decisive_record(best: dict[str, Journey]) -> NeverDecisiveRecord:
    return {"steps": never_decisive(best), "deaths_below": FALLS, "swing_below": SWING}


def _samples(
    store: Store, quest: Quest, heroes: Heroes, games: int, seed: int, spread: ParallelMap | None
) -> dict[str, SampleRecord | None]:
    """The simulated games of each hero by id; None without games."""
    return {
        name: _sample(store, quest, start, games, seed, spread) if games else None
        for name, (_, start) in heroes.items()
    }


def _sample(
    store: Store,
    quest: Quest,
    start: tuple[int, int],
    games: int,
    seed: int,
    spread: ParallelMap | None,
) -> SampleRecord:
    sample = played_games(store, quest, start, games, seed, spread=spread)
    return {
        "games": sample.games,
        "wins": sample.wins,
        "share": sample.wins / sample.games,
        "low": sample.low,
        "high": sample.high,
        "seed": sample.seed,
        "deaths": [int(count) for count in sample.deaths],
    }


def _journey_record(best: Journey, simple: Journey) -> JourneyRecord:
    """The statistics of best play, and the results of simple play."""
    return {
        "best": best.win,
        "simple": simple.win,
        "deaths": list(best.deaths),
        "deaths_simple": list(simple.deaths),
        "visits": list(best.visits),
        "life": _without_nan(best.life),
        "armour": _without_nan(best.armour),
        "hopeless": _without_nan(best.hopeless),
        "stuck": _without_nan(best.stuck),
        "swing": list(best.swing),
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
    for number, step in enumerate(quest.steps, 1):
        row = rows[number]
        rules = content.game.part(QuestRules)
        kinds = rules.types if rules else {}
        kind = kinds.get(row.type or "")
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
